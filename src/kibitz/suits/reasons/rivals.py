"""The best line that is strictly worse because it departs from the plan in one tactic.

Source:     Frank and Basin, "Strategies Explained", sections 6 and 7 (full reference in
            docs/methods.md)
Notation:   the plan's *road* is what it plays while both defenders follow suit; a rival plays
            the plan's tactics up to one trick of the road, another tactic there, and the best
            from then on
Departures: the paper looks at the other branches of the first trick only; here every trick of the
            road is one where a line may depart. Where a defender has shown out the right play is
            in view, so lines that ignore it are no rivals; nor are lines that only cash in
            another order (they are the price of a wrong start), nor lines that nobody considers
Checked by: tests/papers/test_finesse_texts.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from kibitz.suits.goal import AVERAGE, Goal
from kibitz.suits.plans.follow import SuitPlace, Turn
from kibitz.suits.plans.language import COVERING, Instruction, RoundKind, SuitView
from kibitz.suits.plans.plan_choice import ChosenPlan, PlanChooser
from kibitz.suits.plans.tactics import TacticMove, plays_of, rebuilt
from kibitz.suits.solver.exact import SuitSolver

FAR_SHARE, FAR_TRICKS = Fraction(1, 2), Fraction(1, 2)
"""Nobody considers a line with less than half the chance, or half a trick worse on average."""
LAST_TRICK, LARGE = 3, 20_000
"""Lines that depart later look the same to a person; in a large game only departures in the first
trick are considered, as each costs a search."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A line that departs from the plan: the trick, the instruction there, and its chance."""

    trick: int
    instruction: Instruction
    """For a cash: the first card it may be, as any top card is meant."""
    chance: Fraction
    sure: tuple[int, ...]
    """The tricks that the line guarantees in each layout."""


_Mile = list[tuple[SuitPlace, Instruction]]
"""One trick of the road: the places it may be played in, and the plan's instruction in each."""
_Forced = dict[int, list[TacticMove]]
"""By state: the only moves allowed."""


def runner_up(chooser: PlanChooser, chosen: ChosenPlan, goal: Goal) -> Rival | None:
    """The best rival that is strictly worse than the plan, unless it is far worse."""
    worth = chosen.line.worth
    far = worth - FAR_TRICKS if goal == AVERAGE else worth * FAR_SHARE
    if far <= 0:
        return None
    best: Rival | None = None
    for trick, instruction, solver in departing(chooser, chosen):
        line = solver.better(goal, far if best is None else best.chance)
        if line and line.worth < worth and (best is None or line.worth > best.chance):
            best = Rival(trick, instruction, line.worth, tuple(line.sure))
    return best


def departing(
    chooser: PlanChooser, chosen: ChosenPlan
) -> Iterator[tuple[int, Instruction, SuitSolver]]:
    """The tricks and instructions at which a line may depart, each with a solver of such lines."""
    so_far: _Forced = {}
    before: _Mile = []
    whole = chooser.solver.graph
    every = chooser.tactical_plays
    last = 1 if whole.child.size > LARGE else LAST_TRICK
    for trick, mile in enumerate(_road(chooser, chosen, last), 1):
        for instruction in _departures(chooser, mile, before):
            plays = list(every)
            for state, moves in (so_far | _forced(chooser, mile, instruction)).items():
                plays[state] = plays_of(moves)
            left = rebuilt(whole, plays)
            yield trick, instruction, chooser.solver.only(lambda *_, left=left: left)
        before = mile
        for place, own in mile:
            so_far.setdefault(place.state, []).append(chooser.follower.move(place, own))


def _road(chooser: PlanChooser, chosen: ChosenPlan, last: int) -> Iterator[_Mile]:
    """The tricks of the plan while both follow, as long as anything is owed."""
    follower = chooser.follower
    turns = {(Turn(follower.start, chosen.do), chooser.guarantee(chosen.line)): None}
    for _ in range(last):
        if not turns:
            return
        yield [(turn.place, follower.step(turn)) for turn, _ in turns]
        turns = {
            (follower.after(turn, outcome), outcome.guarantee): None
            for turn, owed in turns
            for outcome in follower.tricks(turn.place, owed, follower.step(turn))
            if outcome.west is not None and outcome.east is not None and len(outcome.guarantee) > 1
        }


def _departures(chooser: PlanChooser, mile: _Mile, before: _Mile) -> Iterator[Instruction]:
    """Other tactics that a person would consider at this trick, cashing among them.

    Cashing is considered if there is a top card whatever was seen; nobody gives up a finesse that
    has just held.
    """
    own = {instruction for _, instruction in mile}
    found: dict[Instruction, None] = {}
    for place, _ in mile:
        for instruction in chooser.follower.sensible(place):
            if _is_natural(instruction, place.view) and own != {instruction}:
                found[instruction] = None
    cash = [each for each in found if each.kind is RoundKind.CASH][:1]
    tops = all(_can_cash(place.view) for place, _ in mile)
    others = {each.kind for each in own} - {RoundKind.CASH}
    repeats = others <= {each.kind for _, each in before} & COVERING
    if tops and others and not repeats:
        yield from cash
    yield from (each for each in found if each.kind is not RoundKind.CASH)


def _can_cash(view: SuitView) -> bool:
    return any(view.is_top(card) for held in view.hands for card in held)


def _is_natural(instruction: Instruction, view: SuitView) -> bool:
    """Whether a person would consider it: nobody leads up to a bare card from a hand that can cash
    a top one, or ducks a round of a suit whose top cards win all rounds but one.
    """
    if instruction.kind is RoundKind.DUCK:
        tops = sum(view.is_top(card) for held in view.hands for card in held)
        return tops < max(map(len, view.hands)) - 1
    if instruction.kind is not RoundKind.TOWARDS:
        return True
    return not any(view.is_top(card) for card in view.hands[instruction.leader(view)])


def _forced(chooser: PlanChooser, mile: _Mile, instruction: Instruction) -> _Forced:
    """*instruction*, or any cash if it is one, in each state of a trick where it makes sense."""
    forced: _Forced = {}
    for place, _ in mile:
        for each in chooser.follower.sensible(place):
            if each == instruction or each.kind is instruction.kind is RoundKind.CASH:
                forced.setdefault(place.state, []).append(chooser.follower.move(place, each))
    return forced
