"""The page on which a player chooses or pastes a table to play, and the routes behind it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page import outcomes
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.jobs import work_router
from kibitz.page.places.own.drills import Clock
from kibitz.page.places.table import table_router
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, TableShelves, number_of
from kibitz.page.table.answers import with_starter
from kibitz.page.table.drawing import table_rows
from kibitz.page.table.experts import learn

SHOWN = 20
PASTED = 60
"""The most tables listed from one paste."""
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]


def play_router(desk: Desk, shelves: TableShelves, now: Clock) -> APIRouter:
    """The routes for choosing a table, playing it, and learning the library's card play."""

    def start() -> Job:
        title = "learning card play"
        words = outcomes.learned
        return desk.start("library", title, learn, shelves.places, words=words)

    router = APIRouter()
    for part in (
        _choosing_router(desk, shelves),
        table_router(desk, shelves, now),
        work_router("/learn/cardplay", "As kibitz learn cardplay; answers with the job.", start),
    ):
        router.include_router(part)
    return router


def _choosing_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes for choosing a table, or pasting one."""
    router = APIRouter()

    @router.get("/play", response_class=HTMLResponse, include_in_schema=False)
    async def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        stocked = await with_starter(desk, shelves, A_MOMENT)
        numbers = [one for one in map(number_of, tables.split(",")) if one is not None]
        return await run_in_threadpool(_place, stocked, numbers[:PASTED])

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        text, content = await sent_content(request)
        try:
            numbers = await run_in_threadpool(shelves.put, content)
        except KibitzError as error:
            stocked = await with_starter(desk, shelves, PATIENTLY)
            page = await run_in_threadpool(_place, stocked, [], problem=str(error), text=text)
            return HTMLResponse(page, status_code=400)
        return RedirectResponse(tables_address(numbers), status_code=303)

    @router.post("/api/play", summary="Put tables on the desk: LIN, PBN or handviewer links.")
    def put(text: Text) -> dict[str, Any]:
        numbers = shelves.put(text.encode("utf-8", "replace"))
        return {"tables": [{"id": n, "address": f"/play/desk/{n}"} for n in numbers]}

    return router


def tables_address(numbers: list[int]) -> str:
    """The address that opens pasted tables: a single one itself, several as a list."""
    if len(numbers) == 1:
        return f"/play/desk/{numbers[0]}"
    return f"/play?tables={','.join(map(str, numbers[:PASTED]))}"


async def sent_content(request: Request) -> tuple[str, bytes]:
    """The pasted text, and the content to read: the text, or the file if nothing was pasted."""
    async with request.form(max_files=1, max_fields=5, max_part_size=LARGEST_PASTE) as form:
        pasted, file = form.get("text"), form.get("file")
        text = pasted if isinstance(pasted, str) else ""
        content = text.encode()
        if not content.strip() and file is not None and not isinstance(file, str):
            content = await file.read(LARGEST_PASTE + 1)
    return text, content


def _place(shelves: TableShelves, numbers: list[int], *, problem: str = "", text: str = "") -> str:
    """The page to choose a table on; *numbers* are the tables just pasted.

    If there is a *problem*, the pasted *text* is shown again so that it can be corrected.
    """
    return render(
        "play.html",
        "/play",
        pasted=table_rows(shelves.entry("desk", number) for number in numbers),
        library=table_rows(shelves.with_play("library", SHOWN)),
        imported=shelves.holds_tables("library"),
        starter=table_rows(shelves.with_play("starter", SHOWN)) if shelves.starter else [],
        today=shelves.of_today("starter") if shelves.starter else 1,
        problem=problem,
        text=text,
    )
