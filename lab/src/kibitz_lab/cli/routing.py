"""``kibitz lab routing``: sequences learned from exact tours of a truck."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Annotated, Any

import typer

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import long_command
from kibitz_lab.cli.run import DrawnRun


@long_command
def routing(
    runs: Annotated[int, typer.Option(min=2, max=100, help="Towns.")] = 5,
    days: Annotated[int, typer.Option(min=8, help="Days watched in each town.")] = 1200,
    *,
    run: DrawnRun,
) -> None:
    """Watch shortest tours through 12 of a town's 36 stops, then drive: miles above the shortest.

    Example: kibitz lab routing --runs 2
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.routing import experiment

    seeds = [run.seed * 1000 + town for town in range(runs)]
    parts = parts_of("routing")
    if run.dry_run:
        run.announce("routing", runs, days * experiment.SECONDS_A_DAY, parts)
        return
    with progress("towns", runs) as tell:
        found = experiment.towns(seeds, days=days, engine=run.workers, parts=parts, tell=tell)
    summary: dict[str, Any] = {
        "runs": runs,
        "stops": experiment.STOPS,
        "orders": experiment.ORDERS,
        "days": days,
        "above the shortest": {
            how: {
                "mean": round(fmean([town[how] for town in found]), 2),
                "sd": round(stdev([town[how] for town in found]), 2),
            }
            for how in ("nearest", "learned")
        },
    }
    result = run.result("routing", summary, seed=run.seed)
    parts.clear()
    if run.as_json:
        print_json(result)
        return
    for how, miles in result["above the shortest"].items():
        above = f"{miles['mean']:5.1f} % ± {miles['sd']:.1f}"
        console().print(f"{how:8} {above} above the shortest tour")
