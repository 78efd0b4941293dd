"""The paper's tree of tactics: never better than cards, and mostly as good."""

import pytest

from kibitz.suits.combination import Combination
from kibitz.suits.goal import at_least
from kibitz.suits.plans.tactics import Tactic, Tactics, tree_of_tactics
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.experiment import compare, experiment


def _tactics_at_the_start(north: str, south: str) -> set[Tactic]:
    solver = SuitSolver(Combination.parse(north, south))
    return {move.tactic for move in Tactics(solver.graph, solver.deck).moves(0)}


@pytest.mark.parametrize(
    ("north", "south", "tactic"),
    [
        ("AQ", "32", Tactic.FINESSE),
        ("K2", "43", Tactic.TOWARDS),
        ("A32", "J54", Tactic.RUN),
        ("432", "J65", Tactic.PASS),
        ("A2", "43", Tactic.CASH),
        ("5432", "76", Tactic.DUCK),
        ("QJ2", "43", Tactic.SEQUENCE),
    ],
)
def test_a_tactic_is_there_when_its_preconditions_hold(
    north: str, south: str, tactic: Tactic
) -> None:
    assert tactic in _tactics_at_the_start(north, south)


def test_there_is_nothing_to_finesse_or_cash_in_small_cards() -> None:
    assert _tactics_at_the_start("432", "5") == {Tactic.DUCK}


@pytest.mark.parametrize("north_south", [("AQ", "32"), ("AKQ9", "xxx"), ("AKQT", "xx")])
def test_tactics_are_enough_for_the_paper_s_examples(north_south: tuple[str, str]) -> None:
    suit = Combination.parse(*north_south)
    most = at_least(suit.most_tricks)
    cards, tactics = SuitSolver(suit), SuitSolver(suit, moves=tree_of_tactics)
    assert tactics.best(most).worth == cards.best(most).worth


def test_tactics_never_do_better_than_cards() -> None:
    for north, south in [("AK9x", "Q8xx"), ("KJT9xx", "xx"), ("AQJ9", "8xx"), ("9xxxx", "QTx")]:
        exact, tactics = compare(Combination.parse(north, south))
        assert all(exact[goal] >= tactics[goal] for goal in exact)


def test_the_experiment_counts_every_question() -> None:
    found = experiment(problems=6, seed=3)
    assert found["goals"]["average"]["questions"] == 6
    assert 0 <= found["goals"]["most tricks"]["as_good"] <= 1
