"""The place of the meaning: an auction in; what its last call shows, drawn and by name, out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter

from kibitz.page.charts import charts_of
from kibitz.page.desk import Desk, newest
from kibitz.page.places.asking import (
    VULNERABLE,
    Address,
    AuctionField,
    Data,
    PairField,
    SystemField,
    WordField,
    question_router,
)
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.words import WORDS
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.bidding.meanings.adviser import MeaningAdviser

EXAMPLES = ("1N P 2D", "1H 2H", "1C 1S X")


@dataclass(frozen=True, slots=True)
class MeaningAddress(Address):
    """A question about the last call of an auction; no colours: at any."""

    auction: str
    dealer: str = "N"
    vul: str = ""
    pair: str = ""
    system: str = ""

    @property
    def is_asked(self) -> bool:
        return bool(self.auction)


def _asked(
    auction: AuctionField = "",
    dealer: WordField = "N",
    vul: WordField = "",
    pair: PairField = "",
    system: SystemField = "",
) -> MeaningAddress:
    return MeaningAddress(auction.strip(), dealer, vul.strip(), pair.strip(), system.strip())


def meaning_router(desk: Desk, library: Path) -> APIRouter:
    """The routes of the meaning, from what was learned beside the *library*."""
    learned = library.with_name(f"{library.name}.calls")  # `calls.learning.calls_folder`

    async def work(asked: MeaningAddress, patience: float) -> Data:
        errand = (work_out, asked, library, newest(learned))
        answer: Data = await desk.answer("openings", "a meaning", *errand, patience=patience)
        return answer

    summary = "What the last call of an auction means, as kibitz meaning --json."
    return question_router("/meaning", summary, _asked, work, _page)


def _page(asked: MeaningAddress, answer: Data | None, problem: str) -> str:
    return render(
        "meaning.html",
        "/call",
        asked=asked,
        answer=answer,
        senses=_senses(answer) if answer else [],
        auction=typed_view(asked.auction, asked.dealer) if answer else None,
        problem=problem,
        vulnerable=(("", WORDS["meaning"]["any_colours"]), *VULNERABLE.items()),
        examples=[MeaningAddress(one) for one in EXAMPLES],
    )


def _senses(answer: Data) -> list[Data]:
    """Each sense as it is drawn: whose it is, its charts, and some of its hands."""
    whole = [answer["whole"]] if answer["whole"] else []
    senses = answer["apart"] or whole
    hands = answer["examples"] or [[]] * len(senses)
    return [
        {**sense, "charts": charts_of(sense), "examples": some}
        for sense, some in zip(senses, hands, strict=True)
    ]


def work_out(bell: Bell, asked: MeaningAddress, library: Path, written: int) -> Data:
    """The answer as plain data; it runs beside the server."""
    from kibitz.bidding.meanings.question import MeaningQuestion

    question = MeaningQuestion.parse(
        asked.auction, asked.dealer, asked.vul or None, asked.pair, asked.system
    )
    return _adviser(library, written).ask(question).to_json()


@lru_cache(maxsize=1)
def _adviser(library: Path, written: int) -> MeaningAdviser:
    """The adviser over a library, opened once for as long as nothing is *written* anew."""
    from kibitz.bidding.meanings.adviser import open_adviser

    return open_adviser(library)
