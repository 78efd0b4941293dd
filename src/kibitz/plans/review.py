"""A record compared with its plan: where declarer left it, and what the plan says there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from kibitz.errors import UsageError
from kibitz.plans.answer import PlanAnswer
from kibitz.plans.explain import left_text
from kibitz.plans.lines.line import HoldUp, parts_of
from kibitz.plans.precedents import first_lead, rounds_let_go
from kibitz.plans.question import PlanQuestion
from kibitz.records.record import Record


class _Planner(Protocol):
    """An adviser that makes plans."""

    def ask(self, question: PlanQuestion, /) -> PlanAnswer: ...


@dataclass(frozen=True, slots=True)
class PlanReview:
    """The plan when dummy was down, and the steps that declarer did not take."""

    plan: PlanAnswer
    record: Record
    left: tuple[str, ...]
    """The comparison in words; empty if declarer kept to the plan as far as can be seen."""

    def __str__(self) -> str:
        said = self.left or ("Declarer kept to the plan, as far as the record tells.",)
        return "\n".join(["The plan when dummy was down:", *_steps(self.plan), *said])

    def to_json(self) -> dict[str, Any]:
        return {"left": list(self.left), "plan": self.plan.to_json()}


def review_plan(record: Record, planner: _Planner) -> PlanReview:
    """Plan a record's deal and find where declarer left the plan in a matter that it decides."""
    if record.contract is None or not record.play:
        raise UsageError(f"nothing was played at {record.citation or record.source}")
    plan = planner.ask(PlanQuestion.of(record))
    state, steps = plan.asked.state, {step.kind: step for step in plan.steps}
    left = []
    hold = next((one for one in parts_of(plan.plan.line) if isinstance(one, HoldUp)), None)
    rounds = rounds_let_go(record, state)
    if hold is not None and "hold up" in steps and rounds not in (None, hold.rounds):
        left.append(left_text(f"let {rounds} rounds go", steps["hold up"].text))
    led, begins = first_lead(record, state), steps.get("first") or steps.get("order")
    if led is not None and begins is not None and led.suit not in plan.suits:
        left.append(left_text(f"began with {led.suit.name.lower()}", begins.text))
    return PlanReview(plan, record, tuple(left))


def _steps(plan: PlanAnswer) -> list[str]:
    return [f"{number}. {step.text}" for number, step in enumerate(plan.steps, start=1)]
