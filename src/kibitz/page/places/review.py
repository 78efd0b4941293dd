"""The page of a review: a table's cards beside the experts', with their cost as a graph."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, LibraryError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.places.own.reviewed import LastReview, ReviewedTable
from kibitz.page.places.play import sent_content
from kibitz.page.render import render
from kibitz.page.shelves import BEYOND, TableShelves
from kibitz.page.table.answers import with_starter
from kibitz.page.table.drawing import table_rows
from kibitz.page.table.reviewing import review
from kibitz.records.library import Entry

SHOWN = 60


def review_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of the review; the latest is kept."""
    router = APIRouter()

    @router.get("/review", response_class=HTMLResponse, include_in_schema=False)
    async def place() -> str:
        stocked = await with_starter(desk, shelves, A_MOMENT)
        return await run_in_threadpool(_place, stocked)

    @router.post("/review", include_in_schema=False)
    async def bring(request: Request) -> Response:
        text, content = await sent_content(request)
        try:
            numbers = await run_in_threadpool(shelves.put, content)
        except KibitzError as error:
            page = await run_in_threadpool(_place, shelves, str(error), text)
            return HTMLResponse(page, status_code=400)
        return RedirectResponse(review_address("desk", numbers[:SHOWN]), status_code=303)

    @router.get("/review/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(shelf: str, number: int) -> str:
        stocked = await with_starter(desk, shelves, A_MOMENT)
        entry = await run_in_threadpool(entry_at, stocked, shelf, number)
        answer = await ask_review(desk, stocked, shelf, number, A_MOMENT)
        table = ReviewedTable.of(shelf, entry, answer)
        address = f"/review/{shelf}/{number}"
        last = LastReview(table.view.title, address, table.decisions(""), table.lost(""))
        await run_in_threadpool(last.save, shelves.places.last_review)
        return render("review.html", "/review", table=table, answer=answer)

    @router.get("/api/review/{shelf}/{number}", summary="As kibitz review --json, of one table.")
    async def as_data(shelf: str, number: int) -> dict[str, Any]:
        stocked = await with_starter(desk, shelves, PATIENTLY)
        await run_in_threadpool(entry_at, stocked, shelf, number)
        return await ask_review(desk, stocked, shelf, number, PATIENTLY)

    return router


async def ask_review(
    desk: Desk, shelves: TableShelves, shelf: str, number: int, patience: float
) -> dict[str, Any]:
    """Every decision of a table, judged; StillWorkingError if it takes longer than *patience*."""
    stamp = shelves.places.stamp("review")
    found: dict[str, Any] = await desk.answer(
        "reviews", "the review", review, shelves, shelf, number, stamp=stamp, patience=patience
    )
    return found


def entry_at(shelves: TableShelves, shelf: str, number: int) -> Entry:
    if not 0 < number < BEYOND:
        raise HTTPException(404, f"There is no table {number} here.")
    try:
        return shelves.entry(shelf, number)
    except LibraryError as error:
        raise HTTPException(404, str(error)) from error


def _place(shelves: TableShelves, problem: str = "", text: str = "") -> str:
    """The page to choose a table on; a *text* with a *problem* is handed back to be corrected."""
    return render(
        "review_choice.html",
        "/review",
        library=table_rows(shelves.with_play("library", SHOWN)),
        starter=table_rows(shelves.with_play("starter", 6)) if shelves.starter else [],
        problem=problem,
        text=text,
    )


def review_address(shelf: str, numbers: list[int]) -> str:
    """Where tables are reviewed: a single one on its own page, several as a session.

    >>> review_address("desk", [7]), review_address("desk", [7, 8])
    ('/review/desk/7', '/review/session?tables=7,8')
    """
    if len(numbers) == 1:
        return f"/review/{shelf}/{numbers[0]}"
    fields = {"tables": ",".join(map(str, numbers)), "shelf": "" if shelf == "desk" else shelf}
    form = urlencode({name: value for name, value in fields.items() if value}, safe=",")
    return f"/review/session?{form}"
