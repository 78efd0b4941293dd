"""The page of a plan: two hands, a contract and a lead in; the steps of the best line out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.typed import typed_card, typed_hand
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.places.asking import VULNERABLE
from kibitz.page.render import render
from kibitz.page.shelves import TableShelves
from kibitz.page.table.answers import with_starter
from kibitz.page.table.drawing import tricks_view
from kibitz.page.table.planning import SCORINGS, PlanAddress, answer_plan

EXAMPLES = (
    ("A83.A64.KQ5.T852", "K72.52.A74.AQJ94", "3NT", "HK"),
    ("AKQ83.64.A95.A42", "J742.A53.2.KQ753", "4S", "HK"),
)
_DRAWN = ("hand", "dummy", "contract", "lead", "declarer", "shelf", "number", "at")
"""The fields that are always shown; the others are folded away while they are empty."""
PlanQuery = Annotated[PlanAddress, Depends(query(PlanAddress))]


def plan_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of the plan."""
    router = APIRouter()

    async def work(form: PlanAddress, patience: float) -> dict[str, Any]:
        stocked = await with_starter(desk, shelves, patience) if form.shelf else shelves
        stamp = shelves.places.stamp("plan")
        answer: dict[str, Any] = await desk.answer(
            "plans", "a plan", answer_plan, form, stocked, stamp=stamp, patience=patience
        )
        return answer

    @router.get("/plan", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: PlanQuery) -> str:
        answer, problem = None, ""
        if form.is_asked:
            try:
                answer = await work(form, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return render(
            "plan.html",
            "/plan",
            form=form,
            answer=answer,
            says_more=form.says_more_than(*_DRAWN),
            problem=problem,
            vulnerable=VULNERABLE.items(),
            scorings=SCORINGS,
            examples=[PlanAddress(*one) for one in EXAMPLES],
            witness=witness_view(answer) if answer and answer.get("witness") else None,
            **_hands(form) if answer and form.hand else {"dummy": "", "hand": "", "lead": ""},
        )

    @router.get("/api/plan", summary="The plan of a deal, as kibitz plan --json.")
    async def as_data(form: PlanQuery) -> dict[str, Any]:
        return await work(form, PATIENTLY)

    return router


def _hands(form: PlanAddress) -> dict[str, str]:
    """The two hands and the lead, as they are drawn."""
    return {
        "dummy": str(typed_hand(form.dummy)),
        "hand": str(typed_hand(form.hand)),
        "lead": str(typed_card(form.lead)) if form.lead else "",
    }


def witness_view(answer: dict[str, Any]) -> dict[str, Any]:
    """The layout on which two lines differ, with both plays trick by trick."""
    witness, contract = answer["witness"], Contract.parse(answer["contract"])
    deal = Deal.parse(witness["deal"])
    plays = [[Card.parse(card) for card in witness[line]["play"]] for line in ("plan", "other")]
    parts = next((at for at, (one, two) in enumerate(zip(*plays, strict=True)) if one != two), -1)
    plan, other = (tricks_view(contract, play, parts) for play in plays)
    hands = {str(seat): str(deal[seat]) for seat in Seat}
    return {"hands": hands, "plan": plan, "other": other}
