"""``kibitz lab seqlearner``: the tables of the SeqLearner paper, ours beside theirs."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import long_command
from kibitz.cli.strategies import solve_first
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun


@long_command
def seqlearner(
    game: Annotated[str, typer.Option(help="lose-tic-tac-toe or five-mens-morris.")] = (
        "lose-tic-tac-toe"
    ),
    runs: Annotated[int, typer.Option(min=1, max=1000, help="Runs with each kind of agent.")] = 20,
    reading: Annotated[
        list[str] | None,
        typer.Option(help="How the paper is read: 0.1.0, S, L, L-morris or G; else several."),
    ] = None,
    beyond: Annotated[bool, typer.Option("--beyond", help="What we added to the paper.")] = False,
    controls: Annotated[
        bool, typer.Option("--controls", help="Deeper searches without knowledge, in morris.")
    ] = False,
    watched: Annotated[
        int | None, typer.Option(min=1, help="Contests of a tournament; else the protocol's.")
    ] = None,
    tested: Annotated[
        int | None, typer.Option(min=1, help="Contests that test an agent; else the protocol's.")
    ] = None,
    *,
    run: DrawnRun,
) -> None:
    """Learn by watching, then play: Tables 1 and 2, and the control without knowledge.

    Example: kibitz lab seqlearner --reading S --runs 20 --seed 1 --json
    """
    from kibitz.games.boards import game_named
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.seqlearner import experiment, report

    if beyond and controls:
        raise UsageError("Give either --beyond or --controls, not both.")
    part = "controls" if controls else "beyond" if beyond else "paper"
    played = game_named(game)
    readings = experiment.readings_for(played, reading or ()) if part == "paper" else ()
    parts = parts_of("seqlearner", game, part, run.seed, watched, tested, readings)
    terms = experiment.Terms(watched, tested, readings)
    if run.dry_run:
        seconds = experiment.SECONDS[part][played.slides] * terms.share(played)
        run.announce(f"{game}, {part}", 2 * runs, seconds, parts)
        return
    solve_first(played)  # once, before the processes that need it start
    with progress(f"{game}, {part}", 2 * runs) as tell:
        found = experiment.runs(
            part, game, runs, run.seed, terms=terms, engine=run.workers, parts=parts, tell=tell
        )
        tables = report.tables_of(game, part, found)
    result = run.result(f"seqlearner-{game}-{part}", tables, seed=run.seed)
    parts.clear()
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
