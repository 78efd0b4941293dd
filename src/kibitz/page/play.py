"""The place of the play: a table step by step; guess declarer's card, then hear about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, LibraryError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, StillWorkingError, newest
from kibitz.page.experts import experts, learn, starter
from kibitz.page.moment import Moment
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, Shelves
from kibitz.page.table import MomentView, moment_view, table_rows
from kibitz.page.verdict import summary, verdict
from kibitz.wording import result_text

SHOWN = 20
Number = Annotated[int, Query(ge=0, le=1 << 60)]
Text = Annotated[str, Body(embed=True, max_length=LARGEST_PASTE)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A moment of a table, as the address spells it."""

    shelf: str
    number: int
    at: int
    said: str
    open: int

    def address(self, at: int, said: str, **more: Any) -> str:
        told = {"at": at, "said": said, "open": self.open or "", **more}
        query = urlencode({name: value for name, value in told.items() if value != ""})
        return f"/play/{self.shelf}/{self.number}?{query}"


def _asked(
    shelf: str,
    number: int,
    at: Annotated[int, Query(ge=0, le=52, description="how many cards were played")] = 0,
    said: Annotated[str, Query(max_length=104, description="the guesses so far: HKS3--")] = "",
    open: Annotated[int, Query(ge=0, le=1, description="1: the defenders' hands too")] = 0,
) -> Asked:
    if not 0 < number < 1 << 60:
        raise HTTPException(404, f"there is no table {number} here")
    return Asked(shelf, number, at, said, open)


Where = Annotated[Asked, Depends(_asked)]


