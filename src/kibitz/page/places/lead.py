"""The page of an opening lead: a hand and an auction in; the card and its precedents out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import APIRouter

from kibitz.cardplay.form import LeadForm
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.typed import typed_hand
from kibitz.page.desk import Desk
from kibitz.page.opened import adviser_of
from kibitz.page.places.asking import VULNERABLE, Data, asker, question_router
from kibitz.page.render import render
from kibitz.page.shelves import TableShelves
from kibitz.page.table.drawing import typed_view
from kibitz.page.table.experts import advice_data
from kibitz.page.table.felt import Face, VoteMark
from kibitz.page.worker import Signal
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.adviser import CardAdviser

EXAMPLES = (("KQT94.73.862.J54", "1N P 3N"), ("Q8.KJ732.A94.T65", "1S P 2S P 4S"))
LAYOUTS = (0, 10, 20, 40)


def lead_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of the opening lead."""

    work = asker(desk, "experts", "a lead", answer_lead, shelves.places, "card")
    summary = "Which card to lead, as kibitz lead --json."
    return question_router("/lead", summary, LeadForm, work, _page)


def _page(form: LeadForm, answer: Data | None, problem: str) -> str:
    held = _held(form) if answer else []
    return render(
        "lead.html",
        "/lead",
        form=form,
        answer=answer,
        cards=_faces(answer, held) if answer else [],
        candidates=_ranked(answer) if answer else [],
        own=[str(card) for card in held],
        leader=answer["seat"] if answer else "",
        auction=typed_view(form.auction, form.dealer) if answer else None,
        problem=problem,
        vulnerable=VULNERABLE.items(),
        layouts=LAYOUTS,
        examples=[LeadForm(*one) for one in EXAMPLES],
    )


def _held(form: LeadForm) -> list[Card]:
    """The hand, spades first."""
    return sorted(typed_hand(form.hand), key=lambda card: (-card.suit, -card.rank))


def _ranked(answer: Data) -> list[Data]:
    """The cards by their votes, or else by the forecast."""
    reading = answer["reading"] or {}
    return sorted(
        answer["candidates"], key=lambda one: (-one["count"], -reading.get(one["card"], 0))
    )


def _faces(answer: Data, held: list[Card]) -> list[Face]:
    """The hand with the votes on its cards."""
    votes = {
        one["card"]: VoteMark.of(one["count"], one["share"])
        for one in answer["candidates"]
        if answer["voters"]
    }
    best = None if answer["reading"] else answer["card"]
    return [Face(str(card), vote=votes.get(str(card)), is_best=str(card) == best) for card in held]


def answer_lead(signal: Signal, form: LeadForm, places: Places) -> Data:
    """The answer as plain data, worked out beside the server."""
    question = form.question()
    adviser: CardAdviser = adviser_of(signal, places, question, form.like)
    adviser = replace(adviser, lookahead=form.lookahead)
    return advice_data(adviser.explained(adviser.ask(question)))
