"""``kibitz lab leads``, ``lab defence`` and ``lab defend``: the defenders' cards, found or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Device, existing, long_command
from kibitz_lab.cli.run import DrawnRun, SimilarityFile, methods_named

if TYPE_CHECKING:
    from kibitz_lab.defending.sample import Asked

Train = Annotated[
    list[Path], typer.Option(help="Files of games to learn from, or packed by pack-tables.")
]
Test = Annotated[
    list[Path],
    typer.Option(help="The like to test on; events that are known already are left out."),
]
Name = Annotated[str, typer.Option(help="With --into: the result file's name.")]


@dataclass(frozen=True, slots=True)
class DefendingRun(DrawnRun):
    """How an experiment of defenders' cards is run: also what is asked of whom."""

    method: Annotated[
        list[str] | None, typer.Option(help="A method; may be given several times. Default: all.")
    ] = None
    limit_train: Annotated[
        int, typer.Option(min=0, help="At most so many tables to learn from; 0: all.")
    ] = 5_000
    limit_test: Annotated[
        int, typer.Option(min=0, help="About so many decisions to test, whole tables; 0: all.")
    ] = 20_000
    sample: Annotated[
        int, typer.Option(min=0, help="Decisions solved double dummy, and looked ahead at.")
    ] = 300
    layouts: Annotated[int, typer.Option(min=1, max=1000, help="Layouts of lookahead.")] = 16
    weight: Annotated[
        list[float] | None,
        typer.Option(help="Of a sampled trick beside the votes: try this one as well."),
    ] = None
    validation: Annotated[
        bool, typer.Option("--validation", help="Test on the events kept for choosing numbers.")
    ] = False
    similarity: SimilarityFile = None
    device: Device = None

    def measure(
        self, asked: Asked, train: Sequence[Path], test: Sequence[Path], name: str
    ) -> dict[str, Any] | None:
        """The result, written where asked; nothing where it is only announced or printed here."""
        from kibitz_lab.defending import experiment
        from kibitz_lab.defending.answers import METHODS
        from kibitz_lab.defending.sample import Draw

        existing((*train, *test))
        task = experiment.Task(
            asked=asked,
            draw=Draw(
                train=train, test=test, limit_train=self.limit_train, limit_test=self.limit_test,
                validation=self.validation, seed=self.seed,
            ),
            methods=methods_named(self.method, METHODS) if self.method else (),
            sample=self.sample, layouts=self.layouts, weights=tuple(self.weight or ()),
            similarity=self.similarity, device=self.device,
        )  # fmt: skip
        with bars() as watch:
            ready = experiment.prepared(task, watch)
            if self.dry_run:
                self.announce_stages(asked.value, ready.stages)
                return None
            found = experiment.run(ready, engine=self.workers, watch=watch)
        self.result(name, found, seed=self.seed)
        ready.clear()
        if self.as_json:
            print_json(found["rows"])
            return None
        return found


@long_command
def leads(train: Train, test: Test, name: Name = "leads", *, run: DefendingRun) -> None:
    """How often each method finds the expert's opening lead, on events it has not learned from.

    The very card; one that touches it; both besides taking the nine and lower as one; the suit.
    DDOLAR and ADDOLAR are the share of leads that give up no trick double dummy, on the actual
    layout and on the average of 40 that the leader cannot rule out. Intervals are over events.

    Example: kibitz lab leads --train tables.kibitz --test tables.kibitz --limit-test 2000
    """
    from kibitz_lab.defending.sample import Asked

    found = run.measure(Asked.LEADS, train, test, name)
    if found is not None:
        console().print(_table(found, ("touch", "both", "suit", "ddolar", "addolar")))


@long_command
def defence(train: Train, test: Test, name: Name = "defence", *, run: DefendingRun) -> None:
    """How often each method finds a defender's card after the lead, where there is a choice.

    The very card; one that touches it; both besides taking the nine and lower as one, over all
    decisions and over those of leading, following and discarding. Tricks lost are double dummy,
    on a sample. Intervals are over events.

    Example: kibitz lab defence --train tables.kibitz --test tables.kibitz --limit-test 2000
    """
    from kibitz_lab.defending.sample import Asked

    found = run.measure(Asked.DEFENCE, train, test, name)
    if found is not None:
        console().print(_table(found, ("touch", "both", "leading", "following", "discarding")))


@long_command
def defend(
    records: Annotated[
        list[Path], typer.Option(help="Files of experts' deals, or packed by pack-tables.")
    ],
    train: Annotated[
        list[Path] | None, typer.Option(help="Files of precedents; else those of the deals.")
    ] = None,
    deals: Annotated[int, typer.Option(min=2, max=100_000, help="How many deals.")] = 300,
    limit_train: Annotated[
        int, typer.Option(min=0, help="At most so many tables to learn from; 0: all.")
    ] = 5_000,
    similarity: SimilarityFile = None,
    *,
    run: DrawnRun,
) -> None:
    """Defend experts' deals to the end against a declarer who sees all four hands.

    The tricks that each method gives a deal: lookahead alone, precedents alone and both together,
    beside what the experts gave with the cards that are recorded; differences on the same deals.

    Example: kibitz lab defend --records tables.kibitz --deals 20
    """
    from kibitz_lab.defending import whole_deals
    from kibitz_lab.defending.sample import Draw

    existing((*records, *(train or ())))
    drawn = Draw(train=train or records, test=records, limit_train=limit_train, seed=run.seed)
    task = whole_deals.Task(draw=drawn, deals=deals, similarity=similarity)
    with bars() as watch:
        ready = whole_deals.prepared(task, watch)
        if run.dry_run:
            run.announce_stages("defend", ready.stages)
            return
        found = whole_deals.run(ready, engine=run.workers, watch=watch)
    result = run.result("defend", found, seed=run.seed)
    ready.parts.clear()
    if run.as_json:
        print_json(result)
        return
    table = Table("method", "tricks given a deal", "less than lookahead", "less than experts")
    for row in result["rows"]:
        figures = ("given_a_deal", "less_than_lookahead", "less_than_experts")
        table.add_row(
            row["method"], *(f"{row[one]:.2f} ± {row[f'{one}_within']:.2f}" for one in figures)
        )
    console().print(table)


def _table(result: dict[str, Any], shown: Sequence[str]) -> Table:
    title = (
        f"{result['decisions']:,} decisions at {result['tested']:,} tables of other events, "
        f"{result['memory']:,} tables learned from, {result['refused']:,} refused as seen"
    )
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("", "against", "decisions", "exact", *shown, "error", "lost"):
        table.add_column(column, justify="right" if column else "left")
    for row in result["rows"]:
        lost = row.get("tricks_lost")
        table.add_row(
            row["method"],
            row["strain"],
            f"{row['decisions']:,}",
            *(_percent(row[column]) for column in ("exact", *shown, "calibration_error")),
            "" if lost is None else f"{lost:.3f}",
        )
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"
