"""From runs to tables: means, spread, intervals, ours and the paper's side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from kibitz.games.boards.agents import LEVELS
from kibitz.lab.harness.results import source
from kibitz.lab.harness.statistics import Estimate
from kibitz.lab.seqlearner.experiment import TESTED, Run
from kibitz.lab.seqlearner.paper import COUNTS, FASTER, ROWS, SUBCLASSES, Cell, bold, distance
from kibitz.strategies.sequences.reading import READINGS, TRIED


def paper_of(game: str) -> dict[str, Any]:
    """What the paper prints of a game, as plain data."""
    powers = {
        row: (None, *(cell.mean for cell in cells.power)) for row, cells in ROWS[game].items()
    }
    return {
        "rows": {
            row: [list(pair) for pair in zip((c.mean for c in cells.reliability), powers[row])]
            for row, cells in ROWS[game].items()
        },
        "counts": {
            **COUNTS[game],
            **({n: c.mean for n, c in SUBCLASSES.items()} if game == "lose-tic-tac-toe" else {}),
        },
        "percent_faster": FASTER,
    }


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


def bold_cells(table: Mapping[str, Any]) -> dict[str, list[str]]:
    """For each version, the cells that the paper's test would print bold, were ours of ten runs."""
    rows = ("Baseline", "Version 1", "Version 2")
    found: dict[str, list[str]] = {}
    for before, row in zip(rows, rows[1:], strict=False):
        found[row] = [
            f"{level} {what}"
            for level in LEVELS
            for what in ("reliability", "power")[: 1 if level == "perfect" else 2]
            if bold(_cell(table, row, level, what), _cell(table, before, level, what))
        ]
    return found


def _cell(table: Mapping[str, Any], row: str, level: str, what: str) -> Cell:
    return Cell(*(table["rows"][row][level][what][key] for key in ("mean", "sd")))


def result_of_runs(
    game: str, part: str, reading: str, found: Iterable[tuple[str, Run]]
) -> dict[str, Any]:
    """What a result file says beside where it comes from."""
    teachers = summary(found)
    content: dict[str, Any] = {"game": game, "part": part, "teachers": teachers}
    if part == "paper":
        content["reading"] = reading
    if part == "paper" and game in ROWS:
        content["paper"] = paper_of(game)
        for table in teachers.values():
            table["distance"] = distance(game, table)
            table["bold"] = bold_cells(table)
    return content


def markdown(result: Mapping[str, Any]) -> str:
    """One result file for a terminal, and for docs/results.md where it is not a reading's."""
    name, part, paper = result["game"], result["part"], result.get("paper")
    by = f", reading {result['reading']}" if "reading" in result else ""
    lines = [f"### {name}: {part}{by}", "", f"Seed {result['seed']}. {source(result)}", ""]
    for teacher, table in result["teachers"].items():
        levels = [lv for lv in LEVELS if lv in next(iter(table["rows"].values()))]
        lines += [
            f"Watched and played: {teacher} agents, {table['runs']} runs. Reliability (power): "
            "mean ± standard deviation over runs, [95 % interval].",
            "",
            *_head(["", *levels]),
        ]
        for row, cells in table["rows"].items():
            lines.append(_line([_label(row, cells), *_cells(cells, levels)]))
            if paper and row in paper["rows"]:
                lines.append(_line(["*the paper*", *_paper_cells(result["game"], row)]))
        lines += ["", *_count_lines(table, paper)]
        lines += [""] if table["counts"] else []
    return "\n".join(lines)


def section(folder: Path) -> str:
    """Everything the result files in *folder* say."""
    lines = [
        "## SeqLearner and SeqPlayer: strategies learned by watching",
        "",
        "What the tables mean stands in [methods.md](methods.md#strategies).",
        "",
    ]
    every = results_in(folder)
    readings = [result for result in every if "reading" in result]
    for game in ROWS:
        of_game = [result for result in readings if result["game"] == game]
        if of_game:
            lines += [readings_markdown(game, of_game)]
    if readings:
        lines += [nearest_markdown(readings)]
    for result in every:
        if "reading" not in result:
            lines.append(routing_markdown(result) if "stops" in result else markdown(result))
    return "\n".join(lines)


