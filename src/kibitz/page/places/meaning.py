"""The place of the meaning: an auction in; what its last call shows, drawn and by name, out."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter

from kibitz.bidding.meanings.form import MeaningForm
from kibitz.page.charts import charts_of
from kibitz.page.desk import Desk, newest
from kibitz.page.places.asking import VULNERABLE, Data, question_router
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.words import WORDS
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.bidding.meanings.adviser import MeaningAdviser

EXAMPLES = ("1N P 2D", "1H 2H", "1C 1S X")


def meaning_router(desk: Desk, library: Path) -> APIRouter:
    """The routes of the meaning, from what was learned beside the *library*."""
    learned = library.with_name(f"{library.name}.calls")  # `calls.learning.calls_folder`

    async def work(asked: MeaningForm, patience: float) -> Data:
        errand = (work_out, asked, library, newest(learned))
        answer: Data = await desk.answer("openings", "a meaning", *errand, patience=patience)
        return answer

    summary = "What the last call of an auction means, as kibitz meaning --json."
    return question_router("/meaning", summary, MeaningForm, work, _page)


def _page(asked: MeaningForm, answer: Data | None, problem: str) -> str:
    return render(
        "meaning.html",
        "/call",
        asked=asked,
        answer=answer,
        senses=_senses(answer) if answer else [],
        auction=typed_view(asked.auction, asked.dealer) if answer else None,
        problem=problem,
        vulnerable=(("", WORDS["meaning"]["any_colours"]), *VULNERABLE.items()),
        examples=[MeaningForm(one) for one in EXAMPLES],
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


def work_out(bell: Bell, asked: MeaningForm, library: Path, written: int) -> Data:
    """The answer as plain data; it runs beside the server."""
    return _adviser(library, written).ask(asked.question()).to_json()


@lru_cache(maxsize=1)
def _adviser(library: Path, written: int) -> MeaningAdviser:
    """The adviser over a library, opened once for as long as nothing is *written* anew."""
    from kibitz.bidding.meanings.adviser import open_adviser

    return open_adviser(library)
