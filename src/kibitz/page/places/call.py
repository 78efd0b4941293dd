"""The place of the call: a hand and an auction in; the call, and who called so, out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter

from kibitz.errors import UsageError
from kibitz.page.desk import Desk, newest
from kibitz.page.places.asking import (
    VULNERABLE,
    Address,
    AuctionField,
    Data,
    HandField,
    PairField,
    SystemField,
    WordField,
    question_router,
)
from kibitz.page.render import render
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser

EXAMPLES = (("KJ4.Q85.A962.T73", "1H P"), ("KQ94.AJ732.A9.65", "1D"))


@dataclass(frozen=True, slots=True)
class CallAddress(Address):
    """A question about a call."""

    hand: str
    auction: str
    dealer: str = "N"
    vul: str = "none"
    pair: str = ""
    system: str = ""

    @property
    def is_asked(self) -> bool:
        return bool(self.hand)


def _asked(
    hand: HandField = "",
    auction: AuctionField = "",
    dealer: WordField = "N",
    vul: WordField = "none",
    pair: PairField = "",
    system: SystemField = "",
) -> CallAddress:
    return CallAddress(hand.strip(), auction.strip(), dealer, vul, pair.strip(), system.strip())


def call_router(desk: Desk, library: Path, memory: Path) -> APIRouter:
    """The routes of the call; openings were learned in the folder *memory*."""
    learned = library.with_name(f"{library.name}.calls")  # `calls.learning.calls_folder`

    async def work(asked: CallAddress, patience: float) -> Data:
        own = (memory / "openings-own.kibitz", memory / "calls-own.kibitz")
        written = newest(learned, memory / "openings", *own)
        errand = (work_out, asked, library, memory, written)
        answer: Data = await desk.answer("openings", "a call", *errand, patience=patience)
        return answer

    return question_router("/call", "What to call, as kibitz call --json.", _asked, work, _page)


def _page(asked: CallAddress, answer: Data | None, problem: str) -> str:
    return render(
        "call.html",
        "/call",
        asked=asked,
        answer=answer,
        problem=problem,
        vulnerable=VULNERABLE.items(),
        systems=_systems(asked.system),
        examples=[CallAddress(*one) for one in EXAMPLES],
    )


def work_out(bell: Bell, asked: CallAddress, library: Path, memory: Path, written: int) -> Data:
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
