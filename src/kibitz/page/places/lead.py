"""The place of the opening lead: a hand and an auction in; the card, and who led so, out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, newest
from kibitz.page.render import render
from kibitz.page.shelves import Shelves
from kibitz.page.table.experts import advice_data, adviser_over
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
            problem=problem,
            vulnerable=VULNERABLE.items(),
            layouts=LAYOUTS,
            examples=[LeadAddress(*one) for one in EXAMPLES],
        )

    @router.get("/api/lead", summary="Which card to lead, as kibitz lead --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def work_out(bell: Bell, asked: LeadAddress, library: Path, written: int) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.cardplay.question import Question

    question = Question.lead(
        asked.hand, asked.auction, dealer=asked.dealer, vulnerability=asked.vul
    )
    adviser = adviser_over(bell, library, written)
    return advice_data(replace(adviser, lookahead=asked.lookahead).ask(question))
