"""``kibitz ladder``: the themes, three levels each, and what one has done of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.sitting.ladder.climbing import Climbed, RungState
    from kibitz.sitting.ladder.themes import LadderTheme

_HEADS = {
    "declarer": "Declarer play: you sit South and play both hands",
    "defence": "Defence: partner is the house",
    "bidding": "Bidding: opposite the house, then the hand is played",
}


def ladder(
    theme: Annotated[
        str, typer.Option(help="One theme, with its deals: entries, holding-up, ...")
    ] = "",
    as_json: Json = False,
) -> None:
    """The ladder: nineteen themes, three levels each, and what you have done of it.

    Learn it: the theme is named, and the first question points at it. Use it: it is named. Find
    it: nobody tells you. Start anywhere: kibitz sit --theme entries --level 1.

    Example: kibitz ladder
    """
    from kibitz.sitting.ladder.climbing import climbed
    from kibitz.sitting.ladder.themes import LadderFamily, ladder_theme, ladder_themes

    found = climbed(Places.of())
    if as_json:
        print_json(found.to_json())
        return
    if theme:
        _show_theme(ladder_theme(theme), found)
        return
    for family in LadderFamily:
        console().print(_HEADS[family.value])
        for one in ladder_themes().values():
            if one.family is family:
                console().print(_line(one, found), soft_wrap=True)
    following = found.next_rung()
    console().print(f"Next for you: kibitz sit --theme {following.theme.key}", soft_wrap=True)
    console().print("■ right first time, ◪ right on a later day, □ not yet right, · to come")


def _line(theme: LadderTheme, found: Climbed) -> str:
    from kibitz.sitting.ladder.rungs import rungs_of
    from kibitz.sitting.ladder.themes import LEVELS

    marks = [
        "".join(_mark(found.of(one)) for one in rungs_of(theme, level))
        for level in range(1, len(LEVELS) + 1)
    ]
    return f"  {theme.name:<18} {'  '.join(f'{one:<6}' for one in marks)}  {theme.says}"


def _mark(state: RungState) -> str:
    return {"right": "■", "later": "◪", "missed": "□"}.get(state.value, "·")


def _show_theme(theme: LadderTheme, found: Climbed) -> None:
    """One theme with its lesson, and its deals by level."""
    from kibitz.sitting.ladder.rungs import rungs_of
    from kibitz.sitting.ladder.themes import LEVELS

    console().print(f"{theme.name}: {theme.says}")
    console().print(theme.lesson)
    for level, name in enumerate(LEVELS, 1):
        deals = [f"{_mark(found.of(one))} {one.place}" for one in rungs_of(theme, level)]
        console().print(f"  {name:<9} {'  '.join(deals)}", soft_wrap=True)
    console().print(f"kibitz sit --theme {theme.key} deals the next one.")
