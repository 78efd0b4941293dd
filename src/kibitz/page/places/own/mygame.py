"""The place of my game: what a player's tables in the library say, beside the experts."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.mygame.form import MyGameForm
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.opened import kibitz_at
from kibitz.page.render import render
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.players import Aliases, names_in, people

SUGGESTED = 12
"""Players that are offered."""


Asked = Annotated[MyGameForm, Depends(query(MyGameForm))]


def mygame_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of my game."""
    router = APIRouter()

    async def work(asked: MyGameForm, patience: float) -> dict[str, Any]:
        stamp = places.stamp("my game")
        found: dict[str, Any] = await desk.answer(
            "mygame", "my game", answer_my_game, asked, places, stamp=stamp, patience=patience
        )
        return found

    @router.get("/me", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        answer, problem = None, ""
        if asked.is_asked:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        known = await run_in_threadpool(_known, places)
        return render(
            "me.html", "/me", asked=asked, answer=answer, problem=problem,
            known=[(MyGameForm(name), tables) for name, tables in known],
        )  # fmt: skip

    @router.get("/api/me", summary="What a player's tables say, as kibitz me --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def _known(places: Places) -> list[tuple[str, int]]:
    """Who has most tables in the library."""
    if not places.library.exists():
        return []
    aliases = Aliases.read(places.aliases)
    with Library.open(places.library) as opened:
        found = people(names_in(opened), aliases)
    return [(name, tables) for name, tables, _ in found[:SUGGESTED]]


def answer_my_game(signal: Signal, asked: MyGameForm, places: Places) -> dict[str, Any]:
    """The report as plain data, worked out beside the server; the reviews are kept."""
    from kibitz.mygame.drills.cards import cards_from
    from kibitz.mygame.experts import Experts
    from kibitz.mygame.report import report
    from kibitz.mygame.reviewing import his_tables, open_reviewer, review_tables
    from kibitz.mygame.store import PracticeStore

    kibitz = kibitz_at(signal, places)
    player = kibitz.player(asked.player)
    seated = his_tables(player, [], places.library)
    with (
        PracticeStore.open(places.practice) as store,
        open_reviewer(seated, kibitz.cards, kibitz.calls) as (reviewer, version),
    ):
        reviewed = review_tables(seated, player, store, reviewer, version, signal.tell)
        store.add_cards(player.key, cards_from(reviewed))
    return report(reviewed, player, Experts.shipped(), names=asked.names).to_json()
