"""The place of the play: choose a table, or bring one along."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page import outcomes
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.jobs import work_router
from kibitz.page.places.table import table_router
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, TableShelves, number_of
from kibitz.page.table.answers import with_starter
from kibitz.page.table.drawing import table_rows
from kibitz.page.table.experts import learn

SHOWN = 20
BROUGHT = 60
"""Tables of one paste that are listed, to be chosen from."""
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]


def play_router(desk: Desk, brought: TableShelves) -> APIRouter:
    """The routes of the play, over the shelves *brought* along and the starter's."""

    def start() -> Job:
        title = "learning the play of the cards"
        words = outcomes.learned
        return desk.start("library", title, learn, brought.places, words=words)

    router = APIRouter()
    for part in (
        _choosing_router(desk, brought),
        table_router(desk, brought),
        work_router("/learn/cardplay", "As kibitz learn cardplay; answers with the job.", start),
    ):
        router.include_router(part)
    return router


def _choosing_router(desk: Desk, brought: TableShelves) -> APIRouter:
    """A table is chosen, or brought along."""
    router = APIRouter()

    @router.get("/play", response_class=HTMLResponse, include_in_schema=False)
    async def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        numbers = [one for one in map(number_of, tables.split(",")) if one is not None]
        return await run_in_threadpool(_place, shelves, numbers[:BROUGHT])

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        text, content = await brought_content(request)
        try:
            numbers = await run_in_threadpool(brought.put, content)
        except KibitzError as error:
            shelves = await with_starter(desk, brought, PATIENTLY)
            page = await run_in_threadpool(_place, shelves, [], problem=str(error), text=text)
            return HTMLResponse(page, status_code=400)
        return RedirectResponse(tables_address(numbers), status_code=303)

    @router.post("/api/play", summary="Lay tables on the desk: LIN, PBN or handviewer links.")
    def put(text: Text) -> dict[str, Any]:
        numbers = brought.put(text.encode("utf-8", "replace"))
        return {"tables": [{"id": n, "address": f"/play/desk/{n}"} for n in numbers]}

    return router


def tables_address(numbers: list[int]) -> str:
    """Where tables just laid on the desk are opened: one at once, several to be chosen from."""
    if len(numbers) == 1:
        return f"/play/desk/{numbers[0]}"
    return f"/play?tables={','.join(map(str, numbers[:BROUGHT]))}"


async def brought_content(request: Request) -> tuple[str, bytes]:
    """What was pasted, and the content to read: that of a file where nothing was pasted."""
    async with request.form(max_files=1, max_fields=5, max_part_size=LARGEST_PASTE) as form:
        pasted, file = form.get("text"), form.get("file")
        text = pasted if isinstance(pasted, str) else ""
        content = text.encode()
        if not content.strip() and file is not None and not isinstance(file, str):
            content = await file.read(LARGEST_PASTE + 1)
    return text, content


def _place(shelves: TableShelves, numbers: list[int], *, problem: str = "", text: str = "") -> str:
    """The page to choose a table on; *numbers* are those just laid on the desk.

    A *text* with a *problem* is handed back, to be mended.
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
