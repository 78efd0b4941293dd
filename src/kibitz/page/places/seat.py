"""The table to sit down at: choose a deal, bid it, play it, and hear what it taught."""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from functools import partial
from itertools import count
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, UsageError
from kibitz.page.desk import PATIENTLY, Desk
from kibitz.page.places.own.drills import Clock
from kibitz.page.render import render
from kibitz.page.seat.tasks import SeatWord, at_table, named, once_more, seat_at, state_of
from kibitz.page.words import WORDS
from kibitz.page.worker import Task
from kibitz.places import Places

Word = Annotated[str, Form(max_length=12)]
Every = Annotated[int, Query(ge=0, le=1, description="1: every card is asked")]
_PLACE = re.compile(r"starter:\d{1,6}(-[a-z]+)?|ladder:[\w-]{1,40}|sit:[\w=-]+")
A_TURN = 6.0
"""Seconds before a page says that the others are still thinking."""
_NUMBERS = 10**9
_turns = count()


def seat_router(desk: Desk, places: Places, now: Clock) -> APIRouter:
    """The routes of the table."""
    router = APIRouter()

    turn = partial(_turn, desk, places)

    @router.get("/table", response_class=HTMLResponse, include_in_schema=False)
    async def choose(
        deal: Annotated[str, Query(max_length=4000)] = "",
        day: Annotated[str, Query(pattern=r"^(|today)$")] = "",
        seed: Annotated[str, Query(pattern=r"^(\d{1,14}|any|)$")] = "",
        part: Annotated[str, Query(pattern="^(all|declarer|defender|)$")] = "",
        every: Every = 0,
    ) -> Response:
        problem = ""
        if deal.strip() or day or seed:
            number, origin = _numbered(day, seed, now())
            try:
                name = await turn(seat_at, _placed(deal), number, part, origin)
                return RedirectResponse(_address(name, every), status_code=303)
            except KibitzError as error:
                problem = str(error)
        left = await run_in_threadpool(unfinished_tables, places)
        values = {"problem": problem, "deal": deal, "left": left}
        return HTMLResponse(
            render("seat_choice.html", "/", **values), status_code=400 if problem else 200
        )

    @router.get("/table/{name}", response_class=HTMLResponse, include_in_schema=False)
    async def table(name: str, every: Every = 0) -> str:
        view = await turn(at_table, named(name), bool(every))
        return render("seat.html", "", view=view, address=_address(name, every))

    @router.post("/table/{name}", include_in_schema=False)
    async def said(
        name: str,
        say: Word = "",
        stamp: Annotated[str, Form(max_length=40)] = "",
        every: Every = 0,
    ) -> RedirectResponse:
        saying = SeatWord(say.strip(), stamp, now())
        await turn(at_table, named(name), bool(every), saying if saying.word else None)
        return RedirectResponse(_address(name, every), status_code=303)

    @router.post("/table/{name}/again", include_in_schema=False)
    async def again(
        name: str, trick: Annotated[int, Form(ge=0, le=13)] = 0, every: Every = 0
    ) -> RedirectResponse:
        found = await turn(once_more, named(name), trick)
        return RedirectResponse(_address(found, every), status_code=303)

    @router.get("/api/table/{name}", summary="A table as its player sees it, as kibitz sit --json.")
    async def as_data(name: str, every: Every = 0) -> dict[str, Any]:
        found: dict[str, Any] = await turn(state_of, named(name), bool(every), patience=PATIENTLY)
        return found

    return router


async def _turn(
    desk: Desk, places: Places, task: Task, *said: Any, patience: float = A_TURN
) -> Any:
    """What comes of a word at a table; no two turns are the same question."""
    stamp, title = next(_turns), WORDS["seat"]["thinking"]
    return await desk.answer("table", title, task, places, *said, stamp=stamp, patience=patience)


def _placed(deal: str) -> str:
    """A deal that a person names: a board of the house's match, or a friend's word."""
    text = "".join(deal.split())
    if text.isdecimal():
        return f"starter:{text}"
    if text and not _PLACE.fullmatch(text):
        raise UsageError(WORDS["seat"]["no_deal"])
    return text


def _numbered(day: str, seed: str, now: datetime) -> tuple[int, str]:
    """The number of a deal, and where it comes from."""
    if day:
        return todays_number(now), f"the deal of {now:%Y-%m-%d}"
    return (int(seed) if seed.isdecimal() else secrets.randbelow(_NUMBERS)), ""


def todays_number(now: datetime) -> int:
    """The number of the deal of the day, the same for everybody of that date."""
    return int(f"{now:%Y%m%d}")


def unfinished_tables(places: Places) -> str:
    """The address of the table that was left last; empty if there is none."""
    from kibitz.sitting.keeping import name_of, unfinished

    found = unfinished(places.sittings)
    if found is None or not found.own or len(found.start.people) > 1:
        return ""
    return _address(name_of(found.start), 0)


def _address(name: str, every: int) -> str:
    query = f"?{urlencode({'every': 1})}" if every else ""
    return f"/table/{name}{query}"
