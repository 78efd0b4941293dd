"""The place of the play: a table step by step; guess declarer's card, then hear about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kibitz.errors import KibitzError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, Shelves, number_of
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
from kibitz.page.table.drawing import moment_view, table_rows
from kibitz.page.table.experts import learn
from kibitz.page.table.guessing import Moment
from kibitz.page.table.verdict import summary, verdict
from kibitz.wording import result_text

SHOWN = 20
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]


def play_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of the play, over the shelves *brought* along and the starter's."""
    router = APIRouter()

    async def told(
        asked: Asked, moment: Moment, shelves: Shelves, patience: float
    ) -> dict[str, Any]:
        """What may be told now beside what is seen: nothing before the guess."""
        where = (shelves, asked.shelf, asked.number)
        said = moment.spelled()
        if moment.is_over:
            work: tuple[Any, ...] = (summary, *where, said)
            return {"summary": await desk.answer("play", "your guesses", *work, patience=patience)}
        if not moment.is_told:
            return {}
        work = (verdict, *where, asked.at, said)
        answer = {"verdict": await desk.answer("play", "double dummy", *work, patience=patience)}
        said_of_it = await told_by_experts(desk, shelves, asked, "", patience)
        return {**answer, **said_of_it}

    @router.get("/play", response_class=HTMLResponse, include_in_schema=False)
    async def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        shelves = await stocked(desk, brought, A_MOMENT)
        numbers = [one for one in map(number_of, tables.split(",")) if one is not None]
        return await run_in_threadpool(_place, shelves, numbers[:SHOWN])

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        async with request.form(max_files=1, max_fields=5, max_part_size=LARGEST_PASTE) as form:
            pasted, file = form.get("text"), form.get("file")
            text = pasted if isinstance(pasted, str) else ""
            content = text.encode()
            if not content.strip() and file is not None and not isinstance(file, str):
                content = await file.read(LARGEST_PASTE + 1)
        try:
            numbers = await run_in_threadpool(brought.put, content)
        except KibitzError as error:
            shelves = await stocked(desk, brought, PATIENTLY)
            page = await run_in_threadpool(_place, shelves, [], problem=str(error), text=text)
            return HTMLResponse(page, status_code=400)
        if len(numbers) == 1:
            return RedirectResponse(f"/play/desk/{numbers[0]}", status_code=303)
        listed = ",".join(map(str, numbers[:SHOWN]))
        return RedirectResponse(f"/play?tables={listed}", status_code=303)

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(asked: Where, beside: Beside = "") -> str:
        shelves = await stocked(desk, brought, A_MOMENT)
        moment = await run_in_threadpool(_found, shelves, asked)
        answer = await told(asked, moment, shelves, A_MOMENT)
        is_open = moment.is_open
        other = table_beside(shelves, beside, is_open=is_open) if moment.is_told else None
        said = moment.spelled()
        here = asked.address(asked.at, said)
        return render(
            "moment.html",
            "/play",
            asked=asked,
            moment=moment,
            view=moment_view(
                moment.seen, lambda card: asked.address(asked.at, moment.spelled(card))
            ),
            answer=answer,
            rows=card_rows(answer, _whose(moment)),
            other=other,
            beside=beside,
            precedents=precedent_rows(answer, here),
            steps=_steps(asked, moment),
            here=asked.address(asked.at, said, beside=beside if other else ""),
            toggle=replace(asked, open=1 - asked.open).address(asked.at, said),
            result=result_text(moment.record.contract, moment.record.tricks)
            if moment.is_over
            else "",
            data=f"/api{here}",
        )

    @router.post("/api/play", summary="Lay tables on the desk: LIN, PBN or handviewer links.")
    def put(text: Text) -> dict[str, Any]:
        numbers = brought.put(text.encode("utf-8", "replace"))
        return {"tables": [{"id": n, "address": f"/play/desk/{n}"} for n in numbers]}

    @router.get(
        "/api/play/{shelf}/{number}",
        summary="A moment of a table; what was played, as kibitz play --json, after the guess.",
    )
    async def as_data(asked: Where) -> dict[str, Any]:
        shelves = await stocked(desk, brought, PATIENTLY)
        moment = await run_in_threadpool(_found, shelves, asked)
        return {**moment.to_json(), **await told(asked, moment, shelves, PATIENTLY)}

    def watch() -> Job:
        return desk.start("library", "learning the play of the cards", learn, brought.library)

    @router.post("/learn/cardplay", include_in_schema=False)
    def watch_by_form() -> RedirectResponse:
        return RedirectResponse(watch().page, status_code=303)

    @router.post("/api/learn/cardplay", summary="As kibitz learn cardplay; answers with the job.")
    def watch_as_data() -> JSONResponse:
        return JSONResponse(watch().to_json(), status_code=202)

    return router


def _place(shelves: Shelves, numbers: list[int], *, problem: str = "", text: str = "") -> str:
    """The page to choose a table on; *numbers* are those just laid on the desk.

    A *text* with a *problem* is handed back, to be mended.
    """
    return render(
        "play.html",
        "/play",
        pasted=table_rows(shelves.entry("desk", number) for number in numbers),
        library=table_rows(shelves.with_play("library", SHOWN)),
        imported=shelves.holds("library"),
        starter=table_rows(shelves.with_play("starter", SHOWN)) if shelves.starter else [],
        problem=problem,
        text=text,
    )


def _found(shelves: Shelves, asked: Asked) -> Moment:
    record = record_at(shelves, asked)
    return Moment.of(record, asked.at, asked.said, is_open=bool(asked.open))


def _whose(moment: Moment) -> dict[str, str]:
    """Whose cards those of a decision are, once it is told."""
    if not moment.is_told:
        return {}
    played = str(moment.record.play[moment.at])
    if moment.guess is None or str(moment.guess) == played:
        return {played: "the table's" if moment.guess is None else "yours and the table's"}
    return {played: "the table's", str(moment.guess): "yours"}


def _steps(asked: Asked, moment: Moment) -> list[Step]:
    """Where the player may go from here."""
    said, steps = moment.spelled(), []
    if moment.must_guess:
        unseen = asked.address(asked.at, moment.spelled(None))
        steps.append(Step("step-show", "Show it without a guess", unseen))
    elif not moment.is_over:
        words = "On"
        if moment.guess is not None and moment.guess != moment.record.play[moment.at]:
            own = replace(asked, said=said).on(str(moment.guess))
            steps.append(Step("step-own", "Play on with my card", own))
            words = "Follow the record"
        steps.append(Step("step-on", words, asked.address(moment.next_stop(), said)))
        steps.append(Step("step-next", "Next card", asked.address(asked.at + 1, said)))
    if asked.at:
        steps.append(Step("step-back", "Back", asked.address(asked.at - 1, _before(moment))))
        steps.append(Step("step-start", "To the start", asked.address(0, "")))
    return steps


def _before(moment: Moment) -> str:
    """The guesses when one card is taken back: those made before that card was seen."""
    earlier = moment.at - 1
    count = sum(len(state.played) < earlier for state in moment.decisions)
    decided = any(len(state.played) == earlier for state in moment.decisions)
    return moment.spelled()[: 2 * (count + decided)]
