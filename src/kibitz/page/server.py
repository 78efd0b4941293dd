"""The server: routes to the places, errors in words, and nothing that it would have to remember."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as PlainHTTPException
from starlette.requests import ClientDisconnect

from kibitz.errors import KibitzError, UsageError
from kibitz.page.desk import Desk, StillWorkingError
from kibitz.page.guard import HEADERS, LOOPBACK, Guard, too_large
from kibitz.page.places.games import games_router
from kibitz.page.places.library import library_router
from kibitz.page.places.opening import opening_router
from kibitz.page.places.play import play_router
from kibitz.page.places.practice import practice_router
from kibitz.page.places.suit import suit_router
from kibitz.page.render import render
from kibitz.page.shelves import Shelves
from kibitz.page.table.playing_on import playing_on_router

DOORS = (
    ("/suit", "Suit", "How do I play this suit? The exact best line against best defence."),
    ("/opening", "Opening", "What do I open? The bid of the most similar hands, named."),
    ("/play", "Play", "Which card? Guess declarer's, then see what the experts did, and why."),
    ("/games", "Games", "What is the plan? Play against what was learned by watching."),
    ("/library", "Library", "Your own archive: bring it in, search it, see any table."),
)

EXAMPLES = {
    "/suit": "north=AKQ9&south=xxx",
    "/opening": "hand=AQ7.KJ985.K2.T43",
    "/play": "",
    "/games": "moves=5",
}


def create_app(
    library: Path, folder: Path, *, hosts: tuple[str, ...] = LOOPBACK, warm: bool = False
) -> FastAPI:
    """The page over one library, and what was learned in *folder*.

    A *warm* one asks itself an example of every question at its start, so that nobody waits for
    what is read or compiled once.
    """
    desk = Desk()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm(app)) if warm else None
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
    app.include_router(suit_router(desk))
    app.include_router(practice_router(desk))
    app.include_router(opening_router(desk, library, folder))
    shelves = Shelves(library, folder / "desk.kibitz")
    app.include_router(play_router(desk, shelves))
    app.include_router(playing_on_router(desk, shelves))
    app.include_router(games_router(desk, folder))
    app.include_router(library_router(library, folder, desk))
    app.mount("/static", StaticFiles(directory=str(resources.files("kibitz.page") / "static")))

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def home() -> str:
        return render("home.html", "/", doors=DOORS)

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> RedirectResponse:
        return RedirectResponse("/static/icon.svg")

    @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
    def api() -> str:
        routes = [
            (method.upper(), path, told.get("summary", ""))
            for path, methods in app.openapi()["paths"].items()
            for method, told in methods.items()
        ]
        return render("api.html", "/api", routes=routes)

    @app.get("/jobs/{name}", response_class=HTMLResponse, include_in_schema=False)
    def followed(name: str) -> Response:
        found = desk.find(name)
        if found is None:
            raise HTTPException(404, "there is no such job")
        if found.state == "running":
            page = render("waiting.html", "", job=found)
            return HTMLResponse(page, headers={"refresh": "2"})
        return HTMLResponse(render("job.html", "", job=found.to_json()))

    @app.get("/api/jobs/{name}", summary="How far a piece of long work is.")
    def job(name: str) -> dict[str, Any]:
        found = desk.find(name)
        if found is None:
            raise HTTPException(404, "there is no such job")
        return found.to_json()

    @app.post("/api/jobs/{name}/cancel", summary="Stop a piece of long work.")
    def cancel(name: str) -> dict[str, Any]:
        found = desk.find(name)
        if found is None:
            raise HTTPException(404, "there is no such job")
        found.cancel()
        return found.to_json()

    app.add_exception_handler(KibitzError, _our_error)
    app.add_exception_handler(StillWorkingError, _still_working)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(PlainHTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _cut_off)
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(Guard, hosts=hosts)
    return app


async def _warm(app: FastAPI) -> None:
    """Ask the examples as a browser would, without a socket; nobody reads the answers."""
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


def _our_error(request: Request, error: Exception) -> Response:
    return _told(request, 400 if isinstance(error, UsageError) else 409, str(error))


def _still_working(request: Request, error: Exception) -> Response:
    """The job instead of the answer; a page comes back for it by itself."""
    assert isinstance(error, StillWorkingError)
    if _wants_data(request):
        return JSONResponse(error.job.to_json(), status_code=202)
    page = render("waiting.html", "", job=error.job)
    return HTMLResponse(page, status_code=202, headers={"refresh": "20"})


def _bad_request(request: Request, error: Exception) -> Response:
    wrong = error.errors() if isinstance(error, RequestValidationError) else []
    words = "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in wrong)
    return _told(request, 422, words or "the request cannot be understood")


def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, PlainHTTPException) else 500
    words = str(error.detail) if isinstance(error, PlainHTTPException) else ""
    return _told(request, status, words)


def _cut_off(request: Request, error: Exception) -> Response:
    """The guard read no further; a reader who really went away does not hear of it."""
    return _told(request, 413, too_large())


def _fault(request: Request, error: Exception) -> Response:
    """An error of ours; the guard, which it has passed by now, can add no headers any more."""
    answer = _told(request, 500, "an error of ours; the terminal of kibitz serve says more")
    answer.raw_headers.extend(HEADERS)
    return answer


def _told(request: Request, status: int, words: str) -> Response:
    """The same words as data or as a page, as it was asked."""
    if _wants_data(request):
        return JSONResponse({"detail": words}, status_code=status)
    title = {404: "Not found"}.get(status, "That cannot be answered")
    page = render("error.html", "", title=title, words=words)
    return HTMLResponse(page, status_code=status)


def _wants_data(request: Request) -> bool:
    return request.url.path.startswith("/api/")
