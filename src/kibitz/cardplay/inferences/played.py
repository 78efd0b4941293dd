"""What the opening lead and third hand's card tell of honours, by what most players agree on."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.cardplay.inferences.heard import Clue
from kibitz.cardplay.inferences.statements import Length, OneOfCards, Statement, Without
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text

_SMALL = Rank.NINE


def played(state: Play) -> Iterator[Clue]:
    """What the first trick tells, as far as it has been played."""
    first = state.played[:4]
    if not first:
        return
    leader, dummy = state.contract.leader, state.deal[state.contract.dummy]
    told = [*_led(leader, first[0], state.trumps)]
    if len(first) > 2 and first[2].suit is first[0].suit:
        told += _third(leader.partner, first, state.trumps)
    for one in told:
        about = one.readings[0][1]
        if not (isinstance(about, Without) and about.card in dummy):
            yield one


def _led(seat: Seat, card: Card, trumps: Suit | None) -> Iterator[Clue]:
    suit, against = card.suit, "no-trump" if trumps is None else "suits"
    if suit is trumps:
        return
    rule, did = f"lead of the {card.rank.name.lower()} against {against}", f"led {card_text(card)}"
    for missing in _denied_by(card):
        denied = f"{rule}: not the {missing.rank.name.lower()}"
        yield Clue(seat, 0, did, ((denied, Without(seat, missing)),))
    held = _promised_by(card)
    if held:
        what = " or ".join(one.rank.name.lower() for one in held)
        yield Clue(seat, 0, did, ((f"{rule}: {what}", OneOfCards(seat, held)),))
    if card.rank <= _SMALL and trumps is None:
        rule = "small lead against no-trump"
        found: list[tuple[str, Statement]] = [(f"{rule}: four cards", Length(seat, suit, 4))]
        yield Clue(seat, 0, did, tuple(found))


def _denied_by(card: Card) -> tuple[Card, ...]:
    """The card just above an honour led, which would have been led instead."""
    if card.rank in (Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN):
        return (Card(card.suit, Rank(card.rank + 1)),)
    return ()


def _promised_by(card: Card) -> tuple[Card, ...]:
    """The cards of which an honour led promises one."""
    ranks = {
        Rank.ACE: (Rank.KING,),
        Rank.KING: (Rank.ACE, Rank.QUEEN),
        Rank.QUEEN: (Rank.KING, Rank.JACK),
        Rank.JACK: (Rank.TEN,),
    }
    return tuple(Card(card.suit, rank) for rank in ranks.get(card.rank, ()))


def _third(seat: Seat, first: tuple[Card, ...], trumps: Suit | None) -> Iterator[Clue]:
    """Third hand's honour over a small lead denies the one below it, if he had to play it."""
    led, dummys, card = first[:3]
    below = Rank(card.rank - 1) if card.rank > Rank.TWO else None
    if led.rank > _SMALL or card.rank < Rank.TEN or below is None or led.suit is trumps:
        return
    if dummys.suit is led.suit and dummys.rank >= card.rank:
        return
    missing = Card(card.suit, below)
    if missing in first:
        return
    rule = f"third hand's {card.rank.name.lower()}: not the {below.name.lower()}"
    did = f"played {card_text(card)} third in hand"
    yield Clue(seat, 2, did, ((rule, Without(seat, missing)),))
