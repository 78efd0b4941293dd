"""One suit as a tree of tactics: what declarer may do in each round, what the defenders show.

Source:     Frank and Basin, "Strategies Explained", section 2 (full reference in docs/methods.md)
Notation:   a label is West's card and East's card, as in the paper's Figure 2; - is a discard
Departures: types 4 and sequence of the paper's seven tactics are one to a reader, *lead*; of
            equally good tactics the one of the plan with the least to say is selected
Checked by: tests/papers/test_finesse_trees.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.errors import UsageError
from kibitz.suits.goal import MOST, Goal, at_least
from kibitz.suits.plans.follow import Follower, Outcome, Spot, Turn
from kibitz.suits.plans.language import Instruction, RoundKind, instructions
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.wording import name_instruction, plan_lines
from kibitz.suits.question import SuitQuestion
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.solver.guaranteed_tricks import Guarantee
from kibitz.suits.solver.layouts import is_low
from kibitz.suits.trees.collapse import collapse, prune
from kibitz.suits.trees.tree import Max, TreeStep, grow

MOST_NODES = 3_000
ANYTHING = "anything"
"""The label of whatever the defenders play under the last winner."""


@dataclass(frozen=True, slots=True)
class TacticStages:
    """The three stages of one suit's tree, and the text that comes of them."""

    north: str
    south: str
    tricks: int
    chance: Fraction
    stages: dict[str, Max]
    text: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "north": self.north,
            "south": self.south,
            "tricks": self.tricks,
            "chance": float(self.chance),
            "exact": f"{self.chance.numerator}/{self.chance.denominator}",
            "stages": {
                name: {"nodes": tree.nodes, "paths": tree.paths, "tree": tree.to_json()}
                for name, tree in self.stages.items()
            },
            "text": list(self.text),
        }


def tactics(question: SuitQuestion) -> TacticStages:
    """Grow, collapse and prune the tree of a suit for a number of tricks.

    >>> found = tactics(SuitQuestion.of("AQ", "2", goal="most"))
    >>> [reply.labels for reply in found.stages["collapsed"].branches[0].replies]
    [('K/-', 'K/low'), ('low/-', 'low/low')]
    """
    if question.goal.name not in ("tricks", MOST.name):
        raise UsageError("A tree of tactics is for a number of tricks.")
    chooser = PlanChooser(SuitSolver(question.combination))
    goal = _goal(chooser.solver, question.goal)
    if goal is None:
        raise UsageError(
            f"No line wins what is asked with {question.north} opposite {question.south}."
        )
    chosen = chooser.choose(goal)
    line = chooser.tactics.best(goal) if chosen is None else chosen.line
    follower = chooser.follower
    start = _State(
        Turn(follower.start, None if chosen is None else chosen.do), chooser.guarantee(line), 0
    )
    tree = grow(_SuitGame(follower, goal, worded=chosen is not None), start, MOST_NODES)
    collapsed = collapse(tree, goal.tricks)
    if not collapsed.branches:
        raise UsageError("The tactics alone have no line for it; kibitz suit has the best one.")
    stages = {"tree": tree, "collapsed": collapsed, "pruned": prune(collapsed)}
    text = () if chosen is None else tuple(plan_lines(chosen.do, follower.solver.layouts.blocks))
    return TacticStages(question.north, question.south, goal.tricks, line.worth, stages, text)


def _goal(solver: SuitSolver, asked: Goal) -> Goal | None:
    if asked != MOST:
        return asked if solver.best(asked).worth else None
    numbers = map(at_least, range(solver.most, 0, -1))
    return next((goal for goal in numbers if solver.best(goal).worth), None)


@dataclass(frozen=True, slots=True)
class _State:
    """The step of the plan, the tricks still owed in each layout, and the tricks won."""

    turn: Turn
    guarantee: Guarantee
    won: int


class _SuitGame:
    """One suit as a `trees.tree.TreeGame`."""

    def __init__(self, follower: Follower, goal: Goal, *, worded: bool) -> None:
        """If *worded*, the strategy is a plan; else it is any play that keeps the guarantee."""
        self._follower, self._goal, self._worded = follower, goal, worded
        self._blocks = follower.solver.layouts.blocks
        self._kept: dict[Spot, bool] = {}

    def payoff(self, state: _State, /) -> int:
        return state.won

    def steps(self, state: _State, /) -> Sequence[TreeStep[_State]]:
        """The tactics that make sense; in the last round only cashing."""
        view = state.turn.place.view
        last = max(map(len, view.hands)) <= 1
        found = [each for each in instructions(view) if each.kind is RoundKind.CASH or not last]
        own = self._selected(state, found)
        if own is not None and not last and own not in found:
            found.append(own)
        return [self._step(state, each, selected=each == own, last=last) for each in found]

    def _selected(self, state: _State, found: Sequence[Instruction]) -> Instruction | None:
        place = state.turn.place
        if self._worded:
            return self._follower.step(state.turn) if any(place.hands) else None
        spot = self._follower.spot(place, state.guarantee)
        return next((each for each in found if self._keeps(spot, each)), None)

    def _keeps(self, spot: Spot, instruction: Instruction) -> bool:
        """Whether tactics alone keep a guarantee after *instruction*."""
        try:
            outcomes = self._follower.outcomes(spot, instruction)
        except LookupError:  # no entry to the hand that leads
            return False
        return outcomes is not None and all(self._can_keep(after.spot) for after in outcomes)

    def _can_keep(self, spot: Spot) -> bool:
        if spot not in self._kept:
            every = self._follower.sensible(spot.place)
            self._kept[spot] = any(self._keeps(spot, each) for each in every)
        return self._kept[spot]

    def _step(
        self, state: _State, instruction: Instruction, *, selected: bool, last: bool
    ) -> TreeStep[_State]:
        outcomes = self._follower.tricks(state.turn.place, state.guarantee, instruction)
        replies = [self._reply(state, outcome, selected=selected) for outcome in outcomes]
        if last:
            _, _, after = replies[0]
            replies = [(ANYTHING, all(bad for _, bad, _ in replies), after)]
        plain = instruction.kind is RoundKind.CASH
        return TreeStep(name_instruction(instruction), selected, plain, replies)

    def _reply(
        self, state: _State, outcome: Outcome, *, selected: bool
    ) -> tuple[str, bool, _State]:
        won = state.won + self._follower.keeper.won(outcome.fourth)
        owed = len(outcome.guarantee) > 1
        turn = self._follower.after(state.turn, outcome) if selected else Turn(outcome.place, None)
        label = f"{self._seen(outcome.west)}/{self._seen(outcome.east)}"
        return label, not owed and won < self._goal.tricks, _State(turn, outcome.guarantee, won)

    def _seen(self, block: int | None) -> str:
        if block is None:
            return "-"
        if is_low(block, self._blocks):
            return "low"
        return "".join(map(str, self._blocks[block].cards))
