"""The menu: the lines worth trying in a position, with or without trumps.

Only what is on it is tried; docs/plans.md lists it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import stoppers, top_tricks
from kibitz.plans.trying.events import Break
from kibitz.plans.trying.lines import (
    DECLARER,
    DUMMY,
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    PlanLine,
    Ruff,
)

_LONGEST_HOLD_UP, _MOST_STOPPERS = 2, 2
"""The most rounds to hold up, and the most stoppers with which holding up is considered."""
_LEAST_HONOUR = Rank.TEN
_LONG = 7
"""The combined length from which a suit may be worth ducking."""


@dataclass(frozen=True, slots=True)
class Course:
    """One way to play a deal: how long to hold up, and what to play on lead."""

    hold: HoldUp | None = None
    first: PlanLine = Free()

    @property
    def line(self) -> PlanLine:
        if self.hold is None:
            return self.first
        return self.hold if isinstance(self.first, Free) else Both(self.hold, self.first)


@dataclass(frozen=True, slots=True)
class Menu:
    """The alternatives: how long to hold up, and what to play on lead."""

    holds: tuple[HoldUp, ...]
    firsts: tuple[PlanLine, ...]

    def without(self, firsts: Sequence[PlanLine]) -> Menu:
        return Menu(self.holds, tuple(one for one in self.firsts if one not in firsts))

    @property
    def courses(self) -> tuple[Course, ...]:
        """A course for each alternative, with everything else left free."""
        holds = (Course(hold) for hold in self.holds)
        return (Course(), *holds, *(Course(None, first) for first in self.firsts))


def menu(state: Play) -> Menu:
    """The lines worth trying from a state."""
    firsts = _without_trumps(state) if state.trumps is None else _with_trumps(state, state.trumps)
    return Menu(tuple(_hold_ups(state)), tuple(dict.fromkeys(firsts)))


def _hold_ups(state: Play) -> Iterator[HoldUp]:
    """At notrump, when they lead a suit that we stop: win at once, or later."""
    if state.trumps is not None or not state.trick or not _led_by_defenders(state):
        return
    suit = state.trick[0].suit
    if not 1 <= stoppers(state, suit) <= _MOST_STOPPERS:
        return
    longest = max(state.holding(seat).length(suit) for seat in _ours(state))
    gone = rounds_of(state, suit)
    for rounds in range(min(_LONGEST_HOLD_UP, longest - 1) + 1):
        yield HoldUp(suit, gone + rounds)


def _without_trumps(state: Play) -> Iterator[PlanLine]:
    for suit in Suit:
        if _has_losers(state, suit) and suit is not _theirs(state):
            yield from _ways(state, suit)
            if _length(state, suit) >= _LONG and _has_master(state, suit):
                yield Duck(suit)


def _ways(state: Play, suit: Suit) -> Iterator[PlanLine]:
    """The ways to attack a suit: freely, from one hand, by a finesse, from the top."""
    yield Attack(suit)
    tenaces = [through for through in (1, 3) if _is_finesse(state, suit, through)]
    for through in tenaces:
        yield Finesse(suit, through)
    if tenaces and _has_master(state, suit):
        yield Cash(suit)
    if not tenaces and not _has_master(state, suit):
        for seat in (DECLARER, DUMMY):
            yield Attack(suit, seat)


def _with_trumps(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    draw = Draw(trumps) if _outstanding(state, trumps) and _length(state, trumps) else None
    if draw is not None:
        yield draw
    declarer, dummy = _ours(state)
    for suit in Suit:
        if suit is trumps or suit is _theirs(state) or not _has_losers(state, suit):
            continue
        yield Attack(suit)
        for way in _ways(state, suit):
            if draw is not None:
                yield Both(draw, way)
            elif not isinstance(way, Attack):
                yield way
        for seat, other in ((dummy, declarer), (declarer, dummy)):
            short, long = (state.holding(one).length(suit) for one in (seat, other))
            if short < long and short <= 2 and state.holding(seat).length(trumps):
                yield Ruff(suit, trumps, (seat - declarer) % 4)


def _is_finesse(state: Play, suit: Suit, through: int) -> bool:
    """Whether there is a finesse through a defender: our side has the highest card, and below a
    missing one either the hand behind him has an honour, or the hand before him has two to run
    with a winner behind."""
    declarer = state.contract.declarer
    before, behind = (state.holding(Seat((declarer + through + step) % 4)) for step in (3, 1))
    missing = max((rank for rank in Rank if _is_missing(state, Card(suit, rank))), default=None)
    if missing is None or not _has_master(state, suit):
        return False
    covers = any(Card(suit, rank) in behind for rank in Rank if rank > missing)
    for rank in Rank:
        if not _LEAST_HONOUR <= rank < missing:
            continue
        runs = rank > Rank.TWO and all(Card(suit, Rank(one)) in before for one in (rank, rank - 1))
        if Card(suit, rank) in behind or (runs and covers):
            return True
    return False


def _is_missing(state: Play, card: Card) -> bool:
    """Whether a defender still holds the card."""
    return card not in state.played and not any(
        card in state.holding(seat) for seat in _ours(state)
    )


def _has_master(state: Play, suit: Suit) -> bool:
    for rank in sorted(Rank, reverse=True):
        card = Card(suit, rank)
        if any(card in state.holding(seat) for seat in _ours(state)):
            return True
        if card not in state.played:
            return False
    return False


def breaks_to_see(state: Play) -> Iterator[Break]:
    """Suits whose high cards can be cashed to see whether the rest becomes good, each with the
    break that it needs."""
    one, other = (state.holding(seat) for seat in _ours(state))
    for suit in Suit:
        masters = top_tricks(one, other, Hand.of(state.played), suit)
        missing = _outstanding(state, suit)
        longer = max(one.length(suit), other.length(suit))
        if suit is state.trumps or any(card.suit is suit for card in state.played):
            continue
        if longer > masters >= (missing + 1) // 2 and masters < missing:
            yield Break(suit, masters, missing, state.contract.leader)


def rounds_of(state: Play, suit: Suit) -> int:
    """The number of completed tricks in which the suit was led."""
    return sum(card.suit is suit for card in state.played[: 4 * state.tricks : 4])


def _ours(state: Play) -> tuple[Seat, Seat]:
    return state.contract.declarer, state.contract.dummy


def _theirs(state: Play) -> Suit | None:
    """The suit that the defenders led to this trick; holding up in it is considered separately."""
    return state.trick[0].suit if state.trick and _led_by_defenders(state) else None


def _led_by_defenders(state: Play) -> bool:
    leader = Seat((state.turn - len(state.trick)) % 4)
    return not leader.is_with(state.contract.declarer)


def _length(state: Play, suit: Suit) -> int:
    """The combined length of a suit in our two hands."""
    return sum(state.holding(seat).length(suit) for seat in _ours(state))


def _has_losers(state: Play, suit: Suit) -> bool:
    """Whether the longer of our two hands has a card of the suit that may lose."""
    one, other = (state.holding(seat) for seat in _ours(state))
    longer = max(one.length(suit), other.length(suit))
    return top_tricks(one, other, Hand.of(state.played), suit) < longer


def _outstanding(state: Play, suit: Suit) -> int:
    """The number of cards of a suit that the defenders still have."""
    gone = sum(card.suit is suit for card in state.played)
    return 13 - gone - _length(state, suit)
