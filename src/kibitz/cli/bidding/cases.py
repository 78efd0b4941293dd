"""``kibitz openings card``, ``coverage``, ``doctor``: what a case base plays, and its gaps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.bidding.openings.form import SystemText
from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.wording import call_text, percent


@command
def card(system: SystemText = "", as_json: Json = False) -> None:
    """Print the convention card that a case base actually plays.

    Ranges leave out a twentieth at either end; those hands are counted as exceptions.

    Example: kibitz openings card --system "house rules"
    """
    from kibitz.bidding.openings.survey.convention_card import convention_card

    memory = Kibitz(Places.of()).openings.of(system or None).memory
    lines = convention_card(memory.watched)
    if as_json:
        print_json(
            {
                "system": str(memory.system),
                "cases": len(memory.watched),
                "bids": [
                    {
                        "bid": str(line.call),
                        "count": line.count,
                        "points": [line.points.low, line.points.high],
                        "lengths": [[each.low, each.high] for each in line.lengths],
                        "balanced": round(line.balanced, 4),
                        "exceptions": [
                            {"hand": str(case.situation.hand), "source": case.source}
                            for case in line.exceptions
                        ],
                    }
                    for line in lines
                ],
            }
        )
        return
    title = f"{memory.system}, {len(memory.watched):,} cases"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("bid", "hands", "points", "spades", "hearts", "diamonds", "clubs", "balanced"):
        table.add_column(column, justify="left" if column == "bid" else "right")
    table.add_column("exceptions", justify="right")
    for line in lines:
        lengths = (str(each) for each in line.lengths)
        row = (call_text(line.call), f"{line.count:,}", str(line.points), *lengths)
        table.add_row(*row, percent(line.balanced), f"{len(line.exceptions):,}")
    console().print(table)


@command
def coverage(
    system: SystemText = "",
    least: Annotated[int, typer.Option(min=1, help="A place with this many cases is covered.")] = 5,
    picture: Annotated[Path | None, typer.Option(help="Also draw it into this SVG file.")] = None,
    as_json: Json = False,
) -> None:
    """Show where a case base has many cases and where it has few, by shape, points and seat.

    Example: kibitz openings coverage --picture coverage.svg
    """
    from kibitz.bidding.openings.similarity.hierarchy import Hierarchy
    from kibitz.bidding.openings.survey.picture import coverage_picture
    from kibitz.runtime.storage import write_atomically

    memory = Kibitz(Places.of()).openings.of(system or None).memory
    hierarchy = Hierarchy.of(memory.watched)
    title = f"{memory.system}, {len(memory.watched):,} cases"
    if picture is not None:
        write_atomically(picture, coverage_picture(hierarchy, title).encode())
    share = hierarchy.coverage(least)
    thin = list(hierarchy.thin(least))
    if as_json:
        nodes = [
            {
                "shape": "-".join(map(str, node.pattern)),
                "points": list(node.band),
                "seat": node.seat,
                "cases": node.count,
                "chance": float(node.chance),
                "calls": {str(call): count for call, count in node.calls},
            }
            for node in hierarchy.nodes
        ]
        summary = {"system": str(memory.system), "cases": len(memory.watched), "least": least}
        print_json({**summary, "covered": float(share), "thin": len(thin), "nodes": nodes})
        return
    console().print(
        f"{title}: {percent(share, 1)} of all hands fall where {least} cases or more lie."
    )
    table = Table(box=None, pad_edge=False, title="Thin, the likeliest first", title_justify="left")
    table.add_column("shape, points, seat")
    table.add_column("cases", justify="right")
    table.add_column("of all hands", justify="right")
    for node in thin[:20]:
        table.add_row(str(node), str(node.count), percent(node.chance, 3))
    console().print(table)


@command
def doctor(system: SystemText = "", as_json: Json = False) -> None:
    """Find what is wrong with a case base: duplicates, contradictions, and isolated cases.

    Example: kibitz openings doctor
    """
    from kibitz.bidding.openings.survey.doctor import examine

    memory = Kibitz(Places.of()).openings.of(system or None).memory
    found = examine(memory)
    repeated = {"duplicates": found.duplicates, "contradictions": found.contradictions}
    if as_json:
        rows = {
            name: [
                {
                    "situation": str(group.situation),
                    "cases": [{"bid": str(c.call), "source": c.source} for c in group.cases],
                }
                for group in groups
            ]
            for name, groups in repeated.items()
        }
        odd = [
            {"situation": str(c.situation), "bid": str(c.call), "source": c.source}
            for c in found.odd
        ]
        print_json({"system": str(memory.system), "cases": found.cases, **rows, "odd": odd})
        return
    out = console()
    out.print(f"{memory.system}, {found.cases:,} cases:")
    for name, groups in repeated.items():
        out.print(f"{len(groups):,} {name} (situations)")
        for group in groups[:10]:
            calls = "; ".join(f"{case.call} [{case.source}]" for case in group.cases[:4])
            out.print(f"  {group.situation}: {calls}")
    out.print(
        f"{len(found.odd):,} isolated cases (all of the most similar hands were bid differently)"
    )
    for case in found.odd[:10]:
        out.print(f"  {case.situation}: {case.call} [{case.source}]")