def results_in(folder: Path) -> list[dict[str, Any]]:
    """The result files of this room, the paper's own experiment first."""
    parts = (*READINGS, "beyond", "controls")
    names = [f"seqlearner-{game}-{part}.json" for game in ROWS for part in parts]
    files = [folder / name for name in (*names, "routing.json")]
    return [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]


def readings_markdown(game: str, results: list[dict[str, Any]]) -> str:
    """Both of the paper's tables and ours side by side, a reading a row."""
    lines = [f"### {game}: the paper's tables, by how it is read", ""]
    lines += [
        f"- {result['reading']}: seed {result['seed']}. {source(result)}" for result in results
    ]
    for teacher in results[0]["teachers"]:
        runs = results[0]["teachers"][teacher]["runs"]
        lines += [
            "",
            f"Table 1, {teacher} agents watched and met, {runs} runs: reliability ± standard "
            "deviation over runs (power). **Bold**: improved on the row before by the paper's "
            "test, were it ten runs.",
            "",
            *_head(["", *LEVELS]),
        ]
        for version in ("Version 1", "Version 2"):
            lines.append(_line([f"*the paper*, {version}", *_paper_cells(game, version)]))
            for result in results:
                cells = _bold_cells(result["teachers"][teacher], version)
                lines.append(_line([f"{result['reading']}, {version}", *cells]))
        lines += ["", *_table_2(game, teacher, results)]
    return "\n".join([*lines, ""])


def _table_2(game: str, teacher: str, results: list[dict[str, Any]]) -> list[str]:
    counts = list(results[0]["teachers"][teacher]["counts"])
    theirs = paper_of(game)["counts"]
    lines = [
        f"Table 2 and the other counts, {teacher} agents, and the distance to each table in the "
        "paper's standard deviations:",
        "",
        *_head(["", *counts, "from Table 1", "from Table 2"]),
        _line(["*the paper*", *(f"{theirs[n]:,g}" if n in theirs else "" for n in counts), "", ""]),
    ]
    for result in results:
        table = result["teachers"][teacher]
        far = [f"{table['distance'][t]:.2f}" if t in table["distance"] else "" for t in TABLES]
        ours = [f"{table['counts'][n]['mean']:,.1f}" for n in counts]
        lines.append(_line([result["reading"], *ours, *far]))
    return lines


TABLES = ("table 1", "table 2")


