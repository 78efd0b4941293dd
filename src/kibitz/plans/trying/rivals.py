"""The rivals of a plan: what another player would choose, each kind of choice by itself."""

from __future__ import annotations

from kibitz.plans.lines.line import Next
from kibitz.plans.lines.menu import Course
from kibitz.plans.lines.starts import Start, aim, is_vague, start_of, vaguely
from kibitz.plans.trying.choosing import Chooser

_FIRSTS = 3
"""The most rival starts of a plan, and the most other ways to play its suit."""


def cards_now(chooser: Chooser) -> list[Next]:
    """The cards that may be played now, the best first."""
    ranked = chooser.by_worth([Course(card=card) for card in chooser.menu.cards])
    return [course.card for course in ranked if course.card is not None]


def rival_holds(chooser: Chooser, plan: Course) -> list[Course]:
    """The rivals that differ only in how long they hold up, the best first."""
    others = [hold for hold in chooser.menu.holds if hold != plan.hold]
    return chooser.by_worth([Course(hold, plan.first) for hold in others])


def rival_starts(chooser: Chooser, plan: Course) -> list[Course]:
    """The rivals that someone would play and that differ only in what they begin with: one of each
    start, the best first."""
    start = chooser.start(plan)
    found = dict[Start, Course]()
    for first in chooser.firsts:
        other = start_of(first)
        if other is None or other == start or not chooser.would_be_played(other):
            continue
        course = Course(plan.hold, first)
        if chooser.start(course) != start:
            found.setdefault(other, course)
    return chooser.by_worth(list(found.values())[:_FIRSTS])


def rival_aims(chooser: Chooser, plan: Course) -> list[Course]:
    """The rivals with the same start, then another suit or another way to play it, the best first;
    what plays a suit in no particular way comes last."""
    if aim(plan.first) is None or plan.first == vaguely(plan.first):
        return []  # a suit attacked in no particular way
    start = start_of(plan.first)
    others = [one for one in chooser.firsts if one != plan.first and start_of(one) == start]
    others.sort(key=is_vague)
    best = chooser.by_worth([Course(plan.hold, first) for first in others[:_FIRSTS]])
    return sorted(best, key=lambda course: is_vague(course.first))
