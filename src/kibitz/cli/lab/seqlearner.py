"""``kibitz lab seqlearner``: the tables of the SeqLearner paper, ours beside theirs."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

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
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.strategies import solve_first
from kibitz.errors import UsageError


def seqlearner(
    game: Annotated[str, typer.Option(help="lose-tic-tac-toe or five-mens-morris.")] = (
        "lose-tic-tac-toe"
    ),
    runs: Annotated[int, typer.Option(min=1, max=1000, help="Runs with each kind of agent.")] = 20,
    seed: Annotated[int, typer.Option(help="Every run follows from it.")] = 1,
    reading: Annotated[
        str, typer.Option(help="How the paper is read: 0.1.0, S, L, L-morris or G.")
    ] = "",
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
    into: Into = None,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Learn by watching, then play: Tables 1 and 2, and the control without knowledge.

    Example: kibitz lab seqlearner --game five-mens-morris --reading S --runs 20 --seed 1 --json
    """
    from kibitz.games.boards import game_named
    from kibitz.lab.harness.results import result_of, write_result
    from kibitz.lab.seqlearner import experiment, report
    from kibitz.runtime.provenance import parts_of

    if beyond and controls:
        raise UsageError("one of --beyond and --controls at a time")
    part = "controls" if controls else "beyond" if beyond else "paper"
    chosen, played = engine_of(jobs, engine, address), game_named(game)
    terms = experiment.Terms(watched, tested, experiment.reading_for(played, reading).name)
    name = f"seqlearner-{game}-{terms.reading if part == 'paper' else part}"
    parts = parts_of(name, game, part, seed, watched, tested)
    if dry_run:
        seconds = experiment.SECONDS[part][played.slides] * terms.share(played)
        announce(f"{game}, {part}", 2 * runs, seconds, chosen, parts, as_json)
        return
    solve_first(played)  # once, before the processes that need it start
    with progress(f"{game}, {part}", 2 * runs) as tell:
        found = experiment.runs(
            part, game, runs, seed, terms=terms, engine=chosen, parts=parts, tell=tell
        )
        content = report.result_of_runs(game, part, terms.reading, found)
    result = result_of(name, content, seed=seed)
    if into is not None:
        write_result(into, result)
    parts.clear()
    if as_json:
        print_json(result)
    else:
        console().print(Markdown(report.markdown(result)))
