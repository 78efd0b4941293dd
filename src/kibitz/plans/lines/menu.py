"""The menu: the lines worth trying in a position, with or without trumps.

Only what is on it is tried; docs/plans.md lists it. What lessons are seldom about is on the `wider`
menu alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import top_tricks
from kibitz.plans.lines import ideas
from kibitz.plans.lines import rarer as rarer_ideas
from kibitz.plans.lines.events import Break
from kibitz.plans.lines.holdings import missing, ours
from kibitz.plans.lines.line import Both, Free, HoldUp, Next, PlanLine

_MOST, _WIDEST = 28, 40
"""The most ways to play on lead of a menu, and of the wider one."""


@dataclass(frozen=True, slots=True)
class Course:
    """One way to play a deal: the card to this trick, how long to hold up, what to play on lead."""

    hold: HoldUp | None = None
    first: PlanLine = Free()
    card: Next | None = None

    @property
    def line(self) -> PlanLine:
        line = self.first
        if self.hold is not None:
            line = self.hold if isinstance(line, Free) else Both(self.hold, line)
        if self.card is None:
            return line
        return self.card if isinstance(line, Free) else Both(self.card, line)


@dataclass(frozen=True, slots=True)
class Menu:
    """The alternatives: how long to hold up, what to play on lead, which card to this trick."""

    holds: tuple[HoldUp, ...]
    firsts: tuple[PlanLine, ...]
    cards: tuple[Next, ...] = ()

    def without(self, firsts: Sequence[PlanLine]) -> Menu:
        left = tuple(one for one in self.firsts if one not in firsts)
        return Menu(self.holds, left, self.cards)

    def and_also(self, firsts: Iterable[PlanLine]) -> Menu:
        return Menu(self.holds, (*self.firsts, *firsts), self.cards)

    @property
    def courses(self) -> tuple[Course, ...]:
        """A course for each alternative, with everything else left free."""
        holds = (Course(hold) for hold in self.holds)
        cards = (Course(card=card) for card in self.cards)
        return (Course(), *holds, *cards, *(Course(None, first) for first in self.firsts))


def menu(state: Play) -> Menu:
    """The lines worth trying from a state."""
    firsts = tuple(dict.fromkeys(ideas.firsts(state)))[:_MOST]
    return Menu(tuple(ideas.hold_ups(state)), firsts, tuple(ideas.cards(state)))


def wider(state: Play) -> Menu:
    """The menu with the rarer lines, for when none of the others does."""
    return menu(state).and_also(rarer(state))


def rarer(state: Play) -> list[PlanLine]:
    """The lines that are only on the wider menu."""
    usual = menu(state).firsts
    found = [one for one in dict.fromkeys(rarer_ideas.rarer(state)) if one not in usual]
    return found[: _WIDEST - len(usual)]


def breaks_to_see(state: Play) -> Iterator[Break]:
    """Suits whose high cards can be cashed to see whether the rest becomes good, each with the
    break that it needs."""
    one, other = (state.holding(seat) for seat in ours(state))
    for suit in Suit:
        winners = top_tricks(one, other, Hand.of(state.played), suit)
        out = len(missing(state, suit))
        longer = max(one.length(suit), other.length(suit))
        if suit is state.trumps or any(card.suit is suit for card in state.played):
            continue
        if longer > winners >= (out + 1) // 2 and winners < out:
            yield Break(suit, winners, out, state.contract.leader)
