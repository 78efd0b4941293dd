"""How far a plan has been carried out, judged by the cards played and nothing else.

Steps that are no action, such as counting or what to hope for, have no state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play, Trick, tricks_of

_PLAYS_A_SUIT = ("attack", "finesse", "cash", "duck", "see")


class StepState(Enum):
    """How far a step has been carried out; the values are names in `words.toml` and the styles."""

    UNKNOWN = ""
    AHEAD = "ahead"
    NOW = "now"
    BEGUN = "begun"
    DONE = "done"
    LEFT = "left"
    """The table played otherwise."""


def step_states(plan: Mapping[str, Any], state: Play, made_at: int) -> list[StepState]:
    """The state of each step of a *plan* that was made after *made_at* cards.

    The first step that is still ahead is the one to carry out now.
    """
    tricks = tuple(tricks_of(state.contract, state.played))
    found = [_state_of(step, plan, state, made_at, tricks) for step in plan["steps"]]
    ahead = [at for at, one in enumerate(found) if one is StepState.AHEAD]
    if ahead:
        found[ahead[0]] = StepState.NOW
    return found


def _state_of(
    step: Mapping[str, Any],
    plan: Mapping[str, Any],
    state: Play,
    made_at: int,
    tricks: Sequence[Trick],
) -> StepState:
    claim = step["claim"]
    match step["kind"]:
        case "card" if plan.get("card"):
            return _card(Card.parse(plan["card"]), state, made_at)
        case "hold up":
            holds = [one for one in _parts(claim["line"]) if one["do"] == "hold up"]
            return _held(holds[0], state, tricks) if holds else StepState.UNKNOWN
        case "first" if plan.get("first_suit"):
            return _suit_begun(Suit.parse(plan["first_suit"]), state, tricks)
        case "begin":
            return _suit_begun(Suit.parse(claim["suit"]), state, tricks)
        case "way" | "order" | "safety":
            aims = [one for one in _parts(claim["line"]) if one["do"] in _PLAYS_A_SUIT]
            suit = Suit.parse(aims[0]["suit"]) if aims else None
            return StepState.UNKNOWN if suit is None else _suit_begun(suit, state, tricks)
        case "needs":
            won = _won_in(Suit.parse(claim["suit"]), state, tricks)
            return StepState.DONE if won >= claim["tricks"] else StepState.AHEAD
    return StepState.UNKNOWN


def _card(card: Card, state: Play, made_at: int) -> StepState:
    """The plan's next card, or an equal one."""
    from kibitz.cardplay.scoring import are_equal

    if len(state.played) <= made_at:
        return StepState.AHEAD
    then = Play.start(state.deal, state.contract).after_all(state.played[:made_at])
    same = are_equal(then, card, state.played[made_at])
    return StepState.DONE if same else StepState.LEFT


def _held(line: Mapping[str, Any], state: Play, tricks: Sequence[Trick]) -> StepState:
    """A suit held up for a number of rounds; for none, the first trick that can be won is won."""
    suit, wanted = Suit.parse(line["suit"]), line["rounds"]
    ours = [
        one.winner.is_with(state.contract.declarer)
        for one in tricks
        if one.winner is not None and one.suit is suit
    ]
    if not wanted:
        return StepState.DONE if any(ours) else StepState.AHEAD
    if any(ours[:wanted]):
        return StepState.LEFT
    return StepState.DONE if len(ours) >= wanted else StepState.AHEAD


def _suit_begun(suit: Suit, state: Play, tricks: Sequence[Trick]) -> StepState:
    """Begun once declarer's side has led the suit."""
    declarer = state.contract.declarer
    led = any(one.suit is suit and one.leader.is_with(declarer) for one in tricks)
    return StepState.BEGUN if led else StepState.AHEAD


def _won_in(suit: Suit, state: Play, tricks: Sequence[Trick]) -> int:
    """How many tricks declarer's side has won with cards of a suit."""
    return sum(
        one.winner is not None
        and one.winner.is_with(state.contract.declarer)
        and one.by_seat[one.winner].suit is suit
        for one in tricks
    )


def _parts(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The simple lines that a line is made of, as data."""
    if line["do"] == "both":
        yield from _parts(line["one"])
        yield from _parts(line["other"])
    else:
        yield line
