"""Today, the front page: a seat at the table, what is due, and one line for any question."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page.desk import Desk, StillWorkingError
from kibitz.page.places.asked.heard import LONGEST
from kibitz.page.places.asked.offers import answered, offers, remark
from kibitz.page.places.own.drills import Clock, due_today
from kibitz.page.places.own.reviewed import LastReview
from kibitz.page.places.play import sent_content, tables_address
from kibitz.page.render import render
from kibitz.page.seat.felt import by_rank, halves
from kibitz.page.shelves import TableShelves
from kibitz.page.table.answers import with_starter
from kibitz.page.words import WORDS
from kibitz.places import Places
from kibitz.sitting.coached import DealStage
from kibitz.sitting.deals import dealt_from
from kibitz.sitting.keeping import earlier, name_of, unfinished

_THEMES = 5
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

    async def shown(problem: str = "", text: str = "") -> str:
        """The front page; *problem* is what is wrong with the *text* that was asked."""
        time = now()
        values = {
            "seat": await run_in_threadpool(todays_seat, places, time),
            "due": await run_in_threadpool(due_today, places.practice, time),
            "progress": await run_in_threadpool(getting_on, places, time),
            "last": await run_in_threadpool(LastReview.read, places.last_review),
        }
        return render("home.html", "/", problem=problem, text=text, **values)

    @router.get("/", response_class=HTMLResponse)
    async def home() -> str:
        return await shown()

    @router.get("/ask", response_class=HTMLResponse)
    async def everything() -> str:
        return render("ask.html", "/ask")

    @router.post("/ask")
    async def ask(request: Request) -> Response:
        text, content = await sent_content(request)
        try:
            where = await run_in_threadpool(destination, text, content, await stocked())
        except KibitzError as error:
            return HTMLResponse(await shown(str(error), text), status_code=400)
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


def getting_on(places: Places, time: datetime) -> dict[str, Any] | None:
    """The last seven days, and the weakest themes; None before anything was answered."""
    from kibitz.mygame.drills.progress import LAST, PlayerProgress
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.ladder.themes import theme_name

    if not places.practice.exists():
        return None
    with PracticeStore.open(places.practice) as store:
        kept = store.players()
        found = PlayerProgress.of(store, kept[0] if kept else None, time, theme_name)
    if not found.days:
        return None
    today = time.date()
    week = [today - timedelta(days=back) for back in range(6, -1, -1)]
    shown = [one for one in found.themes if one.asked][:_THEMES]
    return {
        "streak": found.streak,
        "longest": found.longest,
        "week": [
            {"name": f"{day:%a}", "kept": day in found.days, "now": day == today} for day in week
        ],
        "themes": [
            {
                "name": one.theme,
                "last": list(one.rights[-LAST:]),
                "right": sum(one.rights[-LAST:]),
                "of": len(one.rights[-LAST:]),
            }
            for one in shown
        ],
    }


def todays_seat(places: Places, time: datetime) -> dict[str, Any]:
    """The deal to sit down to: the one that was left, else the deal of the day."""
    left = unfinished(places.sittings)
    is_left = left is not None and bool(left.own) and len(left.start.people) == 1
    start = left.start if left is not None and is_left else dealt_from(int(f"{time:%Y%m%d}"))
    again = earlier(replace(start, origin=""), places.sittings)
    over = again is not None and again.stage is DealStage.OVER
    cards = by_rank(start.deal[start.people[0]])
    rows = [[[{"card": str(c)} for c in suit] for suit in row] for row in halves(cards)]
    return {
        "left": f"/table/{name_of(start)}" if is_left else "",
        "over": f"/table/{name_of(start)}" if over else "",
        "number": len(cards),
        "rack": {"choose": False, "most": max(sum(map(len, row)) for row in rows), "halves": rows},
    }
