"""The page of agreements: what the player and partner lead and signal, to see and to change."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz.cardplay.leads.agreements import CHOICES, Agreed
from kibitz.errors import UsageError
from kibitz.page.render import render
from kibitz.places import Places

_LONGEST = 20  # characters of a choice


def agreements_router(places: Places) -> APIRouter:
    """The routes of agreements."""
    router, file = APIRouter(), places.agreements

    @router.get("/agreements", response_class=HTMLResponse, include_in_schema=False)
    async def place() -> str:
        return _page(await run_in_threadpool(Agreed.read, file), "")

    @router.post("/agreements", include_in_schema=False)
    async def change(request: Request) -> Response:
        typed = await request.form()
        given = {name: str(typed.get(name, ""))[:_LONGEST] for name in CHOICES}
        agreed = await run_in_threadpool(Agreed.read, file)
        try:
            changed = agreed.own.changed(given)
        except UsageError as error:
            return HTMLResponse(_page(agreed, str(error)), status_code=422)
        await run_in_threadpool(agreed.having("", changed).save, file)
        return RedirectResponse("/agreements", status_code=303)

    @router.get("/api/agreements", summary="What is agreed, as kibitz agreements --json.")
    async def as_data() -> dict[str, Any]:
        own = (await run_in_threadpool(Agreed.read, file)).own
        return {"pair": "", **own.to_json(), "text": str(own)}

    return router


def _page(agreed: Agreed, problem: str) -> str:
    own = agreed.own
    return render(
        "agreements.html", "/lead", own=own.to_json(), text=str(own), choices=CHOICES,
        problem=problem,
    )  # fmt: skip
