"""The tree of every plan is played out by a verifier that knows nothing of the solver."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, at_least
from kibitz.suits.plans.plan import End, SuitPlanner, SuitStep
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.combinations import encyclopedia_like
from kibitz_lab.suits.verify import PlanError, prove, tricks_won, worth_won
from small_suits import chance_won, small


def _check_every_plan(suit: Combination) -> None:
    solver = SuitSolver(suit)
    planner = SuitPlanner(solver)
    for tricks in range(1, solver.most + 1):
        line = solver.best(at_least(tricks))
        assert chance_won(suit, planner.tree(line), tricks) == line.worth, suit
    line = solver.best(AVERAGE)
    assert worth_won(suit, tricks_won(suit, planner.tree(line)), AVERAGE) == line.worth, suit


@pytest.mark.parametrize("batch", range(10))
def test_every_plan_wins_what_it_promised_whatever_is_known(batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        _check_every_plan(small(random.Random(seed)))


def test_a_promise_that_is_not_kept_is_found() -> None:
    suit = Combination.parse("AQT98", "5432")
    solver = SuitSolver(suit)
    line = solver.best(at_least(5))
    tree = SuitPlanner(solver).tree(line)
    won = tricks_won(suit, tree)
    prove(suit, won, at_least(5), line.worth)
    with pytest.raises(PlanError, match="is worth .* for 5 tricks, not"):
        prove(suit, won, at_least(5), line.worth + Fraction(1, 1000))


@pytest.mark.parametrize("batch", range(10))
def test_the_best_plan_of_an_encyclopedia_like_suit_wins_what_it_promised(batch: int) -> None:
    for seed in range(10 * batch, 10 * batch + 10):
        suit = Combination.parse(*encyclopedia_like(random.Random(seed)))
        solver = SuitSolver(suit)
        line = solver.best(at_least(solver.most))
        tree = SuitPlanner(solver).tree(line)
        assert chance_won(suit, tree, solver.most) == line.worth, suit


def test_the_matchpoint_plan_scores_what_it_promised() -> None:
    suit = Combination.parse("AQT98", "5432")
    solver, planner = SuitSolver(suit), SuitPlanner(SuitSolver(suit))
    ours = tricks_won(suit, planner.tree(solver.best(MATCHPOINTS)))
    rival = tricks_won(suit, planner.tree(solver.best(AVERAGE)))
    weight = {west: comb(26 - 4, 13 - len(west)) for west in ours}
    points = {
        west: Fraction(1 + (ours[west] > rival[west]) - (ours[west] < rival[west]), 2)
        for west in ours
    }
    score = sum(weight[west] * points[west] for west in ours) / Fraction(sum(weight.values()))
    assert score == solver.best(MATCHPOINTS).worth > Fraction(1, 2)


def _tree(suit: Combination) -> SuitStep:
    solver = SuitSolver(suit)
    tree = SuitPlanner(solver).tree(solver.best(at_least(solver.most)))
    assert isinstance(tree, SuitStep)
    return tree


def test_a_tree_that_is_silent_about_a_defence_is_refused() -> None:
    suit = Combination.parse("AQ", "32")
    tree = _tree(suit)
    with pytest.raises(PlanError, match="silent"):
        tricks_won(suit, replace(tree, answers=tree.answers[:-1]))


def test_a_tree_that_plays_a_card_it_does_not_hold_is_refused() -> None:
    suit = Combination.parse("AQ", "32")
    with pytest.raises(PlanError, match="cannot play"):
        tricks_won(suit, replace(_tree(suit), card=Rank.NINE))


def test_a_tree_that_leads_from_a_hand_it_cannot_reach_is_refused() -> None:
    suit = Combination.parse("AQ", "32")
    with pytest.raises(PlanError, match="no entry"):
        tricks_won(replace(suit, entries_south=0), _tree(suit))


def test_a_worse_tree_wins_less() -> None:
    suit = Combination.parse("AQ", "32")
    assert chance_won(suit, End(0), 1) == 0
