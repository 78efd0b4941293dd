"""The plan of a deal, worked out beside the server."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from kibitz.page.shelves import Shelves
from kibitz.page.table.experts import adviser_over
from kibitz.page.worker import Bell, CancelledError

if TYPE_CHECKING:
    from kibitz.plans.precedents import Fellows

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


def answer_plan(bell: Bell, asked: PlanAddress, shelves: Shelves, written: int) -> dict[str, Any]:
    """The plan as ``kibitz plan --json``; its steps are told as they are proved."""
    from kibitz.games.bridge.typed import typed_seat
    from kibitz.plans.adviser import PlanAdviser, shipped_players
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
    cards = adviser_over(bell, Path(shelves.library), written)
    proved: list[Step] = []

    def hear(step: Step) -> None:
        proved.append(step)
        bell.say(step.text)

    adviser = PlanAdviser(shipped_players(), cards, tell=hear, watch=bell.tell)
    try:
        answer = adviser.ask(question)
        contract = str(question.state.contract)
        return {**answer.to_json(), "contract": contract, "fellows": _fellows(answer.fellows)}
    except CancelledError:
        return {"steps": [step.to_json() for step in proved], "stopped": True}
