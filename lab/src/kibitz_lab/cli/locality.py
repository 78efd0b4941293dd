"""``kibitz lab locality``: sequences learned with and without locality on a large board."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import long_command
from kibitz_lab.cli.run import DrawnRun


@long_command
def locality(
    runs: Annotated[int, typer.Option(min=2, max=1000, help="Runs.")] = 10,
    watched: Annotated[int, typer.Option(min=8, help="Contests watched in a run.")] = 800,
    tested: Annotated[int, typer.Option(min=2, help="Contests against the search.")] = 50,
    *,
    run: DrawnRun,
) -> None:
    """Watch five in a row on nine by nine, then play a search of two plies: locality or none.

    Example: kibitz lab locality --runs 2 --watched 80
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.locality import experiment, report

    parts = parts_of("locality", run.seed, watched, tested)
    if run.dry_run:
        seconds = experiment.SECONDS_A_RUN * watched / experiment.WATCHED
        run.announce("locality", runs, seconds, parts)
        return
    with progress("locality", runs) as tell:
        found = experiment.runs(
            runs, run.seed, watched=watched, tested=tested, engine=run.workers, parts=parts,
            tell=tell,
        )  # fmt: skip
    result = run.result("locality", report.summary(found, watched, tested), seed=run.seed)
    parts.clear()
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
