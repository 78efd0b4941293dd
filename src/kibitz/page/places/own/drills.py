"""The place of practice: what is due today, one card after the other, and how much is kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.page.render import render
from kibitz.records.players import folded

if TYPE_CHECKING:
    from kibitz.mygame.store import KeptCard, Store

Whose = Annotated[str, Query(max_length=100)]
_MOST = 2**62  # no card has a greater number


def drills_router(folder: Path) -> APIRouter:
    """The routes of practice; cards are kept in *folder*."""
    router = APIRouter()
    place = folder / "mygame.kibitz"

    @router.get("/practice", response_class=HTMLResponse, include_in_schema=False)
    async def practice(player: Whose = "") -> str:
        found = await run_in_threadpool(_stands, place, player)
        return render("drill.html", "/practice", **found, told=None)

    @router.post("/practice", response_class=HTMLResponse, include_in_schema=False)
    async def answer(
        card: Annotated[int, Form(ge=0, le=_MOST)],
        choice: Annotated[str, Form(max_length=60)],
        player: Annotated[str, Form(max_length=100)] = "",
    ) -> str:
        told = await run_in_threadpool(_answer, place, card, choice)
        found = await run_in_threadpool(_stands, place, player)
        return render("drill.html", "/practice", **found, told=told)

    @router.get("/api/practice", summary="What is due, as kibitz drill --json.")
    async def as_data(player: Whose = "") -> dict[str, Any]:
        found = await run_in_threadpool(_stands, place, player)
        return {**found["practice"], "player": found["player"], "card": found["card"]}

    @router.post("/api/practice", summary="Answer a card; says what experts do.")
    async def answer_as_data(
        card: Annotated[int, Query(ge=0, le=_MOST)],
        choice: Annotated[str, Query(max_length=60)],
    ) -> dict[str, Any]:
        return await run_in_threadpool(_answer, place, card, choice)

    return router


def _stands(place: Path, player: str) -> dict[str, Any]:
    """How practice stands, and the next card that is due, without its answer."""
    from kibitz.mygame.drills.practice import Practice
    from kibitz.mygame.store import Store

    with Store.open(place) as store:
        kept = store.players()
        key = " ".join(folded(player))
        whose = key if key in kept else (kept[0] if kept else "")
        practice = Practice.of(store, whose, datetime.now().astimezone())
    return {
        "player": whose,
        "players": kept,
        "practice": practice.to_json(),
        "card": _shown(practice.due[0]) if practice.due else None,
    }


def _shown(card: KeptCard) -> dict[str, Any]:
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.drills.showing import position_text, seen
    from kibitz.mygame.drills.suits import SuitDrill

    about = {"id": card.id}
    if card.content["kind"] == "suit":
        drill = SuitDrill.of(card.content)
        plays = [choice.play for choice in drill.problem.choices]
        return {**about, "kind": "suit", "text": drill.problem.question, "options": plays}
    asked = Drill.of(card.content)
    kind = "call" if asked.is_call else "card"
    return {**about, **seen(asked), "kind": kind, "text": position_text(asked)}


def _answer(place: Path, number: int, choice: str) -> dict[str, Any]:
    """Judge a choice, write it down, and say what experts do."""
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.drills.practice import record_answer
    from kibitz.mygame.drills.suits import SuitDrill
    from kibitz.mygame.store import Store

    with Store.open(place) as store:
        card = _find(store, number)
        if card.content["kind"] == "suit":
            suit = SuitDrill.of(card.content)
            chosen = suit.guess(choice)
            right, words = suit.is_right(chosen), suit.verdict(chosen)
        else:
            drill = Drill.of(card.content)
            guessed = drill.guess(choice)
            right, words = drill.is_right(guessed), drill.verdict(guessed)
        again = record_answer(store, card, right, datetime.now().astimezone())
    return {
        "card": number,
        "theme": card.theme,
        "choice": choice,
        "right": right,
        "text": "\n".join(words),
        "again": again.isoformat(),
    }


def _find(store: Store, number: int) -> KeptCard:
    for card in store.cards():
        if card.id == number:
            return card
    raise HTTPException(404, "There is no such card.")
