"""The place of the meaning: an auction in; what its last call shows, drawn and by name, out."""

from __future__ import annotations

from fastapi import APIRouter

from kibitz.bidding.meanings.form import MeaningForm
from kibitz.page.charts import charts_of
from kibitz.page.desk import Desk
from kibitz.page.opened import kibitz_at
from kibitz.page.places.asking import VULNERABLE, Data, question_router
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places

EXAMPLES = ("1N P 2D", "1H 2H", "1C 1S X")


def meaning_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the meaning."""

    async def work(asked: MeaningForm, patience: float) -> Data:
        stamp = places.stamp("meaning")
        answer: Data = await desk.answer(
            "openings", "a meaning", answer_meaning, asked, places, stamp=stamp, patience=patience
        )
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


def answer_meaning(signal: Signal, asked: MeaningForm, places: Places) -> Data:
    """The answer as plain data, worked out beside the server."""
    return kibitz_at(signal, places).meanings.ask(asked.question()).to_json()
