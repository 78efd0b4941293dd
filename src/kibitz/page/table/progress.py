"""How far a plan is carried out: told from the cards that were played, and from those alone.

Of a step that is no deed, such as counting or what to hope for, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner

_PLAYS_A_SUIT = ("attack", "finesse", "cash", "duck", "see")


class Standing(Enum):
    """Where a step stands; the values are names in `words.toml` and in the style sheet."""

    UNTOLD = ""
    AHEAD = "ahead"
    NOW = "now"
    BEGUN = "begun"
    DONE = "done"
    LEFT = "left"
    """The table did otherwise."""


class Round(NamedTuple):
    """A trick: who led it, its cards, who won it; nobody while it is not complete."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    @property
    def suit(self) -> Suit:
        return self.cards[0].suit

    def by(self, seat: Seat) -> Card | None:
        """What a seat played to it."""
        place = (seat - self.leader) % 4
        return self.cards[place] if place < len(self.cards) else None


def standings(plan: Mapping[str, Any], state: Play, made_at: int) -> list[Standing]:
    """Where each step of a *plan* stands, which was made after *made_at* cards.

    The first deed that is still ahead is what is to be done now.
    """
    rounds = tuple(_rounds(state))
    found = [_standing(step, plan, state, made_at, rounds) for step in plan["steps"]]
    ahead = [at for at, one in enumerate(found) if one is Standing.AHEAD]
    if ahead:
        found[ahead[0]] = Standing.NOW
    return found


def _standing(
    step: Mapping[str, Any],
    plan: Mapping[str, Any],
    state: Play,
    made_at: int,
    rounds: Sequence[Round],
) -> Standing:
    claim = step["claim"]
    match step["kind"]:
        case "card" if plan.get("card"):
            return _card(Card.parse(plan["card"]), state, made_at)
        case "hold up":
            holds = [one for one in _parts(claim["line"]) if one["do"] == "hold up"]
            return _held(holds[0], state, rounds) if holds else Standing.UNTOLD
        case "first" if plan.get("first_suit"):
            return _suit_begun(Suit.parse(plan["first_suit"]), state, rounds)
        case "begin":
            return _suit_begun(Suit.parse(claim["suit"]), state, rounds)
        case "way" | "order" | "safety":
            aims = [one for one in _parts(claim["line"]) if one["do"] in _PLAYS_A_SUIT]
            suit = Suit.parse(aims[0]["suit"]) if aims else None
            return Standing.UNTOLD if suit is None else _suit_begun(suit, state, rounds)
        case "needs":
            won = _won_in(Suit.parse(claim["suit"]), state, rounds)
            return Standing.DONE if won >= claim["tricks"] else Standing.AHEAD
    return Standing.UNTOLD


def _card(card: Card, state: Play, made_at: int) -> Standing:
    """The card that was to be played next, or one that comes to the same."""
    from kibitz.cardplay.scoring import are_equal

    if len(state.played) <= made_at:
        return Standing.AHEAD
    then = Play.start(state.deal, state.contract).after_all(state.played[:made_at])
    same = are_equal(then, card, state.played[made_at])
    return Standing.DONE if same else Standing.LEFT


def _held(line: Mapping[str, Any], state: Play, rounds: Sequence[Round]) -> Standing:
    """A suit held up for so many rounds; for none, the first that can be is won."""
    suit, wanted = Suit.parse(line["suit"]), line["rounds"]
    ours = [
        one.winner.is_with(state.contract.declarer)
        for one in rounds
        if one.winner is not None and one.suit is suit
    ]
    if not wanted:
        return Standing.DONE if any(ours) else Standing.AHEAD
    if any(ours[:wanted]):
        return Standing.LEFT
    return Standing.DONE if len(ours) >= wanted else Standing.AHEAD


def _suit_begun(suit: Suit, state: Play, rounds: Sequence[Round]) -> Standing:
    """Whether declarer's side has led a suit."""
    declarer = state.contract.declarer
    led = any(one.suit is suit and one.leader.is_with(declarer) for one in rounds)
    return Standing.BEGUN if led else Standing.AHEAD


def _won_in(suit: Suit, state: Play, rounds: Sequence[Round]) -> int:
    """The tricks that declarer's side has won with cards of a suit."""
    winners = [(one.winner, one.by(one.winner)) for one in rounds if one.winner is not None]
    return sum(
        card is not None and card.suit is suit and seat.is_with(state.contract.declarer)
        for seat, card in winners
    )


def _parts(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The lines that a line is made of, as data."""
    if line["do"] == "both":
        yield from _parts(line["one"])
        yield from _parts(line["other"])
    else:
        yield line


def _rounds(state: Play) -> Iterator[Round]:
    leader = state.contract.leader
    for start in range(0, len(state.played), 4):
        cards = state.played[start : start + 4]
        if len(cards) < 4:
            yield Round(leader, cards, None)
            return
        winner = Seat((leader + trick_winner(cards, state.trumps)) % 4)
        yield Round(leader, cards, winner)
        leader = winner
