"""``kibitz lab cbridge`` and ``kibitz lab openings``: the openings measured."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import long_command
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun, LabRun, methods_named

Mixed = Annotated[
    bool, typer.Option("--mixed", help="Learn all systems as one: asked for, never by itself.")
]
Runs = Annotated[
    int | None,
    typer.Option(min=1, max=100, help="Seeds: 1 with --test; else 5, each another split."),
]
Most = Annotated[int, typer.Option(min=100, help="At most so many deals of each side.")]
By = Annotated[str, typer.Option(help="What a split keeps together: deal, or event (for people).")]


@long_command
def cbridge(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = None,
    cases: Annotated[int, typer.Option(min=2, help="How many cases, as in the paper.")] = 2091,
    *,
    run: LabRun,
) -> None:
    """The dissertation's tables beside ours: CBridge1, CBridge1a and all that it says was tried.

    Leave-one-out over the first decisions of dealers, for K from 1 to 60 and beyond; readings of
    its similarity, by the column it prints; bids that stand beside other hands, as a hypothesis.

    Example: kibitz lab cbridge wbridge5.jsonl.gz
    """
    from kibitz_lab.cbridge.experiment import SECONDS_A_PAIR, TASKS, first_seat, tables
    from kibitz_lab.cbridge.mismatch import SEED
    from kibitz_lab.cbridge.report import tables as lines

    if run.dry_run:
        run.announce("cbridge", len(TASKS), SECONDS_A_PAIR * cases**2)
        return
    with progress("leaving one out", len(TASKS)) as tell:
        found = tables(first_seat(_cases(files or []), cases), engine=run.workers, tell=tell)
    result = run.result("cbridge", found, records=files or [], seed=SEED)
    if run.as_json:
        print_json(found)
        return
    for line in lines(result):
        console().print(line)


@long_command
def openings(
    train: Annotated[
        list[Path], typer.Option(help="Files to learn from; may be given several times.")
    ],
    test: Annotated[
        list[Path] | None,
        typer.Option(help="Files of other deals; without them, several splits of --train."),
    ] = None,
    apart: Annotated[
        bool,
        typer.Option("--apart", help="Test on the last three of every ten tables of --train."),
    ] = False,
    method: Annotated[
        list[str] | None, typer.Option(help="A method; may be given several times. Default: all.")
    ] = None,
    system: Annotated[str | None, typer.Option(help="Only cases of this system.")] = None,
    mixed: Mixed = False,
    runs: Runs = None,
    most: Most = 1_000_000,
    by: By = "deal",
    name: Annotated[str, typer.Option(help="With --into: the result file's name.")] = "openings",
    *,
    run: DrawnRun,
) -> None:
    """How often each method opens as the experts did, on deals it has not learned from.

    Accuracy, calls other than pass, the mean over calls, calibration, with intervals over deals.

    Example: kibitz lab openings --train wbridge5.jsonl.gz --method forest --method boosting
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.harness.results import cited
    from kibitz_lab.openings import experiment

    methods = methods_named(method, experiment.METHODS)
    _check_split(by, apart, bool(test))
    files = [*train, *(test or ())]
    learning = _of_system(_cases(train, most, by), system, mixed)
    tested = _of_system(_cases(test, most, by), system, mixed, like=learning) if test else []
    if apart:
        learning, tested = _apart(learning)
    part, asked = experiment.Part.of(learning), experiment.Part.of(tested)
    seeds = range(run.seed, run.seed + (runs or (1 if tested else 5)))
    circumstances = ([cited(file) for file in files], system, mixed, most, by, apart, bool(test))
    parts = parts_of("openings", *circumstances)
    tasks = len(seeds) * len(methods)
    if run.dry_run:
        run.announce("openings", tasks, experiment.SECONDS_A_CASE * len(learning), parts)
        return
    with progress("methods", tasks) as tell:
        found = experiment.over_seeds(
            lambda one: (part, asked) if tested else experiment.split(part, one),
            methods, seeds=seeds, engine=run.workers, parts=parts, tell=tell,
        )  # fmt: skip
    found["splits"] = not tested
    found["ceiling"] = experiment.ceiling(tested or learning)
    run.result(name, found, records=files, seed=run.seed)
    parts.clear()
    _show(found, run.as_json)


def _check_split(by: str, apart: bool, tested: bool) -> None:
    if by not in ("deal", "event"):
        raise UsageError(f"Split by deal or by event, not by {by!r}.")
    if apart and (tested or by != "deal"):
        raise UsageError("--apart splits --train by deal: give it neither --test nor --by event.")


def _show(found: dict[str, Any], as_json: bool) -> None:
    from kibitz_lab.openings.report import rows_of

    if as_json:
        print_json(rows_of(found))
        return
    console().print(_table(rows_of(found)))
    for one in found.get("precedents_less_boosting", ()):
        console().print(f"precedents less boosting: {one['gain']:+.2%}, p = {one['p']}")


def _cases(files: list[Path], most: int = 1_000_000, by: str = "deal") -> list[Any]:
    """The opening decisions of files, else of the library, numbered by table or by event."""
    from kibitz.bidding.openings.cases import opening_cases
    from kibitz.cli.learn.openings import records_of

    cases, events = list[Any](), dict[str, int]()
    for table, record in enumerate(islice(records_of(files, None), most), start=1):
        event = events.setdefault(record.citation.event, len(events) + 1)
        cases.extend(opening_cases(record, event if by == "event" else table))
    return cases


def _apart(cases: list[Any]) -> tuple[list[Any], list[Any]]:
    """Of every ten tables seven to learn from, and the last three, which nothing else may see."""
    return [c for c in cases if (c.deal - 1) % 10 < 7], [c for c in cases if (c.deal - 1) % 10 >= 7]


def _of_system(
    cases: list[Any], system: str | None, mixed: bool, like: list[Any] | None = None
) -> list[Any]:
    """The cases of one system: the one named, or the only one; all of them where asked for."""
    names = sorted({str(case.system) for case in cases})
    if mixed:
        return cases
    if like is not None:
        taught = {case.system for case in like}
        chosen = [case for case in cases if case.system in taught]
    elif system is not None:
        wanted = system.casefold()
        chosen = [
            c for c in cases if wanted in (c.system.name.casefold(), str(c.system).casefold())
        ]
    else:
        chosen = cases
    if len({case.system for case in chosen}) == 1:
        return chosen
    found = ", ".join(map(repr, names))
    raise UsageError(f"Choose one system with --system, or mix them with --mixed: {found}.")


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    columns = ("accuracy", "non_pass", "balanced", "balanced20", "unanimous", "unanimous_right")
    table.add_column("method")
    table.add_column("decisions", justify="right")
    for column in columns:
        table.add_column(column.replace("_", " "), justify="right")
    for row in rows:
        figures = (f"{row[c]:.2%}" if c in row else "" for c in columns)
        table.add_row(row["method"], f"{row['decisions']:,.0f}", *figures)
    return table
