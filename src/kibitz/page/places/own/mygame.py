"""The place of my game: what a player's tables in the library say, beside the experts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.mygame.form import MyGameForm
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.forms import query
from kibitz.page.render import render
from kibitz.page.worker import Bell
from kibitz.records.library import Library
from kibitz.records.players import Aliases, names_in, people

SUGGESTED = 12
"""Players that are offered."""


Asked = Annotated[MyGameForm, Depends(query(MyGameForm))]


def mygame_router(desk: Desk, library: Path, folder: Path) -> APIRouter:
    """The routes of my game; reviews and drills are kept in *folder*."""
    router = APIRouter()

    async def work(asked: MyGameForm, patience: float) -> dict[str, Any]:
        written = newest(library, library.with_name(f"{library.name}.cardplay"))
        errand = (work_out, asked, library, folder, written)
        found: dict[str, Any] = await desk.answer("mygame", "my game", *errand, patience=patience)
        return found

    @router.get("/me", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        answer, problem = None, ""
        if asked.is_asked:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        known = await run_in_threadpool(_known, library, folder)
        return render(
            "me.html", "/me", asked=asked, answer=answer, problem=problem,
            known=[(MyGameForm(name), tables) for name, tables in known],
        )  # fmt: skip

    @router.get("/api/me", summary="What a player's tables say, as kibitz me --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def _known(library: Path, folder: Path) -> list[tuple[str, int]]:
    """Who has most tables in the library."""
    if not library.exists():
        return []
    aliases = Aliases.read(folder / "aliases.txt")
    with Library.open(library) as opened:
        found = people(names_in(opened), aliases)
    return [(name, tables) for name, tables, _ in found[:SUGGESTED]]


def work_out(
    bell: Bell, asked: MyGameForm, library: Path, folder: Path, written: int
) -> dict[str, Any]:
    """The report as plain data; it runs beside the server, and what it reviewed is kept."""
    from kibitz.mygame.drills.cards import cards_from
    from kibitz.mygame.experts import Experts
    from kibitz.mygame.report import report
    from kibitz.mygame.reviewing import his_tables, open_reviewer, review_tables
    from kibitz.mygame.store import Store

    player = Aliases.read(folder / "aliases.txt").player(asked.player)
    seated = his_tables(player, [], library)
    with (
        Store.open(folder / "mygame.kibitz") as store,
        open_reviewer(seated, library) as (reviewer, version),
    ):
        reviewed = review_tables(seated, player, store, reviewer, version, bell.tell)
        store.add_cards(player.key, cards_from(reviewed))
    return report(reviewed, player, Experts.shipped(), names=asked.names).to_json()
