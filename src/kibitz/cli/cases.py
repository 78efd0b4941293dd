"""``kibitz cases``: a case base of an archive, built and searched by any number of machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import duration, progress
from kibitz.cli.run import Device, Run
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.cardplay.sibl.case_files import Questions
    from kibitz.precedents.sequences.columns import SequenceMatches
    from kibitz.precedents.sequences.store import SequenceStore

app = typer.Typer(
    help="Declarer's decisions as cases on disk: build them, ask for the nearest.\n\n"
    "Example: kibitz cases build ~/bridge/archive --store cases",
    no_args_is_help=True,
    rich_markup_mode=None,
)
StoreFolder = Annotated[
    Path, typer.Option("--store", help="The folder of case files; workers need it at this path.")
]
Paths = Annotated[list[Path], typer.Argument(help="Files and folders.", metavar="PATH...")]
_SECONDS_A_SHARD = 2e-9  # for each case, question and state, roughly
_SHOWN = 10


@app.command()
@command
def build(
    paths: Paths,
    store: StoreFolder,
    *,
    run: Run,
) -> None:
    """Turn every no-trump decision of declarer's side into a case, and keep it in case files.

    Nothing is lost if it is interrupted: the same command continues where it stopped.

    Example: kibitz cases build ~/bridge/archive --store cases --jobs 4
    """
    from kibitz.cardplay.sibl import case_files
    from kibitz.cardplay.sibl.features import SCHEMA, WINDOW
    from kibitz.precedents.sequences.store import SequenceStore
    from kibitz.records.importing import game_files, sample

    files = list(game_files(paths))
    if run.dry_run:
        seen, size = sample(files, 1.0), sum(file.size for file in files)
        seconds = seen.seconds * size / max(1, seen.bytes) / run.workers.jobs
        plan = {"files": len(files), "bytes": size, "about_seconds": round(seconds, 1)}
        if run.as_json:
            print_json(plan)
        else:
            console().print(f"{len(files):,} files; about {duration(seconds)}")
        return
    kept = SequenceStore.open_or_create(store, SCHEMA, WINDOW)
    with progress("building cases", None) as tell:
        built = case_files.build(kept, files, engine=run.workers, tell=tell)
    if run.as_json:
        print_json({"tables": built.tables, "cases": built.cases, "store": len(kept)})
        return
    added = f"{built.cases:,} cases of {built.tables:,} tables were added"
    console().print(f"{added}; {store} holds {len(kept):,}")


@app.command()
@command
def ask(
    paths: Paths,
    store: StoreFolder,
    nearest: Annotated[int, typer.Option(min=1, max=1000, help="Cases for each question.")] = 5,
    most: Annotated[int, typer.Option(min=1, help="Answer at most this many questions.")] = 1000,
    device: Device = None,
    *,
    run: Run,
) -> None:
    """Find the nearest cases to each decision in some files, shard by shard.

    The answer is the same as from one memory of all cases, whichever process searched which shard.
    Nothing is lost if it is interrupted: the same command continues where it stopped.

    Example: kibitz cases ask match.lin --store cases --nearest 3 --device cuda
    """
    from kibitz.cardplay.sibl.case_files import questions_of
    from kibitz.precedents.sequences import shards
    from kibitz.precedents.sequences.store import SequenceStore
    from kibitz.records.importing import game_files
    from kibitz.runtime.provenance import parts_of

    kept = SequenceStore.open(store)
    questions = questions_of(game_files(paths), most)
    if not len(questions.asked):
        raise UsageError("These files contain no no-trump decision of declarer's side.")
    pieces = shards.shards(kept)
    parts = parts_of("cases", *shards.asking(kept, questions.asked, nearest))
    if run.dry_run:
        work = _SECONDS_A_SHARD * len(kept) * len(questions.asked) * kept.window
        run.announce("shards", len(pieces), work / max(1, len(pieces)), parts)
        return
    with progress("searching shards", len(pieces)) as tell:
        found = shards.nearest(
            kept, questions.asked, nearest, engine=run.workers, device=device, tell=tell,
            parts=parts if len(pieces) > 1 else None,
        )  # fmt: skip
    rows = _rows(kept, questions, found)
    parts.clear()
    if run.as_json:
        print_json(rows)
        return
    for row in rows[:_SHOWN]:
        console().print(row["question"])
        for match in row["nearest"]:
            console().print(f"  {match['distance']:.3f}  {match['source']}")
    shown = f", {_SHOWN} shown" if len(rows) > _SHOWN else ""
    console().print(f"{len(rows):,} questions, {len(kept):,} cases{shown}")


def _rows(
    store: SequenceStore, questions: Questions, found: SequenceMatches
) -> list[dict[str, Any]]:
    """Each question with its matches, compared by the present state alone."""
    unit = store.schema.unit
    rows = []
    sources = store.sources_of(found.cases[:, 0].ravel().tolist())
    for source, cases, squares in zip(
        questions.sources, found.cases[:, 0].tolist(), found.squares[:, 0].tolist(), strict=True
    ):
        matches = [
            {"case": case, "distance": round(square**0.5 / unit, 6), "source": str(sources[case])}
            for case, square in zip(cases, squares, strict=True)
            if case >= 0
        ]
        rows.append({"question": str(source), "nearest": matches})
    return rows
