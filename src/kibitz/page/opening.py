"""The place of the opening: a hand in; the bid, its precedents and what would change it out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError, UsageError
from kibitz.page.beside import Bell
from kibitz.page.desk import PATIENTLY, Desk, newest
from kibitz.page.render import render

if TYPE_CHECKING:
    from kibitz.openings.memory import Memory

EXAMPLES = ("AQ7.KJ985.K2.T43", "KJ4.AQ8.KT92.Q75", "T2.K6.QJT9873.84")
VULNERABLE = {"none": "nobody", "we": "we", "they": "they", "both": "everybody"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about an opening, as the address of the page spells it."""

    hand: str
    seat: int
    vul: str
    system: str = ""

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        told = {"hand": self.hand, "seat": self.seat, "vul": self.vul, "system": self.system}
        return urlencode({name: value for name, value in told.items() if value})


def _asked(
    hand: Annotated[str, Query(max_length=40)] = "",
    seat: Annotated[int, Query(ge=1, le=4)] = 1,
    vul: Annotated[str, Query(max_length=10)] = "none",
    system: Annotated[str, Query(max_length=100)] = "",
) -> Asked:
    return Asked(hand.strip(), seat, vul, system)


Question = Annotated[Asked, Depends(_asked)]


def opening_router(desk: Desk, memory: Path) -> APIRouter:
    """The routes of the openings, learned ones in the folder *memory*."""
    router = APIRouter()

    @router.get("/opening", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Question) -> str:
        answer, problem = None, ""
        if asked.hand:
            try:
                answer = await desk.answer(
                    "openings", asked.hand, work_out, asked, memory, _written(memory)
                )
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
    async def as_data(asked: Question) -> dict[str, Any]:
        told: dict[str, Any] = await desk.answer(
            "openings", asked.hand, work_out, asked, memory, _written(memory), patience=PATIENTLY
        )
        return told

    return router


def _written(memory: Path) -> int:
    return newest(memory / "openings", memory / "openings-own.kibitz")


def work_out(bell: Bell, asked: Asked, memory: Path, written: int) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.games.bridge.cards import Hand
    from kibitz.openings.cycle import decide
    from kibitz.openings.desk import answer
    from kibitz.openings.situation import Colours, Situation

    try:
        situation = Situation(Hand.parse(asked.hand.upper()), asked.seat, Colours.parse(asked.vul))
    except ValueError as error:
        raise UsageError(str(error)) from error
    decision = decide(_opened(memory, asked.system, written), situation)
    votes = Counter(str(match.proposes) for match in decision.grounds.matches)
    counted = [{"bid": bid, "count": count} for bid, count in votes.most_common()]
    return {**answer(decision), "votes": counted}


@lru_cache(maxsize=4)
def _opened(memory: Path, system: str, written: int) -> Memory:
    """The memory of a system, read once for as long as nothing is *written* anew."""
    from kibitz.openings.desk import opened

    return opened(memory, system or None)
