"""``kibitz lab suits``: what the paper's own way loses in one suit, and every plan in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from kibitz.cli.lab.run import Into
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.runtime.running import Engine


def suits(
    problems: Annotated[
        int | None, typer.Option(help="How many combinations; else 650, with --plans all.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Which random combinations.")] = 1,
    texts: Annotated[
        Path | None, typer.Option(help="Compare our plans with FINESSE's texts in this file.")
    ] = None,
    plans: Annotated[
        bool, typer.Option("--plans", help="Plan every combination like the Encyclopedia's.")
    ] = False,
    table: Annotated[
        Path | None, typer.Option(help="With --plans: write the table that is shipped, here.")
    ] = None,
    into: Into = None,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """What the paper's tree of tactics loses against the exact line in one suit.

    With --texts our plans are set beside FINESSE's own; with --plans every combination like the
    Encyclopedia's is planned in words, which takes ten minutes.

    Example: kibitz lab suits --problems 50
    """
    from kibitz.lab.harness.results import result_of, write_result

    if table is not None and not plans:
        raise UsageError("a table is of plans: --plans --table FILE")
    chosen = engine_of(jobs, engine, address)
    if texts is not None:
        found = _texts(texts, chosen, dry_run, as_json)
        name, drawn, files = "suits_texts", None, [texts]
    elif plans:
        found = _plans(problems, table, chosen, dry_run, as_json)
        name, drawn, files = "suits_table", None, []
    else:
        found = _tactics(problems or 650, seed, chosen, dry_run, as_json)
        name, drawn, files = "suits", seed, []
    if found is None:
        return
    result = result_of(name, found, seed=drawn, records=files)
    if into is not None:
        write_result(into, result)
    if as_json:
        print_json(result)
    else:
        _SHOW[name](result)


def _tactics(
    problems: int, seed: int, engine: Engine, dry_run: bool, as_json: bool
) -> dict[str, Any] | None:
    from kibitz.lab.suits.experiment import SECONDS, experiment
    from kibitz.runtime.provenance import parts_of

    parts = parts_of("suits")
    if dry_run:
        announce("suits", problems, SECONDS, engine, parts, as_json)
        return None
    with progress("solving each twice", problems) as advance:
        found = experiment(
            problems=problems, seed=seed, engine=engine, parts=parts, advance=advance
        )
    parts.clear()
    return found


def _show_tactics(result: dict[str, Any]) -> None:
    from rich.table import Table

    shown = Table("goal", "questions", "as good", "mean loss", "where worse", "largest")
    for goal, row in result["goals"].items():
        numbers = (
            f"{row[key]:.4f}" for key in ("mean_loss", "mean_loss_where_worse", "largest_loss")
        )
        shown.add_row(goal, str(row["questions"]), f"{row['as_good']:.1%}", *numbers)
    console().print(shown)


def _texts(file: Path, engine: Engine, dry_run: bool, as_json: bool) -> dict[str, Any] | None:
    from kibitz.lab.suits.texts import SECONDS, compare

    try:
        problems = json.loads(file.read_text("utf-8"))["problems"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is no file of numbered problems: {error}") from error
    if dry_run:
        announce("suits, texts", len(problems), SECONDS, engine, None, as_json)
        return None
    with progress("wording each", len(problems)) as advance:
        return compare(problems, engine=engine, advance=advance)


def _show_texts(result: dict[str, Any]) -> None:
    console().print(f"{result['same']} of {result['legible']} texts are the same as FINESSE's.")
    for row in result["different"]:
        lines = "\n    ".join(row["text"])
        console().print(f"#{row['number']} {row['cards']}: {row['reason']}\n    {lines}")


def _plans(
    combinations: int | None, table: Path | None, engine: Engine, dry_run: bool, as_json: bool
) -> dict[str, Any] | None:
    from kibitz.lab.making.plans_table import SECONDS, blocks, rows, summary
    from kibitz.runtime.provenance import parts_of
    from kibitz.runtime.storage import write_atomically
    from kibitz.suits.plans.similar import pack

    asked, parts = blocks(combinations), parts_of("suits, plans")
    if dry_run:
        announce("suits, plans", len(asked), SECONDS, engine, parts, as_json)
        return None
    with progress("planning blocks of combinations", len(asked)) as advance:
        known = list(rows(asked, engine=engine, parts=parts, advance=advance))
    if table is not None:
        write_atomically(table, pack(known))
    parts.clear()
    return summary(known, sum(map(len, asked)))


def _show_plans(result: dict[str, Any]) -> None:
    console().print(
        f"{result['told']:,} of {result['combinations']:,} combinations have a plan in words."
    )


_SHOW = {"suits": _show_tactics, "suits_texts": _show_texts, "suits_table": _show_plans}
