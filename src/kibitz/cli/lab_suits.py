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
    Jobs,
    announce,
    engine_of,
    progress,
)
from kibitz.cli.output import Json, console, print_json


def suits(
    problems: Annotated[int, typer.Option(help="How many combinations.", min=1)] = 650,
    seed: Annotated[int, typer.Option(help="Which random combinations.")] = 1,
    into: Annotated[
        Path | None, typer.Option(help="Also write the result file into this folder.")
    ] = None,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """What the paper's tree of tactics loses against the exact line in one suit.

    Example: kibitz lab suits --problems 50
    """
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
    table = Table("goal", "questions", "as good", "mean loss", "where worse", "largest")
    for goal, row in found["goals"].items():
        numbers = (
            f"{row[key]:.4f}" for key in ("mean_loss", "mean_loss_where_worse", "largest_loss")
        )
        table.add_row(goal, str(row["questions"]), f"{row['as_good']:.1%}", *numbers)
    console().print(table)


def _write(path: Path, result: dict[str, Any]) -> None:
    from kibitz.storage import write_atomically

    write_atomically(path, (json.dumps(result, indent=1) + "\n").encode())
