"""The page of the explorer: the library's auctions as a tree to click, leads at its ends."""

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
from kibitz.page.places.asking import asker
from kibitz.page.render import render
from kibitz.page.table.drawing import meaning_address
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.wording import call_text, part_text

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
"""How many cards of a suit are drawn, those led most often."""
APART = ("pair", "player", "event")
"""What the tables can be grouped by."""
ExplorerQuery = Annotated[ExplorerForm, Depends(query(ExplorerForm))]


def explore_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the explorer."""
    router = APIRouter()
    title = "exploring the library"
    work = asker(desk, "explorer", title, answer_explorer, places, "exploration")

    @router.get("/explore", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: ExplorerQuery) -> str:
        shown, problem = None, ""
        try:
            shown = await work(form, A_MOMENT)
        except KibitzError as error:
            problem = str(error)
        return render(
            "explore.html",
            "/explore",
            form=form,
            narrowed=form.says_more_than("auction"),
            here=_address(form),
            start=_after(form, ""),
            shown=shown,
            problem=problem,
            vulnerable=VULNERABLE.items(),
            apart=APART,
        )

    @router.get("/api/explore", summary="What came next, as kibitz explore --json.")
    async def as_data(form: ExplorerQuery) -> dict[str, Any]:
        answer: dict[str, Any] = (await work(form, PATIENTLY))["answer"]
        return answer

    return router


def answer_explorer(signal: Signal, form: ExplorerForm, places: Places) -> dict[str, Any]:
    """The answer as plain data and as the rows of a table, worked out beside the server."""
    question = form.question()
    answer = kibitz_at(signal, places).explorer.ask(question)
    return {
        "answer": answer.to_json(),
        "crumbs": _crumbs(form, question),
        "meaning": meaning_address(question.calls, Seat.NORTH) if question.calls else "",
        **_lines(form, answer),
    }


def _after(form: ExplorerForm, auction: str) -> str:
    """The query string of the same question about another auction."""
    return _address(replace(form, auction=auction))


def _address(form: ExplorerForm) -> str:
    """The query string of a link that repeats the question; it is never empty."""
    return form.address or "auction="


def _crumbs(form: ExplorerForm, question: ExplorerQuestion) -> list[tuple[str, str]]:
    """Each call so far, with the query string of the auction up to it."""
    words = [str(call) for call in question.calls]
    return [
        (call_text(call), _after(form, " ".join(words[: place + 1])))
        for place, call in enumerate(question.calls)
    ]


def _address_of(example: ExampleTable) -> str:
    """The page of an example's table."""
    shelf = "play/starter" if example.is_house else "library"
    return f"/{shelf}/{example.cited.table}"


def _lines(form: ExplorerForm, answer: ExplorerAnswer) -> dict[str, Any]:
    """The rows of the answer: one for each branch, with the query string that follows it."""
    from kibitz.explorer import explain

    question = answer.question
    lines = [
        {
            "cells": explain.cells(answer, branch),
            "share": branch.tables / answer.tables,
            **_drawn(branch),
            "on": _after(form, f"{question.spelled} {branch.came}".strip())
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
        "leads": _after(form, closed) if closed else "",
        "beside": None if answer.beside is None else _lines(form, answer.beside),
    }


def _drawn(branch: Continuation) -> dict[str, Any]:
    """A branch as it is drawn: a bidding card, or a suit with its most common leads."""
    if not isinstance(branch.came, Suit):
        return {"call": call_text(branch.came), "suit": "", "led": []}
    led = [
        (str(one.what), one.tables, part_text(one.tables, branch.tables))
        for one in branch.cards[:LED]
    ]
    return {"call": "", "suit": str(branch.came), "led": led}
