"""The place of the opening: a hand in; the bid, what would change it, and its precedents out.

A precedent opens at its own table, where that stands in the library or is one of the house's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError, UsageError
from kibitz.games.bridge.auction import parse_call
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.render import render
from kibitz.page.table.drawing import TableView, opening_view, table_view
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.bidding.openings.memory import Memory
    from kibitz.bidding.openings.tables import Place

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


def opening_router(desk: Desk, library: Path, memory: Path) -> APIRouter:
    """The routes of the openings, learned ones in the folder *memory*."""
    router = APIRouter()

    async def worked_out(asked: Asked, patience: float) -> dict[str, Any]:
        written = newest(library, memory / "openings", memory / "openings-own.kibitz")
        work = (work_out, asked, library, memory, written)
        told: dict[str, Any] = await desk.answer("openings", asked.hand, *work, patience=patience)
        return told

    @router.get("/opening", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Question, beside: Annotated[str, Query(max_length=40)] = "") -> str:
        answer, problem, other, one = None, "", None, None
        if asked.hand:
            try:
                answer = await worked_out(asked, A_MOMENT)
                one = next((p for p in answer["precedents"] if p["at"] == (beside or "-")), None)
                if one is not None:
                    other = await run_in_threadpool(_table, library, beside)
            except KibitzError as error:
                problem = str(error)
        return render(
            "opening.html",
            "/opening",
            asked=asked,
            answer=answer,
            heading=_heading(answer["bid"]) if answer else "",
            called=_called,
            problem=problem,
            other=other,
            one=one,
            vulnerable=VULNERABLE.items(),
            examples=EXAMPLES,
        )

    @router.get("/api/opening", summary="What to open, as kibitz open --json.")
    async def as_data(asked: Question) -> dict[str, Any]:
        return await worked_out(asked, PATIENTLY)

    return router


def work_out(bell: Bell, asked: Asked, library: Path, memory: Path, written: int) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.bidding.desk import answer
    from kibitz.bidding.openings.cycle import decide
    from kibitz.bidding.openings.tables import places_of
    from kibitz.bidding.question import Colours, Situation
    from kibitz.games.bridge.cards import Hand

    try:
        situation = Situation(Hand.parse(asked.hand.upper()), asked.seat, Colours.parse(asked.vul))
    except ValueError as error:
        raise UsageError(str(error)) from error
    decision = decide(_opened(memory, asked.system, written), situation)
    votes = Counter(str(match.proposes) for match in decision.grounds.matches)
    counted = [{"bid": bid, "count": count} for bid, count in votes.most_common()]
    told = answer(decision)
    keys = [(Hand.parse(one["hand"]), one["source"]) for one in told["precedents"]]
    stands = places_of(library, keys)
    precedents = [
        {**one, **_standing(stands.get(key))}
        for one, key in zip(told["precedents"], keys, strict=True)
    ]
    return {**told, "precedents": precedents, "votes": counted}


def _heading(bid: str) -> str:
    from kibitz.bidding.explain import opening_words

    return opening_words(parse_call(bid))


def _called(bid: str) -> str:
    from kibitz.bidding.explain import call_name

    return call_name(parse_call(bid))


def _standing(place: Place | None) -> dict[str, str]:
    """Where a precedent's table stands and whose case it is; empty where there is none."""
    if place is None:
        return {"at": "", "in_seat": ""}
    return {"at": str(place), "in_seat": place.seat.name.capitalize()}


def _table(library: Path, at: str) -> TableView:
    """The table of a precedent; of a house table no more than the calls that mean something."""
    from kibitz.bidding.openings.tables import Place, calls_of_the_case, table_at

    place = Place.parse(at)
    entry = table_at(library, place)
    if place.shelf == "library":
        return table_view(entry)
    return opening_view(entry, calls_of_the_case(entry.record))


@lru_cache(maxsize=4)
def _opened(memory: Path, system: str, written: int) -> Memory:
    """The memory of a system, read once for as long as nothing is *written* anew."""
    from kibitz.bidding.desk import opened

    return opened(memory, system or None)
