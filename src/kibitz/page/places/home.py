"""The home page: the deal of the day, one line for any question, a link to every place."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page.desk import A_MOMENT, Desk, StillWorkingError
from kibitz.page.places.asked.heard import LONGEST
from kibitz.page.places.asked.offers import answered, offers, remark
from kibitz.page.places.own.drills import Clock, due_today
from kibitz.page.places.own.reviewed import LastReview
from kibitz.page.places.play import sent_content, tables_address
from kibitz.page.render import render
from kibitz.page.shelves import TableShelves
from kibitz.page.table.address import TableAddress
from kibitz.page.table.answers import with_starter
from kibitz.page.table.felt import felt_view
from kibitz.page.table.playthrough import Playthrough, trick_by_seat
from kibitz.page.words import WORDS, seat_name

_RECORD = re.compile(r"://|md\||\[Deal |\blin=|^\s*\{", re.IGNORECASE)


def home_router(desk: Desk, shelves: TableShelves, now: Clock) -> APIRouter:
    """The home page, and the line that finds the right place for a question."""
    router, places = APIRouter(include_in_schema=False), shelves.places

    async def stocked() -> TableShelves:
        """With the starter's tables, if they are there by now."""
        try:
            return await with_starter(desk, shelves, 0)
        except StillWorkingError:
            return shelves

    async def own() -> dict[str, Any]:
        return {
            "due": await run_in_threadpool(due_today, places.practice, now()),
            "last": await run_in_threadpool(LastReview.read, places.last_review),
        }

    @router.get("/", response_class=HTMLResponse)
    async def home() -> str:
        today, job = None, None
        try:
            with_deals = await with_starter(desk, shelves, A_MOMENT)
            today = await run_in_threadpool(_today, with_deals)
        except StillWorkingError as error:
            job = error.job
        values = {"today": today, "job": job, "problem": "", "text": ""}
        return render("home.html", "/", **values, **await own())

    @router.post("/ask")
    async def ask(request: Request) -> Response:
        text, content = await sent_content(request)
        try:
            where = await run_in_threadpool(destination, text, content, await stocked())
        except KibitzError as error:
            values = {"today": None, "job": None, "problem": str(error), "text": text}
            page = render("home.html", "/", **values, **await own())
            return HTMLResponse(page, status_code=400)
        return RedirectResponse(where, status_code=303)

    @router.get("/asked", response_class=HTMLResponse)
    async def asked(text: Annotated[str, Query(max_length=LONGEST)] = "") -> str:
        offered = await run_in_threadpool(offers, text, await stocked())
        return render("asked.html", "/asked", text=text, offers=offered, doubt=remark(text))

    return router


def destination(text: str, content: bytes, shelves: TableShelves) -> str:
    """Where a question is answered, or where two or three places are offered for it.

    >>> from kibitz.places import Places
    >>> nowhere = TableShelves(Places.of())
    >>> destination("KJ95 opposite A732", b"", nowhere)
    '/suit?north=KJ95&south=A732'
    >>> destination("KQT94.73.862.J54 on lead after 1N P 3N", b"", nowhere)
    '/lead?hand=KQT94.73.862.J54&auction=1N+P+3N'
    >>> destination("helgemo", b"", nowhere)
    '/asked?text=helgemo'
    """
    form = text.strip()
    if _RECORD.search(form) or (not form and content.strip()):
        return tables_address(shelves.put(content))
    if not form:
        raise KibitzError(WORDS["home"]["nothing_asked"])
    return answered(form, shelves) or f"/asked?{urlencode({'text': form[:LONGEST]})}"


def _today(shelves: TableShelves) -> dict[str, Any] | None:
    """The deal of the day at declarer's first decision; its cards can be clicked."""
    number = shelves.of_today("starter") if shelves.starter else None
    if number is None:
        return None
    record = shelves.entry("starter", number).record
    decisions = Playthrough.of(record, len(record.play)).decisions
    if not decisions:
        return None
    at = len(decisions[0].played)
    play = Playthrough.of(record, at)
    address = TableAddress("starter", number, at)
    view = felt_view(
        play.visible,
        lambda card: str(address.followed(at, str(card))),
        lambda step: str(address.followed(step, "")),
    )
    trick = [(seat_name(seat), str(card)) for seat, card in trick_by_seat(play.state).items()]
    return {"view": view, "trick": trick, "href": str(address)}
