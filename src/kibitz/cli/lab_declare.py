"""``kibitz lab declare``: experts' deals, declared to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.output import Json, console, print_json, progress_console


def declare(
    records: Annotated[
        list[Path], typer.Option(help="A file of experts' deals; may be given several times.")
    ],
    train: Annotated[
        list[Path] | None,
        typer.Option(help="Files of precedents; no event of theirs is declared."),
    ] = None,
    deals: Annotated[int, typer.Option(min=2, max=100_000, help="How many deals.")] = 200,
    seed: Annotated[int, typer.Option(help="Everything drawn follows from it.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes that solve.")] = 2,
    into: Annotated[
        Path | None, typer.Option(help="Also write the result file into this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Declare experts' deals to the end against defenders who see all four hands.

    Contracts made and tricks taken by lookahead alone and, with --train, by precedents alone and
    by both together, beside the experts' own results.

    Example: kibitz lab declare --records human_3nt_made.jsonl.gz --deals 20
    """
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.table import Table

    from kibitz.lab.declaring_run import METHODS, run

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=progress_console(), transient=True) as progress:
        task = progress.add_task("declaring", total=deals * (len(METHODS) if train else 1))
        result: dict[str, Any] = run(
            records,
            train or [],
            deals=deals,
            seed=seed,
            jobs=jobs,
            into=into,
            advance=lambda: progress.advance(task),
        )
    if as_json:
        print_json(result)
        return
    table = Table("method", "made", "tricks", "lost a deal")
    for row in result["rows"]:
        table.add_row(
            row["method"],
            f"{row['made']} of {row['deals']} ± {row['made_rate_within']:.1%}",
            f"{row['tricks']:.2f} ± {row['tricks_within']:.2f}",
            f"{row['lost_a_deal']:.2f} ± {row['lost_a_deal_within']:.2f}",
        )
    console().print(table)
