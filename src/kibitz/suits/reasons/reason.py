"""The reasons for a plan, as data: what it wins, what it beats, when it changes.

Source:     Frank and Basin, "Strategies Explained", section 7 (full reference in docs/methods.md):
            where its authors list it as a wish
Notation:   every number here is exact and comes from the solver, or from following a plan
            against every defence
Departures: the paper lists wishes; the definitions are ours (docs/methods.md)
Checked by: tests/papers/test_finesse_texts.py, tests/unit/suits/test_reasons.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from kibitz.suits.combination import Ranks
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal, at_least
from kibitz.suits.plans.follow import Follower
from kibitz.suits.plans.groups import Grouping, LayoutGroup
from kibitz.suits.plans.language import Do, Instruction, RoundKind, instructions
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.plans.plan_choice import ChosenPlan, PlanChooser
from kibitz.suits.reasons.rivals import Rival, runner_up
from kibitz.suits.solver.exact import FirstPlay, SuitLine
from kibitz.suits.solver.layouts import SuitLayouts
from kibitz.suits.solver.no_falsecards import NoFalsecardsSolver

MOST_OTHERS = 3
MOST_ABOVE = 2


@dataclass(frozen=True, slots=True)
class WrongStart:
    """The natural start that is not best, and the best chance after it."""

    instruction: Instruction
    name: str
    """The first play as the choices name it."""
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """The best line for another goal; *same* if the plan is as good there.

    It is None, like the plan's worth there, if the plan has no words.
    """

    goal: Goal
    chance: Fraction
    plan_chance: Fraction | None
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
    line: SuitLine
    layouts: SuitLayouts
    tricks_won: int
    """The number of tricks that the next two fields refer to."""
    succeeds: tuple[LayoutGroup, ...]
    fails: tuple[LayoutGroup, ...]
    runner_up: Rival | None
    wrong_start: WrongStart | None
    changes: tuple[Change, ...]
    weak_defence: WeakDefence | None
    equally_good: tuple[ChosenPlan, ...]


class Reasoner:
    """Works out the reasons for the plan of one goal."""

    def __init__(self, chooser: PlanChooser, planner: SuitPlanner, goal: Goal) -> None:
        self.chooser, self.planner, self.goal = chooser, planner, goal
        self.solver = chooser.solver
        self.line = chooser.solver.best(goal)
        self.chosen = chooser.choose(goal)

    def reasons(self) -> Reasons:
        return Reasons(
            self.goal,
            self.line,
            self.solver.layouts,
            tricks_won=self._tricks_won,
            succeeds=self._grouped(won=True),
            fails=self._grouped(won=False),
            equally_good=tuple(self.chooser.others(self.goal))[:MOST_OTHERS],
            runner_up=self._runner_up(),
            wrong_start=self._wrong_start(),
            changes=tuple(self._changes()),
            weak_defence=self._weak_defence(),
        )

    def _grouped(self, *, won: bool) -> tuple[LayoutGroup, ...]:
        """The layouts in which the line wins those tricks, or those in which it fails."""
        if self._tricks_won == 0:
            return ()
        sure = enumerate(self._planned.sure)
        return self._grouping.of(
            frozenset(i for i, tricks in sure if (tricks >= self._tricks_won) is won)
        )

    @property
    def _planned(self) -> SuitLine:
        return self.line if self.chosen is None else self.chosen.line

    @cached_property
    def _tricks_won(self) -> int:
        """The tricks of the goal, or the most the plan can win; 0 if nothing is proved."""
        if self.goal == MATCHPOINTS or not self.line.proved or not any(self.line.sure):
            return 0
        return self.goal.tricks or max(self._planned.sure)

    @cached_property
    def _grouping(self) -> Grouping:
        return Grouping(self.solver.layouts)

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
        tried: set[RoundKind] = set()
        for instruction in instructions(follower.start.view):
            if instruction.kind in tried or not _is_natural(instruction, self.solver.suit.missing):
                continue
            play = self._first_play(instruction)
            if play is None:
                continue
            tried.add(instruction.kind)
            name = self.planner.name(play)
            lines = [
                self.solver.best(self.goal, other)
                for other in self.solver.first_plays
                if self.planner.name(other) == name
            ]
            worth = max(line.worth for line in lines)
            if all(line.proved for line in lines) and worth < self.line.worth:
                return WrongStart(instruction, name, worth)
        return None

    def _first_play(self, instruction: Instruction) -> FirstPlay | None:
        """The worth of a natural start; None if the hand that leads has no entry."""
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
        """The plans for other goals: one trick fewer or, for the best average, each number.

        At matchpoints too, if there is a plan to compare.
        """
        if not self.line.proved or not any(self.line.sure):
            return
        goals = [goal for goal in self._others() if self.solver.best(goal).proved]
        if self.chosen is None:
            for goal in goals:
                best = self.solver.best(goal).worth
                yield Change(goal, best, None, None, None, self._first_plays(goal))
            return
        sure = self.chooser.follower.sure(self.chosen.do)
        for goal in goals:
            yield self._change(goal, self.share([won >= goal.tricks for won in sure]))
        rival = self.solver.best(AVERAGE)
        if self.goal != MATCHPOINTS and rival.proved and self.solver.best(MATCHPOINTS).proved:
            more = self.share([a > b for a, b in zip(sure, rival.sure, strict=True)])
            equal = self.share([a == b for a, b in zip(sure, rival.sure, strict=True)])
            yield self._change(MATCHPOINTS, more + equal / 2)

    def _others(self) -> Iterator[Goal]:
        if self.goal.name == "tricks" and self.goal.tricks > 1:
            yield at_least(self.goal.tricks - 1)
        if self.goal == AVERAGE:
            numbers = map(at_least, range(1, self.solver.most + 1))
            yield from (goal for goal in numbers if self.solver.best(goal).worth)

    def _change(self, goal: Goal, plan_worth: Fraction) -> Change:
        best = self.solver.best(goal).worth
        if plan_worth == best:
            return Change(goal, best, plan_worth, True, None)
        plays = self._first_plays(goal)
        return Change(goal, best, plan_worth, False, self.chooser.choose(goal), plays)

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
        """The line against defenders who never falsecard, if it beats the plan against them."""
        if self.chosen is None or self.goal.name != "tricks":
            return None
        solver = self.solver
        chooser = PlanChooser(NoFalsecardsSolver(solver.suit, stop=solver.stop, known=solver))
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


NATURAL = (RoundKind.CASH, RoundKind.FINESSE, RoundKind.TOWARDS, RoundKind.RUN)


def _is_natural(instruction: Instruction, missing: Ranks) -> bool:
    """Whether a player would consider the start: nobody finesses a card that three others beat."""
    if instruction.kind not in NATURAL:
        return False
    card = instruction.card
    return instruction.kind is RoundKind.CASH or (
        card is not None and sum(other > card for other in missing) <= MOST_ABOVE
    )
