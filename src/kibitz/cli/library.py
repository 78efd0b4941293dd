"""``kibitz import``, ``library``, ``find`` and ``export``: the library in the terminal."""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.cli.progress import duration
from kibitz.cli.run import Run
from kibitz.errors import KibitzError, UsageError
from kibitz.places import Places
from kibitz.records.formats.known import FORMATS
from kibitz.records.search import Query
from kibitz.wording import contract_text, result_text

_WORTH_PROCESSES = (
    2_000_000  # with fewer bytes of records, starting processes takes longer than reading
)

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library", help="The library; else $KIBITZ_LIBRARY, else the one in your data folder."
    ),
]


@command
def import_(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Files and folders; - for standard input.", metavar="PATH..."),
    ],
    library: LibraryOption = None,
    report: Annotated[
        Path | None, typer.Option(help="Write each refusal to a file, with its place and reason.")
    ] = None,
    *,
    run: Run,
) -> None:
    """Watch an archive: bring LIN, PBN, link and record-line files into the library.

    Every sound table is kept once; importing the same file again changes nothing.

    Example: kibitz import ~/bridge/archive --report refused.txt
    """
    from kibitz.records.importing import Opened, game_files, import_files, spooled
    from kibitz.records.library import Library

    files = list(game_files(path for path in paths if str(path) != "-"))
    size = sum(file.size for file in files)
    if run.jobs is None and run.engine == "local" and size < _WORTH_PROCESSES:
        run = dataclasses.replace(run, jobs=1)
    if run.dry_run:
        _announce(files, size, run)
        return
    total, refused = Counter[str](), Counter[str]()
    with ExitStack() as stack:
        given: list[Any] = list(files)
        if Path("-") in paths:
            stream = stack.enter_context(spooled(sys.stdin.buffer))
            given.append(Opened(stream, "standard input"))
        opened = stack.enter_context(Library.open(Places.of(library).library))
        refusals = stack.enter_context(_report(report))
        bar = stack.enter_context(_progress(size))
        imported = import_files(opened, given, engine=run.workers, watch=bar.watch, report=refusals)
        for file, done in zip(given, imported, strict=True):
            bar.finish(getattr(file, "size", 0), done.tables)
            total.update(files=1, tables=done.tables, kept=done.kept, duplicates=done.duplicates)
            refused.update(done.refused)
    answer = {name: total[name] for name in ("files", "tables", "kept", "duplicates")}
    if run.as_json:
        print_json({**answer, "refused": dict(sorted(refused.items()))})
        return
    console().print(_closing_table(answer, refused))


def _announce(files: list[Any], size: int, run: Run) -> None:
    """Estimate an import: read samples for a second, and scale them by the size of the files."""
    from kibitz.records.importing import sample

    seen, jobs = sample(files, 1.0), run.workers.jobs
    times = size / max(1, seen.bytes)
    answer = {
        "files": len(files),
        "bytes": size,
        "about_tables": round(seen.tables * times),
        "processes": jobs,
        "about_seconds": round(seen.seconds * times / jobs, 1),
    }
    if run.as_json:
        print_json(answer)
        return
    tables, took = answer["about_tables"], duration(answer["about_seconds"])
    console().print(f"{len(files):,} files, {size / 1e6:,.1f} MB, about {tables:,} tables")
    console().print(f"about {took} with {jobs} processes; nothing was imported")