def play_router(desk: Desk, brought: Shelves) -> APIRouter:
    """The routes of the play, over the shelves *brought* along and the starter's."""
    router = APIRouter()

    async def stocked(patience: float) -> Shelves:
        """The shelves with the starter's tables on theirs."""
        path = await desk.answer("play", "the starter library", starter, patience=patience)
        return replace(brought, starter=path)

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
        work = (experts, *where, asked.at, newest(shelves.cases))
        try:
            found = await desk.answer("experts", "the experts", *work, patience=patience)
            return {**answer, "experts": found}
        except StillWorkingError as error:
            return {**answer, "job": error.job.to_json()}
        except KibitzError as error:
            return {**answer, "problem": str(error)}

    @router.get("/play", response_class=HTMLResponse, include_in_schema=False)
    async def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        shelves = await stocked(A_MOMENT)
        numbers = [int(one) for one in tables.split(",") if one.isdigit()][:SHOWN]
        return await run_in_threadpool(_place, shelves, numbers)

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        async with request.form(max_files=1, max_fields=5, max_part_size=LARGEST_PASTE) as form:
            text, file = form.get("text"), form.get("file")
            content = (text if isinstance(text, str) else "").encode()
            if not content.strip() and file is not None and not isinstance(file, str):
                content = await file.read(LARGEST_PASTE + 1)
        try:
            numbers = await run_in_threadpool(brought.put, content)
        except KibitzError as error:
            page = await run_in_threadpool(_place, brought, [], problem=str(error))
            return HTMLResponse(page, status_code=400)
        if len(numbers) == 1:
            return RedirectResponse(f"/play/desk/{numbers[0]}", status_code=303)
        listed = ",".join(map(str, numbers[:SHOWN]))
        return RedirectResponse(f"/play?tables={listed}", status_code=303)

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(asked: Where, beside: Annotated[str, Query(max_length=60)] = "") -> str:
        shelves = await stocked(A_MOMENT)
        moment = await run_in_threadpool(_found, shelves, asked)
        answer = await told(asked, moment, shelves, A_MOMENT)
        other = _beside(shelves, beside, is_open=moment.is_open) if moment.is_told else None
        said = moment.spelled()
        here = asked.address(asked.at, said, beside=beside if other else "")
        return render(
            "moment.html",
            "/play",
            asked=asked,
            moment=moment,
            view=moment_view(moment, lambda card: asked.address(asked.at, moment.spelled(card))),
            answer=answer,
            rows=_rows(moment, answer),
            other=other,
            beside=beside,
            precedents=_precedents(asked, said, answer),
            links=_links(asked, moment),
            here=here,
            toggle=replace(asked, open=1 - asked.open).address(asked.at, said),
            result=result_text(moment.record) if moment.is_over else "",
            data=f"/api{asked.address(asked.at, said)}",
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
        shelves = await stocked(PATIENTLY)
        moment = await run_in_threadpool(_found, shelves, asked)
        return {**moment.to_json(), **await told(asked, moment, shelves, PATIENTLY)}

    @router.post("/api/learn/cardplay", summary="As kibitz learn cardplay; answers with the job.")
    def watch() -> JSONResponse:
        job = desk.start("library", "learning the play of the cards", learn, brought.library)
        return JSONResponse(job.to_json(), status_code=202)

    return router


def _place(shelves: Shelves, numbers: list[int], *, problem: str = "") -> str:
    """The page to choose a table on; *numbers* are those just laid on the desk."""
    return render(
        "play.html",
        "/play",
        pasted=table_rows(shelves.entry("desk", number) for number in numbers),
        library=table_rows(shelves.with_play("library", SHOWN)),
        starter=table_rows(shelves.with_play("starter", SHOWN)) if shelves.starter else [],
        problem=problem,
    )


def _found(shelves: Shelves, asked: Asked) -> Moment:
    try:
        record = shelves.entry(asked.shelf, asked.number).record
    except LibraryError as error:
        raise HTTPException(404, str(error)) from error
    return Moment.of(record, asked.at, asked.said, is_open=bool(asked.open))


def _beside(shelves: Shelves, place: str, *, is_open: bool) -> MomentView | None:
    """The table of a precedent at its moment: ``library-17-30``, with no card of it to click."""
    shelf, _, rest = place.partition("-")
    number, _, at = rest.partition("-")
    if not (number.isdigit() and at.isdigit() and len(place) < 30):
        return None
    record = shelves.entry(shelf, int(number)).record
    moment = Moment.of(record, int(at), "", is_open=is_open)
    return moment_view(moment, lambda card: "")


def _precedents(asked: Asked, said: str, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """What each precedent is, with the link that opens its table beside this one."""
    found = answer["experts"]["precedents"] if "experts" in answer else []
    places = [f"{one['shelf']}-{one['table']}-{one['at']}" for one in found]
    return [
        {**one, "beside": place, "href": asked.address(asked.at, said, beside=place)}
        for one, place in zip(found, places, strict=True)
    ]


def _rows(moment: Moment, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Every legal card: what experts say of it, what it is worth, whose it is."""
    if "verdict" not in answer:
        return []
    shares = {one["card"]: one for one in answer.get("experts", {}).get("candidates", [])}
    whose = {answer["verdict"]["played"]: "the table's"}
    if moment.guess is not None:
        same = whose.get(str(moment.guess))
        whose[str(moment.guess)] = f"yours and {same}" if same else "yours"
    return [
        {**one, **shares.get(one["card"], {}), "whose": whose.get(one["card"], "")}
        for one in answer["verdict"]["double_dummy"]["cards"]
    ]


def _links(asked: Asked, moment: Moment) -> dict[str, str]:
    """Where the player may go from here, by the words on the link."""
    said, links = moment.spelled(), {}
    if moment.must_guess:
        links["Show it without a guess"] = asked.address(asked.at, moment.spelled(None))
    elif not moment.is_over:
        links["Next card"] = asked.address(asked.at + 1, said)
        links["On"] = asked.address(moment.next_stop(), said)
    if asked.at:
        links["Back"] = asked.address(asked.at - 1, _before(moment))
        links["To the start"] = asked.address(0, "")
    return links


def _before(moment: Moment) -> str:
    """The guesses when one card is taken back: those made before that card was seen."""
    earlier = moment.at - 1
    count = sum(len(state.played) < earlier for state in moment.decisions)
    decided = any(len(state.played) == earlier for state in moment.decisions)
    return moment.spelled()[: 2 * (count + decided)]
