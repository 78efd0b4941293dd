"""The experiment with the paper's tree of tactics."""

from kibitz.suits.combination import Combination
from kibitz_lab.suits.experiment import compare, experiment


def test_tactics_never_do_better_than_cards() -> None:
    for north, south in [("AK9x", "Q8xx"), ("KJT9xx", "xx"), ("AQJ9", "8xx"), ("9xxxx", "QTx")]:
        exact, tactics = compare(Combination.parse(north, south))
        assert all(exact[goal] >= tactics[goal] for goal in exact)


def test_the_experiment_counts_every_question() -> None:
    found = experiment(problems=6, seed=3)
    assert found["goals"]["average"]["questions"] == 6
    assert 0 <= found["goals"]["most tricks"]["as_good"] <= 1
