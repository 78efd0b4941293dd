"""A plan can be played from its text alone, by a program that knows only the plan language."""

import random
from fractions import Fraction

import pytest

from kibitz.suits.combination import Combination
from kibitz.suits.goal import at_least
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.wording import plan_lines
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.combinations import encyclopedia_like, holdings
from plan_reader import Reader
from small_suits import chance_won


def _problems(number: int, seed: int) -> list[tuple[str, str, int]]:
    """Random combinations, half of them with every spot named, for any number of tricks."""
    rng, found = random.Random(seed), list[tuple[str, str, int]]()
    while len(found) < number:
        pair = encyclopedia_like(rng) if len(found) % 2 else holdings(rng, rng.randint(5, 10))
        solver = SuitSolver(Combination.parse(*pair))
        tricks = rng.randint(1, max(solver.most, 1))
        if solver.best(at_least(tricks)).worth:
            found.append((*pair, tricks))
    return found


@pytest.mark.long
def test_the_text_alone_reaches_the_promised_chance() -> None:
    read = 0
    problems = _problems(200, seed=4)
    for north, south, tricks in problems:
        solver = SuitSolver(Combination.parse(north, south))
        chosen = PlanChooser(solver).choose(at_least(tricks))
        if chosen is not None:
            text = plan_lines(chosen.do, solver.layouts.blocks)
            read += Reader(north, south, text).chance(tricks) == solver.best(at_least(tricks)).worth
    assert read >= 0.95 * len(problems)


def test_the_tree_of_a_told_plan_is_verified() -> None:
    for north, south, tricks in _problems(30, seed=5):
        suit = Combination.parse(north, south)
        chooser = PlanChooser(SuitSolver(suit))
        chosen = chooser.choose(at_least(tricks))
        if chosen is not None:
            assert chance_won(suit, chooser.tree(chosen), tricks) == chosen.line.worth


@pytest.mark.long
def test_plans_are_short() -> None:
    rng, lengths = random.Random(6), list[int]()
    while len(lengths) < 200:
        solver = SuitSolver(Combination.parse(*encyclopedia_like(rng)))
        chosen = PlanChooser(solver).choose(at_least(solver.most)) if solver.most else None
        if chosen is not None:
            lengths.append(len(plan_lines(chosen.do, solver.layouts.blocks)))
    assert sum(length <= 8 for length in lengths) >= 0.99 * len(lengths)


def test_a_wrong_text_is_found_out() -> None:
    assert Reader("AQ", "xx", ["finesse the Queen"]).chance(2) == Fraction(1, 2)
    assert Reader("AQ", "xx", ["cash the Ace"]).chance(2) < Fraction(1, 20)
    with pytest.raises(ValueError, match="not in the plan language"):
        Reader("AQ", "xx", ["squeeze East"]).chance(2)
