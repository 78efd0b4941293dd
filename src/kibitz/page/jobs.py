"""Routes for long work: start it from a form or a program, follow it, cancel it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kibitz.page.desk import Desk, Job
from kibitz.page.render import render


def jobs_router(desk: Desk) -> APIRouter:
    """The routes of running work."""
    router = APIRouter()

    def find(name: str) -> Job:
        found = desk.find(name)
        if found is None:
            raise HTTPException(404, "There is no such job.")
        return found

    @router.get("/jobs/{name}", response_class=HTMLResponse, include_in_schema=False)
    def follow(name: str) -> Response:
        job = find(name)
        if job.state == "running":
            page = render("waiting.html", "", job=job)
            return HTMLResponse(page, headers={"refresh": "2"})
        return HTMLResponse(render("job.html", "", job=job.to_json()))

    @router.get("/api/jobs/{name}", summary="How far a piece of long work is.")
    def job(name: str) -> dict[str, Any]:
        return find(name).to_json()

    @router.post("/api/jobs/{name}/cancel", summary="Stop a piece of long work.")
    def cancel(name: str) -> dict[str, Any]:
        job = find(name)
        job.cancel()
        return job.to_json()

    return router


def work_router(path: str, summary: str, start: Callable[[], Job]) -> APIRouter:
    """Two ways to start work that asks nothing: a form at *path*, a program under /api."""
    router = APIRouter()

    @router.post(path, include_in_schema=False)
    def by_form() -> RedirectResponse:
        return shown(start())

    @router.post(f"/api{path}", summary=summary)
    def as_data() -> JSONResponse:
        return accepted(start())

    return router


def shown(job: Job) -> RedirectResponse:
    """The answer to a form: the page that follows the work."""
    return RedirectResponse(job.page, status_code=303)


def accepted(job: Job) -> JSONResponse:
    """The answer to a program: the running work."""
    return JSONResponse(job.to_json(), status_code=202)
