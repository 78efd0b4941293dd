"""My game: its commands, result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.mygame import experiment

CHAPTER = Chapter("My game")


def report(result: Result) -> Iterator[str]:
    """Whether slips cost, and who slips more."""
    yield "### What counts as a slip"
    yield ""
    yield (
        f"Every seat of {result['tables']:,} tables of {result['events']} events that nothing was "
        f"learned from, of {files(result)}, seed {result['seed']}. A slip: experts are agreed "
        f"({result['agreed']:.0%} measured), something else was done, and it costs at least a "
        "tenth of a trick (half an IMP) over layouts that fit what could be known; no precedent "
        "votes. What a card costs is measured anew: over other layouts, beside the experts' card, "
        "and on the actual one, beside the best card when all hands are seen. Intervals (95 %) "
        f"are over events. {source(result)}"
    )
    yield ""
    yield from table(_COSTS, result["costs"])
    yield ""
    yield "### Who slips more"
    yield ""
    yield (
        "Slips a hundred decisions with cards, and how many more than the experts'; of programs "
        "and of people who sat down with three of them. Calls depend on the system."
    )
    yield ""
    yield from table(_RATES, result["rates"])


def report_halves(result: Result) -> Iterator[str]:
    """Whether a rate means something."""
    yield "### Whether a rate means something"
    yield ""
    yield (
        f"Of {files(result)}, events that nothing was learned from, seed {result['seed']}. "
        "A player's tables in two halves, dealt in turn; the correlation of both halves' slips a "
        "decision over players, and what it makes of the whole (Spearman and Brown). Departures "
        f"are slips whatever they cost. {source(result)}"
    )
    yield ""
    yield from table(_RELIABILITY, result["reliability"])


def _between(name: str, digits: int = 3) -> Column:
    def text(row: Row) -> str:
        interval = row.get(f"{name}_interval")
        shown = f"{row[name]:.{digits}f}"
        return shown if not interval else f"{shown} ({interval[0]:.3f} to {interval[1]:.3f})"

    return Column(name.replace("_", " "), text)


def _correlation(name: str) -> Column:
    def text(row: Row) -> str:
        found = row[name]
        if found["r"] is None:
            return "-"
        low, high = found["interval"]
        return f"{found['r']:.2f} ({low:.2f} to {high:.2f}), whole {found['whole']:.2f}"

    return Column(name, text)


def _rate(name: str) -> Column:
    def text(row: Row) -> str:
        found = row[name]
        low, high = found["interval"]
        return f"{found['a_hundred']:.2f} ({low:.2f} to {high:.2f})"

    return Column(f"{name}, slips a hundred", text)


def _more(name: str) -> Column:
    def text(row: Row) -> str:
        found = row[name].get("more_than_experts")
        return "" if found is None else f"{found[0]:+.2f} ({found[1]:+.2f} to {found[2]:+.2f})"

    return Column(f"{name}, more than experts", text)


_COSTS = (
    Column("cards", "cards", left=True),
    Column("role", "role", left=True),
    Column("decisions", "decisions", ","),
    _between("over_layouts"),
    _between("actual"),
)
_RELIABILITY = (
    Column("decisions of a player", "decisions", left=True),
    Column("players", "players", ","),
    _correlation("slips"),
    _correlation("departures"),
)
_RATES = (
    Column("", "group", left=True),
    Column("sittings", "sittings", ","),
    _rate("cards"),
    _more("cards"),
    _rate("calls"),
    _more("calls"),
)

STUDIES = (
    Study(
        name="slips",
        task=experiment.Task,
        records=("records", "robots"),
        prepare=experiment.prepare,
        run=experiment.run,
        finish=experiment.write_summary,
        report=report,
    ),
    Study(
        name="halves",
        task=experiment.Halving,
        records=("records",),
        prepare=experiment.prepare_halves,
        run=experiment.run_halves,
        report=report_halves,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="slips",
        command="lab slips --records {human_players.jsonl.xz} --robots {robots.jsonl.gz}",
        quick="lab slips --records {3nt.jsonl} --robots {4s.jsonl} --tables 2 --sample 6",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="halves",
        command="lab halves --records {human_players.jsonl.xz}",
        quick="lab halves --records {3nt.jsonl} --players 2 --few 10 --least 40",
        chapter=CHAPTER,
        report=report_halves,
    ),
)
