"""How fast archives are read: the benchmark, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, Row, named, ranged, table


def report(result: Result) -> Iterator[str]:
    """How fast LIN files are read beside bridgebots, and in how much memory."""
    failed = len(result["bridgebots_fails_on"])
    yield (
        f"{result['files']} LIN files, tables a second, median of {result['repeats']} turns "
        "(least to most); ours judges deal, auction, play and claim. bridgebots fails on "
        f"{failed} of the files. {source(result)}"
    )
    yield ""
    ratios = {"kibitz reads": result["ratio"], "kibitz imports": result["ratio_with_library"]}

    def times(row: Row) -> str | None:
        ratio = ratios.get(row["name"])
        return None if ratio is None else _spread(ratio, ",.2f")

    columns = (
        Column("", "name", left=True),
        Column("tables a second", lambda row: _spread(row, ",.0f")),
        Column("times bridgebots", times),
    )
    yield from table(columns, named(result["tables_a_second"]))
    many = result.get("record_lines")
    if many:
        yield ""
        yield (
            f"{many['kept']:,} record lines are imported at {many['tables_a_second']:,} a second; "
            f"the process never holds more than {many['peak_mb']} MB."
        )


def _spread(rate: Row, form: str) -> str:
    return ranged(rate["median"], rate["least"], rate["most"], form)


EXPERIMENTS = (
    Experiment(
        result="import",
        command="benchmarks/import.py {raw} --lines {human_3nt_made.jsonl.gz}"
        " {human_trumps.jsonl.gz} --repeats 15",
        quick="benchmarks/import.py {raw} --repeats 1",
        chapter=Chapter("Watching: an archive"),
        report=report,
        needs="bridgebots",
    ),
)
