"""Why a plan is what it is, as data: what it wins, what it is better than, when it changes.

Source:     Frank and Basin, "Strategies Explained", section 7 (full reference in docs/methods.md):
            what its authors wished for
Notation:   every number here is exact and comes from the solver, or from following a plan
            against every defence
Departures: the paper lists wishes; the definitions are ours (docs/methods.md)
Checked by: tests/papers/test_finesse_texts.py, tests/unit/suits/test_reasons.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal, at_least
from kibitz.suits.plans.follow import Follower
from kibitz.suits.plans.language import Do, Instruction, Kind, instructions
from kibitz.suits.plans.plan import Planner
from kibitz.suits.plans.plan_choice import ChosenPlan, PlanChooser
from kibitz.suits.reasons.groups import Group, Grouping
from kibitz.suits.reasons.rivals import Rival, runner_up
from kibitz.suits.solver.exact import FirstPlay, Line
from kibitz.suits.solver.layouts import Layouts
from kibitz.suits.solver.no_falsecards import NoFalsecardsSolver

MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class WrongStart:
    """The natural start that is not best, and the chance that is left after it."""

    instruction: Instruction
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """The plan for another goal; *same* says that the plan told is as good there.

    It is None where no plan is in words. Another plan without words has its best *first_plays*.
    """

    goal: Goal
    chance: Fraction
    same: bool | None
    chosen: ChosenPlan | None
    first_plays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakDefence:
    """The line against defenders who never falsecard, and both lines against both defences."""

    chosen: ChosenPlan
    chance: Fraction
    against_best: Fraction
    plan_there: Fraction
    """What the plan itself wins against those defenders."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """All reasons for one plan, worked out."""

    goal: Goal
    line: Line
    layouts: Layouts
    succeeds: tuple[Group, ...]
    runner_up: Rival | None
    wrong_start: WrongStart | None
    changes: tuple[Change, ...]
    weak_defence: WeakDefence | None
    equally_good: tuple[ChosenPlan, ...]


class Reasoner:
    """Works out the reasons for the plan of one goal."""

    def __init__(self, chooser: PlanChooser, planner: Planner, goal: Goal) -> None:
        self.chooser, self.planner, self.goal = chooser, planner, goal
        self.solver = chooser.solver
        self.line = chooser.solver.best(goal)
        self.chosen = chooser.choose(goal)

    def reasons(self) -> Reasons:
        return Reasons(
            self.goal,
            self.line,
            self.solver.layouts,
            succeeds=self._succeeds(),
            equally_good=tuple(self.chooser.others(self.goal))[:MOST_OTHERS],
            runner_up=self._runner_up(),
            wrong_start=self._wrong_start(),
            changes=tuple(self._changes()),
            weak_defence=self._weak_defence(),
        )

    def _succeeds(self) -> tuple[Group, ...]:
        """The layouts in which the line wins the tricks that are the goal."""
        if self.goal.name != "tricks" or not self.line.proved:
            return ()
        line = self.line if self.chosen is None else self.chosen.line
        won = frozenset(i for i, tricks in enumerate(line.sure) if tricks)
        return Grouping(self.solver.layouts).of(won)

    def _runner_up(self) -> Rival | None:
        """The best line that departs from the plan in a tactic and is strictly worse."""
        if self.chosen is None or self.goal == MATCHPOINTS:
            return None
        return runner_up(self.chooser, self.chosen, self.goal)

    def _wrong_start(self) -> WrongStart | None:
        """The first of the natural starts that is not best: the top card, a finesse, a run."""
        if not self.line.proved:
            return None
        follower = self.chooser.follower
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
        follower = self.chooser.follower
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

    def _changes(self) -> Iterator[Change]:
        """The plan when one trick fewer is enough; at matchpoints, if there is one to compare."""
        if self.goal.name != "tricks" or not self.line.proved or not any(self.line.sure):
            return
        fewer = at_least(self.goal.tricks - 1)
        compared = fewer.tricks and self.solver.best(fewer).proved
        if self.chosen is None:
            if compared:
                plays = self._first_plays(fewer)
                yield Change(fewer, self.solver.best(fewer).worth, None, None, plays)
            return
        sure = self.chooser.follower.sure(self.chosen.do)
        if compared:
            yield self._change(fewer, self.share([won >= fewer.tricks for won in sure]))
        rival = self.solver.best(AVERAGE)
        if rival.proved and self.solver.best(MATCHPOINTS).proved:
            more = self.share([a > b for a, b in zip(sure, rival.sure, strict=True)])
            equal = self.share([a == b for a, b in zip(sure, rival.sure, strict=True)])
            yield self._change(MATCHPOINTS, more + equal / 2)

    def _change(self, goal: Goal, plan_worth: Fraction) -> Change:
        best = self.solver.best(goal).worth
        if plan_worth == best:
            return Change(goal, best, True, None)
        chosen = self.chooser.choose(goal)
        plays = self._first_plays(goal) if chosen is None else ()
        return Change(goal, best, False, chosen, plays)

    def _first_plays(self, goal: Goal) -> tuple[str, ...]:
        """The best first plays by name, each once."""
        plays = [play for play in self.solver.first_plays if self.solver.reaches(goal, play)]
        return tuple(dict.fromkeys(self.planner.name(play) for play in plays))

    def share(self, wins: list[bool]) -> Fraction:
        """The chance of the layouts marked."""
        layouts = self.solver.layouts
        return layouts.chance(
            sum(weight for weight, win in zip(layouts.weights, wins, strict=True) if win)
        )

    def _weak_defence(self) -> WeakDefence | None:
        """The line against such defenders, where it does better against them than the plan."""
        if self.chosen is None or self.goal.name != "tricks":
            return None
        chooser = PlanChooser(NoFalsecardsSolver(self.solver.suit, stop=self.solver.stop))
        best = chooser.solver.best(self.goal)
        there = self._chance(chooser.follower, self.chosen.do)
        if not best.proved or best.worth <= there:
            return None
        chosen = chooser.choose(self.goal)
        if chosen is None:
            return None
        against = self._chance(self.chooser.follower, chosen.do)
        return WeakDefence(chosen, best.worth, against, there)

    def _chance(self, follower: Follower, do: Do | None) -> Fraction:
        return self.share([won >= self.goal.tricks for won in follower.sure(do)])


NATURAL = (Kind.CASH, Kind.FINESSE, Kind.TOWARDS, Kind.RUN)
