"""``kibitz tactics``: the paper's tree of tactics for a suit, stage by stage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import Json, print_json
from kibitz.cli.suits.output import print_text
from kibitz.errors import UsageError
from kibitz.suits.form import TricksText


@command
def tactics(
    north: Annotated[str, typer.Argument(help="North's cards: AQ, AKQ9.")],
    south: Annotated[str, typer.Argument(help="South's cards.")],
    tricks: TricksText = None,
    stage: Annotated[
        str | None, typer.Option(help="Only one stage: tree, collapsed or pruned; else all three.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Also draw it into this file.")] = None,
    as_json: Json = False,
) -> None:
    """The tree of tactics as FINESSE grows it, then collapsed, then pruned to what needs words.

    Without --tricks it aims for the most tricks that have any chance, as in the paper.

    Example: kibitz tactics AQ 2
    """
    from kibitz.runtime.storage import write_atomically
    from kibitz.suits.question import SuitQuestion
    from kibitz.suits.trees.drawing import HEADS, KEY, tree_svg, tree_text
    from kibitz.suits.trees.suit_tree import tactics as grow_tactics

    if stage is not None and stage not in HEADS:
        raise UsageError(f"A stage is one of {', '.join(HEADS)}, not {stage!r}.")
    stages = list(HEADS) if stage is None else [stage]
    goal = "most" if tricks is None else None
    found = grow_tactics(SuitQuestion.of(north, south, tricks=tricks, goal=goal))
    if svg is not None:
        write_atomically(svg, tree_svg(found, stages).encode())
    if as_json:
        print_json(found.to_json())
        return
    need = f"{found.tricks} {'trick' if found.tricks == 1 else 'tricks'}"
    lines = [f"{found.north} opposite {found.south}, for {need}", KEY]
    for each in stages:
        lines += ["", *tree_text(found, each)]
    words = ["", "In words:", *(f"  {line}" for line in found.text)] if found.text else []
    print_text("\n".join([*lines, *words]))