def _closing_table(answer: dict[str, int], refused: Counter[str]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="right")
    for name, number in answer.items():
        table.add_row(name, f"{number:,}")
    table.add_row("refused", f"{refused.total():,}")
    for reason, number in sorted(refused.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(f"  {reason}", f"{number:,}")
    return table


@contextmanager
def _report(path: Path | None) -> Iterator[Any]:
    """A function that takes each refusal, and writes it to the file at *path* if there is one."""
    if path is None:
        yield lambda refusal: None
        return
    try:
        file: TextIO = path.open("w", encoding="utf-8")
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from error
    with file:
        yield lambda refusal: print(refusal, file=file)


class _Bar:
    """The progress of an import: bytes read, and tables per second."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("import", total=total or None, tables=0, rate=0)
        self._bytes = self._tables = 0

    def watch(self, taken: int, tables: int) -> None:
        self._show(taken, tables)

    def finish(self, size: int, tables: int) -> None:
        self._bytes, self._tables = self._bytes + size, self._tables + tables
        self._show(0, 0)

    def _show(self, taken: int, tables: int) -> None:
        task = self._progress.tasks[self._task]
        done = self._tables + tables
        rate = round(done / task.elapsed) if task.elapsed else 0
        completed = self._bytes + taken
        self._progress.update(self._task, completed=completed, tables=done, rate=rate)


@contextmanager
def _progress(total: int) -> Iterator[_Bar]:
    shown = progress_console()
    columns = (
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[tables]:,} tables, {task.fields[rate]:,}/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True) as bar:
        yield _Bar(bar, total)


def library_(library: LibraryOption = None, as_json: Json = False) -> None:
    """What is in the library.

    Example: kibitz library --json
    """
    from kibitz.records.library import Library
    from kibitz.records.search import summary

    place = Places.of(library).library
    with Library.open(place, create=False) as opened:
        counted = dataclasses.asdict(summary(opened))
    if as_json:
        print_json({"library": str(place), **counted})
        return
    console().print(str(place), soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, number in counted.items():
        if isinstance(number, dict):
            table.add_row(f"by {name[:-1]}", "")
            for part, count in number.items():
                table.add_row(f"  {part}", f"{count:,}")
        else:
            table.add_row(name.replace("_", " "), f"{number:,}")
    console().print(table)


@command
def find(
    query: Query,
    limit: Annotated[
        int, typer.Option(min=1, max=10**6, help="Show at most this many tables.")
    ] = 20,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Find tables by player, event, contract, declarer, result or any words.

    Example: kibitz find --contract 3NT --result made --declarer Helgemo
    """
    from kibitz.records.formats.lines import to_json
    from kibitz.records.library import Library
    from kibitz.records.search import count
    from kibitz.records.search import find as find_tables

    with Library.open(Places.of(library).library, create=False) as opened:
        number = count(opened, query)
        entries = list(islice(find_tables(opened, query), limit))
    if as_json:
        tables = [{"id": entry.id, **to_json(entry.record)} for entry in entries]
        print_json({"found": number, "tables": tables})
        return
    table = Table(box=None, pad_edge=False)
    for column in ("table", "event", "board", "room", "declarer", "contract", "result"):
        table.add_column(column, overflow="ellipsis", no_wrap=column != "event")
    for entry in entries:
        record, cite = entry.record, entry.record.citation
        seat = record.contract.declarer if record.contract else None
        name = cite.players[seat] or str(seat) if seat is not None else ""
        row = (str(entry.id), cite.event, cite.board, cite.room, name)
        table.add_row(
            *row, contract_text(record.contract), result_text(record.contract, record.tricks)
        )
    console().print(table)
    console().print(f"{number:,} found" + (f", {limit} shown" if number > limit else ""))


@command
def export(
    *,
    format_: Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.")] = "pbn",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file; standard output if left out, or with -."),
    ] = None,
    query: Query,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Write tables of the library as PBN, LIN, record lines or handviewer links.

    A table that the format cannot hold is left out and counted. --json prints the counts, and needs
    --output.

    Example: kibitz export --format pbn --player Helgemo --output helgemo.pbn
    """
    from kibitz.records.formats.export import Exported, exported
    from kibitz.records.library import Library
    from kibitz.records.search import find as find_tables
    from kibitz.runtime.storage import write_atomically

    if output == Path("-"):
        output = None
    if as_json and output is None:
        raise UsageError("--json counts the tables written to a file: name it with --output.")
    done = Exported()
    with (
        Library.open(Places.of(library).library, create=False) as opened,
        closing(find_tables(opened, query)) as entries,
    ):
        pieces = exported((entry.record for entry in entries), format_, done)
        if output is None:
            for piece in pieces:
                sys.stdout.write(piece)
        else:
            write_atomically(output, (piece.encode() for piece in pieces))
    if as_json:
        print_json({"written": done.written, "left_out": done.left_out})
    elif done.left_out or output is not None:
        progress_console().print(f"{done.written:,} written, {done.left_out:,} left out")
