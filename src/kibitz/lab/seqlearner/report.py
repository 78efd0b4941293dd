"""What is run of the SeqLearner paper; from runs to means, intervals and tables beside its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean, stdev
from typing import Any

from kibitz.games.boards.agents import LEVELS
from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.statistics import Estimate
from kibitz.lab.harness.tables import Column, Row, table
from kibitz.lab.seqlearner.experiment import TESTED, Run

PAPER: dict[str, dict[str, Any]] = {
    "lose-tic-tac-toe": {
        "rows": {
            "Baseline": ((20.5, None), (25.8, 9.0), (49.2, 37.7), (58.4, 46.1)),
            "Version 1": ((66.0, None), (70.8, 12.8), (83.5, 42.7), (85.3, 55.4)),
            "Version 2": ((82.0, None), (83.8, 12.1), (85.1, 46.7), (87.0, 57.4)),
        },
        "counts": {
            "sequences": 78.2, "pairs": 31.45, "weight 0.9 to 1": 17.8, "weight 0.8 to 0.9": 3.8,
            "weight 0.7 to 0.8": 6.65, "weight 0.55 to 0.7": 3.2,
        },
        "percent_faster": 21.0,
    },
    "five-mens-morris": {
        "rows": {
            "Baseline": ((0.2, None), (1.6, 1.2), (22.4, 14.2), (54.0, 36.0)),
            "Version 1": ((39.6, None), (34.2, 1.0), (28.8, 9.2), (54.2, 17.4)),
            "Version 2": ((57.8, None), (45.0, 0.8), (45.0, 29.0), (73.0, 51.2)),
        },
        "counts": {"sequences": 12234.0, "pairs": 1560.1},
        "percent_faster": 21.0,
    },
}  # fmt: skip
"""Lock and Epstein, Table 1: reliability and power against perfect, expert, novice, random; counts
of §2 and Table 2, whose morris column is lost but for its total; Version 2 against Version 1.
"""


def interval(values: list[float], contests: int) -> tuple[float, float]:
    """95 % for a percentage: over the runs, and never narrower than the contests allow.

    >>> interval([100.0, 100.0], 100)
    (96.3, 100.0)
    """
    from scipy.stats import binomtest

    mean = fmean(values)
    half = Estimate.of(values).within if len(values) > 1 else 0.0
    exact = binomtest(round(mean / 100 * contests), contests).proportion_ci(0.95, "wilson")
    low, high = min(mean - half, 100 * float(exact.low)), max(mean + half, 100 * float(exact.high))
    return round(max(0.0, low), 1), round(min(100.0, high), 1)


def summary(found: Iterable[tuple[str, Run]]) -> dict[str, Any]:
    """For each teacher (narrow, uniform): every row and count as mean and spread over its runs."""
    by_teacher: dict[str, list[Run]] = {}
    for teacher, run in found:
        by_teacher.setdefault(teacher, []).append(run)
    return {
        teacher: {
            "runs": len(all_runs),
            "rows": {row: _row(row, all_runs) for row in all_runs[0]["rows"]},
            "counts": {
                name: _spread([run["counts"][name] for run in all_runs])
                for name in all_runs[0]["counts"]
            },
        }
        for teacher, all_runs in by_teacher.items()
    }


def _row(row: str, all_runs: list[Run]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for level in LEVELS:
        if level not in all_runs[0]["rows"][row]:
            continue
        cells[level] = {}
        for what in ("reliability", "power"):
            values = [run["rows"][row][level][what] for run in all_runs]
            contests = sum(run["rows"][row].get("contests", TESTED) for run in all_runs)
            low, high = interval(values, contests)
            cells[level][what] = {**_spread(values), "low": low, "high": high}
    for extra in ("microseconds", "nodes", "depth"):
        if extra in all_runs[0]["rows"][row]:
            cells[extra] = _spread([run["rows"][row][extra] for run in all_runs])
    return cells


def _spread(values: list[float]) -> dict[str, float]:
    deviation = stdev(values) if len(values) > 1 else 0.0
    return {"mean": round(fmean(values), 2), "sd": round(deviation, 2)}


def report(result: Result) -> Iterator[str]:
    """One result file as a part of docs/results.md."""
    paper = result.get("paper")
    yield f"### {result['game']}: {result['part']}"
    yield ""
    yield f"Seed {result['seed']}. {source(result)}"
    for teacher, found in result["teachers"].items():
        levels = [level for level in LEVELS if level in next(iter(found["rows"].values()))]
        yield ""
        yield (
            f"Watched and played: {teacher} agents, {found['runs']} runs. Reliability (power): "
            "mean ± standard deviation over runs, [95 % interval]."
        )
        yield ""
        columns = (Column(level, level, left=True) for level in levels)
        yield from table((Column("", "", left=True), *columns), _rows(found["rows"], levels, paper))
        if counts := list(_counts(found, paper)):
            yield from ("", *counts)


def _rows(rows: Row, levels: list[str], paper: Row | None) -> Iterator[Row]:
    """Each row of ours, and under it the paper's where it has one."""
    for name, cells in rows.items():
        yield {"": _label(name, cells)} | {level: _cell(cells[level]) for level in levels}
        if paper and name in paper["rows"]:
            theirs = (
                f"{kept:.1f}" + ("" if won is None else f" ({won:.1f})")
                for kept, won in paper["rows"][name]
            )
            yield {"": "*the paper*"} | dict(zip(levels, theirs, strict=False))


