"""``kibitz lab suits``: what the paper's own way loses in one suit, and every plan in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import long_command
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun


@long_command
def suits(
    problems: Annotated[
        int | None, typer.Option(help="How many combinations; else 650, with --plans all.", min=1)
    ] = None,
    texts: Annotated[
        Path | None, typer.Option(help="Compare our plans with FINESSE's texts in this file.")
    ] = None,
    plans: Annotated[
        bool, typer.Option("--plans", help="Plan every combination like the Encyclopedia's.")
    ] = False,
    table: Annotated[
        Path | None, typer.Option(help="With --plans: write the table that is shipped, here.")
    ] = None,
    *,
    run: DrawnRun,
) -> None:
    """What the paper's tree of tactics loses against the exact line in one suit.

    With --texts our plans are set beside FINESSE's own; with --plans every combination like the
    Encyclopedia's is planned in words, which takes half an hour.

    Example: kibitz lab suits --problems 50
    """
    if table is not None and not plans:
        raise UsageError("--table goes with --plans.")
    if texts is not None:
        found = _texts(texts, run)
        name, drawn, files = "suits_texts", None, [texts]
    elif plans:
        found = _plans(problems, table, run)
        name, drawn, files = "suits_table", None, []
    else:
        found = _tactics(problems or 650, run)
        name, drawn, files = "suits", run.seed, []
    if found is None:
        return
    result = run.result(name, found, records=files, seed=drawn)
    if run.as_json:
        print_json(result)
    else:
        _SHOW[name](result)


def _tactics(problems: int, run: DrawnRun) -> dict[str, Any] | None:
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.suits.experiment import SECONDS, experiment

    parts = parts_of("suits")
    if run.dry_run:
        run.announce("suits", problems, SECONDS, parts)
        return None
    with progress("solving each twice", problems) as advance:
        found = experiment(
            problems=problems, seed=run.seed, engine=run.workers, parts=parts, advance=advance
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


def _texts(file: Path, run: DrawnRun) -> dict[str, Any] | None:
    from kibitz_lab.suits.texts import SECONDS, compare

    try:
        problems = json.loads(file.read_text("utf-8"))["problems"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is no file of numbered problems: {error}") from error
    if run.dry_run:
        run.announce("suits, texts", len(problems), SECONDS)
        return None
    with progress("wording each", len(problems)) as advance:
        return compare(problems, engine=run.workers, advance=advance)


def _show_texts(result: dict[str, Any]) -> None:
    console().print(f"{result['same']} of {result['legible']} texts are the same as FINESSE's.")
    for row in result["different"]:
        lines = "\n    ".join(row["text"])
        console().print(f"#{row['number']} {row['cards']}: {row['reason']}\n    {lines}")


def _plans(combinations: int | None, table: Path | None, run: DrawnRun) -> dict[str, Any] | None:
    from kibitz.runtime.storage import write_atomically
    from kibitz.suits.plans.similar import pack
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.making.plans_table import SECONDS, blocks, rows, summary

    asked, parts = blocks(combinations), parts_of("suits, plans")
    if run.dry_run:
        run.announce("suits, plans", len(asked), SECONDS, parts)
        return None
    with progress("planning blocks of combinations", len(asked)) as advance:
        known = list(rows(asked, engine=run.workers, parts=parts, advance=advance))
    if table is not None:
        write_atomically(table, pack(known))
    parts.clear()
    return summary(known, sum(map(len, asked)))


def _show_plans(result: dict[str, Any]) -> None:
    console().print(
        f"{result['told']:,} of {result['combinations']:,} combinations have a plan in words."
    )


_SHOW = {"suits": _show_tactics, "suits_texts": _show_texts, "suits_table": _show_plans}
