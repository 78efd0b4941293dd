"""``kibitz lab slips`` and ``halves``: whether slips cost, and whether their rate means a thing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing, long_command
from kibitz_lab.cli.run import DrawnRun

Records = Annotated[list[Path], typer.Option(help="Files of games with players' names.")]


@long_command
def slips(
    records: Records,
    robots: Annotated[list[Path] | None, typer.Option(help="Files of programs' games.")] = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables whose four seats are reviewed.")] = 500,
    sample: Annotated[int, typer.Option(min=1, help="Cards not blamed that are costed.")] = 5000,
    sittings: Annotated[int, typer.Option(min=1, help="Of each program.")] = 400,
    summary: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the experts' figures that ship.")
    ] = None,
    *,
    run: DrawnRun,
) -> None:
    """Whether slips cost, and whether worse players slip more.

    Every seat of tables from events for testing is reviewed as `kibitz me` does; costs are measured
    on layouts drawn apart and on the actual one. Programs, and people among them, are put beside
    experts.

    Example: kibitz lab slips --records human_players.jsonl.xz --robots robots.jsonl.gz
    """
    from kibitz_lab.mygame import experiment, report

    existing((*records, *(robots or ())))
    task = experiment.Task(
        records=records,
        robots=robots or (),
        tables=tables,
        sample=sample,
        sittings=sittings,
        seed=run.seed,
    )
    with bars() as watch:
        prepared = experiment.prepare(task, watch)
        if run.dry_run:
            run.announce_stages("slips", prepared.stages)
            return
        found = experiment.run(prepared, run.workers, watch)
    result = run.result("slips", found, (*records, *(robots or ())), run.seed)
    if summary is not None:
        experiment.write_summary(summary, result)
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))


@long_command
def halves(
    records: Records,
    least: Annotated[int, typer.Option(min=2, help="Decisions of a player to be halved.")] = 2000,
    few: Annotated[int, typer.Option(min=2, help="The same where they are few.")] = 300,
    players: Annotated[int, typer.Option(min=0, help="Of whom only few are taken.")] = 100,
    costs: Annotated[
        bool, typer.Option(help="Cost slips; else only departures are counted, which is quick.")
    ] = True,
    *,
    run: DrawnRun,
) -> None:
    """Whether a rate of slips means something: two halves of a player's tables beside each other.

    The tables of every player with enough decisions, of events that nothing was learned from, are
    dealt to two halves in turn, and the rates of both halves correlated over players.

    Example: kibitz lab halves --records human_players.jsonl.xz
    """
    from kibitz_lab.mygame import experiment, report

    existing(records)
    task = experiment.Halving(
        records=records, least=least, few=few, players=players, costed=costs, seed=run.seed
    )
    with bars() as watch:
        prepared = experiment.prepare_halves(task, watch)
        if run.dry_run:
            run.announce_stages("halves", prepared.stages)
            return
        found = experiment.run_halves(prepared, run.workers, watch)
    result = run.result("halves", found, records, run.seed)
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report_halves(result))))
