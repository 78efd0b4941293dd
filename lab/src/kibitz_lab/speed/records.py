"""How fast archives are read, by two benchmarks: their section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, Row, named, ranged, table


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


def report_archive(result: Result) -> Iterator[str]:
    """How long until an archive can be asked."""
    yield (
        f"{result['imported']['tables']:,} tables in {result['files']:,} LIN files, imported and "
        f"learned by {result['jobs']} processes; what {result['archive_tables']:,} tables would "
        f"take follows. {source(result)}"
    )
    yield ""
    minutes = result["archive_minutes"]
    rows = {
        "imported by one process (tables)": result["imported_by_one"],
        "imported (tables)": {**result["imported"], "minutes": minutes["imported"]},
        "learned (decisions)": {**result["learned"], "minutes": minutes["learned"]},
    }
    yield from table(_ARCHIVE, named(rows))


_ARCHIVE = (
    Column("", "name", left=True),
    Column("a second", "a_second", ",.0f"),
    Column("seconds", "seconds", ",.1f"),
    Column("of all processors", "processor_seconds", ",.1f"),
    Column("an archive, minutes", "minutes", ".1f"),
)


def _spread(rate: Row, form: str) -> str:
    return ranged(rate["median"], rate["least"], rate["most"], form)


CHAPTER = Chapter("Watching: an archive")

EXPERIMENTS = (
    Experiment(
        result="import",
        command="benchmarks/import.py {raw} --lines {human_3nt_made.jsonl.gz}"
        " {human_trumps.jsonl.gz} --repeats 15",
        quick="benchmarks/import.py {raw} --repeats 1",
        chapter=CHAPTER,
        report=report,
        needs="bridgebots",
    ),
    Experiment(
        result="archive",
        command="benchmarks/archive.py {human_players.jsonl.xz}",
        quick="benchmarks/archive.py {3nt.jsonl} --tables 20",
        chapter=CHAPTER,
        report=report_archive,
    ),
)
