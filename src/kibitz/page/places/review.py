"""The place of the review: a table beside what experts did, what each card cost, as a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, LibraryError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.places.play import brought_content
from kibitz.page.render import render
from kibitz.page.shelves import BEYOND, Shelves, number_of
from kibitz.page.table.address import with_starter, worth_text
from kibitz.page.table.drawing import table_rows, table_view
from kibitz.page.table.reviewing import review
from kibitz.records.library import Entry

SHOWN = 60
WIDE, HIGH, LEFT, TOP = 660, 190, 36, 14
"""Of the graph, in the units of its drawing."""


def review_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of the review: tables to choose, one table reviewed."""
    router = APIRouter()

    @router.get("/review", response_class=HTMLResponse, include_in_schema=False)
    async def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        numbers = [one for one in map(number_of, tables.split(",")) if one is not None]
        return await run_in_threadpool(_place, shelves, numbers[:SHOWN])

    @router.post("/review", include_in_schema=False)
    async def bring(request: Request) -> Response:
        text, content = await brought_content(request)
        try:
            numbers = await run_in_threadpool(brought.put, content)
        except KibitzError as error:
            page = await run_in_threadpool(_place, brought, [], str(error), text)
            return HTMLResponse(page, status_code=400)
        if len(numbers) == 1:
            return RedirectResponse(f"/review/desk/{numbers[0]}", status_code=303)
        listed = ",".join(map(str, numbers[:SHOWN]))
        return RedirectResponse(f"/review?tables={listed}", status_code=303)

    @router.get("/review/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(shelf: str, number: int) -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        entry = await run_in_threadpool(_entry, shelves, shelf, number)
        answer = await _answer(desk, shelves, shelf, number, A_MOMENT)
        return _page(shelf, entry, answer)

    @router.get("/api/review/{shelf}/{number}", summary="As kibitz review --json, of one table.")
    async def as_data(shelf: str, number: int) -> dict[str, Any]:
        shelves = await with_starter(desk, brought, PATIENTLY)
        await run_in_threadpool(_entry, shelves, shelf, number)
        return await _answer(desk, shelves, shelf, number, PATIENTLY)

    return router


async def _answer(
    desk: Desk, shelves: Shelves, shelf: str, number: int, patience: float
) -> dict[str, Any]:
    work = (review, shelves, shelf, number, newest(shelves.cases))
    found: dict[str, Any] = await desk.answer("experts", "the review", *work, patience=patience)
    return found


def _entry(shelves: Shelves, shelf: str, number: int) -> Entry:
    if not 0 < number < BEYOND:
        raise HTTPException(404, f"There is no table {number} here.")
    try:
        return shelves.entry(shelf, number)
    except LibraryError as error:
        raise HTTPException(404, str(error)) from error


def _place(shelves: Shelves, numbers: list[int], problem: str = "", text: str = "") -> str:
    """The page to choose a table on; *numbers* are those of the session just brought."""
    return render(
        "review_choice.html",
        "/review",
        session=table_rows(shelves.entry("desk", number) for number in numbers),
        library=table_rows(shelves.with_play("library", SHOWN)),
        starter=table_rows(shelves.with_play("starter", 6)) if shelves.starter else [],
        problem=problem,
        text=text,
    )


def _page(shelf: str, entry: Entry, answer: dict[str, Any]) -> str:
    contract = entry.record.contract
    assert contract is not None  # nothing else is reviewed
    moments = [one for one in answer["decisions"] if one["matters"]]
    return render(
        "review.html",
        "/review",
        shelf=shelf,
        number=entry.id,
        view=table_view(entry),
        answer=answer,
        graph=Graph.of(answer["totals"], contract.target, moments),
        moments=[
            {
                **one,
                "worth": {
                    card: worth_text(contract, tricks) for card, tricks in one["worth"].items()
                },
            }
            for one in moments
        ],
    )


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Tricks in sight for declarer, card by card: a line, what is needed, the moments as dots."""

    line: str
    area: str
    goal: float
    levels: tuple[tuple[int, float], ...]
    tricks: tuple[tuple[int, float], ...]
    dots: tuple[Dot, ...]

    @classmethod
    def of(cls, totals: list[int], target: int, moments: list[dict[str, Any]]) -> Graph:
        low, high = min(*totals, target) - 1, max(*totals, target) + 1
        last = max(len(totals) - 1, 1)

        def x(card: int) -> float:
            return round(LEFT + (WIDE - LEFT - 8) * card / last, 1)

        def y(tricks: float) -> float:
            return round(TOP + (HIGH - 2 * TOP) * (high - tricks) / (high - low), 1)

        path = f"M{x(0)} {y(totals[0])}" + "".join(
            f"H{x(card)}V{y(tricks)}" for card, tricks in enumerate(totals) if card
        )
        dots = tuple(
            Dot(x(one["number"]), y(totals[one["number"]]), one["number"], one["place"])
            for one in moments
            if one["cost"]
        )
        return cls(
            path,
            f"{path}V{y(low)}H{x(0)}Z",
            y(target),
            tuple((tricks, y(tricks)) for tricks in range(low, high + 1)),
            tuple((card // 4 + 1, x(card)) for card in range(0, last, 4)),
            dots,
        )
