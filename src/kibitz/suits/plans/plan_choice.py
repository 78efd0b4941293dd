"""Chooses among equally good lines the one with the simplest plan, and names its equals.

Source:     Frank and Basin, "Strategies Explained", sections 3 and 7 (full reference in
            docs/methods.md)
Notation:   a `ChosenPlan` is the paper's collapsed and pruned tree, with the line it belongs to
Departures: the paper takes one of several equally good tactics and is silent about the others;
            here each optimal first play is tried, the simplest plan shown, and the others named
Checked by: tests/papers/test_finesse_texts.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.suits.goal import MATCHPOINTS, Goal
from kibitz.suits.plans.follow import Follower
from kibitz.suits.plans.language import Do, Instruction, RoundKind, default
from kibitz.suits.plans.plan import End, SuitStep
from kibitz.suits.plans.simplest import NEVER, PATIENCE, PlanPiece, Simplest
from kibitz.suits.plans.tactics import Plays, plays_of_tactics, rebuilt
from kibitz.suits.solver.exact import SuitLine, SuitSolver
from kibitz.suits.solver.guaranteed_tricks import Guarantee, guarantee_of

MOST_LINES = 12
"""The number of optimal lines that are searched for the simplest plan."""


@dataclass(frozen=True, slots=True)
class ChosenPlan:
    """A line, the plan that plays it (None: the default rules), and the length of the plan."""

    line: SuitLine
    do: Do | None
    cost: int


class PlanChooser:
    """Finds plans that can be put in words, for the goals of one combination."""

    def __init__(self, solver: SuitSolver) -> None:
        self.solver = solver
        self._chosen: dict[Goal, ChosenPlan | None] = {}

    @cached_property
    def follower(self) -> Follower:
        return Follower(self.solver)

    @cached_property
    def tactics(self) -> SuitSolver:
        """The same combination with declarer kept to the seven tactics."""
        return self.solver.only(lambda whole, _: rebuilt(whole, self.tactical_plays))

    @cached_property
    def tactical_plays(self) -> Sequence[Plays]:
        """What the tactics play in each state."""
        return plays_of_tactics(self.solver.whole, self.solver.deck)

    @property
    def can_be_worded(self) -> bool:
        """Whether plans can be put in words: the default rules need entries to both hands."""
        suit = self.solver.suit
        return suit.entries_north is None and suit.entries_south is None

    def choose(self, goal: Goal) -> ChosenPlan | None:
        """The simplest plan among the best lines for *goal*; None if none was found."""
        if goal not in self._chosen:
            self._chosen[goal] = self._choose(goal)
        return self._chosen[goal]

    def _choose(self, goal: Goal) -> ChosenPlan | None:
        best = self.solver.best(goal)
        if not best.proved or not any(best.sure) or not self.can_be_worded:
            return None
        for thorough in (False, True):
            found: ChosenPlan | None = None
            patience = PATIENCE
            for line in self.lines(goal):
                limit = NEVER if found is None else found.cost
                search = Simplest(self.follower, thorough=thorough, patience=patience)
                plan = search.plan(self.guarantee(line), limit)
                patience = search.patience
                if plan is not None and plan[0] < limit:
                    found = ChosenPlan(line, plan[1], plan[0])
            if found is not None:
                return found
        return None

    def lines(self, goal: Goal) -> list[SuitLine]:
        """Best lines that differ in the layouts they win, at most one for each first play."""
        best = self.solver.best(goal)
        solver = self.tactics
        if goal == MATCHPOINTS or solver.best(goal).worth != best.worth:
            solver = self.solver
        found = {solver.best(goal).sure: solver.best(goal)}
        for play in solver.first_plays:
            if len(found) < MOST_LINES and solver.reaches(goal, play):
                line = solver.best(goal, play)
                found.setdefault(line.sure, line)
        return list(found.values())

    def guarantee(self, line: SuitLine) -> Guarantee:
        weights = self.solver.layouts.weights
        return guarantee_of((i, sure) for i, sure in enumerate(line.sure) if weights[i])

    def tree(self, chosen: ChosenPlan) -> SuitStep | End:
        """The cards that the plan plays."""
        return self.follower.tree(chosen.do, chosen.line)

    def others(self, goal: Goal) -> Iterator[ChosenPlan]:
        """Equally good plans that begin in another way, the simplest for each start.

        For *cash top honours*, starting with another top card is not another plan.
        """
        chosen = self.choose(goal)
        if chosen is None:
            return
        start = self.follower.start.view
        first = _first(chosen, self.follower)
        found: dict[Instruction, ChosenPlan] = {}
        for line in self.lines(goal):
            search = Simplest(self.follower)
            spots = frozenset({self.follower.spot(self.follower.start, self.guarantee(line))})
            for instruction in search.usable(spots):
                piece: PlanPiece | None = search.begin(instruction, spots)
                known = found.get(instruction)
                if piece is not None and (known is None or piece.cost < known.cost):
                    found[instruction] = ChosenPlan(line, piece.do, piece.cost)
        for instruction, other in sorted(found.items(), key=lambda pair: pair[1].cost):
            cashes_too = chosen.do is None and other.do == Do(instruction)
            if cashes_too and instruction.kind is RoundKind.CASH:
                continue
            if instruction != first and instruction.makes_sense(start):
                yield other


def _first(chosen: ChosenPlan, follower: Follower) -> Instruction:
    return default(follower.start.view) if chosen.do is None else chosen.do.instruction
