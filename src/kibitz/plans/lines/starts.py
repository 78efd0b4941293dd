"""What a line begins with, what it works on, and what it tests first."""

from __future__ import annotations

from typing import TypeAlias

from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.line import (
    DUMMY,
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    PlanLine,
    Ruff,
    See,
    parts_of,
)
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn

Start: TypeAlias = tuple[Suit, int | None]
"""How a line begins: with a suit (trumps included), or with a ruff of it in the hand at a seat."""


def vaguely(line: PlanLine) -> PlanLine:
    """The same suit, attacked in no particular way."""
    return Attack(line.suit) if isinstance(line, Attack | Finesse | Cash | Duck) else line


def is_vague(line: PlanLine) -> bool:
    """Whether a line attacks a suit in no particular way."""
    return isinstance(line, Attack) and line.seat is None


def is_of_a_lesson(line: PlanLine) -> bool:
    """Whether a line has a name of its own in lessons: a throw-in, a crossruff, a discard."""
    return any(isinstance(one, ThrowIn | CrossRuff | Throw) for one in parts_of(line))


def start_of(line: PlanLine) -> Start | None:
    """The start that a line names; None if it names none."""
    match line:
        case Both(one, other):
            return start_of(one) or start_of(other)
        case Draw(trumps):
            return trumps, None
        case Ruff(suit, _, short):
            return suit, short
        case Attack(suit) | Finesse(suit) | Cash(suit) | Duck(suit) | See(suit):
            return suit, None
        case Towards(card) | Offer(card):
            return card.suit, None
        case DuckTo(suit) | Unblock(suit) | Throw(suit):
            return suit, None
        case CrossRuff(_, dummys):
            return dummys, DUMMY
    return None


def aim(line: PlanLine) -> Suit | None:
    """The suit that a line works on, after trumps if it draws them first."""
    match line:
        case Both(one, other):
            return aim(other) or aim(one)
        case See(_, other):
            return aim(other)
        case Attack(suit) | Finesse(suit) | Cash(suit) | Duck(suit) | Ruff(suit):
            return suit
        case Towards(card):
            return card.suit
        case DuckTo(suit) | Unblock(suit):
            return suit
        case ThrowIn(_, kept):
            return kept
    return None


def seeing_first(suit: Suit, line: PlanLine) -> PlanLine:
    """The line after a test whether *suit* breaks; trumps are drawn before the test."""
    match line:
        case Both(Draw() as draw, other):
            return Both(draw, See(suit, other))
    return See(suit, line)


def instead_of_test(line: PlanLine, new: PlanLine) -> PlanLine:
    """The line with *new* in place of the test it begins with."""
    match line:
        case See():
            return new
        case Both(one, other):
            return Both(instead_of_test(one, new), instead_of_test(other, new))
    return line


def test_of(line: PlanLine) -> See | None:
    """The test that a line begins with, if any."""
    match line:
        case See():
            return line
        case Both(one, other):
            return test_of(one) or test_of(other)
    return None
