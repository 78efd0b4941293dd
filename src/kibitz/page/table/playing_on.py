"""Playing on with one's own card: the defence replies, the experts are still heard."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.games.bridge.cards import Card
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
    marks_of,
    precedent_rows,
    record_at,
    with_starter,
)
from kibitz.page.table.beside import ask_more_on, plan_beside
from kibitz.page.table.felt import deal_of, hands_of, moment_view
from kibitz.page.table.own_line import OwnLine, spelled
from kibitz.page.table.verdict import outcome, replies, worth
from kibitz.page.words import WORDS, counted, seat_name
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
        following = shelves.next_with_play(address.shelf, address.number) if line.is_over else None
        return _table(address, line, answer, beside, following)

    @router.get(
        "/api/play/{shelf}/{number}/on",
        summary="A table played on with your own cards; what each is worth after the choice.",
    )
    async def as_data(address: Where, on: On) -> dict[str, Any]:
        shelves = await with_starter(desk, brought, PATIENTLY)
        line = await _line(desk, shelves, address, on, PATIENTLY)
        return {**line.to_json(), **await _answer(desk, shelves, address, line, PATIENTLY)}

    return router


def _table(
    address: TableAddress,
    line: OwnLine,
    answer: dict[str, Any],
    beside: str,
    following: int | None,
) -> str:
    """The page of a line that the player goes on by himself."""
    own, choice, seen = line.spelled(), str(line.choice or ""), line.seen
    here, steps = address.on(own, choice=choice), _steps(address, line)
    rows = card_rows(answer, {choice: WORDS["play"]["yours"]}, line.state.contract)
    return render(
        "playing_on.html",
        "/play",
        asked=address,
        line=line,
        since=[(seat_name(seat), card_text(card)) for seat, card in line.since()],
        view=moment_view(
            seen,
            lambda card: (
                steps[0].href if str(card) == choice else address.on(own, choice=str(card))
            ),
            lambda at: "",
            marks_of(rows, answer, choice),
        ),
        answer=answer,
        rows=rows,
        mine=choice,
        verdict_title=_verdict_title(rows, choice),
        beside=beside if choice else "",
        precedents=precedent_rows(answer, here, seen),
        own_hands=hands_of(seen),
        trick=[str(card) for card in line.state.trick],
        steps=steps,
        stepper=[],
        slider=None,
        moments=_moments(address, line, answer),
        next="" if following is None else f"/play/{address.shelf}/{following}",
        here=here,
        here_plain=here,
        toggle=replace(address, open=1 - address.open).on(own, choice=choice),
        data=f"/api{here}",
        **deal_of(line.record),
        more=ask_more_on(address, line),
    )


def _moments(address: TableAddress, line: OwnLine, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards of the player that cost a trick, each with the address at which it was chosen."""
    return [
        {
            **one,
            "at": line.left + one["place"],
            "href": address.on(spelled(line.cards[: one["place"]]), choice=one["card"])
            if one["place"]
            else address.address(address.at, address.said),
        }
        for one in answer.get("outcome", {}).get("moments", ())
    ]


def _verdict_title(rows: list[dict[str, Any]], choice: str) -> str:
    """What the card costs that the player thinks of."""
    cost = next((one["cost"] for one in rows if one["card"] == choice), 0)
    card = card_text(Card.parse(choice)) if choice else ""
    tricks = counted(cost, "trick") if cost else WORDS["play"]["nothing"]
    return WORDS["play"]["costs"].format(card=card, tricks=tricks)


async def _line(
    desk: Desk, shelves: Shelves, address: TableAddress, on: tuple[str, str], patience: float
) -> OwnLine:
    """The line, with the cards that the others play until the player's next decision."""
    record = await run_in_threadpool(record_at, shelves, address)
    own, choice = on
    player = address.player
    if OwnLine.of(record, address.at, own, player=player).waits_for_replies:
        work = (replies, shelves, address.shelf, address.number, player, address.at, own)
        own = await desk.answer("play", "the other hands", *work, patience=patience)
    is_open = bool(address.open)
    return OwnLine.of(record, address.at, own, choice, is_open=is_open, player=player)


async def _answer(
    desk: Desk, shelves: Shelves, address: TableAddress, line: OwnLine, patience: float
) -> dict[str, Any]:
    """What may be said now: nothing before a card is chosen."""
    where = (
        shelves, address.shelf, address.number, address.player, address.at, line.spelled(),
    )  # fmt: skip
    if line.is_over:
        ended = await desk.answer("play", "your play", outcome, *where, patience=patience)
        return {"outcome": ended}
    if line.choice is None:
        return {}
    verdict, experts, plan = await asyncio.gather(
        desk.answer("play", "double dummy", worth, *where, patience=patience),
        ask_experts(desk, shelves, address, line.spelled(), patience),
        plan_beside(desk, shelves, address, line.seen),
    )
    return {"verdict": verdict, **experts, **plan}


def _steps(address: TableAddress, line: OwnLine) -> list[Step]:
    """Where the player may go from here."""
    say, own, steps = WORDS["play"], line.spelled(), []
    if line.choice is not None:
        words = say["play_on_with"].format(card=card_text(line.choice))
        steps.append(Step("step-on", words, address.on(f"{own}{line.choice}"), "P"))
    earlier = line.before()
    record = address.address(address.at, address.said)
    back = record if earlier is None else address.on(earlier[0], choice=earlier[1])
    steps.append(Step("step-back", say["take_back"], back))
    steps.append(Step("step-record", say["to_record"], record))
    return steps
