"""The page of the games: a contest by mouse or keyboard, beside the learned strategies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kibitz.errors import KibitzError, UsageError
from kibitz.page import outcomes
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job
from kibitz.page.forms import query
from kibitz.page.places.games.contest import (
    GAMES,
    OPPONENTS,
    ContestForm,
    check_game,
    contest,
    is_solved,
    learn,
    strategies,
)
from kibitz.page.render import render
from kibitz.page.words import WORDS
from kibitz.places import Places

Contest = Annotated[ContestForm, Depends(query(ContestForm))]


def _to_watch(
    game: str,
    contests: Annotated[int, Query(ge=8, le=10_000)] = 160,
    seed: Annotated[int, Query(ge=0, le=999_999_999)] = 1,
) -> tuple[str, int, int]:
    if not is_solved(check_game(game)):
        raise UsageError(WORDS["games"]["not_solved"])
    return game, contests, seed


ToWatch = Annotated[tuple[str, int, int], Depends(_to_watch)]


def games_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the games."""
    router = APIRouter()

    async def worked_out(form: ContestForm, patience: float) -> dict[str, Any]:
        title = f"{form.game} against {OPPONENTS.get(form.against, form.against)}"
        stamp = places.stamp("strategy")
        answer: dict[str, Any] = await desk.answer(
            "boards", title, contest, form, places, stamp=stamp, patience=patience
        )
        return answer

    @router.get("/games", response_class=HTMLResponse, include_in_schema=False)
    async def place(
        form: Contest,
        part: Annotated[str, Query(max_length=20)] = "",
        show: Annotated[int, Query(ge=0, le=99, description="a strategy played out")] = 0,
        step: Annotated[int, Query(ge=0, le=99)] = 0,
    ) -> Response:
        answer, problem = None, ""
        try:
            answer = await worked_out(form, A_MOMENT)
        except KibitzError as error:
            problem = str(error)
        if answer and len(answer["moves"]) > len(form.played):
            replied = form.after(*answer["moves"])
            return RedirectResponse(f"/games?{replied.address}", status_code=303)
        return HTMLResponse(_page(form, answer, problem, part, (show, step)))

    @router.get("/api/games", summary="The games and their opponents, as kibitz game list.")
    def listed() -> dict[str, Any]:
        return {"games": list(GAMES), "opponents": list(OPPONENTS)}

    @router.get(
        "/api/games/contest", summary="A contest, with the opponent's reply when it is due."
    )
    async def as_data(form: Contest) -> dict[str, Any]:
        return await worked_out(form, PATIENTLY)

    @router.get("/api/games/{game}/strategies", summary="As kibitz strategies --json.")
    async def learned(
        game: str, top: Annotated[int, Query(ge=1, le=1000)] = 10
    ) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = await desk.answer(
            "boards", game, strategies, game, top, places,
            stamp=places.stamp("strategy"), patience=PATIENTLY,
        )  # fmt: skip
        return rows

    router.include_router(_watching_router(desk, places))
    return router


def _watching_router(desk: Desk, places: Places) -> APIRouter:
    """The routes that watch contests and learn from them."""
    router = APIRouter()

    def watch(wanted: tuple[str, int, int]) -> Job:
        return desk.start(
            "library", f"watching {wanted[0]}", learn, *wanted, places,
            words=outcomes.watched_contests,
        )  # fmt: skip

    @router.post("/games/{game}/learn", include_in_schema=False)
    def watch_by_form(wanted: ToWatch) -> RedirectResponse:
        return RedirectResponse(watch(wanted).page, status_code=303)

    @router.post("/api/games/{game}/learn", summary="Watch contests anew; answers with the job.")
    def watch_as_data(wanted: ToWatch) -> JSONResponse:
        return JSONResponse(watch(wanted).to_json(), status_code=202)

    return router


def _page(
    form: ContestForm,
    answer: dict[str, Any] | None,
    problem: str,
    part: str,
    walk: tuple[int, int],
) -> str:
    agents = answer["agents"] if answer else 2
    return render(
        "games.html",
        "/games",
        form=form,
        answer=answer,
        problem=problem,
        games=GAMES,
        opponents=OPPONENTS,
        walk=_walked(form, answer, *walk) if answer else None,
        board=_board(form, answer, part) if answer else None,
        here=form.address,
        again=replace(form.after(), seed=form.seed + 1).address,
        back=form.after(*form.played[:-agents]).address,
        advised=replace(form, advice=1 - form.advice).address,
    )


def _walked(
    form: ContestForm, answer: dict[str, Any], show: int, step: int
) -> dict[str, Any] | None:
    """A strategy on the board after *step* moves; None if none is shown."""
    if not 0 < show <= len(answer["strategies"]):
        return None
    shown = answer["strategies"][show - 1]
    last = len(shown["walk"]) - 1
    at = min(step, last)
    places = answer["drawing"]["places"]
    spots = [
        BoardSpot(number, x, y, mark, f"{number}: {mark}")
        for number, ((x, y), mark) in enumerate(
            zip(places, shown["walk"][at]["board"], strict=True), start=1
        )
    ]
    here = f"/games?{form.address}&show={show}&step="
    return {
        "strategy": shown,
        "spots": spots,
        "move": shown["walk"][at]["move"],
        "step": at,
        "last": last,
        "back": f"{here}{at - 1}" if at else "",
        "on": f"{here}{at + 1}" if at < last else "",
        "loses": bool(shown["refutation"]),
    }


@dataclass(frozen=True, slots=True)
class BoardSpot:
    """A location as it is drawn: its piece and its link."""

    number: int
    x: int
    y: int
    mark: str
    label: str
    href: str = ""
    chosen: bool = False


def _board(form: ContestForm, answer: dict[str, Any], part: str) -> dict[str, Any]:
    """The board to click on: a move is chosen part by part, each with a link."""
    links, prompt = links_from(form, answer["legal"], part)
    marks = answer["board"]
    blank = answer["drawing"]["marks"][0]
    spots = []
    for number, (x, y) in enumerate(answer["drawing"]["places"], start=1):
        mark = marks[number - 1]
        stands = "blank" if mark == blank else mark
        does = f", {prompt}" if number in links else ""
        chosen = str(number) in part.replace("x", "-").split("-")
        spots.append(
            BoardSpot(
                number, x, y, mark, f"{number}: {stands}{does}", links.get(number, ""), chosen
            )
        )
    return {"spots": spots, "prompt": prompt if links else "", "part": part}


def links_from(form: ContestForm, legal: list[str], part: str) -> tuple[dict[int, str], str]:
    """The link of each location after half a move, and what clicking it does."""
    fitting = [move for move in legal if move.startswith(part)] if part else legal
    if part and not fitting:
        part, fitting = "", legal
    step = "take" if part.endswith("x") else "play"
    if not part and any("-" in move for move in fitting):
        step = "move from here"
    links: dict[int, str] = {}
    for move in fitting:
        rest = move[len(part) :]
        if step == "move from here":
            place, longer = rest.split("-")[0], f"{rest.split('-')[0]}-"
        else:
            place, _, takes = rest.partition("x")
            longer = f"{part}{place}x" if takes else ""
        after = form.after(*form.played, move)
        href = f"{form.address}&part={longer}" if longer else after.address
        links.setdefault(int(place), f"/games?{href}")
    return links, step
