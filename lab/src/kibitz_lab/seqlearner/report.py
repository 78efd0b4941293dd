"""The SeqLearner paper: from runs to tables beside its own, and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean, stdev
from typing import Any

from kibitz.games.boards import game_named
from kibitz.games.boards.agents import LEVELS
from kibitz.games.boards.solving.solution import open_solution
from kibitz.runtime.running import Engine
from kibitz.strategies.learning import default_for
from kibitz.strategies.sequences.reading import TRIED
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.statistics import MeanEstimate
from kibitz_lab.harness.study import Found, StageWatch, Study, begun
from kibitz_lab.harness.tables import Column, Row, table, within
from kibitz_lab.seqlearner.experiment import TESTED, Prepared, Run, Task, prepared, runs
from kibitz_lab.seqlearner.paper import (
    COUNTS,
    FASTER,
    ROWS,
    SUBCLASSES,
    Cell,
    bold,
    distance,
)


def paper_of(game: str) -> dict[str, Any]:
    """The paper's figures for a game, as plain data."""
    rows = {}
    for row, cells in ROWS[game].items():
        powers = (None, *(cell.mean for cell in cells.power))
        pairs = zip(cells.reliability, powers, strict=True)
        rows[row] = [[cell.mean, power] for cell, power in pairs]
    known = {name: cell.mean for name, cell in SUBCLASSES.items()}
    counts = COUNTS[game] | (known if game == "lose-tic-tac-toe" else {})
    return {"rows": rows, "counts": counts, "percent_faster": FASTER}


def interval(values: list[float], contests: int) -> tuple[float, float]:
    """The 95 % interval of a percentage: over runs, but never narrower than the contests allow.

    >>> interval([100.0, 100.0], 100)
    (96.3, 100.0)
    """
    from scipy.stats import binomtest

    mean = fmean(values)
    half = MeanEstimate.of(values).within if len(values) > 1 else 0.0
    exact = binomtest(round(mean / 100 * contests), contests).proportion_ci(0.95, "wilson")
    low, high = min(mean - half, 100 * float(exact.low)), max(mean + half, 100 * float(exact.high))
    return round(max(0.0, low), 1), round(min(100.0, high), 1)


def tables_of(game: str, part: str, found: Iterable[tuple[str, Run]]) -> dict[str, Any]:
    """The content of a result file: all tables, by reading and teacher.

    The tables of the first reading are also given by themselves, as in 0.1.0.
    """
    by_reading: dict[str, dict[str, list[Run]]] = {}
    for teacher, run in found:
        for reading, outcome in run.items():
            by_reading.setdefault(reading, {}).setdefault(teacher, []).append(outcome)
    readings = {
        reading: {teacher: _table(runs) for teacher, runs in teachers.items()}
        for reading, teachers in by_reading.items()
    }
    first, *_ = readings.values()
    content: dict[str, Any] = {"game": game, "part": part, "teachers": first}
    if part == "paper" and game in ROWS:
        for tables in readings.values():
            for table_ in tables.values():
                table_["distance"] = distance(game, table_)
                table_["bold"] = bold_cells(table_)
        content |= {"paper": paper_of(game), "readings": readings}
    return content


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Make all runs of one part, and its tables."""
    task = ready.task
    open_solution(game_named(task.game))  # once, before the processes that need it start
    tell = begun(watch, f"{task.game}, {task.part}", 2 * task.runs)
    found = runs(
        task.part, task.game, task.runs, task.seed,
        terms=task.terms, engine=engine, parts=ready.parts, tell=tell,
    )  # fmt: skip
    return tables_of(task.game, task.part, found)


def _table(runs: list[Run]) -> dict[str, Any]:
    """Every row and count as mean and spread over the runs."""
    return {
        "runs": len(runs),
        "rows": {row: _row(row, runs) for row in runs[0]["rows"]},
        "counts": {
            name: _spread([run["counts"][name] for run in runs]) for name in runs[0]["counts"]
        },
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


def bold_cells(found: Row) -> dict[str, list[str]]:
    """For each version, the cells in bold by the paper's test, as if ours were of ten runs."""
    rows = ("Baseline", "Version 1", "Version 2")
    return {
        row: [
            f"{level} {what}"
            for level in LEVELS
            for what in ("reliability", "power")[: 1 if level == "perfect" else 2]
            if bold(_ours(found, row, level, what), _ours(found, before, level, what))
        ]
        for before, row in zip(rows, rows[1:], strict=False)
    }


