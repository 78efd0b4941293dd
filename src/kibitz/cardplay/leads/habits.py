"""Evidence of a pair's carding: the leads and small cards at a table that reveal it.

Each `Habit` is a choice that partnerships agree on, and knows the holdings that reveal it. A card
that would be played under any agreement reveals nothing, and is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from kibitz.cardplay.leads.card_reason import is_bad_suit
from kibitz.games.bridge.cards import Card, Hand, Named, Rank
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.records.record import Record

ANOTHER_CARD = "another card"
"""A lead that fits none of the agreements known here."""

_SMALL = Rank.NINE


class Habit(Named, Enum):
    """A choice that partnerships agree on; its value can end a sentence."""

    LONG_HONOUR = "from four or more to an honour"
    BAD_SUIT = "from bad suits"
    THREE_SMALL = "from three small"
    DOUBLETON = "from two small"
    ACE_KING = "from ace-king"
    KING_QUEEN = "from king-queen"
    QUEEN_JACK = "from queen-jack"
    JACK_TEN = "from jack-ten"
    ATTITUDE = "on partner's honour"
    COUNT = "on declarer's lead of a suit"

    @property
    def is_lead(self) -> bool:
        return self not in (Habit.ATTITUDE, Habit.COUNT)


@dataclass(frozen=True, slots=True)
class Observation:
    """A card that reveals a habit: what was chosen, and whether against no-trump or a suit."""

    habit: Habit
    choice: str
    at_notrump: bool


def observations(record: Record, *seats: Seat) -> Iterator[Observation]:
    """All evidence in the cards of these players at a table where they defended."""
    contract = record.contract
    if contract is None or not record.play or contract.declarer in seats or contract.dummy in seats:
        return
    at_notrump = contract.bid.strain.trumps is None
    if contract.leader in seats:
        yield from _of_lead(record.deal[contract.leader], record.play[0], at_notrump, record)
    for habit, choice in _of_followers(record, seats):
        yield Observation(habit, choice, at_notrump)


def _of_lead(hand: Hand, card: Card, at_notrump: bool, record: Record) -> Iterator[Observation]:
    trumps = record.contract.bid.strain.trumps if record.contract else None
    if card.suit is trumps:
        return
    held = hand.ranks(card.suit)
    place = held.index(str(card.rank))
    for habit, revealed in _LEADS.items():
        choice = revealed(held, place)
        if choice:
            yield Observation(habit, choice, at_notrump)


def _long_honour(held: str, place: int) -> str:
    """Small cards from a suit headed by an honour: their place reveals the agreement."""
    if len(held) < 4 or held[0] not in "AKQJ" or Rank.parse(held[place]) > _SMALL:
        return ""
    if place == 3 and len(held) in (4, 5, 6):
        return "fourth best"
    third_or_fifth = {4: (2,), 5: (4,), 6: (2, 4)}.get(len(held), ())
    return "third and fifth" if place in third_or_fifth else ANOTHER_CARD


def _bad_suit(held: str, place: int) -> str:
    if len(held) < 4 or not is_bad_suit(held) or held.startswith("T9"):
        return ""
    return ("top", "second best")[place] if place < 2 else "low"


def _three_small(held: str, place: int) -> str:
    if len(held) != 3 or not is_bad_suit(held) or held.startswith("T9"):
        return ""
    return ("top", "the middle card", "low")[place]


def _doubleton(held: str, place: int) -> str:
    if len(held) != 2 or not is_bad_suit(held):
        return ""
    return ("high", "low")[place]


def _touching(pair: str, names: tuple[str, str]) -> Callable[[str, int], str]:
    """The choice between two touching honours at the head of three or more cards."""

    def revealed(held: str, place: int) -> str:
        return names[place] if len(held) > 2 and held.startswith(pair) and place < 2 else ""

    return revealed


_LEADS: dict[Habit, Callable[[str, int], str]] = {
    Habit.LONG_HONOUR: _long_honour,
    Habit.BAD_SUIT: _bad_suit,
    Habit.THREE_SMALL: _three_small,
    Habit.DOUBLETON: _doubleton,
    Habit.ACE_KING: _touching("AK", ("the ace", "the king")),
    Habit.KING_QUEEN: _touching("KQ", ("the king", "the queen")),
    Habit.QUEEN_JACK: _touching("QJ", ("the queen", "the jack")),
    Habit.JACK_TEN: _touching("JT", ("the jack", "the ten")),
}


def _of_followers(record: Record, seats: tuple[Seat, ...]) -> Iterator[tuple[Habit, str]]:
    """Freely chosen small cards under partner's honour, and the first in declarer's suit."""
    state, seen = record.opening_state(), set[tuple[Seat, int]]()
    for card in record.play:
        seat, trick = state.turn, state.trick
        if seat in seats and trick and card.suit is trick[0].suit:
            is_first = (seat, card.suit) not in seen and card.suit is not state.trumps
            if is_first and (high := _went_high(state, card)) is not None:
                yield from _told(state, high)
        if seat in seats:
            seen.add((seat, card.suit))
        state = state.after(card)


def _told(state: Play, high: bool) -> Iterator[tuple[Habit, str]]:
    held = state.holding(state.turn).ranks(state.trick[0].suit)
    leader = Seat((state.turn - len(state.trick)) % 4)
    if leader is not state.turn.partner:
        if leader.is_with(state.contract.declarer):
            even = len(held) % 2 == 0
            yield Habit.COUNT, _STANDARD_COUNT if high == even else _REVERSE_COUNT
    elif not state.tricks and state.trick[0].rank >= Rank.QUEEN and _is_winning(state):
        liked = held[0] in "AKQJ"
        yield Habit.ATTITUDE, _STANDARD_ATTITUDE if high == liked else _REVERSE_ATTITUDE


_STANDARD_COUNT = "high from an even number"
_REVERSE_COUNT = "low from an even number"
_STANDARD_ATTITUDE = "high to encourage"
_REVERSE_ATTITUDE = "low to encourage"


def _is_winning(state: Play) -> bool:
    """Whether the card led is still winning the trick."""
    return trick_winner(state.trick, state.trumps) == 0


def _went_high(state: Play, card: Card) -> bool | None:
    """Whether a small card was not the lowest; None without a choice of small cards."""
    small = [one for one in state.legal_actions if one.rank <= _SMALL]
    if len(small) < 2 or card not in small:
        return None
    return card != min(small)
