"""The page of a meaning: an auction in; what its last call shows out."""

from __future__ import annotations

from fastapi import APIRouter

from kibitz.bidding.meanings.form import MeaningForm
from kibitz.page.charts import charts_of
from kibitz.page.desk import Desk
from kibitz.page.opened import kibitz_at
from kibitz.page.places.asking import VULNERABLE, Data, asker, question_router
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places

EXAMPLES = ("1N P 2D", "1H 2H", "1C 1S X")


def meaning_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the meaning."""

    work = asker(desk, "openings", "a meaning", answer_meaning, places, "meaning")
    summary = "What the last call of an auction means, as kibitz meaning --json."
    return question_router("/meaning", summary, MeaningForm, work, _page)


def _page(form: MeaningForm, answer: Data | None, problem: str) -> str:
    return render(
        "meaning.html",
        "/meaning",
        form=form,
        answer=answer,
        senses=_senses(answer) if answer else [],
        auction=typed_view(form.auction, form.dealer) if answer else None,
        problem=problem,
        vulnerable=(("", WORDS["meaning"]["any_colours"]), *VULNERABLE.items()),
        examples=[MeaningForm(one) for one in EXAMPLES],
    )


def _senses(answer: Data) -> list[Data]:
    """Each sense of the call, with its charts and some of its hands."""
    whole = [answer["whole"]] if answer["whole"] else []
    senses = answer["apart"] or whole
    hands = answer["examples"] or [[]] * len(senses)
    return [
        {**sense, "charts": charts_of(sense), "examples": some}
        for sense, some in zip(senses, hands, strict=True)
    ]


def answer_meaning(signal: Signal, form: MeaningForm, places: Places) -> Data:
    """The answer as plain data, worked out beside the server."""
    return kibitz_at(signal, places).meanings.ask(form.question()).to_json()
