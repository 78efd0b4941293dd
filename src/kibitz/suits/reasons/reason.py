"""Why a plan is what it is, as data: what it wins, what it is better than, when it changes.

Source:     Frank and Basin, "Strategies Explained", section 7 (full reference in docs/methods.md):
            what its authors wished for
Notation:   every number here is exact and comes from the solver, or from following a plan
            against every defence
Departures: the paper lists wishes; the definitions are ours (docs/methods.md)
Checked by: tests/papers/test_finesse_texts.py, tests/unit/suits/test_reasons.py
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from kibitz.suits.plans.follow import Follower
from kibitz.suits.plans.language import Do, Instruction, Kind, instructions
from kibitz.suits.plans.plan_choice import Teller, Telling
from kibitz.suits.reasons.groups import Group, Grouping
from kibitz.suits.reasons.rivals import Rival, runner_up
from kibitz.suits.solver.exact import AVERAGE, MATCHPOINTS, FirstPlay, Goal, at_least
from kibitz.suits.solver.no_falsecards import HonestSolver

MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class WrongStart:
    """The natural start that is not best, and the chance that is left after it."""

    instruction: Instruction
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """The plan for another goal; *same* says that the plan told is as good there.

    It is None where no plan is told. Another plan without words has its best *first_plays*.
    """

    goal: Goal
    chance: Fraction
    same: bool | None
    telling: Telling | None
    first_plays: tuple[FirstPlay, ...] = ()


@dataclass(frozen=True, slots=True)
class Weak:
    """The line against defenders who never falsecard, and both lines against both defences."""

    telling: Telling
    chance: Fraction
    against_best: Fraction
    plan_there: Fraction
    """What the plan itself wins against those defenders."""


class Reasons:
    """The reasons for one plan; each is worked out when it is first asked for."""

    def __init__(self, teller: Teller, goal: Goal) -> None:
        self.teller, self.goal = teller, goal
        self.solver = teller.solver
        self.line = teller.solver.best(goal)
        self.telling = teller.tell(goal)

    @cached_property
    def succeeds(self) -> tuple[Group, ...]:
        """The layouts in which the line wins the tricks that are the goal."""
        if self.goal.name != "tricks" or not self.line.proved:
            return ()
        line = self.line if self.telling is None else self.telling.line
        won = frozenset(i for i, tricks in enumerate(line.sure) if tricks)
        return Grouping(self.solver.layouts).of(won)

    @cached_property
    def runner_up(self) -> Rival | None:
        """The best line that departs from the plan in a tactic and is strictly worse."""
        if self.telling is None or self.goal == MATCHPOINTS:
            return None
        return runner_up(self.teller, self.telling, self.goal)

    @cached_property
    def wrong_start(self) -> WrongStart | None:
        """The first of the natural starts that is not best: the top card, a finesse, a run."""
        if not self.line.proved:
            return None
        follower = self.teller.follower
        tried: set[Kind] = set()
        for instruction in instructions(follower.view(follower.start)):
            if instruction.kind in tried or instruction.kind not in NATURAL:
                continue
            play = self._first_play(instruction)
            if play is None:
                continue
            tried.add(instruction.kind)
            line = self.solver.best(self.goal, play)
            if line.proved and line.worth < self.line.worth:
                return WrongStart(instruction, line.worth)
        return None

    def _first_play(self, instruction: Instruction) -> FirstPlay | None:
        """None where the hand that leads has no entry."""
        follower = self.teller.follower
        try:
            move = follower.move(follower.start, instruction)
        except LookupError:
            return None
        [play] = [
            play
            for play in self.solver.first_plays
            if play.lead == move.lead and play.third in move.thirds
        ]
        return play

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The plan when one trick fewer is enough; at matchpoints, if there is one to compare."""
        if self.goal.name != "tricks" or not self.line.proved or not any(self.line.sure):
            return ()
        fewer = at_least(self.goal.tricks - 1)
        if self.telling is None:
            best = self.solver.best(fewer)
            if not fewer.tricks or not best.proved:
                return ()
            return (Change(fewer, best.worth, None, None, self._first_plays(fewer)),)
        sure = self.teller.follower.sure(self.telling.do)
        found = []
        if fewer.tricks and self.solver.best(fewer).proved:
            worth = self.share([won >= fewer.tricks for won in sure])
            found.append(self._change(fewer, worth))
        rival = self.solver.best(AVERAGE)
        if rival.proved and self.solver.best(MATCHPOINTS).proved:
            more = self.share([a > b for a, b in zip(sure, rival.sure, strict=True)])
            equal = self.share([a == b for a, b in zip(sure, rival.sure, strict=True)])
            found.append(self._change(MATCHPOINTS, more + equal / 2))
        return tuple(found)

    def _change(self, goal: Goal, plan_worth: Fraction) -> Change:
        best = self.solver.best(goal).worth
        if plan_worth == best:
            return Change(goal, best, True, None)
        telling = self.teller.tell(goal)
        plays = self._first_plays(goal) if telling is None else ()
        return Change(goal, best, False, telling, plays)

    def _first_plays(self, goal: Goal) -> tuple[FirstPlay, ...]:
        return tuple(play for play in self.solver.first_plays if self.solver.reaches(goal, play))

    def share(self, wins: list[bool]) -> Fraction:
        """The chance of the layouts marked."""
        layouts = self.solver.layouts
        return layouts.chance(
            sum(weight for weight, win in zip(layouts.weights, wins, strict=True) if win)
        )

    @cached_property
    def weak(self) -> Weak | None:
        """The line against honest defenders, where it does better against them than the plan."""
        if self.telling is None or self.goal.name != "tricks":
            return None
        teller = Teller(HonestSolver(self.solver.suit, stop=self.solver.stop))
        best = teller.solver.best(self.goal)
        there = self._chance(teller.follower, self.telling.do)
        if not best.proved or best.worth <= there:
            return None
        telling = teller.tell(self.goal)
        if telling is None:
            return None
        against = self._chance(self.teller.follower, telling.do)
        return Weak(telling, best.worth, against, there)

    def _chance(self, follower: Follower, do: Do | None) -> Fraction:
        return self.share([won >= self.goal.tricks for won in follower.sure(do)])

    @cached_property
    def equally_good(self) -> tuple[Telling, ...]:
        """Plans that begin otherwise and are worth the same, the simplest first."""
        return tuple(self.teller.others(self.goal))[:MOST_OTHERS]


NATURAL = (Kind.CASH, Kind.FINESSE, Kind.TOWARDS, Kind.RUN)
