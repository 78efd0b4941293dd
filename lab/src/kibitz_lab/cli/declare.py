"""``kibitz lab declare``: experts' deals, declared to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markdown import Markdown
from rich.table import Table

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing, long_command
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun, SimilarityFile, TestFiles


@long_command
def declare(
    records: Annotated[
        list[Path], typer.Option(help="A file of experts' deals; may be given several times.")
    ],
    train: Annotated[
        list[Path] | None,
        typer.Option(help="Files of precedents; events that are declared are left out."),
    ] = None,
    limit_train: Annotated[int, typer.Option(min=1, help="At most so many tables of --train.")] = (
        5000
    ),
    similarity: SimilarityFile = None,
    deals: Annotated[int, typer.Option(min=2, max=100_000, help="How many deals.")] = 200,
    *,
    run: DrawnRun,
) -> None:
    """Declare experts' deals to the end against defenders who see all four hands.

    Contracts made and tricks taken by lookahead alone and, with --train, by precedents alone and
    by both together, beside the experts' own results. A run that was stopped goes on from there.

    Example: kibitz lab declare --records human_3nt_made.jsonl.gz --deals 20
    """
    from kibitz_lab.declare import run as declaring

    existing((*records, *(train or ())))
    task = declaring.Task(
        records=records, train=train or (), deals=deals, limit_train=limit_train, seed=run.seed
    )
    with bars() as watch:
        ready = declaring.prepared(task, watch=watch, similarity=similarity)
        if run.dry_run:
            run.announce_stages("declare", ready.stages)
            return
        found = declaring.run(ready, engine=run.workers, watch=watch)
    result = run.result("declare", found, records=[*records, *(train or ())], seed=run.seed)
    ready.parts.clear()
    if run.as_json:
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


@long_command
def lookahead(
    test: TestFiles,
    train: Annotated[list[Path] | None, typer.Option(help="Files of games to learn from.")] = None,
    sample: Annotated[int, typer.Option(min=2, help="How many real decisions.")] = 1000,
    layouts: Annotated[int, typer.Option(min=1, max=1000, help="Layouts at each.")] = 16,
    limit_train: Annotated[
        int, typer.Option(min=1, help="At most so many tables to learn from.")
    ] = (5000),
    weight: Annotated[
        list[float] | None,
        typer.Option(help="Of a sampled trick beside the votes: try this one as well."),
    ] = None,
    similarity: SimilarityFile = None,
    every_chair: Annotated[
        bool,
        typer.Option(
            "--every-chair",
            help="Lookahead alone, from all chairs: the calls weighed, and by rules.",
        ),
    ] = False,
    *,
    run: DrawnRun,
) -> None:
    """What lookahead adds to precedents, one real decision of an expert at a time.

    Agreement with the expert and double-dummy tricks lost, by precedents, by lookahead and by both.
    With --every-chair, what is gained by weighing the calls when layouts are drawn, at events that
    taught no network.

    Example: kibitz lab lookahead --train 3nt.jsonl.gz --test 3nt.jsonl.gz --sample 200
    """
    existing((*(train or ()), *test))
    if every_chair:
        _every_chair(test, sample, layouts, run)
        return
    if not train:
        raise UsageError("Name files of games to learn from, or ask for --every-chair.")
    from kibitz_lab.lookahead import experiment

    task = experiment.Task(
        train=train, test=test, sample=sample, layouts=layouts, limit_train=limit_train,
        seed=run.seed, weights=tuple(weight or ()),
    )  # fmt: skip
    with bars() as watch:
        ready = experiment.prepared(task, watch=watch, similarity=similarity)
        if run.dry_run:
            run.announce_stages("lookahead", ready.stages)
            return
        found = experiment.run(ready, engine=run.workers, watch=watch)
    result = run.result("lookahead", found, records=[*train, *test], seed=run.seed)
    ready.parts.clear()
    if run.as_json:
        print_json(result)
        return
    _print_lookahead(result["rows"])


def _print_lookahead(rows: list[dict[str, Any]]) -> None:
    table = Table("method", "agreement", "tricks lost")
    for row in rows:
        table.add_row(
            row["method"],
            f"{row['agreement_real']:.1%} ± {row['agreement_within']:.1%}",
            f"{row['tricks_lost']:.3f} ± {row['tricks_lost_within']:.3f}",
        )
    console().print(table)


def _every_chair(test: list[Path], sample: int, layouts: int, run: DrawnRun) -> None:
    """Lookahead alone, layouts drawn in two ways."""
    from kibitz_lab.lookahead import every_chair

    task = every_chair.Task(test=test, sample=sample, layouts=layouts, seed=run.seed)
    with bars() as watch:
        ready = every_chair.prepared(task, watch=watch)
        if run.dry_run:
            run.announce_stages("layouts", ready.stages)
            return
        found = every_chair.run(ready, engine=run.workers, watch=watch)
    result = run.result("layouts", found, seed=run.seed)
    ready.parts.clear()
    if run.as_json:
        print_json(result)
        return
    table = Table("", "decisions", "lost, calls weighed", "lost, by rules", "saved")
    for row in result["rows"]:
        table.add_row(
            row["of"],
            f"{row['decisions']:,}",
            *(
                f"{row[one]:.3f} ± {row[f'{one}_within']:.3f}"
                for one in ("lost_calls", "lost_rules", "saved")
            ),
        )
    console().print(table)


@long_command
def plans(
    records: Annotated[list[Path], typer.Option(help="Files of games.")],
    deals: Annotated[int, typer.Option(min=1, help="Deals of each strain.")] = 100,
    follow: Annotated[
        int, typer.Option(min=0, help="Of each strain, so many are also played to the end.")
    ] = 0,
    layouts: Annotated[int, typer.Option(min=10, help="Fresh layouts a deal.")] = 400,
    every_event: Annotated[
        bool, typer.Option(help="Also deals of events that the networks were made from.")
    ] = False,
    *,
    run: DrawnRun,
) -> None:
    """Whether what plans say holds on fresh layouts, and beside what the experts did.

    Deals in 3NT and in suits, planned when dummy is down: for each kind of sentence how many were
    said and how many held on fresh layouts, the total chance against the played-out one and
    against the expert's result, the plan's first suit and hold-up beside the expert's, and, where
    asked, the tricks lost when the plan is followed. A run that was stopped goes on.

    Example: kibitz lab plans --records tables.jsonl --deals 100
    """
    from kibitz_lab.plans import experiment, report

    existing(records)
    task = experiment.Task(
        records=records,
        deals=deals,
        follow=follow,
        layouts=layouts,
        every_event=every_event,
        seed=run.seed,
    )
    with bars() as watch:
        ready = experiment.prepared(task, watch=watch)
        if run.dry_run:
            run.announce("plans", len(ready.tables), experiment.SECONDS_A_DEAL, ready.parts)
            return
        found = experiment.run(ready, engine=run.workers, watch=watch)
    result = run.result("plans", found, records=records, seed=run.seed)
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
