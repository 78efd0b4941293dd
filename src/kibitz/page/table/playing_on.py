"""Playing on with one's own card: the defence replies, the experts are still heard."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.render import render
from kibitz.page.shelves import Shelves
from kibitz.page.table.address import (
    PrecedentPlace,
    Step,
    TableAddress,
    Where,
    ask_experts,
    card_rows,
    precedent_rows,
    precedent_table,
    record_at,
    with_starter,
)
from kibitz.page.table.drawing import moment_view
from kibitz.page.table.own_line import OwnLine
from kibitz.page.table.verdict import outcome, replies, worth
from kibitz.wording import card_text

Own = Annotated[str, Query(max_length=104, description="every card since the record was left")]
Choice = Annotated[str, Query(max_length=2, description="the card that you think of playing")]


def _on(own: Own = "", choice: Choice = "") -> tuple[str, str]:
    return own, choice


On = Annotated[tuple[str, str], Depends(_on)]


def playing_on_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of a table that was left, over the same shelves as the play's."""
    router = APIRouter()

    @router.get("/play/{shelf}/{number}/on", response_class=HTMLResponse, include_in_schema=False)
    async def table(address: Where, on: On, beside: PrecedentPlace = "") -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        line = await _line(desk, shelves, address, on, A_MOMENT)
        answer = await _answer(desk, shelves, address, line, A_MOMENT)
        chosen, is_open = line.choice is not None, line.is_open
        other = precedent_table(shelves, beside, is_open=is_open) if chosen else None
        own, choice = line.spelled(), str(line.choice or "")
        here = address.on(own, choice=choice)
        return render(
            "playing_on.html",
            "/play",
            asked=address,
            line=line,
            since=[(seat.name.capitalize(), card_text(card)) for seat, card in line.since()],
            view=moment_view(line.seen, lambda card: address.on(own, choice=str(card))),
            answer=answer,
            rows=card_rows(answer, {choice: "yours"}),
            other=other,
            beside=beside,
            precedents=precedent_rows(answer, here),
            steps=_steps(address, line),
            here=address.on(own, choice=choice, beside=beside if other else ""),
            toggle=replace(address, open=1 - address.open).on(own, choice=choice),
            data=f"/api{here}",
        )

    @router.get(
        "/api/play/{shelf}/{number}/on",
        summary="A table played on with your own cards; what each is worth after the choice.",
    )
    async def as_data(address: Where, on: On) -> dict[str, Any]:
        shelves = await with_starter(desk, brought, PATIENTLY)
        line = await _line(desk, shelves, address, on, PATIENTLY)
        return {**line.to_json(), **await _answer(desk, shelves, address, line, PATIENTLY)}

    return router


async def _line(
    desk: Desk, shelves: Shelves, address: TableAddress, on: tuple[str, str], patience: float
) -> OwnLine:
    """The line, with the cards that the others play until the player's next decision."""
    record = await run_in_threadpool(record_at, shelves, address)
    own, choice = on
    if OwnLine.of(record, address.at, own).waits_for_replies:
        work = (replies, shelves, address.shelf, address.number, address.at, own)
        own = await desk.answer("play", "the defence", *work, patience=patience)
    return OwnLine.of(record, address.at, own, choice, is_open=bool(address.open))


async def _answer(
    desk: Desk, shelves: Shelves, address: TableAddress, line: OwnLine, patience: float
) -> dict[str, Any]:
    """What may be said now: nothing before a card is chosen."""
    where = (shelves, address.shelf, address.number, address.at, line.spelled())
    if line.is_over:
        ended = await desk.answer("play", "your play", outcome, *where, patience=patience)
        return {"outcome": ended}
    if line.choice is None:
        return {}
    verdict = await desk.answer("play", "double dummy", worth, *where, patience=patience)
    return {
        "verdict": verdict,
        **await ask_experts(desk, shelves, address, line.spelled(), patience),
    }


def _steps(address: TableAddress, line: OwnLine) -> list[Step]:
    """Where the player may go from here."""
    own, steps = line.spelled(), []
    if line.choice is not None:
        words = f"Play on with {card_text(line.choice)}"
        steps.append(Step("step-on", words, address.on(f"{own}{line.choice}")))
        steps.append(Step("step-another", "Choose another card", address.on(own)))
    earlier = line.before()
    record = address.address(address.at, address.said)
    back = record if earlier is None else address.on(earlier[0], choice=earlier[1])
    steps.append(Step("step-back", "Take my last card back", back))
    steps.append(Step("step-record", "Back to the record", record))
    return steps
