"""The page of practice: the drill cards that are due, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.page.render import render
from kibitz.page.table.drawing import auction_view
from kibitz.page.table.felt import felt_view
from kibitz.page.table.planning import PlanAddress
from kibitz.page.table.playthrough import VisibleTable
from kibitz.places import Places
from kibitz.records.players import folded

if TYPE_CHECKING:
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.store import KeptCard, PracticeStore

Whose = Annotated[str, Query(max_length=100)]
Theme = Annotated[str, Query(max_length=100)]
Clock = Callable[[], datetime]
_MOST = 2**62  # no card has a higher number


def local_time() -> datetime:
    return datetime.now().astimezone()


def drills_router(places: Places, now: Clock) -> APIRouter:
    """The routes of practice; cards are due by the clock *now*."""
    router, place = APIRouter(), places.practice

    @router.get("/practice", response_class=HTMLResponse, include_in_schema=False)
    async def practice(player: Whose = "", theme: Theme = "") -> str:
        found = await run_in_threadpool(_stands, place, player, now(), theme)
        return render("drill.html", "/practice", **_drawn(found), judged=None)

    @router.post("/practice", response_class=HTMLResponse, include_in_schema=False)
    async def answer(
        card: Annotated[int, Form(ge=0, le=_MOST)],
        choice: Annotated[str, Form(max_length=200)],
        player: Annotated[str, Form(max_length=100)] = "",
        theme: Annotated[str, Form(max_length=100)] = "",
    ) -> str:
        judged = await run_in_threadpool(_answer, place, card, choice, now())
        found = await run_in_threadpool(_stands, place, player, now(), theme)
        return render("drill.html", "/practice", **_drawn(found), judged=judged)

    @router.get("/api/practice", summary="What is due, as kibitz drill --json.")
    async def as_data(player: Whose = "", theme: Theme = "") -> dict[str, Any]:
        found = await run_in_threadpool(_stands, place, player, now(), theme)
        card = None if found["due"] is None else _shown(found["due"])
        return {**found["practice"], "player": found["player"], "card": card}

    @router.post("/api/practice", summary="Answer a card; says what experts do.")
    async def answer_as_data(
        card: Annotated[int, Query(ge=0, le=_MOST)],
        choice: Annotated[str, Query(max_length=200)],
    ) -> dict[str, Any]:
        return await run_in_threadpool(_answer, place, card, choice, now())

    return router


def due_today(place: Path, now: datetime) -> dict[str, Any] | None:
    """The state of practice for its player; None if there are no cards yet."""
    from kibitz.mygame.drills.practice import Practice
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.ladder.themes import theme_name

    if not place.exists():
        return None
    with PracticeStore.open(place) as store:
        kept = store.players()
        if not kept:
            return None
        practice = Practice.of(store, kept[0], now, named=theme_name)
    return {"player": kept[0], **practice.to_json()}


def _stands(place: Path, player: str, now: datetime, theme: str) -> dict[str, Any]:
    """The state of practice, and the next card that is due, of one theme if one is named."""
    from kibitz.mygame.drills.practice import Practice
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.ladder.themes import theme_name

    with PracticeStore.open(place) as store:
        kept = store.players()
        key = " ".join(folded(player))
        whose = key if key in kept else (kept[0] if kept else "")
        practice = Practice.of(store, whose, now, theme, theme_name)
    return {
        "player": whose,
        "players": kept,
        "theme": theme,
        "practice": practice.to_json(),
        "due": practice.due[0] if practice.due else None,
    }


def _drawn(stands: dict[str, Any]) -> dict[str, Any]:
    """The same for the page, with the card drawn as a table, or as a hand and an auction."""
    card = stands["due"]
    if card is None:
        return {**stands, "card": None}
    return {**stands, "card": {**_shown(card), **_pictured(card)}}


def _pictured(card: KeptCard) -> dict[str, Any]:
    """A card as it is drawn: only what the player could see when he decided."""
    from kibitz.mygame.drills.choices import ChoiceDrill
    from kibitz.mygame.drills.kinds import drill_of
    from kibitz.mygame.drills.suits import SuitDrill

    drill = drill_of(card.content)
    if isinstance(drill, SuitDrill):
        return {}
    if isinstance(drill, ChoiceDrill):
        drill = drill.position
    record, seat = drill.sitting.record, drill.sitting.seat
    if drill.is_call:
        calls = record.auction.calls[: drill.number - 1]
        return {"hand": str(record.deal[seat]), "auction": auction_view(record, calls)}
    seen = VisibleTable(record, drill.sitting.state(drill.number), False, False, True, seat)
    return {"felt": felt_view(seen, lambda card: "", lambda at: "")}


def _shown(card: KeptCard) -> dict[str, Any]:
    from kibitz.mygame.drills.choices import ChoiceDrill
    from kibitz.mygame.drills.kinds import drill_of
    from kibitz.mygame.drills.showing import position_text, seen
    from kibitz.mygame.drills.suits import SuitDrill

    about, form = {"id": card.id}, drill_of(card.content)
    if isinstance(form, SuitDrill):
        plays = [choice.play for choice in form.problem.choices]
        return {**about, "kind": "suit", "text": form.problem.question, "options": plays}
    if isinstance(form, ChoiceDrill):
        shown = {**seen(form.position), "options": list(form.options)}
        return {**about, **shown, "kind": "choice", "text": form.question}
    kind = "call" if form.is_call else "card"
    return {**about, **seen(form), "kind": kind, "text": position_text(form)}


def _answer(place: Path, number: int, choice: str, now: datetime) -> dict[str, Any]:
    """Judge a choice, record it, and say what experts do."""
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.drills.kinds import drill_of, judged
    from kibitz.mygame.drills.practice import record_answer
    from kibitz.mygame.store import PracticeStore

    with PracticeStore.open(place) as store:
        card = _find(store, number)
        drill = drill_of(card.content)
        right, words = judged(drill, choice)
        plan = _plan(drill) if isinstance(drill, Drill) else ""
        again = record_answer(store, card, right, now)
    return {
        "card": number,
        "theme": card.theme,
        "choice": choice,
        "right": right,
        "text": "\n".join(words),
        "again": again.isoformat(),
        "plan": plan,
    }


def _plan(drill: Drill) -> str:
    """The link that asks for the plan of declarer's deal; empty if there is none."""
    record, contract = drill.sitting.record, drill.sitting.record.contract
    if drill.is_call or contract is None or not record.play:
        return ""
    if not drill.sitting.seat.is_with(contract.declarer):
        return ""
    form = PlanAddress(
        hand=str(record.deal[contract.declarer]),
        dummy=str(record.deal[contract.dummy]),
        contract=contract.name,
        lead=str(record.play[0]),
        declarer=str(contract.declarer),
    )
    return f"/plan?{form.address}"


def _find(store: PracticeStore, number: int) -> KeptCard:
    for card in store.cards():
        if card.id == number:
            return card
    raise HTTPException(404, "There is no such card.")
