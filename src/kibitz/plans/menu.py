"""The menu: the lines that are worth trying in a position, for a contract without trumps or with.

What is not on it is not weighed; docs/methods.md says what is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import stoppers
from kibitz.plans.lines import Attack, Draw, First, Free, HoldUp, Line, Ruff

_LONGEST_HOLD_UP = 2


@dataclass(frozen=True, slots=True)
class Menu:
    """Alternatives of one kind stand together: how long to hold up, what to play first."""

    hold_ups: tuple[HoldUp, ...]
    firsts: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Free(), *self.hold_ups, *self.firsts)


def menu(state: Play) -> Menu:
    """What may be tried from a state in which declarer's side is to play."""
    firsts = _without_trumps(state) if state.trumps is None else _with_trumps(state, state.trumps)
    return Menu(tuple(_hold_ups(state)), tuple(firsts))


def _hold_ups(state: Play) -> Iterator[HoldUp]:
    """Where they lead a suit that we stop, no trumps about: win at once, or later."""
    if state.trumps is not None or not state.trick or not _led_by_defenders(state):
        return
    suit = state.trick[0].suit
    if not stoppers(state, suit):
        return
    ours = (state.contract.declarer, state.contract.dummy)
    longest = max(state.holding(seat).length(suit) for seat in ours)
    gone = rounds_of(state, suit)
    for rounds in range(min(_LONGEST_HOLD_UP, longest - 1) + 1):
        yield HoldUp(suit, gone + rounds)


def _without_trumps(state: Play) -> Iterator[Line]:
    for suit in Suit:
        if _length(state, suit):
            yield First(suit, rounds_of(state, suit))
            if _outstanding(state, suit):
                yield Attack(suit)


def _with_trumps(state: Play, trumps: Suit) -> Iterator[Line]:
    if _outstanding(state, trumps) and _length(state, trumps):
        yield Draw(trumps)
    declarer, dummy = state.contract.declarer, state.contract.dummy
    for suit in Suit:
        if suit is trumps or not _length(state, suit):
            continue
        yield First(suit, rounds_of(state, suit))
        for seat, other in ((dummy, declarer), (declarer, dummy)):
            short, long = (state.holding(one).length(suit) for one in (seat, other))
            if short < long and short <= 2 and state.holding(seat).length(trumps):
                yield Ruff(suit, trumps, (seat - declarer) % 4)


def rounds_of(state: Play, suit: Suit) -> int:
    """How often a suit was led in tricks that are over."""
    return sum(card.suit is suit for card in state.played[: 4 * state.tricks : 4])


def _led_by_defenders(state: Play) -> bool:
    leader = Seat((state.turn - len(state.trick)) % 4)
    return not leader.is_with(state.contract.declarer)


def _length(state: Play, suit: Suit) -> int:
    """Cards of a suit in the two hands together."""
    ours = (state.contract.declarer, state.contract.dummy)
    return sum(state.holding(seat).length(suit) for seat in ours)


def _outstanding(state: Play, suit: Suit) -> int:
    """Cards of a suit that the defenders still have."""
    gone = sum(card.suit is suit for card in state.played)
    return 13 - gone - _length(state, suit)
