"""The server: it routes to the places and keeps nothing in memory but running work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles

from kibitz.page.desk import Desk
from kibitz.page.guard import LOOPBACK, Guard
from kibitz.page.jobs import jobs_router
from kibitz.page.places.call import call_router
from kibitz.page.places.deal import EXAMPLE as DEAL
from kibitz.page.places.deal import deal_router
from kibitz.page.places.explore import explore_router
from kibitz.page.places.games.games import games_router
from kibitz.page.places.home import home_router
from kibitz.page.places.ladder import ladder_router
from kibitz.page.places.lead import lead_router
from kibitz.page.places.library import library_router
from kibitz.page.places.meaning import meaning_router
from kibitz.page.places.opening import opening_router
from kibitz.page.places.own.agreements import agreements_router
from kibitz.page.places.own.drills import Clock, drills_router, local_time
from kibitz.page.places.own.mygame import mygame_router
from kibitz.page.places.own.session import session_router
from kibitz.page.places.plan import plan_router
from kibitz.page.places.play import play_router
from kibitz.page.places.review import review_router
from kibitz.page.places.seat import seat_router
from kibitz.page.places.suits.practice import practice_router
from kibitz.page.places.suits.suit import suit_router
from kibitz.page.places.table import own_table_router
from kibitz.page.problems import handle_problems
from kibitz.page.render import render
from kibitz.page.seat.tasks import wake
from kibitz.page.shelves import TableShelves
from kibitz.page.words import WORDS
from kibitz.page.worker import Workers
from kibitz.places import Places

EXAMPLES = {
    "/suit": "north=AKQ9&south=xxx",
    "/opening": "hand=AQ7.KJ985.K2.T43",
    "/meaning": "auction=1N+P+2D",
    "/call": "hand=KJ4.Q85.A962.T73&auction=1H+P",
    "/lead": "hand=KQT94.73.862.J54&auction=1N+P+3N",
    "/play": "",
    "/deal": DEAL,
    "/games": "moves=5",
}


def create_app(
    places: Places,
    *,
    hosts: tuple[str, ...] = LOOPBACK,
    warm: bool = False,
    now: Clock = local_time,
    workers: Callable[[int], Workers] = Workers,
) -> FastAPI:
    """The page over a library, what was learned from it, and a player's own folder.

    A *warm* page asks itself an example of every question when it starts, so that nobody waits
    for what is read or compiled once. Practice goes by the clock *now*. *workers* makes the
    processes of a room from their number.
    """
    desk = Desk(workers)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm(app)) if warm else None
        if warm:
            desk.start("table", WORDS["seat"]["thinking"], wake, places)
        yield
        if warming is not None:
            warming.cancel()
        desk.close()

    app = FastAPI(
        title="Kibitz",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.desk = desk
    for router in _routers(desk, places, now):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=str(resources.files("kibitz.page") / "static")))
    handle_problems(app)
    app.add_middleware(Guard, hosts=hosts)
    return app


def _routers(desk: Desk, places: Places, now: Clock) -> tuple[APIRouter, ...]:
    """The routes of every place, and of what they share."""
    shelves = TableShelves(places)
    return (
        _front_router(),
        home_router(desk, shelves, now),
        suit_router(desk),
        practice_router(desk, places, now),
        opening_router(desk, places),
        call_router(desk, places),
        meaning_router(desk, places),
        lead_router(desk, shelves),
        deal_router(desk, shelves),
        plan_router(desk, shelves),
        play_router(desk, shelves, now),
        own_table_router(desk, shelves),
        review_router(desk, shelves),
        session_router(desk, shelves),
        mygame_router(desk, places),
        drills_router(places, now),
        ladder_router(places),
        agreements_router(places),
        seat_router(desk, places, now),
        games_router(desk, places),
        explore_router(desk, places),
        library_router(desk, places),
        jobs_router(desk),
    )


def _front_router() -> APIRouter:
    """The icon, and the list of everything a program may ask."""
    router = APIRouter(include_in_schema=False)

    @router.get("/favicon.ico")
    def icon() -> RedirectResponse:
        return RedirectResponse("/static/icon.svg")

    @router.get("/api", response_class=HTMLResponse)
    def api(request: Request) -> str:
        described: FastAPI = request.app
        routes = [
            (method.upper(), path, route.get("summary", ""))
            for path, methods in described.openapi()["paths"].items()
            for method, route in methods.items()
        ]
        return render("api.html", "/api", routes=routes)

    return router


async def _warm(app: FastAPI) -> None:
    """Ask the examples as a browser would, but without a socket; the answers are dropped."""
    for path, query in EXAMPLES.items():
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost")],
        }
        await app(scope, _nothing_sent, _nothing_read)


async def _nothing_sent() -> dict[str, Any]:
    return {"type": "http.request", "body": b""}


async def _nothing_read(message: Any) -> None:
    pass
