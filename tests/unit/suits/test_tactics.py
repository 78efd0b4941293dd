"""The paper's tree of tactics: what each tactic needs, and that they do for its examples."""

import pytest

from kibitz.suits.combination import Combination
from kibitz.suits.goal import at_least
from kibitz.suits.plans.tactics import Tactic, Tactics, tree_of_tactics
from kibitz.suits.solver.exact import SuitSolver


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
