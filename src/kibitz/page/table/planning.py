"""The plan of a deal, worked out beside the server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from kibitz.forms import Said
from kibitz.page.opened import kibitz_at
from kibitz.page.shelves import TableShelves
from kibitz.page.worker import CancelledError, Signal
from kibitz.plans.form import TwoHandsForm

if TYPE_CHECKING:
    from kibitz.plans.precedents import Fellows
    from kibitz.plans.question import PlanQuestion

SCORINGS = ("teams", "matchpoints")


@dataclass(frozen=True, slots=True)
class PlanAddress(TwoHandsForm):
    """Two hands to plan for, or a table of a shelf after a number of cards."""

    shelf: Annotated[str, Said("Instead of two hands: the shelf of a table.", longest=20)] = ""
    number: Annotated[int, Said("The number of the table on its shelf.", bounds=(0, None))] = 0
    at: Annotated[int, Said("How many of its cards were played.", bounds=(0, 52))] = 0

    @property
    def is_asked(self) -> bool:
        return bool(self.hand or self.shelf)

    def question_at(self, shelves: TableShelves) -> PlanQuestion:
        """The question about the two hands, or about a table of these *shelves*."""
        from kibitz.plans.question import DUMMY_DOWN, PlanQuestion

        if not self.shelf:
            return self.question()
        record = shelves.entry(self.shelf, self.number).record
        return PlanQuestion.of(record, max(DUMMY_DOWN, self.at + 1), self.scoring)


def _fellows(fellows: Fellows | None) -> dict[str, Any] | None:
    """Who began the same way in similar positions, with links to some of their tables."""
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


def answer_plan(signal: Signal, form: PlanAddress, shelves: TableShelves) -> dict[str, Any]:
    """The plan as ``kibitz plan --json``; its steps are sent ahead as they are proved."""
    from kibitz.plans.answer import PlanStep

    question = form.question_at(shelves)
    proved: list[PlanStep] = []

    def send(step: PlanStep) -> None:
        proved.append(step)
        signal.add_line(step.text)

    plans = kibitz_at(signal, shelves.places).plans
    adviser = replace(plans, tell=send, watch=signal.tell)
    try:
        answer = adviser.ask(question)
        contract = str(question.state.contract)
        return {**answer.to_json(), "contract": contract, "fellows": _fellows(answer.fellows)}
    except CancelledError:
        return {"steps": [step.to_json() for step in proved], "stopped": True}
