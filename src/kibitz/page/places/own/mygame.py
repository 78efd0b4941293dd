"""The page of my game: a player's own tables compared with the experts."""

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
from kibitz.page.places.asking import asker
from kibitz.page.render import render
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.players import Aliases, names_in, people

SUGGESTED = 12
"""How many players are suggested."""


MyGameQuery = Annotated[MyGameForm, Depends(query(MyGameForm))]


def mygame_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of my game."""
    router = APIRouter()
    work = asker(desk, "mygame", "my game", answer_my_game, places, "my game")

    @router.get("/me", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: MyGameQuery) -> str:
        answer, problem = None, ""
        if form.is_asked:
            try:
                answer = await work(form, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        known = await run_in_threadpool(_known, places)
        return render(
            "me.html", "/me", form=form, answer=answer, problem=problem,
            known=[(MyGameForm(name), tables) for name, tables in known],
        )  # fmt: skip

    @router.get("/api/me", summary="What a player's tables say, as kibitz me --json.")
    async def as_data(form: MyGameQuery) -> dict[str, Any]:
        return await work(form, PATIENTLY)

    return router


def _known(places: Places) -> list[tuple[str, int]]:
    """The players with the most tables in the library."""
    if not places.library.exists():
        return []
    aliases = Aliases.read(places.aliases)
    with Library.open(places.library) as opened:
        found = people(names_in(opened), aliases)
    return [(name, tables) for name, tables, _ in found[:SUGGESTED]]


def answer_my_game(signal: Signal, form: MyGameForm, places: Places) -> dict[str, Any]:
    """The report as plain data, worked out beside the server; the reviews are kept."""
    from kibitz.mygame.drills.cards import cards_from
    from kibitz.mygame.experts import Experts
    from kibitz.mygame.report import report
    from kibitz.mygame.reviewing import his_tables, open_reviewer, review_tables
    from kibitz.mygame.store import PracticeStore

    kibitz = kibitz_at(signal, places)
    player = kibitz.player(form.player)
    seated = his_tables(player, [], places.library)
    with (
        PracticeStore.open(places.practice) as store,
        open_reviewer(seated, kibitz.cards, kibitz.calls) as (reviewer, version),
    ):
        reviewed = review_tables(seated, player, store, reviewer, version, signal.tell)
        store.add_cards(player.key, cards_from(reviewed))
    return report(reviewed, player, Experts.shipped(), names=form.names).to_json()
