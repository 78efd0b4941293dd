"""The place of the play: a table step by step; guess declarer's card, then hear about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page import outcomes
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.jobs import work_router
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, Shelves, number_of
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
from kibitz.page.table.drawing import moment_view, table_rows
from kibitz.page.table.experts import learn
from kibitz.page.table.guessing import Moment
from kibitz.page.table.verdict import summary, verdict
from kibitz.wording import result_text

SHOWN = 20
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]


def play_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of the play, over the shelves *brought* along and the starter's."""

    def start() -> Job:
        title = "learning the play of the cards"
        words = outcomes.learned
        return desk.start("library", title, learn, brought.library, words=words)

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
        return await run_in_threadpool(_place, shelves, numbers[:SHOWN])

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        text, content = await _brought(request)
        try:
            numbers = await run_in_threadpool(brought.put, content)
        except KibitzError as error:
            shelves = await with_starter(desk, brought, PATIENTLY)
            page = await run_in_threadpool(_place, shelves, [], problem=str(error), text=text)
            return HTMLResponse(page, status_code=400)
        if len(numbers) == 1:
            return RedirectResponse(f"/play/desk/{numbers[0]}", status_code=303)
        listed = ",".join(map(str, numbers[:SHOWN]))
        return RedirectResponse(f"/play?tables={listed}", status_code=303)

    @router.post("/api/play", summary="Lay tables on the desk: LIN, PBN or handviewer links.")
    def put(text: Text) -> dict[str, Any]:
        numbers = brought.put(text.encode("utf-8", "replace"))
        return {"tables": [{"id": n, "address": f"/play/desk/{n}"} for n in numbers]}

    return router


def _guessing_router(desk: Desk, brought: Shelves) -> APIRouter:
    """A table is stepped through, and declarer's cards are guessed."""
    router = APIRouter()

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(address: Where, beside: PrecedentPlace = "") -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        moment = await run_in_threadpool(_moment, shelves, address)
        answer = await _answer(desk, shelves, address, moment, A_MOMENT)
        revealed, is_open = moment.is_revealed, moment.is_open
        other = precedent_table(shelves, beside, is_open=is_open) if revealed else None
        said = moment.spelled()
        here = address.address(address.at, said)
        return render(
            "guess.html",
            "/play",
            asked=address,
            moment=moment,
            view=moment_view(
                moment.seen, lambda card: address.address(address.at, moment.spelled(card))
            ),
            answer=answer,
            rows=card_rows(answer, _whose(moment)),
            other=other,
            beside=beside,
            precedents=precedent_rows(answer, here),
            steps=_steps(address, moment),
            here=address.address(address.at, said, beside=beside if other else ""),
            toggle=replace(address, open=1 - address.open).address(address.at, said),
            result=result_text(moment.record.contract, moment.record.tricks)
            if moment.is_over
            else "",
            data=f"/api{here}",
        )

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


async def _answer(
    desk: Desk, shelves: Shelves, address: TableAddress, moment: Moment, patience: float
) -> dict[str, Any]:
    """What may be said now beside what is seen: nothing before the guess."""
    where = (shelves, address.shelf, address.number)
    said = moment.spelled()
    if moment.is_over:
        work: tuple[Any, ...] = (summary, *where, said)
        return {"summary": await desk.answer("play", "your guesses", *work, patience=patience)}
    if not moment.is_revealed:
        return {}
    work = (verdict, *where, address.at, said)
    found = {"verdict": await desk.answer("play", "double dummy", *work, patience=patience)}
    return {**found, **await ask_experts(desk, shelves, address, "", patience)}


async def _brought(request: Request) -> tuple[str, bytes]:
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
        problem=problem,
        text=text,
    )


def _moment(shelves: Shelves, address: TableAddress) -> Moment:
    record = record_at(shelves, address)
    return Moment.of(record, address.at, address.said, is_open=bool(address.open))


def _whose(moment: Moment) -> dict[str, str]:
    """Whose cards those of a decision are, once it is revealed."""
    if not moment.is_revealed:
        return {}
    played = str(moment.record.play[moment.at])
    if moment.guess is None or str(moment.guess) == played:
        return {played: "the table's" if moment.guess is None else "yours and the table's"}
    return {played: "the table's", str(moment.guess): "yours"}


def _steps(address: TableAddress, moment: Moment) -> list[Step]:
    """Where the player may go from here."""
    said, steps = moment.spelled(), []
    if moment.must_guess:
        unseen = address.address(address.at, moment.spelled(None))
        steps.append(Step("step-show", "Show it without a guess", unseen))
    elif not moment.is_over:
        words = "On"
        if moment.guess is not None and moment.guess != moment.record.play[moment.at]:
            own = replace(address, said=said).on(str(moment.guess))
            steps.append(Step("step-own", "Play on with my card", own))
            words = "Follow the record"
        steps.append(Step("step-on", words, address.address(moment.next_stop(), said)))
        steps.append(Step("step-next", "Next card", address.address(address.at + 1, said)))
    if address.at:
        steps.append(Step("step-back", "Back", address.address(address.at - 1, _before(moment))))
        steps.append(Step("step-start", "To the start", address.address(0, "")))
    return steps


def _before(moment: Moment) -> str:
    """The guesses when one card is taken back: those made before that card was seen."""
    earlier = moment.at - 1
    count = sum(len(state.played) < earlier for state in moment.decisions)
    decided = any(len(state.played) == earlier for state in moment.decisions)
    return moment.spelled()[: 2 * (count + decided)]
