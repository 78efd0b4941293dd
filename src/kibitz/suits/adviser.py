"""The adviser on one suit: it searches every line, and gives a finished answer.

Source:     Frank and Basin, "Strategies Explained" (full reference in docs/methods.md)
Notation:   targets are the best chances of each number of tricks, a plan is one line in words
Departures: those of `solver/exact.py`, `plans/plan_choice.py` and `reasons/reason.py`
Checked by: tests/unit/suits/test_answer.py, tests/papers/test_finesse_texts.py
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.suits.answer import FirstPlayWorth, Plan, Start, SuitAnswer, Target
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, MOST, Goal, at_least
from kibitz.suits.plans.plan import End, SuitPlanner, SuitStep
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.similar import KnownSuit, with_the_same_plan
from kibitz.suits.plans.wording import plan_lines
from kibitz.suits.question import SuitQuestion
from kibitz.suits.reasons.explain import statements
from kibitz.suits.reasons.reason import Reasoner
from kibitz.suits.solver.exact import FirstPlay, Stop, SuitLine, SuitSolver


class SuitAdviser:
    """Answers questions about one suit, exactly and against the best defence.

    *stop* is called between slices of work; once it returns true, the answer has the bounds proved
    so far.

    >>> SuitAdviser().ask(SuitQuestion.parse("AQ opposite xx, for 2 tricks")).best.action
    'low to the Q'
    """

    def __init__(self, *, stop: Stop | None = None) -> None:
        self._stop = stop

    def ask(self, question: SuitQuestion) -> SuitAnswer:
        return _Work(question, self._stop).answer()


class _Work:
    """The work on one question; its parts are done in order of priority for the time there is."""

    def __init__(self, question: SuitQuestion, stop: Stop | None) -> None:
        self._question = question
        self._solver = SuitSolver(question.combination, stop=stop)
        self._planner = SuitPlanner(self._solver)
        self._chooser = PlanChooser(self._solver)

    def answer(self) -> SuitAnswer:
        solver = self._solver
        targets = self._targets()
        average = solver.best(AVERAGE)
        plan = self._plan(self._goal(targets))
        reasons = Reasoner(self._chooser, self._planner, plan.goal).reasons()
        similar = self._similar(plan)
        return SuitAnswer(
            self._question,
            solver.layouts,
            targets,
            average,
            plan,
            tuple(self._starts(plan)),
            reasons,
            similar,
            tuple(statements(reasons, similar)),
            self._lines() if self._question.all_lines else None,
        )

    def _targets(self) -> tuple[Target, ...]:
        numbers = range(1, self._question.combination.most_tricks + 1)
        lines = [self._solver.best(at_least(tricks)) for tricks in numbers]
        # a line sure of more tricks is sure of fewer: each bound holds for its neighbours
        low = [max(line.worth for line in lines[i:]) for i in range(len(lines))]
        high = [min(line.ceiling for line in lines[: i + 1]) for i in range(len(lines))]
        return tuple(map(Target, numbers, low, high))

    def _goal(self, targets: tuple[Target, ...]) -> Goal:
        """The goal of the question; "most" becomes a number of tricks."""
        if self._question.goal != MOST:
            return self._question.goal
        return at_least(max((one.tricks for one in targets if one.chance > 0), default=0))

    def _plan(self, goal: Goal) -> Plan:
        chosen = self._chooser.choose(goal)
        line = self._line(goal) if chosen is None else chosen.line
        tree = self._planner.tree(line) if chosen is None else self._chooser.tree(chosen)
        return Plan(goal, line, tuple(self._good_plays(goal, line, tree)), tree, chosen)

    def _line(self, goal: Goal) -> SuitLine:
        """The best line found; if it is not proved, a line for more tricks may be better."""
        solver = self._solver
        line = solver.best(goal)
        if line.proved or goal.name != "tricks":
            return line
        more = [solver.best(at_least(n)) for n in range(goal.tricks, solver.most + 1)]
        best = max(more, key=lambda other: other.worth)
        return SuitLine(best.sure, best.worth, max(line.ceiling, best.worth))

    def _good_plays(self, goal: Goal, line: SuitLine, tree: SuitStep | End) -> Iterator[str]:
        """The first plays that are as good as the best, the tree's own first."""
        if isinstance(tree, End):
            return
        plays = [play for play in self._solver.first_plays if self._is_good(goal, line, play)]
        own = [
            play for play in plays if self._planner.first_play(play)[:2] == (tree.hand, tree.card)
        ]
        yield from dict.fromkeys(self._planner.name(play) for play in own + plays)

    def _is_good(self, goal: Goal, line: SuitLine, play: FirstPlay) -> bool:
        if line.proved:
            return self._solver.reaches(goal, play)
        return self._planner.keeps(line, play)

    def _starts(self, plan: Plan) -> Iterator[Start]:
        """Every first play in order of worth, those of the plan before their equals."""
        if not plan.first_plays:
            return
        worth: dict[str, Fraction] = dict.fromkeys(plan.first_plays, plan.line.worth)
        for play in self._solver.first_plays:
            name = self._planner.name(play)
            if plan.line.proved and name in plan.first_plays:
                continue  # nothing is better than the best
            best = self._solver.best(plan.goal, play).worth
            worth[name] = max(best, worth.get(name, best))
        for name in sorted(worth, key=lambda name: -worth[name]):
            yield Start(name, worth[name])

    def _similar(self, plan: Plan) -> tuple[KnownSuit, ...]:
        if plan.chosen is None:
            return ()
        text = plan_lines(plan.chosen.do, self._solver.layouts.blocks)
        return with_the_same_plan(self._question.north, self._question.south, plan.goal, text)

    def _lines(self) -> tuple[FirstPlayWorth, ...]:
        """Each first play that no other one equals or beats for every goal, the best first."""
        worths: dict[str, FirstPlayWorth] = {}
        for play in self._solver.first_plays:
            worth = self._worth(play)
            if worth.name not in worths or worth.values > worths[worth.name].values:
                worths[worth.name] = worth
        kept = [
            one for one in worths.values() if not any(other.beats(one) for other in worths.values())
        ]
        return tuple(sorted(kept, key=lambda worth: (-worth.average, worth.name)))

    def _worth(self, play: FirstPlay) -> FirstPlayWorth:
        best = self._solver.best
        numbers = range(1, self._question.combination.most_tricks + 1)
        return FirstPlayWorth(
            self._planner.name(play),
            tuple(best(at_least(tricks), play).worth for tricks in numbers),
            best(AVERAGE, play).worth,
            best(MATCHPOINTS, play).worth,
        )
