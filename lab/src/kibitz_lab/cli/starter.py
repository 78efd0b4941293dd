"""``kibitz lab starter`` and ``starter-cases``: make the library that ships, and describe it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars, progress
from kibitz.cli.run import Run, existing, long_command
from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz_lab.cli.run import DrawnRun


@long_command
def starter(
    deals: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="How many deals to play; else as many as ship."),
    ] = None,
    openings: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="How many deals are opened; else as many as ship."),
    ] = None,
    library: Annotated[
        Path | None, typer.Option(help="A folder to write the library's files and its page into.")
    ] = None,
    *,
    run: DrawnRun,
) -> None:
    """Make the starter library: a match of the house, and openings by the house rules.

    Each deal is bid and played at two tables by the networks that ship; nobody sees a hidden card.
    What is finished is kept when it is stopped, and a second run goes on from there. The library is
    the same for any number of processes.

    Example: kibitz lab starter --deals 100 --library starter
    """
    from kibitz.runtime.storage import write_atomically
    from kibitz_lab.house.library import OPENINGS, make
    from kibitz_lab.house.page import PAGE, page
    from kibitz_lab.house.starter import DEALS, finish, parts, stage

    wanted = deals or DEALS
    kept, todo = parts(run.seed), stage(wanted, run.seed)
    if run.dry_run:
        run.announce_stages("starter", [todo])
        return
    with progress("tasks of eight deals", todo.tasks) as tell:
        match = finish(wanted, seed=run.seed, engine=run.workers, parts=kept, tell=tell)
    with bars() as watch:
        found = make(
            library,
            match,
            seed=run.seed,
            openings=openings or OPENINGS,
            engine=run.workers,
            watch=partial(watch.reached, "tables"),
        )
    if library is not None:
        write_atomically(library / PAGE, page(found).encode())
    result = run.result("starter", found, seed=run.seed)
    kept.clear()
    if run.as_json:
        print_json(result)
        return
    played, where = found["match"], f"; written into {library}" if library else ""
    console().print(
        f"{played['deals']:,} deals at {played['tables']:,} tables, {played['different']:,} of "
        f"them different; {found['openings']['cases']:,} openings{where}"
    )


@long_command
def starter_cases(
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    *,
    run: Run,
) -> None:
    """Describe the house's match, so that it need not be described on a user's machine.

    Run it whenever the match or the networks that ship are others; what it writes belongs beside
    them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.learning import shipped, stage
    from kibitz.cardplay.starter import starter_waiting
    from kibitz.records.starter import HOUSE_FILE
    from kibitz.runtime.storage import shipped_if_built, write_atomically
    from kibitz_lab.house.library import describe

    if run.dry_run:
        run.announce_stages("starter-cases", [stage(starter_waiting(Places.of(), shipped()))])
        return
    match = shipped_if_built(HOUSE_FILE)
    if match is None:
        raise UsageError(
            "This package was built without the house's match: make it with 'kibitz lab starter'."
        )
    with bars() as watch:
        files = describe(match, run.workers, partial(watch.reached, "tables"))
    for name, content in files.items():
        write_atomically(into / name, content)
    answer = {"written": {str(into / name): len(content) for name, content in files.items()}}
    if run.as_json:
        print_json(answer)
    else:
        console().print(
            "\n".join(f"{path}: {size:,} bytes" for path, size in answer["written"].items())
        )


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
    from kibitz_lab.house import experiment
    from kibitz_lab.house.report import report_house

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