def distances(results: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """For each reading that was run in both games, how far it is from both tables together.

    In each game the nearer of the two teachers counts, since the paper does not say which it had;
    a reading that is named for one game stands in for its namesake there. Table 1 is the mean of
    both games; the distance is the mean of both tables.
    """
    near: dict[str, dict[str, dict[str, float]]] = {}
    for result in results:
        tables = [table["distance"] for table in result["teachers"].values()]
        best = min(tables, key=lambda found: fmean(found.values()))
        family, _, only = result["reading"].partition("-")
        if only or result["game"] not in near.setdefault(family, {}):
            near[family][result["game"]] = best
    found = {}
    for family, games in near.items():
        if set(games) == set(ROWS):
            first = fmean(far["table 1"] for far in games.values())
            found[family] = round(fmean((first, games["lose-tic-tac-toe"]["table 2"])), 3)
    return found


def nearest_markdown(results: list[dict[str, Any]]) -> str:
    """Which reading is the nearer to both tables."""
    far = distances(results)
    if not far:
        return ""
    listed = ", ".join(f"{name} {value:.2f}" for name, value in sorted(far.items(), key=_by_value))
    return "\n".join([
        "### The nearer reading",
        "",
        "Distance to both tables together, in the paper's standard deviations (the nearer teacher "
        f"in each game): {listed}. S, L and G are readings chosen because they fit: about "
        f"{TRIED:,} settings were tried on separate programs before they were named, so that their "
        "fit is no proof that the paper meant them.",
        "",
    ])  # fmt: skip


def _by_value(item: tuple[str, float]) -> float:
    return item[1]


def routing_markdown(result: Mapping[str, Any]) -> str:
    """The result file of lab/routing/experiment.py as a section."""
    lines = [
        "### Truck routing",
        "",
        f"{result['runs']} towns of {result['stops']} stops, {result['orders']} of which ask each "
        f"day; {result['days']:,} exact tours watched. Miles above the shortest tour, seed "
        f"{result['seed']}. {source(result)}",
        "",
    ]
    for how, miles in result["above the shortest"].items():
        lines.append(f"- {how}: {miles['mean']:.1f} % ± {miles['sd']:.1f}")
    return "\n".join([*lines, ""])


def _label(row: str, cells: Mapping[str, Any]) -> str:
    if "nodes" not in cells:
        return row
    depth, nodes = cells["depth"]["mean"], cells["nodes"]["mean"]
    return f"{row} (depth {depth:.0f}, {nodes:,.0f} nodes a decision)"


def _cells(cells: Mapping[str, Any], levels: list[str]) -> list[str]:
    rows = [(cells[level]["reliability"], cells[level]["power"]) for level in levels]
    return [
        f"{kept['mean']:.1f} ({won['mean']:.1f}) ± {kept['sd']:.1f} "
        f"[{kept['low']:.1f}, {kept['high']:.1f}]"
        for kept, won in rows
    ]


def _paper_cells(game: str, row: str) -> list[str]:
    cells = ROWS[game][row]
    powers = ["", *(f" ({cell.mean:.1f})" for cell in cells.power)]
    return [
        f"{cell.mean:.1f} ± {cell.sd:.1f}{power}"
        for cell, power in zip(cells.reliability, powers, strict=True)
    ]


def _bold_cells(table: Mapping[str, Any], row: str) -> list[str]:
    improved = table["bold"][row]
    lines = []
    for level in LEVELS:
        kept, won = (table["rows"][row][level][what] for what in ("reliability", "power"))
        first = f"{kept['mean']:.1f} ± {kept['sd']:.1f}"
        second = f"({won['mean']:.1f})"
        first = f"**{first}**" if f"{level} reliability" in improved else first
        second = f"**{second}**" if f"{level} power" in improved else second
        lines.append(first if level == "perfect" else f"{first} {second}")
    return lines


def _head(names: list[str]) -> list[str]:
    return [_line(names), "|---|" + "---|" * (len(names) - 1)]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _count_lines(table: Mapping[str, Any], paper: Mapping[str, Any] | None) -> list[str]:
    lines = []
    for what, value in table["counts"].items():
        theirs = paper["counts"].get(what) if paper else None
        beside = "" if theirs is None else f" (the paper: {theirs:,g})"
        lines.append(f"- {what}: {value['mean']:,g} ± {value['sd']:,g}{beside}")
    if paper:
        one, two = (table["rows"][f"Version {v}"]["microseconds"]["mean"] for v in (1, 2))
        lines.append(
            f"- Version 2 decides in {two:.0f} µs, Version 1 in {one:.0f} µs: "
            f"{abs(1 - two / one):.0%} {'faster' if two < one else 'slower'} "
            f"(the paper: {paper['percent_faster']:.0f} % faster)"
        )
    if "distance" in table:
        far = ", ".join(f"{name} {value:.2f}" for name, value in table["distance"].items())
        lines.append(f"- from the paper's tables, in its standard deviations: {far}")
        for row, cells in table["bold"].items():
            lines.append(f"- {row}, bold by the paper's test: {', '.join(cells) or 'nothing'}")
    return lines
