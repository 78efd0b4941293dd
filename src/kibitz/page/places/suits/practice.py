"""Practice with one suit: a combination is shown, the player chooses a play, the reason follows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import UsageError
from kibitz.forms import Said, Spelled
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.places.own.drills import Clock
from kibitz.page.places.own.guesses import is_own, note_suit
from kibitz.page.places.suits.suit import answer_fields, pictures, plan_steps
from kibitz.page.render import render
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.suits.form import SuitForm


@dataclass(frozen=True, slots=True)
class PracticeForm(Spelled):
    """A problem by its number; the same number is always the same problem."""

    number: Annotated[int, Said("Which problem.", bounds=(1, 999_999_999))] = 1
    choice: Annotated[str, Said("The first play of your choice.", longest=40)] = ""


Problem = Annotated[PracticeForm, Depends(query(PracticeForm))]


def practice_router(desk: Desk, places: Places, now: Clock) -> APIRouter:
    router = APIRouter()

    async def worked_out(problem: PracticeForm, patience: float) -> dict[str, Any]:
        title = f"practice {problem.number}"
        found: dict[str, Any] = await desk.answer(
            "suits", title, practise, problem, patience=patience
        )
        return found

    @router.get("/suit/practice", response_class=HTMLResponse, include_in_schema=False)
    async def place(request: Request, problem: Problem) -> str:
        answer = await worked_out(problem, A_MOMENT)
        if "right" in answer and is_own(request):
            from kibitz.suits.quiz import level_of

            level = level_of(problem.number)
            guess = (places.practice, problem.number, level, answer["right"], now())
            await run_in_threadpool(note_suit, *guess)
        solved = answer.get("answer")
        steps = plan_steps(solved["data"]["plan"]["brief"]) if solved else []
        return render(
            "practice.html", "/suit/practice", problem=problem, answer=answer, steps=steps
        )

    @router.get("/api/suit/practice", summary="A suit to practise; why only after the choice.")
    async def as_data(problem: Problem) -> dict[str, Any]:
        return await worked_out(problem, PATIENTLY)

    return router


def practise(signal: Signal, problem: PracticeForm) -> dict[str, Any]:
    """A combination and its possible first plays; after a choice, what each is worth."""
    from kibitz.suits.quiz import LEVELS, deal_problem, level_of

    level = level_of(problem.number)
    dealt = deal_problem(random.Random(problem.number), level)
    answer, plays = dealt.answer, [each.play for each in dealt.choices]
    shown = {
        "number": problem.number,
        "north": answer.north,
        "south": answer.south,
        "tricks": answer.plan.goal.tricks,
        "question": dealt.question,
        "level": LEVELS[level],
        "choices": plays,
    }
    if not problem.choice:
        return shown
    if problem.choice not in plays:
        raise UsageError(f"one of {', '.join(plays)}: {problem.choice!r}")
    chosen = plays.index(problem.choice)
    verdict = dealt.choices[chosen]
    form = SuitForm(answer.north, answer.south, answer.plan.goal.tricks)
    return {
        **shown,
        "choice": problem.choice,
        "right": verdict.right,
        "chance": float(verdict.chance),
        "cost": float(verdict.best - verdict.chance),
        "lines": [
            {"first_play": each.play, "chance": float(each.chance), "exact": str(each.chance)}
            for each in sorted(dealt.choices, key=lambda each: (-each.chance, each.play))
        ],
        "loses_to": dealt.punishment(chosen),
        "punished": pictures(answer, [verdict.layout])[0] if verdict.layout is not None else None,
        "text": "\n".join(dealt.explain(chosen)),
        "answer": answer_fields(answer),
        "asked": form.address,
    }
