"""``kibitz lab all``: every experiment, its result file, and the pages made from them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.cli.forms import command
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import duration, progress
from kibitz.cli.run import ENVIRONMENT, Run
from kibitz.errors import KibitzError, UsageError

if TYPE_CHECKING:
    from kibitz_lab.catalogue.run_all import RunPlan


@command
def all_(
    quick: Annotated[
        bool, typer.Option("--quick", help="On generated records, in small, into a passing folder.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="A result file by name; may be given several times.")
    ] = None,
    data: Annotated[
        Path, typer.Option(envvar="KIBITZ_DATA", help="The folder of expert records.")
    ] = Path("../shared/data"),
    into: Annotated[
        Path | None, typer.Option(help="A folder like docs; else docs, or with --quick none.")
    ] = None,
    *,
    run: Run,
) -> None:
    """Run every experiment, write its result file, and rebuild the results page and its figures.

    What was finished before an interruption is not run again. Experiments whose records are not
    in the data folder, or that need a package or a device that is not here, are left out, and
    their result files stay as they are.

    Example: kibitz lab all --quick
    """
    from kibitz_lab.catalogue import registry, run_all

    unknown = set(only or ()) - {one.result for one in registry.EXPERIMENTS}
    if unknown:
        raise UsageError(f"No experiment makes {', '.join(sorted(unknown))}.")
    options = zip(ENVIRONMENT, (run.jobs, run.engine, run.address), strict=True)
    environment = {name: str(value) for name, value in options if value}
    with ExitStack() as stack:
        passing = Path(stack.enter_context(tempfile.TemporaryDirectory())) if quick else data
        docs = into or (passing / "docs" if quick else Path("docs"))
        if not quick and not (docs / "results").is_dir():
            raise UsageError(f"{docs} has no results folder: name a folder like docs with --into.")
        chosen = registry.select(only or [])
        plan = run_all.RunPlan(chosen, docs, passing, quick, environment)
        if run.dry_run:
            _announce(plan, run.as_json)
            return
        outcomes = []
        with progress("experiments", len(chosen)) as tell:
            for outcome in run_all.run(plan):
                outcomes.append(outcome)
                tell()
        rows = [{"result": one.result, "state": one.state, "why": one.why} for one in outcomes]
        if run.as_json:
            print_json(rows)
        else:
            _show(rows)
    failed = [one.result for one in outcomes if one.state == run_all.FAILED]
    if failed:
        raise KibitzError(f"These failed: {', '.join(failed)}. Run it again to try them once more.")


QUICK_SECONDS = 10.0  # about how long an experiment takes in small
WOULD_RUN = "would run"


def _announce(plan: RunPlan, as_json: bool) -> None:
    from kibitz_lab.catalogue.run_all import BEFORE, LEFT_OUT, seconds_of

    parts = plan.parts
    rows = []
    for one in plan.experiments:
        why = plan.missing(one)
        done = not why and plan.is_done(one, parts)
        state = LEFT_OUT if why else BEFORE if done else WOULD_RUN
        seconds = QUICK_SECONDS if plan.quick else seconds_of(one)
        rows.append(
            {
                "result": one.result,
                "state": state,
                "why": why,
                "about_seconds": seconds if state == WOULD_RUN else 0,
            }
        )
    known = [float(str(row["about_seconds"])) for row in rows if row["about_seconds"] is not None]
    if as_json:
        print_json({"experiments": rows, "about_seconds": round(sum(known))})
        return
    _show(rows)
    unknown = len(rows) - len(known)
    untimed = f", and {unknown} that were never timed" if unknown else ""
    console().print(f"about {duration(sum(known))}{untimed}")


def _show(rows: Sequence[Mapping[str, object]]) -> None:
    table = Table(box=None, pad_edge=False)
    for column in rows[0]:
        table.add_column(column.replace("_", " "))
    for row in rows:
        table.add_row(*(str(cell or "") for cell in row.values()))
    console().print(table)


COMMANDS = {"all": all_}
