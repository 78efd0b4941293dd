"""The place of the suit: two holdings in; chances, plan, tree and layouts out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse
from pydantic import BeforeValidator, Field

from kibitz.errors import KibitzError
from kibitz.page.desk import PATIENTLY, Desk
from kibitz.page.render import render
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.suits.answer import SuitAnswer

SECONDS = 20.0
"""After so long a hard suit is answered with the bounds proved by then."""

SHOWN_LAYOUTS = 40
Holding = Annotated[str, Query(max_length=40)]
Tricks = Annotated[
    Annotated[int, Field(ge=1, le=13)] | None,
    BeforeValidator(lambda typed: typed or None),  # a form sends an empty field as an empty word
    Query(),
]
GOALS = {"": "the best average", "matchpoints": "matchpoints", "most": "the most tricks"}
EXAMPLES = (("AKQ9", "xxx"), ("AQT98", "5432"), ("KJT9xx", "xx"), ("AJ9x", "Qxx"), ("KJxx", "A9xx"))


@dataclass(frozen=True, slots=True)
class SuitAddress:
    """A question about one suit, as the address of the page spells it."""

    north: str
    south: str
    tricks: int | None = None
    goal: str = ""

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        fields = {"north": self.north, "south": self.south}
        wanted = {"tricks": self.tricks, "goal": self.goal}
        return urlencode({name: value for name, value in {**fields, **wanted}.items() if value})


def _asked(
    north: Holding = "",
    south: Holding = "",
    tricks: Tricks = None,
    goal: Annotated[str, Query(max_length=20)] = "",
) -> SuitAddress:
    return SuitAddress(north, south, tricks, goal)


Question = Annotated[SuitAddress, Depends(_asked)]


def suit_router(desk: Desk) -> APIRouter:
    router = APIRouter()

    @router.get("/suit", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Question) -> str:
        answer, problem = None, ""
        if asked.north or asked.south:
            try:
                answer = await desk.answer("suits", _title(asked), work_out, asked)
            except KibitzError as error:
                problem = str(error)
        return render(
            "suit.html",
            "/suit",
            asked=asked,
            answer=answer,
            problem=problem,
            goals=GOALS.items(),
            examples=EXAMPLES,
        )

    @router.get("/api/suit", summary="The exact best line for a suit, as kibitz suit --json.")
    async def as_data(asked: Question) -> dict[str, Any]:
        answer = await desk.answer("suits", _title(asked), work_out, asked, patience=PATIENTLY)
        content: dict[str, Any] = answer["data"]
        return content

    return router


def _title(asked: SuitAddress) -> str:
    return f"{asked.north or '-'} opposite {asked.south or '-'}"


def work_out(bell: Bell, asked: SuitAddress) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server and is cut short at the bell."""
    from kibitz.suits.adviser import suit

    start = time.monotonic()

    def stop() -> bool:
        spent = time.monotonic() - start
        bell.show(spent, SECONDS)
        return bell.rung or spent > SECONDS

    answer = suit(
        asked.north or "-",
        asked.south or "-",
        tricks=asked.tricks,
        goal=asked.goal or None,
        stop=stop,
    )
    return answer_fields(answer)


def answer_fields(answer: SuitAnswer) -> dict[str, Any]:
    """An answer as plain data: what the command line says, and the layouts to be drawn."""
    layouts = sorted(answer.layouts_json(), key=lambda one: -one["chance"])
    wanted = answer.reasons.tricks_won
    won = [one for one in layouts if not wanted or one["tricks"] >= wanted]
    return {
        "data": answer.to_json(),
        "text": str(answer),
        "tricks_won": wanted,
        "layouts": won[:SHOWN_LAYOUTS],
        "more_layouts": max(0, len(won) - SHOWN_LAYOUTS),
    }
