"""``kibitz lab suits``: what the paper's own way loses in one suit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.engines import (
    Address,
    DryRun,
    EngineName,
    Into,
    Jobs,
    announce,
    engine_of,
    progress,
)
from kibitz.cli.output import Json, console, print_json, progress_console


def suits(
    problems: Annotated[int, typer.Option(help="How many combinations.", min=1)] = 650,
    seed: Annotated[int, typer.Option(help="Which random combinations.")] = 1,
    texts: Annotated[
        Path | None, typer.Option(help="Compare our plans with FINESSE's texts in this file.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="Make the table of plans that is shipped, here.")
    ] = None,
    into: Into = None,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """What the paper's tree of tactics loses against the exact line in one suit.

    With --texts our plans are set beside FINESSE's own; with --table every combination like the
    Encyclopedia's is planned and the shipped table written, which takes ten minutes.

    Example: kibitz lab suits --problems 50
    """
    if texts is not None:
        return _texts(texts, into, as_json=as_json)
    if table is not None:
        return _table(table, into, as_json=as_json)
    from rich.table import Table

    from kibitz.lab.provenance import commit, parts_of
    from kibitz.lab.suits import SECONDS, experiment

    chosen, parts = engine_of(jobs, engine, address), parts_of("suits")
    if dry_run:
        announce("suits", problems, SECONDS, chosen, parts, as_json)
        return
    with progress("solving each twice", problems) as tell:
        found = experiment(problems=problems, seed=seed, engine=chosen, parts=parts, advance=tell)
    result = {
        "commit": commit(),
        "command": f"kibitz lab suits --problems {problems} --seed {seed}",
        **found,
    }
    if into is not None:
        _write(into / "suits.json", result)
    parts.clear()
    if as_json:
        print_json(result)
        return
    shown = Table("goal", "questions", "as good", "mean loss", "where worse", "largest")
    for goal, row in found["goals"].items():
        numbers = (
            f"{row[key]:.4f}" for key in ("mean_loss", "mean_loss_where_worse", "largest_loss")
        )
        shown.add_row(goal, str(row["questions"]), f"{row['as_good']:.1%}", *numbers)
    console().print(shown)


def _texts(file: Path, into: Path | None, *, as_json: bool) -> None:
    from rich.progress import Progress

    from kibitz.errors import UsageError
    from kibitz.lab.provenance import commit
    from kibitz.lab.suits_texts import compare

    try:
        problems = json.loads(file.read_text("utf-8"))["problems"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is no file of numbered problems: {error}") from error
    with Progress(console=progress_console(), transient=True) as progress:
        task = progress.add_task("telling each", total=len(problems))
        found = compare(problems, lambda: progress.advance(task))
    result = {"commit": commit(), "command": "kibitz lab suits --texts FILE", **found}
    if into is not None:
        _write(into / "suits_texts.json", result)
    if as_json:
        return print_json(result)
    console().print(f"{found['same']} of {found['legible']} texts are the same as FINESSE's.")
    for row in found["different"]:
        lines = "\n    ".join(row["text"])
        console().print(f"#{row['number']} {row['cards']}: {row['reason']}\n    {lines}")


def _table(path: Path, into: Path | None, *, as_json: bool) -> None:
    from rich.progress import Progress

    from kibitz.lab.combinations import every_encyclopedia_like
    from kibitz.lab.provenance import commit
    from kibitz.lab.suits_table import rows, summary
    from kibitz.storage import write_atomically
    from kibitz.suits.similar import pack

    with Progress(console=progress_console(), transient=True) as progress:
        total = sum(1 for _ in every_encyclopedia_like())
        task = progress.add_task("planning each", total=total)
        known = list(rows(lambda: progress.advance(task)))
    write_atomically(path, pack(known))
    result = {"commit": commit(), "command": "kibitz lab suits --table FILE", **summary(known)}
    if into is not None:
        _write(into / "suits_table.json", result)
    if as_json:
        return print_json(result)
    console().print(f"{len(known):,} of {total:,} combinations told.")


def _write(path: Path, result: dict[str, Any]) -> None:
    from kibitz.storage import write_atomically

    write_atomically(path, (json.dumps(result, indent=1) + "\n").encode())
