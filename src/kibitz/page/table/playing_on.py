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
    Asked,
    Beside,
    Step,
    Where,
    card_rows,
    precedent_rows,
    record_at,
    stocked,
    table_beside,
    told_by_experts,
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

    async def found(asked: Asked, on: On, shelves: Shelves, patience: float) -> OwnLine:
        """The line, with the cards that the others play until the player's next decision."""
        record = await run_in_threadpool(record_at, shelves, asked)
        (own, choice), is_open = on, bool(asked.open)
        if OwnLine.of(record, asked.at, own).waits_for_replies:
            work = (replies, shelves, asked.shelf, asked.number, asked.at, own)
            own = await desk.answer("play", "the defence", *work, patience=patience)
        return OwnLine.of(record, asked.at, own, choice, is_open=is_open)

    async def told(
        asked: Asked, line: OwnLine, shelves: Shelves, patience: float
    ) -> dict[str, Any]:
        """What may be told now: nothing before a card is chosen."""
        where = (shelves, asked.shelf, asked.number, asked.at, line.spelled())
        if line.is_over:
            ended = await desk.answer("play", "your play", outcome, *where, patience=patience)
            return {"outcome": ended}
        if line.choice is None:
            return {}
        verdict = await desk.answer("play", "double dummy", worth, *where, patience=patience)
        said_of_it = await told_by_experts(desk, shelves, asked, line.spelled(), patience)
        return {"verdict": verdict, **said_of_it}

    @router.get("/play/{shelf}/{number}/on", response_class=HTMLResponse, include_in_schema=False)
    async def table(asked: Where, on: On, beside: Beside = "") -> str:
        shelves = await stocked(desk, brought, A_MOMENT)
        line = await found(asked, on, shelves, A_MOMENT)
        answer = await told(asked, line, shelves, A_MOMENT)
        other = table_beside(shelves, beside, is_open=line.is_open) if line.choice else None
        own, choice = line.spelled(), str(line.choice or "")
        here = asked.on(own, choice=choice)
        return render(
            "on.html",
            "/play",
            asked=asked,
            line=line,
            since=[(seat.name.capitalize(), card_text(card)) for seat, card in line.since()],
            view=moment_view(line.seen, lambda card: asked.on(own, choice=str(card))),
            answer=answer,
            rows=card_rows(answer, {choice: "yours"}),
            other=other,
            beside=beside,
            precedents=precedent_rows(answer, here),
            steps=_steps(asked, line),
            here=asked.on(own, choice=choice, beside=beside if other else ""),
            toggle=replace(asked, open=1 - asked.open).on(own, choice=choice),
            data=f"/api{here}",
        )

    @router.get(
        "/api/play/{shelf}/{number}/on",
        summary="A table played on with your own cards; what each is worth after the choice.",
    )
    async def as_data(asked: Where, on: On) -> dict[str, Any]:
        shelves = await stocked(desk, brought, PATIENTLY)
        line = await found(asked, on, shelves, PATIENTLY)
        return {**line.to_json(), **await told(asked, line, shelves, PATIENTLY)}

    return router


def _steps(asked: Asked, line: OwnLine) -> list[Step]:
    """Where the player may go from here."""
    own, steps = line.spelled(), []
    if line.choice is not None:
        words = f"Play on with {card_text(line.choice)}"
        steps.append(Step("step-on", words, asked.on(f"{own}{line.choice}")))
        steps.append(Step("step-another", "Choose another card", asked.on(own)))
    earlier = line.before()
    record = asked.address(asked.at, asked.said)
    back = record if earlier is None else asked.on(earlier[0], choice=earlier[1])
    steps.append(Step("step-back", "Take my last card back", back))
    steps.append(Step("step-record", "Back to the record", record))
    return steps
