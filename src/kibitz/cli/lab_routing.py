"""``kibitz lab routing``: sequences learned from exact tours of a truck."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any

import typer
from rich.progress import track

from kibitz.cli.output import Json, console, print_json, progress_console


def routing(
    runs: Annotated[int, typer.Option(min=2, max=100, help="Towns.")] = 5,
    seed: Annotated[int, typer.Option(help="Every town follows from it.")] = 1,
    into: Annotated[
        Path | None, typer.Option(help="Also write the result file into this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Watch shortest tours through 12 of a town's 36 stops, then drive: miles above the shortest.

    Example: kibitz lab routing --runs 2
    """
    from kibitz.lab import routing as experiment
    from kibitz.lab.provenance import commit
    from kibitz.lab.seqlearner_report import as_json as text

    seeds = [seed * 1000 + run for run in range(runs)]
    towns = track(seeds, "towns", console=progress_console(), transient=True)
    found = [experiment.experiment(town) for town in towns]
    result: dict[str, Any] = {
        "part": "routing",
        "command": f"kibitz lab routing --runs {runs} --seed {seed}",
        "commit": commit(),
        "seed": seed,
        "stops": experiment.STOPS,
        "orders": experiment.ORDERS,
        "days": experiment.DAYS,
        "above the shortest": {
            how: {
                "mean": round(fmean([town[how] for town in found]), 2),
                "sd": round(stdev([town[how] for town in found]), 2),
            }
            for how in ("nearest", "learned")
        },
    }
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
        (into / "routing.json").write_text(text(result), encoding="utf-8")
    if as_json:
        print_json(result)
        return
    for how, miles in result["above the shortest"].items():
        above = f"{miles['mean']:5.1f} % ± {miles['sd']:.1f}"
        console().print(f"{how:8} {above} above the shortest tour")
