"""``kibitz lab meanings``: whether what is said of a call is true elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing, long_command
from kibitz_lab.cli.calls import Test, Train
from kibitz_lab.cli.run import LabRun


@long_command
def meanings(
    train: Train,
    test: Test,
    calls: Annotated[int, typer.Option(min=1, help="How many of the commonest calls.")] = 300,
    rare: Annotated[int, typer.Option(min=0, help="How many calls after rare auctions.")] = 200,
    *,
    run: LabRun,
) -> None:
    """Whether the ranges that are stated of calls hold on events that nobody learned from.

    The commonest first and second calls; of each the ranges of points and lengths as they are
    stated from the tables that teach, how many of the tested hands lie in them, and how many whole
    numbers they hold beside a range over all hands. Then calls after rare auctions, told of by
    auctions that mean the same or read by the network. Intervals are over events.

    Example: kibitz lab meanings --train auctions.kibitz --test auctions.kibitz
    """
    from kibitz.runtime.running import Stage
    from kibitz_lab.meanings import experiment, report

    existing((*train, *test))
    task = experiment.Task(train=train, test=test, calls=calls, rare=rare)
    if run.dry_run:
        run.announce_stages(
            "meanings",
            [
                Stage(calls, 0, experiment.SECONDS_A_CALL),
                Stage(rare, 0, experiment.SECONDS_A_RARE_ONE),
            ],
        )
        return
    with bars() as watch:
        found = experiment.run(task, watch)
    result = run.result("meanings", found)
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
