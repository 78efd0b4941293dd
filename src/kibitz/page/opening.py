"""The place of the opening: a hand in; the bid, its precedents and what would change it out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError, UsageError
from kibitz.page.beside import Beside
from kibitz.page.render import render

EXAMPLES = ("AQ7.KJ985.K2.T43", "KJ4.AQ8.KT92.Q75", "T2.K6.QJT9873.84")
VULNERABLE = {"none": "nobody", "we": "we", "they": "they", "both": "everybody"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about an opening, as the address of the page spells it."""

    hand: str
    seat: int
    vul: str
    system: str


def _asked(
    hand: Annotated[str, Query(max_length=40)] = "",
    seat: Annotated[int, Query(ge=1, le=4)] = 1,
    vul: Annotated[str, Query(max_length=10)] = "none",
    system: Annotated[str, Query(max_length=100)] = "",
) -> Asked:
    return Asked(hand.strip(), seat, vul, system)


Question = Annotated[Asked, Depends(_asked)]


def opening_router(beside: Beside, memory: Path) -> APIRouter:
    """The routes of the openings, learned ones in the folder *memory*."""
    router = APIRouter()

    @router.get("/opening", response_class=HTMLResponse, include_in_schema=False)
    def place(asked: Question) -> str:
        answer, problem = None, ""
        if asked.hand:
            try:
                answer = beside.ask(work_out, asked, memory)
            except KibitzError as error:
                problem = str(error)
        return render(
            "opening.html",
            "/opening",
            asked=asked,
            answer=answer,
            problem=problem,
            vulnerable=VULNERABLE.items(),
            examples=EXAMPLES,
        )

    @router.get("/api/opening", summary="What to open, as kibitz open --json.")
    def as_data(asked: Question) -> dict[str, Any]:
        told: dict[str, Any] = beside.ask(work_out, asked, memory)
        return told

    return router


def work_out(asked: Asked, memory: Path) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.games.bridge.cards import Hand
    from kibitz.openings.cycle import decide
    from kibitz.openings.desk import answer, opened
    from kibitz.openings.situation import Colours, Situation

    try:
        situation = Situation(Hand.parse(asked.hand.upper()), asked.seat, Colours.parse(asked.vul))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return answer(decide(opened(memory, asked.system or None), situation))
