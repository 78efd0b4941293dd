"""The ladder on the page: nineteen themes, three levels each, and what one has done of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.page.render import render
from kibitz.page.words import WORDS
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.sitting.ladder.climbing import Climbed
    from kibitz.sitting.ladder.themes import LadderTheme


def ladder_router(places: Places) -> APIRouter:
    """The routes of the ladder."""
    router = APIRouter()

    @router.get("/ladder", response_class=HTMLResponse, include_in_schema=False)
    async def ladder() -> str:
        return render("ladder.html", "/ladder", **await run_in_threadpool(_drawn, places))

    @router.get("/api/ladder", summary="The ladder and what was done, as kibitz ladder --json.")
    async def as_data() -> dict[str, Any]:
        return await run_in_threadpool(_as_data, places)

    return router


def _as_data(places: Places) -> dict[str, Any]:
    from kibitz.sitting.ladder.climbing import climbed

    return climbed(places).to_json()


def _drawn(places: Places) -> dict[str, Any]:
    """The families of themes, row by row, and the next deal."""
    from kibitz.sitting.ladder.climbing import climbed
    from kibitz.sitting.ladder.themes import LadderFamily, ladder_themes

    found = climbed(places)
    following = found.next_rung()
    return {
        "next": {"name": following.theme.name, "address": table_address(following.place)},
        "families": [
            {
                "key": family.value,
                "rows": [
                    _row(theme, found, following.theme)
                    for theme in ladder_themes().values()
                    if theme.family is family
                ],
            }
            for family in LadderFamily
        ],
    }


def table_address(place: str) -> str:
    """Where a deal of the ladder is sat down to."""
    return f"/table?{urlencode({'deal': place})}"


def _row(theme: LadderTheme, found: Climbed, following: LadderTheme) -> dict[str, Any]:
    """A theme with the states of its deals, level by level."""
    from kibitz.sitting.ladder.climbing import RungState
    from kibitz.sitting.ladder.rungs import rungs_of
    from kibitz.sitting.ladder.themes import LEVELS

    deal = next(found.following(theme), None)
    levels, played, right = [], 0, 0
    for level in range(1, len(LEVELS) + 1):
        states = [found.of(one) for one in rungs_of(theme, level)]
        begun, first = found.done(theme, level)
        played, right = played + begun, right + first
        label = WORDS["ladder"]["level"].format(
            level=level, begun=begun, of=len(states), right=first
        )
        is_new = deal is not None and deal.level == level
        marks = ["" if one in (RungState.NEW, RungState.BEGUN) else one.value for one in states]
        if deal is not None and is_new:
            marks[deal.number - 1] = marks[deal.number - 1] or "next"
        levels.append({"label": label, "marks": marks})
    return {
        "name": theme.name,
        "says": theme.says,
        "address": "" if deal is None else table_address(deal.place),
        "is_next": theme == following,
        "levels": levels,
        "played": played,
        "right": right,
    }
