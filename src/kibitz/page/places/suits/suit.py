"""The page of a suit: two holdings in; chances, plan, tree and layouts out."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.page.desk import PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.places.suits.layout import play_out
from kibitz.page.render import render
from kibitz.page.worker import Signal
from kibitz.suits.form import SuitForm

if TYPE_CHECKING:
    from kibitz.suits.answer import SuitAnswer

SECONDS = 20.0
"""After this long, a hard suit is answered with the bounds proved so far."""

SHOWN_LAYOUTS, SHOWN_LOSING, SHOWN_VERSUS = 40, 12, 4
SHOWN_NODES = 200
"""The most nodes drawn of a plan's tree; playing out a layout shows the rest."""
Lies = Annotated[str, Query(max_length=20)]
"""A layout to play out: West's cards, a dot, East's."""
Step = Annotated[int, Query(ge=0, le=60)]
EXAMPLES = (("AKQ9", "xxx"), ("AQT98", "5432"), ("KJT9xx", "xx"), ("AJ9x", "Qxx"), ("KJxx", "A9xx"))


SuitQuery = Annotated[SuitForm, Depends(query(SuitForm))]


def suit_router(desk: Desk) -> APIRouter:
    router = APIRouter()

    @router.get("/suit", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: SuitQuery, lies: Lies = "", step: Step = 1) -> str:
        answer, problem, played = None, "", None
        if form.is_asked:
            try:
                answer = await desk.answer("suits", _title(form), answer_suit, form)
                played = play_out(answer["data"], lies).after(step) if lies else None
            except KibitzError as error:
                problem = str(error)
        return render(
            "suit.html",
            "/suit",
            form=form,
            knows_more=form.says_more_than("north", "south", "tricks", "goal"),
            wanting=partial(_wanting, form),
            answer=answer,
            lies=lies,
            played=played,
            depth=shown_depth(answer["data"]["plan"]["tree"]) if answer else 0,
            steps=plan_steps(answer["data"]["plan"]["brief"]) if answer else [],
            problem=problem,
            examples=EXAMPLES,
        )

    @router.get("/api/suit", summary="The exact best line for a suit, as kibitz suit --json.")
    async def as_data(form: SuitQuery) -> dict[str, Any]:
        answer = await desk.answer("suits", _title(form), answer_suit, form, patience=PATIENTLY)
        content: dict[str, Any] = answer["data"]
        return content

    return router


def _wanting(form: SuitForm, tricks: int | None, goal: str = "") -> str:
    """The link that asks about another target for the same suit."""
    return f"/suit?{replace(form, tricks=tricks, goal=goal).address}"


def _title(form: SuitForm) -> str:
    return f"{form.north or '-'} opposite {form.south or '-'}"


def answer_suit(signal: Signal, form: SuitForm) -> dict[str, Any]:
    """The answer as plain data, worked out beside the server; a cancel cuts it short."""
    from kibitz.suits.adviser import SuitAdviser

    start = time.monotonic()

    def stop() -> bool:
        spent = time.monotonic() - start
        signal.show(spent, SECONDS)
        return signal.cancelled or spent > SECONDS

    answer = SuitAdviser(stop=stop).ask(form.question())
    return answer_fields(answer)


def answer_fields(answer: SuitAnswer) -> dict[str, Any]:
    """An answer as plain data: what the terminal prints, and the layouts to draw."""
    layouts = sorted(answer.layouts_json(), key=lambda one: -one["chance"])
    wanted = answer.reasons.tricks_won
    won = [one for one in layouts if not wanted or one["tricks"] >= wanted]
    lost = _losing_layouts(answer, wanted)
    return {
        "data": answer.to_json(),
        "text": str(answer),
        "tricks_won": wanted,
        "layouts": won[:SHOWN_LAYOUTS],
        "more_layouts": max(0, len(won) - SHOWN_LAYOUTS),
        "won": sum(one["chance"] for one in won),
        "losing": lost[:SHOWN_LOSING],
        "more_losing": max(0, len(lost) - SHOWN_LOSING),
        "lost": sum(one["chance"] for one in lost),
        "versus": _versus(answer),
    }


def _losing_layouts(answer: SuitAnswer, wanted: int) -> list[dict[str, Any]]:
    """The layouts in which the plan may miss its target, the likeliest first."""
    sure = answer.plan.line.sure
    return pictures(answer, [number for number, won in enumerate(sure) if won < wanted])


def _versus(answer: SuitAnswer) -> list[dict[str, Any]]:
    """The layouts in which only the plan wins, and those in which only the runner-up does."""
    rival = answer.reasons.runner_up
    if rival is None:
        return []
    most = answer.plan.goal.tricks
    here, there = (
        [min(won, most) if most else won for won in line.sure] for line in (answer.plan.line, rival)
    )
    pairs = list(enumerate(zip(here, there, strict=True)))
    gained = pictures(answer, [number for number, (mine, other) in pairs if mine > other])
    given = pictures(answer, [number for number, (mine, other) in pairs if mine < other])
    return [
        {
            "wins": wins,
            "layouts": found[:SHOWN_VERSUS],
            "chance": sum(one["chance"] for one in found),
        }
        for wins, found in ((True, gained), (False, given))
    ]


def pictures(answer: SuitAnswer, numbers: list[int]) -> list[dict[str, Any]]:
    """Layouts by their numbers, as they are drawn, the likeliest first."""
    layouts, found = answer.layouts, []
    for number in numbers:
        if layouts.weights[number]:
            west, east = layouts.describe(number)
            chance = layouts.weights[number] / layouts.total
            tricks = answer.plan.line.sure[number]
            found.append({"west": west, "east": east, "tricks": tricks, "chance": chance})
    return sorted(found, key=lambda one: -one["chance"])


def shown_depth(tree: dict[str, Any]) -> int:
    """How deep a tree is drawn: as deep as a page can carry, and at least the first trick.

    >>> shown_depth({"hand": "south", "answers": [{"cards": None, "then": {"tricks": 1}}]})
    1
    """
    level, depth, nodes = [tree], 0, 0
    while any("hand" in node for node in level):
        nodes += len(level)
        if depth >= 2 and nodes > SHOWN_NODES:
            break
        level = [one["then"] for node in level for one in node.get("answers", ())]
        depth += 1
    return depth


def plan_steps(lines: list[str]) -> list[dict[str, Any]]:
    """The plan as numbered steps; what depends on a trick is below its step.

    >>> plan_steps(["cash the Ace", "  if the Queen falls, cash the King", "  otherwise, duck"])
    [{'do': 'Cash the Ace', 'ifs': [('The Queen falls', 'cash the King'), ('Otherwise', 'duck')]}]
    """
    steps: list[dict[str, Any]] = []
    for line in lines:
        words = line.strip()
        if line.startswith("  ") and steps:
            when, _, do = words.removeprefix("if ").partition(", ")
            deeper = line.startswith("    ")
            if deeper and steps[-1]["ifs"]:
                before, done = steps[-1]["ifs"][-1]
                steps[-1]["ifs"][-1] = (before, f"{done}; {words}")
            else:
                steps[-1]["ifs"].append((when[:1].upper() + when[1:], do))
        else:
            steps.append({"do": words[:1].upper() + words[1:], "ifs": []})
    return steps
