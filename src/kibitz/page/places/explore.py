"""The place of the explorer: auctions of the library as a tree to click, and leads at its ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.explorer.form import ExplorerForm
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.opened import kibitz_at
from kibitz.page.render import render
from kibitz.page.table.drawing import meaning_address
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.wording import call_text

if TYPE_CHECKING:
    from kibitz.explorer.answer import Continuation, ExampleTable, ExplorerAnswer
    from kibitz.explorer.question import ExplorerQuestion

VULNERABLE = {
    "": WORDS["explore"]["any"],
    "none": WORDS["vulnerable"]["none"],
    "we": WORDS["explore"]["first_side"],
    "they": WORDS["explore"]["other_side"],
    "both": WORDS["vulnerable"]["both"],
}
LED = 3
"""Cards of a suit that are drawn, those led most."""
APART = ("pair", "player", "event")
"""What the tables can be told apart by."""
Asked = Annotated[ExplorerForm, Depends(query(ExplorerForm))]


def explore_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the explorer."""
    router = APIRouter()

    async def work(asked: ExplorerForm, patience: float) -> dict[str, Any]:
        title, stamp = "exploring the library", places.stamp("exploration")
        answer: dict[str, Any] = await desk.answer(
            "explorer", title, answer_explorer, asked, places, stamp=stamp, patience=patience
        )
        return answer

    @router.get("/explore", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        shown, problem = None, ""
        try:
            shown = await work(asked, A_MOMENT)
        except KibitzError as error:
            problem = str(error)
        return render(
            "explore.html",
            "/explore",
            asked=asked,
            narrowed=asked.says_more_than("auction"),
            here=_address(asked),
            start=_after(asked, ""),
            shown=shown,
            problem=problem,
            vulnerable=VULNERABLE.items(),
            apart=APART,
        )

    @router.get("/api/explore", summary="What came next, as kibitz explore --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        answer: dict[str, Any] = (await work(asked, PATIENTLY))["answer"]
        return answer

    return router


def answer_explorer(signal: Signal, asked: ExplorerForm, places: Places) -> dict[str, Any]:
    """The answer as plain data and as the rows of a table, worked out beside the server."""
    question = asked.question()
    answer = kibitz_at(signal, places).explorer.ask(question)
    return {
        "answer": answer.to_json(),
        "crumbs": _crumbs(asked, question),
        "meaning": meaning_address(question.calls, Seat.NORTH) if question.calls else "",
        **_lines(asked, answer),
    }


def _after(asked: ExplorerForm, auction: str) -> str:
    """The address of the same question about another auction."""
    return _address(replace(asked, auction=auction))


def _address(asked: ExplorerForm) -> str:
    """The query string of a link that repeats the question: of all first calls, an empty one."""
    return asked.address or "auction="


def _crumbs(asked: ExplorerForm, question: ExplorerQuestion) -> list[tuple[str, str]]:
    """Each call so far, and the address of the auction that ends with it."""
    words = [str(call) for call in question.calls]
    return [
        (call_text(call), _after(asked, " ".join(words[: place + 1])))
        for place, call in enumerate(question.calls)
    ]


def _address_of(example: ExampleTable) -> str:
    """Where the page shows a table that is named."""
    shelf = "play/starter" if example.is_house else "library"
    return f"/{shelf}/{example.cited.table}"


def _lines(asked: ExplorerForm, answer: ExplorerAnswer) -> dict[str, Any]:
    """The table of the answer: a line for each branch, with the address that goes on from it."""
    from kibitz.explorer import explain

    question = answer.question
    lines = [
        {
            "cells": explain.cells(answer, branch),
            "share": branch.tables / answer.tables,
            **_drawn(branch),
            "on": _after(asked, f"{question.spelled} {branch.came}".strip())
            if question.goes_on(branch.came)
            else "",
            "kinds": explain.kinds_text(branch),
            "examples": [
                (one.name, one.did, _address_of(one), one.cited.table) for one in branch.examples
            ],
        }
        for branch in answer.branches
    ]
    closed = "" if question.is_lead else question.closed
    return {
        "heading": explain.heading(answer) if answer.branches else answer.why_not,
        "columns": explain.columns(answer),
        "lines": lines,
        "groups": [explain.group_text(group) for group in answer.groups],
        "notes": explain.notes(answer) if answer.branches else [],
        "leads": _after(asked, closed) if closed else "",
    }


def _drawn(branch: Continuation) -> dict[str, Any]:
    """What came as it is drawn: a bidding card, or a suit with the cards led most of it."""
    if not isinstance(branch.came, Suit):
        return {"call": call_text(branch.came), "suit": "", "led": []}
    led = [(str(one.what), one.tables, one.tables / branch.tables) for one in branch.cards[:LED]]
    return {"call": "", "suit": str(branch.came), "led": led}
