"""The place of the call: a hand and an auction in; the call, and who called so, out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError, UsageError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.places.lead import VULNERABLE
from kibitz.page.render import render
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser

EXAMPLES = (("KJ4.Q85.A962.T73", "1H P"), ("KQ94.AJ732.A9.65", "1D"))


@dataclass(frozen=True, slots=True)
class CallAddress:
    """A question about a call, as the page's address spells it."""

    hand: str
    auction: str
    dealer: str = "N"
    vul: str = "none"
    pair: str = ""
    system: str = ""

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        fields = {
            "hand": self.hand,
            "auction": self.auction,
            "dealer": self.dealer,
            "vul": self.vul,
            "pair": self.pair,
            "system": self.system,
        }
        return urlencode({name: value for name, value in fields.items() if value})


def _address(
    hand: Annotated[str, Query(max_length=100)] = "",
    auction: Annotated[str, Query(max_length=400)] = "",
    dealer: Annotated[str, Query(max_length=10)] = "N",
    vul: Annotated[str, Query(max_length=10)] = "none",
    pair: Annotated[str, Query(max_length=200)] = "",
    system: Annotated[str, Query(max_length=100)] = "",
) -> CallAddress:
    return CallAddress(hand.strip(), auction.strip(), dealer, vul, pair.strip(), system.strip())


Asked = Annotated[CallAddress, Depends(_address)]


def call_router(desk: Desk, library: Path, memory: Path) -> APIRouter:
    """The routes of the call; openings were learned in the folder *memory*."""
    router = APIRouter()
    learned = library.with_name(f"{library.name}.calls")  # `calls.learning.calls_folder`

    async def work(asked: CallAddress, patience: float) -> dict[str, Any]:
        own = (memory / "openings-own.kibitz", memory / "calls-own.kibitz")
        written = newest(learned, memory / "openings", *own)
        errand = (work_out, asked, library, memory, written)
        answer: dict[str, Any] = await desk.answer("openings", "a call", *errand, patience=patience)
        return answer

    @router.get("/call", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        answer, problem = None, ""
        if asked.hand:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return render(
            "call.html",
            "/call",
            asked=asked,
            answer=answer,
            problem=problem,
            vulnerable=VULNERABLE.items(),
            systems=await run_in_threadpool(_systems, asked.system),
            examples=[CallAddress(*one) for one in EXAMPLES],
        )

    @router.get("/api/call", summary="What to call, as kibitz call --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def work_out(
    bell: Bell, asked: CallAddress, library: Path, memory: Path, written: int
) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.bidding.calls.question import CallQuestion
    from kibitz.bidding.systems.file import is_file_of_rules

    if is_file_of_rules(asked.system):
        raise UsageError("The page follows the house system; it reads no other file of rules.")
    question = CallQuestion.typed(
        asked.hand,
        asked.auction,
        dealer=asked.dealer,
        vulnerability=asked.vul,
        pair=asked.pair,
        system=asked.system,
    )
    return _adviser(library, memory, written).ask(question).to_json()


def _systems(asked: str) -> list[str]:
    """What can be chosen: the rules of the house, or only those who play a style."""
    from kibitz.bidding.meanings.styles import NAMES
    from kibitz.bidding.systems.file import HOUSE_NAMES

    styles = [name.removesuffix(" pairs") for name in NAMES if not name.startswith("pairs")]
    known = [HOUSE_NAMES[0], *styles]
    return known if not asked or asked in known else [*known, asked]


@lru_cache(maxsize=1)
def _adviser(library: Path, memory: Path, written: int) -> CallAdviser:
    """The adviser over a library, opened once for as long as nothing is *written* anew."""
    from kibitz.bidding.calls.adviser import open_adviser

    return open_adviser(library, memory)
