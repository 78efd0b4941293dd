"""The paper's tables, our distance from them, and which differences it would print in bold.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", Tables 1 and 2, §2
Notation:   a cell is (mean, standard deviation over ten runs); `LEVELS` gives the columns
Departures: of Table 2's column for five men's morris only the total is known
Checked by: lab/tests/papers/test_readings.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, NamedTuple

from kibitz.games.boards.agents import LEVELS

RUNS = 10  # §2: each experiment averages ten
LEVEL = 0.10
"""One-sided, for two samples of ten. The paper names no test; this one gives exactly what it
printed in bold, as does any level from .075 to .125, but not .05."""


class Cell(NamedTuple):
    mean: float
    sd: float


class PaperRow(NamedTuple):
    """A row of Table 1: reliability against all four opponents, power against all but the first."""

    reliability: tuple[Cell, Cell, Cell, Cell]
    power: tuple[Cell, Cell, Cell]

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """(opponent, what, cell) for each of the row's seven cells."""
        for level, cell in zip(LEVELS, self.reliability, strict=True):
            yield level, "reliability", cell
        for level, cell in zip(LEVELS[1:], self.power, strict=True):
            yield level, "power", cell


def _row(*numbers: float) -> PaperRow:
    """A row from seven pairs in the table's order: perfect, then reliability and power in turn."""
    cells = [Cell(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    return PaperRow((cells[0], cells[1], cells[3], cells[5]), (cells[2], cells[4], cells[6]))


ROWS: dict[str, dict[str, PaperRow]] = {
    "lose-tic-tac-toe": {
        "Baseline": _row(20.5, 4.14, 25.8, 5.33, 9.0, 4.12, 49.2, 7.57, 37.7, 6.67, 58.4, 7.28,
                         46.1, 7.84),
        "Version 1": _row(66.0, 20.96, 70.8, 16.22, 12.8, 4.71, 83.5, 6.38, 42.7, 8.08, 85.3, 4.79,
                          55.4, 5.52),
        "Version 2": _row(82.0, 13.24, 83.8, 9.73, 12.1, 4.22, 85.1, 5.08, 46.7, 7.08, 87.0, 4.17,
                          57.4, 7.02),
    },
    "five-mens-morris": {
        "Baseline": _row(0.2, 0.6, 1.6, 1.2, 1.2, 0.98, 22.4, 4.27, 14.2, 5.9, 54.0, 7.27, 36.0,
                         6.81),
        "Version 1": _row(39.6, 13.11, 34.2, 11.29, 1.0, 1.34, 28.8, 4.66, 9.2, 2.23, 54.2, 7.18,
                          17.4, 6.39),
        "Version 2": _row(57.8, 13.22, 45.0, 10.05, 0.8, 1.33, 45.0, 4.58, 29.0, 5.81, 73.0, 8.35,
                          51.2, 7.44),
    },
}  # fmt: skip
"""Table 1."""

SUBCLASSES: dict[str, Cell] = {
    "weight 0.9 to 1": Cell(17.8, 2.79),
    "weight 0.8 to 0.9": Cell(3.8, 1.54),
    "weight 0.7 to 0.8": Cell(6.65, 1.84),
    "weight 0.55 to 0.7": Cell(3.2, 1.44),
}
"""Table 2: context pairs learned in lose tic-tac-toe."""

COUNTS: dict[str, dict[str, float]] = {
    "lose-tic-tac-toe": {"sequences": 78.2, "pairs": 31.45},
    "five-mens-morris": {"sequences": 12234.0, "pairs": 1560.1},
}
"""§2: sequences in SeqTable, and context pairs of weight .55 or more."""

FASTER = 21.0
"""§2: how much faster Version 2 is than Version 1, in per cent."""


def distance(game: str, table: Mapping[str, Any]) -> dict[str, float]:
    """Our distance from each of the paper's tables, in the paper's standard deviations.

    It is the mean over the cells of both versions, fixed before the reported runs were made; Table
    2 is known only for lose tic-tac-toe.
    """
    first = [
        abs(table["rows"][row][level][what]["mean"] - cell.mean) / cell.sd
        for row in ("Version 1", "Version 2")
        for level, what, cell in ROWS[game][row].cells()
    ]
    found = {"table 1": round(fmean(first), 3)}
    if game == "lose-tic-tac-toe":
        second = [
            abs(table["counts"][name]["mean"] - cell.mean) / cell.sd
            for name, cell in SUBCLASSES.items()
        ]
        found["table 2"] = round(fmean(second), 3)
    return found


def bold(cell: Cell, before: Cell) -> bool:
    """Whether the paper would print *cell* in bold, as an improvement on the row before.

    >>> bold(Cell(82.0, 13.24), Cell(66.0, 20.96)), bold(Cell(85.1, 5.08), Cell(83.5, 6.38))
    (True, False)
    """
    from scipy.stats import ttest_ind_from_stats

    if cell.mean <= before.mean:
        return False
    if cell.sd == before.sd == 0:
        return True
    found = ttest_ind_from_stats(
        cell.mean, cell.sd, RUNS, before.mean, before.sd, RUNS, equal_var=False,
        alternative="greater",
    )  # fmt: skip
    return bool(found.pvalue < LEVEL)
