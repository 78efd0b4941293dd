"""Conventions by name: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz_lab.conventions import experiment
from kibitz_lab.conventions.experiment import KNOWN
from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.meanings.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """How often the players' own name is given, and how often a name is contradicted."""
    yield "### Names of conventions beside the players' own words"
    yield ""
    yield (
        f"{result['calls']:,} calls that players explained in words, at {result['tables']:,} "
        f"tables of {result['events']} events of {files(result)} that nothing was learned from. "
        "Of those whose words name one of twenty conventions, how often Kibitz names the same "
        "without being shown the words, in per cent, by what it knows. Players explain what is "
        "unusual, so the auction alone says least; a mark that a call was explained says that it "
        "is not the usual one. Intervals over events. "
        f"{source(result)}"
    )
    yield ""
    yield from table(
        (
            Column("players name", "name", left=True),
            Column("calls", "calls", ","),
            *(Column(way, _known(way)) for way in KNOWN),
        ),
        result["rows"],
    )
    yield ""
    yield (
        "Of the names that Kibitz gives to calls that players explained, how often the words do "
        "not contradict it, in per cent; in brackets how many names:"
    )
    yield ""
    yield from table(
        (
            Column("Kibitz names", "name", left=True),
            *(Column(way, _known(way, with_number=True)) for way in KNOWN),
        ),
        result["given"],
    )


def _known(way: str, *, with_number: bool = False) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        found = row["known"][way]
        if found is None:
            return "–"
        number = f" ({row['names'][way]:,})" if with_number else ""
        return f"{100 * found['share']:.1f} ± {100 * found['within']:.1f}{number}"

    return cell


STUDIES = (
    Study(
        name="conventions",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="conventions",
        command="lab conventions --records {human_players.jsonl.xz}",
        quick="lab conventions --records {explained.jsonl}",
        chapter=CHAPTER,
        report=report,
    ),
)
