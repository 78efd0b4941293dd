"""The page of one table: guess its cards, or play on with your own."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import LibraryError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.places.own.drills import Clock
from kibitz.page.places.own.guesses import is_own, note_card
from kibitz.page.shelves import BEYOND, TableShelves
from kibitz.page.table.address import TableAddress
from kibitz.page.table.answers import ask_table, with_starter
from kibitz.page.table.page import table_page
from kibitz.page.table.playthrough import Playthrough, spelled
from kibitz.page.table.verdict import replies

PrecedentField = Annotated[str, Query(alias="beside", max_length=60)]
SliderField = Annotated[int | None, Query(ge=0, le=52)]


def _table_query(
    shelf: str,
    number: int,
    at: Annotated[int, Query(ge=0, le=52, description="how many cards were played")] = 0,
    said: Annotated[str, Query(max_length=104, description="the guesses so far: HKS3--")] = "",
    open: Annotated[int, Query(ge=0, le=1, description="1: the hidden hands too")] = 0,
    seat: Annotated[
        str, Query(pattern="^[NESW]?$", description="whose cards you play; else declarer's")
    ] = "",
    like: Annotated[
        str, Query(max_length=100, description="only the decisions of this player")
    ] = "",
    plan: Annotated[int, Query(ge=0, le=1, description="1: the plan beside the votes")] = 0,
) -> TableAddress:
    if not 0 < number < BEYOND:
        raise HTTPException(404, f"There is no table {number} here.")
    return TableAddress(shelf, number, at, said, open=open, seat=seat, like=like.strip(), plan=plan)


def _own_cards(
    own: Annotated[
        str, Query(max_length=104, description="every card since the record was left")
    ] = "",
    choice: Annotated[
        str, Query(max_length=2, description="the card that you think of playing")
    ] = "",
) -> tuple[str, str]:
    return own, choice


TableQuery = Annotated[TableAddress, Depends(_table_query)]
OwnCards = Annotated[tuple[str, str], Depends(_own_cards)]


def table_router(desk: Desk, shelves: TableShelves, now: Clock) -> APIRouter:
    """The routes of a table along its record."""
    router = APIRouter()

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(
        request: Request,
        address: TableQuery,
        beside: PrecedentField = "",
        to: SliderField = None,
    ) -> Response:
        if to is None:
            when = now() if is_own(request) else None
            return await _page(desk, shelves, address, beside, when)
        stocked = await with_starter(desk, shelves, A_MOMENT)
        address, play = await _read(desk, stocked, address, A_MOMENT)
        at = min(to, len(play.record.play))
        return RedirectResponse(str(address.followed(at, play.said_by(at))), status_code=303)

    @router.get(
        "/api/play/{shelf}/{number}",
        summary="A moment of a table; what was played, as kibitz play --json, after the guess.",
    )
    async def as_data(address: TableQuery) -> dict[str, Any]:
        return await _data(desk, shelves, address)

    return router


def own_table_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of a table that is played on with the player's own cards."""
    router = APIRouter()

    @router.get("/play/{shelf}/{number}/on", response_class=HTMLResponse, include_in_schema=False)
    async def table(address: TableQuery, cards: OwnCards, beside: PrecedentField = "") -> Response:
        return await _page(desk, shelves, address.left(*cards), beside)

    @router.get(
        "/api/play/{shelf}/{number}/on",
        summary="A table played on with your own cards; what each is worth after the choice.",
    )
    async def as_data(address: TableQuery, cards: OwnCards) -> dict[str, Any]:
        return await _data(desk, shelves, address.left(*cards))

    return router


async def _page(
    desk: Desk,
    shelves: TableShelves,
    address: TableAddress,
    beside: str,
    noted: datetime | None = None,
) -> HTMLResponse:
    """The page; the guess that it is about is *noted*, if one of our pages led here."""
    stocked = await with_starter(desk, shelves, A_MOMENT)
    address, play = await _read(desk, stocked, address, A_MOMENT)
    answer = await ask_table(desk, stocked, address, play, A_MOMENT)
    if noted is not None and play.guess is not None and "played" in answer.get("verdict", {}):
        place = shelves.places.practice
        await run_in_threadpool(note_card, place, play, answer["verdict"], noted)
    following = stocked.next_with_play(address.shelf, address.number) if play.is_over else None
    return HTMLResponse(table_page(address, play, answer, beside, following))


async def _data(desk: Desk, shelves: TableShelves, address: TableAddress) -> dict[str, Any]:
    stocked = await with_starter(desk, shelves, PATIENTLY)
    address, play = await _read(desk, stocked, address, PATIENTLY)
    return {**play.to_json(), **await ask_table(desk, stocked, address, play, PATIENTLY)}


async def _read(
    desk: Desk, shelves: TableShelves, address: TableAddress, patience: float
) -> tuple[TableAddress, Playthrough]:
    """The table at *address*, and the address with every guess and reply spelled out."""
    if address.own is None:
        play = await run_in_threadpool(_found, shelves, address)
        return replace(address, said=play.said), play
    play = await run_in_threadpool(_found, shelves, replace(address, choice=""))
    own = spelled(play.own)
    if play.waits_for_replies:
        work = (replies, shelves, address.left(own).position)
        own = await desk.answer("play", "the other hands", *work, patience=patience)
    address = address.left(own, address.choice)
    return address, await run_in_threadpool(_found, shelves, address)


def _found(shelves: TableShelves, address: TableAddress) -> Playthrough:
    try:
        return address.read(shelves)
    except LibraryError as error:
        raise HTTPException(404, str(error)) from error
