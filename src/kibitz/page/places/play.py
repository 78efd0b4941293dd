"""The place of the play: a table step by step; guess the card, then hear about it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Card
from kibitz.page import outcomes
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.jobs import work_router
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, Shelves, number_of
from kibitz.page.table.address import (
    PrecedentPlace,
    Step,
    Stepping,
    TableAddress,
    Where,
    ask_experts,
    card_rows,
    marks_of,
    precedent_rows,
    record_at,
    with_starter,
)
from kibitz.page.table.beside import ask_more, plan_beside
from kibitz.page.table.drawing import table_rows
from kibitz.page.table.experts import learn
from kibitz.page.table.felt import deal_of, hands_of, moment_view
from kibitz.page.table.guessing import Moment, plays_declarer
from kibitz.page.table.verdict import summary, verdict
from kibitz.page.words import WORDS, seat_name
from kibitz.wording import card_text, result_text

SHOWN = 20
BROUGHT = 60
"""Tables of one paste that are listed, to be chosen from."""
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]
Slid = Annotated[int | None, Query(ge=0, le=52)]
"""Where the slider was drawn to."""


def play_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of the play, over the shelves *brought* along and the starter's."""

    def start() -> Job:
        title = "learning the play of the cards"
        words = outcomes.learned
        return desk.start("library", title, learn, brought.places, words=words)

    router = APIRouter()
    for part in (
        _choosing_router(desk, brought),
        _guessing_router(desk, brought),
        work_router("/learn/cardplay", "As kibitz learn cardplay; answers with the job.", start),
    ):
        router.include_router(part)
    return router


def _choosing_router(desk: Desk, brought: Shelves) -> APIRouter:
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


def _guessing_router(desk: Desk, brought: Shelves) -> APIRouter:
    """A table is stepped through, and the cards of one chair are guessed."""
    router = APIRouter()

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(address: Where, beside: PrecedentPlace = "", to: Slid = None) -> Response:
        shelves = await with_starter(desk, brought, A_MOMENT)
        moment = await run_in_threadpool(_moment, shelves, address)
        if to is not None:
            at = min(to, len(moment.record.play))
            return RedirectResponse(address.address(at, moment.said_by(at)), status_code=303)
        answer = await _answer(desk, shelves, address, moment, A_MOMENT)
        following = (
            shelves.next_with_play(address.shelf, address.number) if moment.is_over else None
        )
        return HTMLResponse(_table(address, moment, answer, beside, following))

    @router.get(
        "/api/play/{shelf}/{number}",
        summary="A moment of a table; what was played, as kibitz play --json, after the guess.",
    )
    async def as_data(address: Where) -> dict[str, Any]:
        shelves = await with_starter(desk, brought, PATIENTLY)
        moment = await run_in_threadpool(_moment, shelves, address)
        answer = await _answer(desk, shelves, address, moment, PATIENTLY)
        return {**moment.to_json(), **answer}

    return router


def _table(
    address: TableAddress,
    moment: Moment,
    answer: dict[str, Any],
    beside: str,
    following: int | None,
) -> str:
    """The page of a moment."""
    record, said = moment.record, moment.spelled()
    earlier = moment.spelled()[: 2 * len(moment.decisions)]
    here = address.address(address.at, said)
    mine = "" if moment.guess is None else str(moment.guess)

    def guess(card: Card) -> str:
        return address.address(address.at, f"{earlier}{card}")

    rows = card_rows(answer, _whose(moment), moment.state.contract)
    seen, steps = moment.seen, _steps(address, moment)
    view = moment_view(
        seen,
        lambda card: steps[0].href if str(card) == mine else guess(card),
        lambda at: address.address(at, moment.said_by(at)),
        marks_of(rows, answer, mine),
    )
    return render(
        "guess.html",
        "/play",
        asked=address,
        moment=moment,
        view=view,
        answer=answer,
        rows=rows,
        mine=mine,
        verdict_title=_verdict_title(moment, answer),
        beside=beside if moment.is_revealed else "",
        precedents=precedent_rows(answer, here, seen),
        own_hands=hands_of(seen),
        trick=[str(card) for card in moment.state.trick],
        steps=steps,
        stepper=_stepper(address, moment),
        slider=_slider(address, moment),
        chairs=_chairs(address, moment),
        moments=_moment_links(address, moment, answer),
        next="" if following is None else f"/play/{address.shelf}/{following}",
        here=here,
        here_plain=here,
        toggle=replace(address, open=1 - address.open).address(address.at, said),
        result=result_text(record.contract, record.tricks) if moment.is_over else "",
        data=f"/api{here}",
        **deal_of(moment.record),
        more=ask_more(address, moment),
    )


