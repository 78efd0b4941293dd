"""Which rare auctions are tested, and that what is said of them is measured."""

from __future__ import annotations

from heard_tables import SomeTables, prefix
from kibitz.bidding.meanings.hands import LEAST
from kibitz_lab.meanings.experiment import rare


def _any(points: int, lengths: list[int]) -> bool:
    return True


def test_only_auctions_too_rare_among_the_taught_are_tested() -> None:
    taught = SomeTables.of(
        [SomeTables.dealt("1N P 2D", LEAST, _any), SomeTables.dealt("1S 2H", LEAST - 1, _any)]
    )
    tested = SomeTables.of(
        [SomeTables.dealt("1N P 2D", 5, _any), SomeTables.dealt("1S 2H X", 5, _any)]
    )
    found = rare(taught.auctions, tested.auctions, 10)
    assert [calls.tolist() for calls in found] == [prefix("1S").tolist()] * 5
    assert rare(taught.auctions, tested.auctions, 0) == []
