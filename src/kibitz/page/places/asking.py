"""Shared by places that ask one question from a form: routes for its page and its JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.forms import Form
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.words import WORDS
from kibitz.page.worker import Task
from kibitz.places import Places

VULNERABLE = {name: WORDS["vulnerable"][name] for name in ("none", "ns", "ew", "both")}

Data: TypeAlias = dict[str, Any]


FormT = TypeVar("FormT", bound=Form[Any])


def asker(
    desk: Desk, room: str, title: str, task: Task, places: Places, question: str
) -> Callable[[Any, float], Awaitable[Data]]:
    """A function that has *task* answer a form, once for each stamp of the *question*."""

    async def ask(form: Any, patience: float) -> Data:
        stamp = places.stamp(question)
        answer: Data = await desk.answer(
            room, title, task, form, places, stamp=stamp, patience=patience
        )
        return answer

    return ask


def question_router(
    path: str,
    summary: str,
    kind: type[FormT],
    work: Callable[[FormT, float], Awaitable[Data]],
    page: Callable[[FormT, Data | None, str], str],
) -> APIRouter:
    """Routes for one kind of question: a page at *path*, and JSON under /api.

    *work* answers a form of this *kind*; *page* draws the form, its answer and any problem.
    """
    router = APIRouter()
    read = Depends(query(kind))

    @router.get(path, response_class=HTMLResponse, include_in_schema=False)
    async def place(form: Any = read) -> str:
        answer, problem = None, ""
        if form.is_asked:
            try:
                answer = await work(form, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return page(form, answer, problem)

    @router.get(f"/api{path}", summary=summary)
    async def as_data(form: Any = read) -> Data:
        return await work(form, PATIENTLY)

    return router