def _label(row: str, cells: Row) -> str:
    if "nodes" not in cells:
        return row
    depth, nodes = cells["depth"]["mean"], cells["nodes"]["mean"]
    return f"{row} (depth {depth:.0f}, {nodes:,.0f} nodes a decision)"


def _cell(level: Row) -> str:
    kept, won = level["reliability"], level["power"]
    return (
        f"{kept['mean']:.1f} ({won['mean']:.1f}) ± {kept['sd']:.1f} "
        f"[{kept['low']:.1f}, {kept['high']:.1f}]"
    )


def _counts(found: Row, paper: Row | None) -> Iterator[str]:
    for what, value in found["counts"].items():
        theirs = paper["counts"].get(what) if paper else None
        compared = "" if theirs is None else f" (the paper: {theirs:,g})"
        yield f"- {what}: {value['mean']:,g} ± {value['sd']:,g}{compared}"
    if paper:
        one, two = (found["rows"][f"Version {v}"]["microseconds"]["mean"] for v in (1, 2))
        yield (
            f"- Version 2 decides in {two:.0f} µs, Version 1 in {one:.0f} µs: "
            f"{abs(1 - two / one):.0%} {'faster' if two < one else 'slower'} "
            f"(the paper: {paper['percent_faster']:.0f} % faster)"
        )


CHAPTER = Chapter(
    "SeqLearner and SeqPlayer: strategies learned by watching",
    opening="What the tables mean stands in [methods.md](methods.md#strategies).",
)

_SMALL = "--runs 1 --watched 4 --tested 2"


def _experiment(game: str, part: str, runs: int, quick: str) -> Experiment:
    command = f"lab seqlearner --game {game}"
    asked = "" if part == "paper" else f" --{part}"
    return Experiment(
        result=f"seqlearner-{game}-{part}",
        command=f"{command} --runs {runs} --seed 2026{asked}",
        quick=f"{command}{asked} {quick}",
        chapter=CHAPTER,
        report=report,
    )


EXPERIMENTS = (
    _experiment("lose-tic-tac-toe", "paper", 20, "--runs 2"),
    _experiment("lose-tic-tac-toe", "beyond", 20, _SMALL),
    _experiment("five-mens-morris", "paper", 20, _SMALL),
    _experiment("five-mens-morris", "beyond", 20, _SMALL),
    _experiment("five-mens-morris", "controls", 3, _SMALL),
)
