"""``kibitz lab sibl`` and ``kibitz lab scale``: the experiment of the SIBL paper, and beyond."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import Device, existing, long_command
from kibitz.places import Places
from kibitz_lab.cli.run import DrawnRun

if TYPE_CHECKING:
    from kibitz_lab.sibl.deals import Material

Records = Annotated[
    Path | None,
    typer.Option(envvar="KIBITZ_RECORDS", help="A file of games; else the library."),
]


class ReadingName(StrEnum):
    PAPER = "paper"
    REPAIR = "repair"
    FOLLOW_SUIT = "follow-suit"
    TARGET_SEEN = "target-seen"


@long_command
def sibl(
    records: Records = None,
    runs: Annotated[int, typer.Option(min=1, max=100, help="Runs to average over.")] = 10,
    reading: Annotated[
        ReadingName | None,
        typer.Option(
            help="How the paper is read; left out, the three readings of following suit. "
            "'target-seen' lets the metrics see the expert's card, with the control beside it: "
            "an experiment about the paper's figures, no method."
        ),
    ] = None,
    training: Annotated[int, typer.Option(min=1, help="Deals that each model learns.")] = 24,
    testing: Annotated[int, typer.Option(min=1, help="Deals that all are tested on.")] = 36,
    *,
    run: DrawnRun,
) -> None:
    """The SIBL experiment: 3 models of 24 deals, 36 test deals, tested after each tenth.

    Prints how often each decision maker finds the expert's card beside the paper's figures.

    Example: kibitz lab sibl --records 3nt.jsonl.gz --runs 10 --reading follow-suit
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.sibl import experiment
    from kibitz_lab.sibl.figures import draw_curves
    from kibitz_lab.sibl.readings import GROUPS, STANDARD
    from kibitz_lab.sibl.summary import summary

    chosen = GROUPS[reading.value] if reading else STANDARD
    name = "sibl-target-seen" if reading is ReadingName.TARGET_SEEN else "sibl"
    protocol = experiment.Protocol(training=training, testing=testing)
    material = _material(records).longest(experiment.RECORDED)
    readings = [each.name for each in chosen]
    parts = parts_of(name, material.sha256, run.seed, readings, training, testing)
    if run.dry_run:
        seconds = experiment.SECONDS_A_DEAL * protocol.deals * len(chosen)
        run.announce(name, runs, seconds, parts)
        return
    with progress("runs", runs) as tell:
        done = experiment.runs(
            material, chosen, runs, run.seed,
            protocol=protocol, engine=run.workers, parts=parts, tell=tell,
        )  # fmt: skip
    result = run.result(name, summary(done, chosen, material, run.seed, protocol), seed=run.seed)
    if run.into is not None:
        draw_curves(result, run.into / f"{name}.svg")
    parts.clear()
    if run.as_json:
        print_json(result)
        return
    for each, found in result["readings"].items():
        console().print(_makers(each, found["makers"], result["paper"]))
        console().print(f"any candidate right: {_spread(found['any_candidate_right'])}")
        console().print(_claims(found["claims"]))
        console().print(_mix(found["deciding_metrics"]))


@long_command
def scale(
    records: Records = None,
    testing: Annotated[int, typer.Option(min=1, help="Deals held out for testing.")] = 1000,
    questions: Annotated[int, typer.Option(min=1, help="Decisions of them that are asked.")] = 2000,
    device: Device = None,
    *,
    run: DrawnRun,
) -> None:
    """Real agreement of SIBL's similarity from 24 training deals to all there are.

    Example: kibitz lab scale --records 3nt.jsonl.gz --seed 1
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.sibl.figures import draw_scale
    from kibitz_lab.sibl.scale import SECONDS_A_CASE, Extent, measure, steps

    extent = Extent(testing_deals=testing, questions=questions)
    material = _material(records)
    parts = parts_of("scale", material.sha256, run.seed, testing, questions)
    if run.dry_run:
        seconds = SECONDS_A_CASE * len(material.plays) * questions
        run.announce("scale", steps(material, extent), seconds, parts)
        return
    with progress("learning and testing", steps(material, extent)) as tell:
        found = measure(
            material, seed=run.seed, extent=extent,
            engine=run.workers, device=device, parts=parts, tell=tell,
        )  # fmt: skip
    result = run.result("sibl-scale", found, seed=run.seed)
    if run.into is not None:
        draw_scale(result, run.into / "sibl-scale.svg")
    parts.clear()
    if run.as_json:
        print_json(result)
        return
    table = Table(title="Real agreement", title_justify="left", box=None, pad_edge=False)
    voters = list(result["points"][0]["real_agreement"])
    for column in ("deals", "cases", *voters):
        table.add_column(column, justify="right")
    for point in result["points"]:
        shares = [_spread(point["real_agreement"][voter]) for voter in voters]
        table.add_row(f"{point['deals']:,}", f"{point['cases']:,}", *shares)
    console().print(table)
    console().print(f"random legal play: {_spread(result['random_legal'])}")


def _material(records: Path | None) -> Material:
    from kibitz.records.library import Library
    from kibitz_lab.sibl.deals import library_material, read_material

    with progress("reading records", None) as seen:
        if records is None:
            with Library.open(Places.of().library, create=False) as library:
                return library_material(library, seen=seen)
        existing([records])
        return read_material(records, seen=seen)


def _makers(reading: str, makers: dict[str, Any], paper: dict[str, float]) -> Table:
    title = f"Read as {reading} (%)"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    heads = ("", "paper", "score", "after each tenth", "p against IB3", "identical", "real")
    for column in heads:
        table.add_column(column, justify="right" if column else "left")
    for maker, found in makers.items():
        table.add_row(
            maker,
            f"{100 * paper[maker]:.0f}" if maker in paper else "",
            _spread(found["score"]),
            _drawn(found["score"]["curve"]),
            f"{found['score']['p_against_ib3']:.3f}",
            _spread(found["identical"]),
            _spread(found["real"]),
        )
    return table


def _claims(claims: list[dict[str, Any]]) -> Table:
    table = Table(title="The paper's claims", title_justify="left", box=None, pad_edge=False)
    for column in ("claim", "score", "identical", "real agreement"):
        table.add_column(column)
    for claim in claims:
        verdicts = (claim[measure]["verdict"] for measure in ("score", "identical", "real"))
        table.add_row(claim["claim"], *verdicts)
    return table


def _mix(mix: dict[str, dict[str, float]]) -> Table:
    title = "Which metric decided (%)"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("", *mix):
        table.add_column(column, justify="right" if column else "left")
    for metric in mix["scaled"]:
        shares = [f"{100 * row[metric]:.0f}" if metric in row else "" for row in mix.values()]
        table.add_row(metric, *shares)
    return table


def _drawn(curve: list[float]) -> str:
    """A learning curve in one line: the lowest bar is nothing right, the highest everything.

    >>> _drawn([0.0, 0.5, 1.0])
    '▁▅█'
    """
    return "".join("▁▂▃▄▅▆▇█"[min(7, round(7 * value + 0.01))] for value in curve)


def _spread(found: dict[str, float]) -> str:
    return f"{100 * found['mean']:.1f} ± {100 * found['within']:.1f}"
