"""Practice with one suit: a combination is shown, the player chooses a line, then hears why."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import UsageError
from kibitz.page.beside import Bell
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.render import render
from kibitz.page.suit import Asked, told

if TYPE_CHECKING:
    from fractions import Fraction

    from kibitz.suits.answer import SuitAnswer

WORTHWHILE = 0.02
"""What the second best line must cost, at least, for a combination to be worth practising."""

LIKELY = (0.1, 0.98)
"""Between which chances a number of tricks is worth playing for."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A combination to practise, by its number; the same number is the same problem."""

    number: int
    choice: str = ""


def _problem(
    number: Annotated[int, Query(ge=1, le=999_999_999)] = 1,
    choice: Annotated[str, Query(max_length=40)] = "",
) -> Problem:
    return Problem(number, choice)


Asking = Annotated[Problem, Depends(_problem)]


def practice_router(desk: Desk) -> APIRouter:
    router = APIRouter()

    async def worked_out(problem: Problem, patience: float) -> dict[str, Any]:
        title = f"practice {problem.number}"
        found: dict[str, Any] = await desk.answer(
            "suits", title, practise, problem, patience=patience
        )
        return found

    @router.get("/suit/practice", response_class=HTMLResponse, include_in_schema=False)
    async def place(problem: Asking) -> str:
        answer = await worked_out(problem, A_MOMENT)
        return render("practice.html", "/suit", problem=problem, answer=answer)

    @router.get("/api/suit/practice", summary="A suit to practise; why only after the choice.")
    async def as_data(problem: Asking) -> dict[str, Any]:
        return await worked_out(problem, PATIENTLY)

    return router


def practise(bell: Bell, problem: Problem) -> dict[str, Any]:
    """The combination and its possible first plays; with a choice made, what it is worth."""
    answer, worths = _combination(problem.number)
    shown = {
        "number": problem.number,
        "north": answer.north,
        "south": answer.south,
        "tricks": answer.plan.goal.tricks,
        "choices": sorted(worths),
    }
    if not problem.choice:
        return shown
    if problem.choice not in worths:
        raise UsageError(f"one of {', '.join(sorted(worths))}: {problem.choice!r}")
    best, chosen = max(worths.values()), worths[problem.choice]
    asked = Asked(answer.north, answer.south, answer.plan.goal.tricks)
    return {
        **shown,
        "choice": problem.choice,
        "right": chosen == best,
        "chance": float(chosen),
        "cost": float(best - chosen),
        "lines": [
            {"first_play": name, "chance": float(worth), "exact": f"{worth}"}
            for name, worth in sorted(worths.items(), key=lambda one: (-one[1], one[0]))
        ],
        "answer": told(answer, asked),
        "asked": asked.address,
    }


def _combination(number: int) -> tuple[SuitAnswer, dict[str, Fraction]]:
    """The first combination drawn with this number in which the first play matters."""
    from kibitz.lab.combinations import encyclopedia_like
    from kibitz.suits.answer import suit

    rng = random.Random(number)
    while True:
        north, south = encyclopedia_like(rng)
        for target in reversed(suit(north, south).targets):
            if LIKELY[0] < target.chance < LIKELY[1]:
                answer = suit(north, south, tricks=target.tricks)
                worths = _first_plays(answer)
                ranked = sorted(set(worths.values()), reverse=True)
                if len(ranked) > 1 and ranked[0] - ranked[1] >= WORTHWHILE:
                    return answer, worths


def _first_plays(answer: SuitAnswer) -> dict[str, Fraction]:
    """What the best line is worth that begins with each play, by the play's name."""
    worths: dict[str, Fraction] = {}
    for play in answer.solver.first_plays:
        name, worth = answer.name(play), answer.solver.best(answer.plan.goal, play).worth
        worths[name] = max(worth, worths.get(name, worth))
    return worths