def _moment_links(address: TableAddress, moment: Moment, answer: dict[str, Any]) -> list[str]:
    """Where the moments that mattered are, once the play is over."""
    found = (answer.get("summary") or {}).get("moments", ())
    return [address.address(one["at"], moment.said_by(one["at"])) for one in found]


async def _answer(
    desk: Desk, shelves: Shelves, address: TableAddress, moment: Moment, patience: float
) -> dict[str, Any]:
    """What may be said now beside what is seen: nothing before the guess."""
    where = (shelves, address.shelf, address.number, address.player)
    said = moment.spelled()
    if moment.is_over:
        work: tuple[Any, ...] = (summary, *where, said)
        return {"summary": await desk.answer("play", "your guesses", *work, patience=patience)}
    if not moment.is_revealed:
        return {}
    work = (verdict, *where, address.at, said)
    found, experts, plan = await asyncio.gather(
        desk.answer("play", "double dummy", *work, patience=patience),
        ask_experts(desk, shelves, address, "", patience),
        plan_beside(desk, shelves, address, moment.seen),
    )
    return {"verdict": found, **experts, **plan}


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


def _place(shelves: Shelves, numbers: list[int], *, problem: str = "", text: str = "") -> str:
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


def _moment(shelves: Shelves, address: TableAddress) -> Moment:
    record = record_at(shelves, address)
    return Moment.of(
        record, address.at, address.said, is_open=bool(address.open), player=address.player
    )


def _whose(moment: Moment) -> dict[str, str]:
    """Whose cards those of a decision are, once it is revealed."""
    if not moment.is_revealed:
        return {}
    say, played = WORDS["play"], str(moment.record.play[moment.at])
    if moment.guess is None or str(moment.guess) == played:
        return {played: say["the_tables"] if moment.guess is None else say["both_cards"]}
    return {played: say["the_tables"], str(moment.guess): say["yours"]}


def _verdict_title(moment: Moment, answer: dict[str, Any]) -> str:
    """The player's card beside the table's, in one line."""
    if "verdict" not in answer:
        return ""
    told = answer["verdict"]
    words = {"by": told["by"], "played": card_text(moment.record.play[moment.at])}
    if moment.guess is None:
        return WORDS["play"]["was_played"].format(**words)
    key = "so_did" if told["same"] else "said_other"
    return WORDS["play"][key].format(mine=card_text(moment.guess), **words)


def _steps(address: TableAddress, moment: Moment) -> list[Step]:
    """Where the player may go from here."""
    say, said = WORDS["play"], moment.spelled()
    if moment.must_guess:
        unseen = address.address(address.at, moment.spelled(None))
        return [Step("step-show", say["show_it"], unseen)]
    if moment.is_over:
        return []
    on = address.address(moment.next_stop(), said)
    if moment.guess is not None and moment.guess != moment.record.play[moment.at]:
        own = replace(address, said=said).on(str(moment.guess))
        return [
            Step("step-own", say["own_card"], own, "P"),
            Step("step-on", say["follow"], on),
        ]
    return [Step("step-on", say["on"], on)]


def _stepper(address: TableAddress, moment: Moment) -> list[Stepping]:
    """One card back or on, or to an end."""
    say, at, last = WORDS["table"], address.at, len(moment.record.play)
    steps = []
    if at:
        back = address.address(at - 1, moment.said_by(at - 1))
        steps.append(Stepping("step-start", "⇤", say["to_start"], address.address(0, "")))
        steps.append(Stepping("step-back", "←", say["one_back"], back))
    if at < last:
        on = address.address(at + 1, moment.spelled())
        end = address.address(at, moment.spelled(), to=52)
        steps.append(Stepping("step-next", "→", say["one_on"], on))
        steps.append(Stepping("step-end", "⇥", say["to_end"], end))
    return steps


def _slider(address: TableAddress, moment: Moment) -> dict[str, Any]:
    """The slider as a form; where it stands is named apart, so that guesses can be taken back."""
    fields = {
        "at": address.at,
        "said": moment.spelled(),
        "seat": address.seat,
        "like": address.like,
    }
    hidden = {**fields, "open": address.open or ""}
    action = f"/play/{address.shelf}/{address.number}"
    return {"action": action, "fields": list(hidden.items())}


def _chairs(address: TableAddress, moment: Moment) -> list[dict[str, Any]]:
    """Whose cards can be guessed: declarer's, the opening leader's, his partner's."""
    contract = moment.state.contract
    leader = contract.leader
    seats = [("", WORDS["play"]["as_declarer"])] + [
        (str(seat), WORDS["play"]["as_defender"].format(seat=seat_name(seat)))
        for seat in (leader, leader.partner)
    ]
    here = "" if plays_declarer(moment.state, address.player) else address.seat
    return [
        {
            "words": words,
            "href": replace(address, seat=seat, open=0).address(0, ""),
            "here": seat == here,
        }
        for seat, words in seats
    ]