def _ours(found: Row, row: str, level: str, what: str) -> Cell:
    cell = found["rows"][row][level][what]
    return Cell(cell["mean"], cell["sd"])


def distances(results: Iterable[Result]) -> dict[str, float]:
    """The distance of each reading that was run in both games from both tables together.

    In each game the nearer teacher counts, since the paper does not say which it used; a reading
    named for one game replaces its namesake there. Table 1 is averaged over the games, and the
    distance over both tables.
    """
    near: dict[str, dict[str, Row]] = {}
    for result in results:
        for name, teachers in result["readings"].items():
            family, _, only_here = name.partition("-")
            if only_here or result["game"] not in near.setdefault(family, {}):
                far = [found["distance"] for found in teachers.values()]
                near[family][result["game"]] = min(far, key=lambda one: fmean(one.values()))
    found = {}
    for family, games in near.items():
        if set(games) == set(ROWS):
            first = fmean(far["table 1"] for far in games.values())
            found[family] = round(fmean((first, games["lose-tic-tac-toe"]["table 2"])), 3)
    return found


def report(result: Result) -> Iterator[str]:
    """The section of a result file in docs/results.md."""
    yield f"### {result['game']}: {result['part']}"
    yield ""
    yield f"Seed {result['seed']}. {source(result)}"
    if "readings" in result:
        yield from _report_readings(result)
        return
    for teacher, found in result["teachers"].items():
        levels = [level for level in LEVELS if level in next(iter(found["rows"].values()))]
        yield ""
        yield (
            f"Watched and played: {teacher} agents, {found['runs']} runs. Reliability (power): "
            "mean ± standard deviation over runs, [95 % interval]."
        )
        yield ""
        columns = (Column(level, level, left=True) for level in levels)
        yield from table((Column("", "", left=True), *columns), _rows(found["rows"], levels))
        if found["counts"]:
            yield ""
        for what, value in found["counts"].items():
            yield f"- {what}: {value['mean']:,g} ± {value['sd']:,g}"


def _report_readings(result: Result) -> Iterator[str]:
    """The paper's tables and ours side by side, with a row for each reading."""
    ships = default_for(game_named(result["game"])).name
    yield ""
    yield (
        f"The paper, by how it is read ({ships} ships); every reading watches the same contests. "
        f"About {TRIED:,} settings were tried on separate programs before S, L and G were named: "
        "they were chosen because they fit. [methods.md](methods.md#learning-as-read) says what "
        "they are."
    )
    for teacher in result["teachers"]:
        yield ""
        yield (
            f"Table 1, {teacher} agents watched and met, {result['teachers'][teacher]['runs']} "
            "runs: reliability ± standard deviation over runs (power). Bold: improved on the row "
            "before by the test that gives the paper's own bold figures, were it ten runs."
        )
        yield ""
        columns = (Column(level, level, left=True) for level in LEVELS)
        rows = _rows_by_reading(result, teacher)
        yield from table((Column("", "", left=True), *columns), rows)
        yield ""
        yield "Table 2 and the other counts, and how far from each table in its own deviations:"
        yield ""
        yield from _table_2(result, teacher)


