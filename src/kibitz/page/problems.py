"""Errors in words, as a page or as JSON, depending on the request."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from kibitz.errors import KibitzError, UsageError
from kibitz.page.desk import StillWorkingError
from kibitz.page.guard import HEADERS, too_large
from kibitz.page.render import render
from kibitz.page.words import WORDS, for_players


def handle_problems(app: FastAPI) -> None:
    """Answer every error in words."""
    app.add_exception_handler(KibitzError, _our_error)
    app.add_exception_handler(StillWorkingError, _still_working)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _cut_off)
    app.add_exception_handler(Exception, _fault)


def _our_error(request: Request, error: Exception) -> Response:
    words = for_players(str(error))
    return _answer(request, 400 if isinstance(error, UsageError) else 409, words)


def _still_working(request: Request, error: Exception) -> Response:
    """The job instead of the answer; the page reloads by itself, even without scripts."""
    assert isinstance(error, StillWorkingError)
    if _wants_data(request):
        return JSONResponse(error.job.to_json(), status_code=202)
    page = render("waiting.html", "", job=error.job)
    return HTMLResponse(page, status_code=202)


def _bad_request(request: Request, error: Exception) -> Response:
    wrong = error.errors() if isinstance(error, RequestValidationError) else []
    words = "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in wrong)
    return _answer(request, 422, words or WORDS["problem"]["not_understood"])


def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = str(error.detail) if isinstance(error, HTTPException) else ""
    return _answer(request, status, words)


def _cut_off(request: Request, error: Exception) -> Response:
    """The guard stopped reading; a client that has really gone never sees this."""
    return _answer(request, 413, too_large())


def _fault(request: Request, error: Exception) -> Response:
    """Our own fault; the guard has already been passed, so its headers are added here."""
    words = WORDS["problem"]["ours"]
    answer = _answer(request, 500, words)
    answer.raw_headers.extend(HEADERS)
    return answer


def _answer(request: Request, status: int, words: str) -> Response:
    if _wants_data(request):
        return JSONResponse({"detail": words}, status_code=status)
    title = WORDS["problem"]["not_found" if status == 404 else "no_answer"]
    page = render("error.html", "", title=title, words=words)
    return HTMLResponse(page, status_code=status)


def _wants_data(request: Request) -> bool:
    return request.url.path.startswith("/api/")
