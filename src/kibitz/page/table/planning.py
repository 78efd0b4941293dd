"""The place of the plan: two hands, a contract and a lead in; steps that were played out, out."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.typed import typed_card, typed_hand
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.opened import kibitz_at
from kibitz.page.places.asking import VULNERABLE
from kibitz.page.render import render
from kibitz.page.shelves import Shelves
from kibitz.page.table.address import with_starter
from kibitz.page.table.drawing import tricks_of
from kibitz.page.worker import Bell, CancelledError

if TYPE_CHECKING:
    from kibitz.plans.precedents import Fellows

EXAMPLES = (
    ("A83.A64.KQ5.T852", "K72.52.A74.AQJ94", "3NT", "HK"),
    ("AKQ83.64.A95.A42", "J742.A53.2.KQ753", "4S", "HK"),
)
SCORINGS = ("teams", "matchpoints")


@dataclass(frozen=True, slots=True)
class PlanAddress:
    """A question about a plan, as the page's address spells it; declarer's hand comes first."""

    hand: str = ""
    dummy: str = ""
    contract: str = ""
    lead: str = ""
    declarer: str = "S"
    auction: str = ""
    dealer: str = "N"
    vul: str = "none"
    scoring: str = "teams"
    shelf: str = ""
    number: int = 0
    at: int = 0
    """Or a table of a shelf, after so many cards."""

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    @property
    def says_more(self) -> bool:
        """Whether more is said than the hands, the contract and the lead."""
        told = (self.auction, self.dealer, self.vul, self.scoring)
        return told != ("", "N", "none", SCORINGS[0])

    @property
    def is_asked(self) -> bool:
        return bool(self.hand or self.shelf)


def _address(
    hand: Annotated[str, Query(max_length=100)] = "",
    dummy: Annotated[str, Query(max_length=100)] = "",
    contract: Annotated[str, Query(max_length=10)] = "",
    lead: Annotated[str, Query(max_length=10)] = "",
    declarer: Annotated[str, Query(max_length=10)] = "S",
    auction: Annotated[str, Query(max_length=400)] = "",
    dealer: Annotated[str, Query(max_length=10)] = "N",
    vul: Annotated[str, Query(max_length=10)] = "none",
    scoring: Annotated[str, Query(max_length=20)] = "teams",
    shelf: Annotated[str, Query(max_length=20)] = "",
    number: Annotated[int, Query(ge=0)] = 0,
    at: Annotated[int, Query(ge=0, le=52)] = 0,
) -> PlanAddress:
    return PlanAddress(
        hand.strip(), dummy.strip(), contract.strip(), lead.strip(), declarer, auction.strip(),
        dealer, vul, scoring, shelf, number, at,
    )  # fmt: skip


Asked = Annotated[PlanAddress, Depends(_address)]


def plan_router(desk: Desk, shelves: Shelves) -> APIRouter:
    """The routes of the plan."""
    router = APIRouter()

    async def work(asked: PlanAddress, patience: float) -> dict[str, Any]:
        stocked = await with_starter(desk, shelves, patience) if asked.shelf else shelves
        stamp = shelves.places.stamp("plan")
        answer: dict[str, Any] = await desk.answer(
            "plans", "a plan", work_out, asked, stocked, stamp=stamp, patience=patience
        )
        return answer

    @router.get("/plan", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        answer, problem = None, ""
        if asked.is_asked:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return render(
            "plan.html",
            "/plan",
            asked=asked,
            answer=answer,
            says_more=asked.says_more,
            problem=problem,
            vulnerable=VULNERABLE.items(),
            scorings=SCORINGS,
            examples=[PlanAddress(*one) for one in EXAMPLES],
            witness=witness_view(answer) if answer and answer.get("witness") else None,
            **_hands(asked) if answer and asked.hand else {"dummy": "", "hand": "", "lead": ""},
        )

    @router.get("/api/plan", summary="The plan of a deal, as kibitz plan --json.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        return await work(asked, PATIENTLY)

    return router


def _hands(asked: PlanAddress) -> dict[str, str]:
    """The two hands and the lead as they are drawn, once they were understood."""
    return {
        "dummy": str(typed_hand(asked.dummy)),
        "hand": str(typed_hand(asked.hand)),
        "lead": str(typed_card(asked.lead)) if asked.lead else "",
    }


def witness_view(answer: dict[str, Any]) -> dict[str, Any]:
    """The layout that tells two lines apart, and both plays of it, trick by trick."""
    told, contract = answer["witness"], Contract.parse(answer["contract"])
    deal = Deal.parse(told["deal"])
    plays = [[Card.parse(card) for card in told[line]["play"]] for line in ("plan", "other")]
    parts = next((at for at, (one, two) in enumerate(zip(*plays, strict=True)) if one != two), -1)
    plan, other = (tricks_of(contract, play, parts) for play in plays)
    hands = {str(seat): str(deal[seat]) for seat in Seat}
    return {"hands": hands, "plan": plan, "other": other}


def _fellows(fellows: Fellows | None) -> dict[str, Any] | None:
    """Who began so in like positions, in the room's words, and some tables to be opened."""
    from kibitz.cardplay.explain.precedents import cited
    from kibitz.plans.explain import fellows_text

    if fellows is None:
        return None
    tables = [
        {
            "cited": cited(one),
            "agrees": one in fellows.began.same,
            "href": f"/play/{'starter' if one.is_house else 'library'}/{one.table}?at={one.ply}",
        }
        for one in fellows.began.named
    ]
    return {"text": fellows_text(fellows), "tables": tables}


def work_out(bell: Bell, asked: PlanAddress, shelves: Shelves) -> dict[str, Any]:
    """The answer as plain data; it runs beside the server."""
    from kibitz.games.bridge.typed import typed_seat
    from kibitz.plans.answer import Step
    from kibitz.plans.question import DUMMY_DOWN, PlanQuestion

    if asked.shelf:
        record = shelves.entry(asked.shelf, asked.number).record
        question = PlanQuestion.of(record, max(DUMMY_DOWN, asked.at + 1), asked.scoring)
    else:
        seat = typed_seat(asked.declarer)
        question = PlanQuestion.typed(
            f"{seat}:{asked.hand},{seat.partner}:{asked.dummy}",
            lead=asked.lead,
            contract=asked.contract,
            declarer=seat,
            auction=asked.auction,
            dealer=asked.dealer,
            vulnerability=asked.vul,
            scoring=asked.scoring,
        )
    proved: list[Step] = []

    def hear(step: Step) -> None:
        proved.append(step)
        bell.say(step.text)

    plans = kibitz_at(bell, shelves.places).plans
    adviser = replace(plans, tell=hear, watch=bell.tell)
    try:
        answer = adviser.ask(question)
        contract = str(question.state.contract)
        return {**answer.to_json(), "contract": contract, "fellows": _fellows(answer.fellows)}
    except CancelledError:
        return {"steps": [step.to_json() for step in proved], "stopped": True}