def _rows_by_reading(result: Result, teacher: str) -> Iterator[Row]:
    game = result["game"]
    shipped = next(iter(result["readings"]))
    for version in ROWS[game]:
        theirs = ROWS[game][version]
        powers = ["", *(f" ({cell.mean:.1f})" for cell in theirs.power)]
        cells = (
            f"{within(cell.mean, cell.sd, '.1f')}{power}"
            for cell, power in zip(theirs.reliability, powers, strict=True)
        )
        yield {"": f"*the paper*, {version}"} | dict(zip(LEVELS, cells, strict=True))
        for name, teachers in result["readings"].items():
            if version != "Baseline":
                yield {"": f"{name}, {version}"} | _emphasised(teachers[teacher], version)
            elif name == shipped:
                yield {"": version} | _emphasised(teachers[teacher], version)


def _emphasised(found: Row, row: str) -> dict[str, str]:
    improved = found["bold"].get(row, ())
    cells = {}
    for level in LEVELS:
        kept, won = (found["rows"][row][level][what] for what in ("reliability", "power"))
        first, second = within(kept["mean"], kept["sd"], ".1f"), f"({won['mean']:.1f})"
        first = f"**{first}**" if f"{level} reliability" in improved else first
        second = f"**{second}**" if f"{level} power" in improved else second
        cells[level] = first if level == "perfect" else f"{first} {second}"
    return cells


def _table_2(result: Result, teacher: str) -> Iterable[str]:
    theirs = result["paper"]["counts"]
    rows: list[Row] = [{"": "*the paper*", **theirs, "faster": FASTER}]
    for name, teachers in result["readings"].items():
        found = teachers[teacher]
        counts = {what: value["mean"] for what, value in found["counts"].items()}
        one, two = (found["rows"][f"Version {v}"]["microseconds"]["mean"] for v in (1, 2))
        rows.append({"": name, **counts, "faster": 100 * (1 - two / one), **found["distance"]})
    counted = [*next(iter(result["readings"].values()))[teacher]["counts"]]
    return table(
        (
            Column("", "", left=True),
            *(Column(what, what, ",.1f") for what in counted),
            Column("Version 2 faster by %", "faster", ".0f"),
            Column("from Table 1", "table 1", ".2f"),
            Column("from Table 2", "table 2", ".2f"),
        ),
        rows,
    )


def _rows(rows: Row, levels: list[str]) -> Iterator[Row]:
    for name, cells in rows.items():
        yield {"": _label(name, cells)} | {level: _cell(cells[level]) for level in levels}


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


CHAPTER = Chapter(
    "SeqLearner and SeqPlayer: strategies learned by watching",
    opening="What the tables mean stands in [methods.md](methods.md#strategies).",
)

_SMALL = "--runs 1 --watched 4 --tested 2"
_FRESH = 4117  # a seed by which no reading was chosen


def _experiment(game: str, part: str, asked: str, quick: str) -> Experiment:
    command = f"lab seqlearner --game {game}"
    return Experiment(
        result=f"seqlearner-{game}-{part}",
        command=f"{command} {asked}",
        quick=f"{command} {quick}",
        chapter=CHAPTER,
        report=report,
    )


STUDIES = (Study(name="seqlearner", task=Task, prepare=prepared, run=run, report=report),)

EXPERIMENTS = (
    _experiment(
        "lose-tic-tac-toe",
        "paper",
        f"--reading L --reading S --reading 0.1.0 --runs 100 --seed {_FRESH}",
        "--reading L --runs 2",
    ),
    _experiment(
        "lose-tic-tac-toe", "beyond", "--runs 20 --seed 2026 --beyond", f"--beyond {_SMALL}"
    ),
    _experiment("five-mens-morris", "paper", f"--runs 20 --seed {_FRESH}", _SMALL),
    _experiment(
        "five-mens-morris", "beyond", "--runs 20 --seed 2026 --beyond", f"--beyond {_SMALL}"
    ),
    _experiment(
        "five-mens-morris", "controls", "--runs 3 --seed 2026 --controls", f"--controls {_SMALL}"
    ),
)
