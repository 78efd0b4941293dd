"""``kibitz lab meanings``: whether what is said of a call is true elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.lab.calls import Test, Train
from kibitz.cli.lab.run import LabRun
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing, long_command


@long_command
def meanings(
    train: Train,
    test: Test,
    calls: Annotated[int, typer.Option(min=1, help="How many of the commonest calls.")] = 300,
    *,
    run: LabRun,
) -> None:
    """Whether the ranges that are stated of calls hold on events that nobody learned from.

    The commonest first and second calls; of each the ranges of points and lengths as they are
    stated from the tables that teach, how many of the tested hands lie in them, and how many whole
    numbers they hold beside a range over all hands. Intervals are over events.

    Example: kibitz lab meanings --train auctions.kibitz --test auctions.kibitz
    """
    from kibitz.lab.meanings import experiment, report

    existing((*train, *test))
    task = experiment.Task(train=train, test=test, calls=calls)
    if run.dry_run:
        run.announce("meanings", calls, experiment.SECONDS_A_CALL)
        return
    with bars() as watch:
        found = experiment.run(task, watch)
    result = run.result("meanings", found)
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
