"""``kibitz lab routing``: sequences learned from exact tours of a truck."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Annotated, Any

import typer

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


def routing(
    runs: Annotated[int, typer.Option(min=2, max=100, help="Towns.")] = 5,
    seed: Annotated[int, typer.Option(help="Every town follows from it.")] = 1,
    into: Into = None,
    days: Annotated[int, typer.Option(min=8, help="Days watched in each town.")] = 1200,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Watch shortest tours through 12 of a town's 36 stops, then drive: miles above the shortest.

    Example: kibitz lab routing --runs 2
    """
    from kibitz.lab.harness.results import result_of, write_result
    from kibitz.lab.routing import experiment
    from kibitz.runtime.provenance import parts_of

    seeds = [seed * 1000 + run for run in range(runs)]
    chosen, parts = engine_of(jobs, engine, address), parts_of("routing")
    if dry_run:
        announce("routing", runs, days * experiment.SECONDS_A_DAY, chosen, parts, as_json)
        return
    with progress("towns", runs) as tell:
        found = experiment.towns(seeds, days=days, engine=chosen, parts=parts, tell=tell)
    told: dict[str, Any] = {
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
    result = result_of("routing", told, seed=seed)
    if into is not None:
        write_result(into, result)
    parts.clear()
    if as_json:
        print_json(result)
        return
    for how, miles in result["above the shortest"].items():
        above = f"{miles['mean']:5.1f} % ± {miles['sd']:.1f}"
        console().print(f"{how:8} {above} above the shortest tour")
