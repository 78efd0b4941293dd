"""The place of the play: a table step by step; guess declarer's card, then hear about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, LibraryError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.moment import Moment
from kibitz.page.render import render
from kibitz.page.shelves import LARGEST_PASTE, Shelves
from kibitz.page.table import moment_view, table_rows
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


def play_router(desk: Desk, shelves: Shelves) -> APIRouter:
    router = APIRouter()

    def found(asked: Asked) -> Moment:
        try:
            record = shelves.entry(asked.shelf, asked.number).record
        except LibraryError as error:
            raise HTTPException(404, str(error)) from error
        return Moment.of(record, asked.at, asked.said, is_open=bool(asked.open))

    async def told(asked: Asked, moment: Moment, patience: float) -> dict[str, Any]:
        """What may be told now beside what is seen: nothing before the guess."""
        where = (shelves, asked.shelf, asked.number)
        said = moment.spelled()
        if moment.is_told:
            work: tuple[Any, ...] = (verdict, *where, asked.at, said)
        elif moment.is_over:
            work = (summary, *where, said)
        else:
            return {}
        answer = await desk.answer("play", "the play of the cards", *work, patience=patience)
        return {"summary" if moment.is_over else "verdict": answer}

    @router.get("/play", response_class=HTMLResponse, include_in_schema=False)
    def place(tables: Annotated[str, Query(max_length=4000)] = "") -> str:
        numbers = [int(one) for one in tables.split(",") if one.isdigit()][:SHOWN]
        pasted = [shelves.entry("desk", number) for number in numbers]
        return _place(pasted, problem="")

    def _place(pasted: list[Any], *, problem: str) -> str:
        return render(
            "play.html",
            "/play",
            pasted=table_rows(pasted),
            library=table_rows(shelves.with_play("library", SHOWN)),
            problem=problem,
        )

    @router.post("/play", include_in_schema=False)
    async def bring(request: Request) -> Response:
        async with request.form(max_files=1, max_fields=5, max_part_size=LARGEST_PASTE) as form:
            text, file = form.get("text"), form.get("file")
            content = (text if isinstance(text, str) else "").encode()
            if not content.strip() and file is not None and not isinstance(file, str):
                content = await file.read(LARGEST_PASTE + 1)
        try:
            numbers = shelves.put(content)
        except KibitzError as error:
            return HTMLResponse(_place([], problem=str(error)), status_code=400)
        if len(numbers) == 1:
            return RedirectResponse(f"/play/desk/{numbers[0]}", status_code=303)
        listed = ",".join(map(str, numbers[:SHOWN]))
        return RedirectResponse(f"/play?tables={listed}", status_code=303)

    @router.get("/play/{shelf}/{number}", response_class=HTMLResponse, include_in_schema=False)
    async def table(asked: Where, request: Request) -> str:
        moment = found(asked)
        answer = await told(asked, moment, A_MOMENT)
        view = moment_view(moment, lambda card: asked.address(asked.at, moment.spelled(card)))
        said = moment.spelled()
        return render(
            "moment.html",
            "/play",
            asked=asked,
            moment=moment,
            view=view,
            answer=answer,
            links=_links(asked, moment),
            here=asked.address(asked.at, said),
            toggle=replace(asked, open=1 - asked.open).address(asked.at, said),
            result=result_text(moment.record) if moment.is_over else "",
            data=f"/api{asked.address(asked.at, said)}",
        )

    @router.post("/api/play", summary="Lay tables on the desk: LIN, PBN or handviewer links.")
    def put(text: Text) -> dict[str, Any]:
        numbers = shelves.put(text.encode("utf-8", "replace"))
        return {"tables": [{"id": n, "address": f"/play/desk/{n}"} for n in numbers]}

    @router.get(
        "/api/play/{shelf}/{number}",
        summary="A moment of a table; what was played and why only after the guess.",
    )
    async def as_data(asked: Where) -> dict[str, Any]:
        moment = found(asked)
        return {**moment.to_json(), **await told(asked, moment, PATIENTLY)}

    return router


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
