"""``kibitz lab house``: experts' deals bid and played by the house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.lab.run import DrawnRun
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing, long_command


@long_command
def house(
    records: Annotated[list[Path], typer.Option(help="Files of experts' tables.")],
    boards: Annotated[int, typer.Option(min=2, max=100_000, help="How many boards.")] = 300,
    *,
    run: DrawnRun,
) -> None:
    """Bid and play experts' deals of unseen events by the house, in all four chairs.

    How far its table lies from the recorded one, beside two tables of experts; the contracts; the
    tricks in the experts' own contracts, and those lost double dummy in each chair, beside theirs.

    Example: kibitz lab house --records human_players.jsonl.xz --boards 20
    """
    from kibitz.lab.house import experiment
    from kibitz.lab.house.report import report_house

    existing(records)
    task = experiment.Task(records, boards, run.seed)
    with bars() as watch:
        ready = experiment.prepared(task, watch)
        if run.dry_run:
            run.announce_stages("house", ready.stages)
            return
        found = experiment.run(ready, engine=run.workers, watch=watch)
    result = run.result("house", found, records, seed=run.seed)
    ready.parts.clear()
    if run.as_json:
        print_json(result)
        return
    console().print("\n".join(report_house(result)), soft_wrap=True)
