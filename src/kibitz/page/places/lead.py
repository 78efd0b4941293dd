"""The place of the opening lead: a hand and an auction in; the card, and who led so, out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.typed import typed_hand
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.render import render
from kibitz.page.shelves import Shelves
from kibitz.page.table.experts import advice_data, adviser_over
from kibitz.page.table.felt import Face, Vote
from kibitz.page.worker import Bell

EXAMPLES = (("KQT94.73.862.J54", "1N P 3N"), ("Q8.KJ732.A94.T65", "1S P 2S P 4S"))
VULNERABLE = {"none": "nobody", "ns": "North-South", "ew": "East-West", "both": "everybody"}
LAYOUTS = (0, 10, 20, 40)


@dataclass(frozen=True, slots=True)
class LeadAddress:
    """A question about a lead, as the page's address spells it."""

    hand: str
    auction: str
    dealer: str = "N"
    vul: str = "none"
    lookahead: int = 0

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        return urlencode(
            {
                "hand": self.hand,
                "auction": self.auction,
                "dealer": self.dealer,
                "vul": self.vul,
                "lookahead": self.lookahead,
            }
        )


def _address(
    hand: Annotated[str, Query(max_length=100)] = "",
    auction: Annotated[str, Query(max_length=400)] = "",
    dealer: Annotated[str, Query(max_length=10)] = "N",
    vul: Annotated[str, Query(max_length=10)] = "none",
    lookahead: Annotated[int, Query(ge=0, le=40)] = 0,
) -> LeadAddress:
    return LeadAddress(hand.strip(), auction.strip(), dealer, vul, lookahead)


Asked = Annotated[LeadAddress, Depends(_address)]


def lead_router(desk: Desk, shelves: Shelves) -> APIRouter:
    """The routes of the opening lead."""
    router = APIRouter()

    async def work(asked: LeadAddress, patience: float) -> dict[str, Any]:
        errand = (work_out, asked, shelves.library, newest(shelves.cases))
        answer: dict[str, Any] = await desk.answer("experts", "a lead", *errand, patience=patience)
        return answer

    @router.get("/lead", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        answer, problem = None, ""
        if asked.hand:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return render(
            "lead.html",
            "/lead",
            asked=asked,
            answer=answer,
            cards=_faces(answer, _held(asked)) if answer else [],
            candidates=_ranked(answer) if answer else [],
            own=[str(card) for card in _held(asked)] if answer else [],
            leader=answer["seat"] if answer else "",
            problem=problem,
            vulnerable=VULNERABLE.items(),
            layouts=LAYOUTS,
            examples=[LeadAddress(*one) for one in EXAMPLES],
        )

    @router.get("/api/lead", summary="Which card to lead, as kibitz lead --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def _held(asked: LeadAddress) -> list[Card]:
    """The hand as it is drawn, spades first."""
    return sorted(typed_hand(asked.hand), key=lambda card: (-card.suit, -card.rank))


def _ranked(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards by what speaks for them: their votes, else the forecast."""
    reading = answer["reading"] or {}
    return sorted(
        answer["candidates"], key=lambda one: (-one["count"], -reading.get(one["card"], 0))
    )


def _faces(answer: dict[str, Any], held: list[Card]) -> list[Face]:
    """The hand with the votes on its cards."""
    votes = {
        one["card"]: Vote.of(one["count"], one["share"])
        for one in answer["candidates"]
        if answer["voters"]
    }
    best = None if answer["reading"] else answer["card"]
    return [Face(str(card), vote=votes.get(str(card)), is_best=str(card) == best) for card in held]


def work_out(bell: Bell, asked: LeadAddress, library: Path, written: int) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.cardplay.question import Question

    question = Question.lead(
        asked.hand, asked.auction, dealer=asked.dealer, vulnerability=asked.vul
    )
    adviser = adviser_over(bell, library, written)
    return advice_data(replace(adviser, lookahead=asked.lookahead).ask(question))
