"""The questions asked at a table once the player has guessed: worth, experts, plan."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from kibitz.errors import KibitzError
from kibitz.page.desk import A_MOMENT, Desk, StillWorkingError
from kibitz.page.shelves import TableShelves
from kibitz.page.table.address import TableAddress
from kibitz.page.table.beside import has_plan
from kibitz.page.table.experts import experts, reasoned, starter
from kibitz.page.table.planning import PlanAddress, answer_plan
from kibitz.page.table.playthrough import Playthrough, VisibleTable
from kibitz.page.table.progress import step_states
from kibitz.page.table.verdict import outcome, summary, verdict

MADE_AT = 1
"""The plan beside a table is made after this many cards: the opening lead."""
AT_ONCE = 0.2
"""Seconds that a card waits for its reason, or for the plan beside it; they follow when ready."""


async def with_starter(desk: Desk, shelves: TableShelves, patience: float) -> TableShelves:
    """The shelves with the tables of the starter library."""
    work = (starter, shelves.places)
    path = await desk.answer("play", "the starter library", *work, patience=patience)
    return replace(shelves, starter=path)


async def ask_table(
    desk: Desk, shelves: TableShelves, address: TableAddress, play: Playthrough, patience: float
) -> dict[str, Any]:
    """What may be said now: nothing before the guess, and at the end how it all went."""
    where = (shelves, address.position)
    if play.is_over and play.has_left:
        ended = await desk.answer("play", "your play", outcome, *where, patience=patience)
        return {"outcome": ended}
    if play.is_over:
        ended = await desk.answer("play", "your guesses", summary, *where, patience=patience)
        return {"summary": ended}
    if not play.is_revealed:
        return {}
    found, said, plan = await asyncio.gather(
        desk.answer("play", "double dummy", verdict, *where, patience=patience),
        _ask_experts(desk, shelves, address, patience),
        _plan_beside(desk, shelves, address, play.visible),
    )
    return {"verdict": found, **said, **plan}


async def _ask_experts(
    desk: Desk, shelves: TableShelves, address: TableAddress, patience: float
) -> dict[str, Any]:
    """The experts' answer, or the job that asks them, or why they cannot be asked.

    Beside an answer that still lacks its reason stands the job that looks for it.
    """
    form = replace(address.position, said="", like=address.like)
    asked, stamp = (shelves, form), shelves.places.stamp("card")
    try:
        found = await desk.answer(
            "experts", "the experts", experts, *asked, stamp=stamp, patience=patience
        )
    except StillWorkingError as error:
        return {"job": error.job.to_json()}
    except KibitzError as error:
        return {"problem": str(error)}
    wait = AT_ONCE if patience <= A_MOMENT else patience  # a program gets the whole answer
    try:
        found = await desk.answer(
            "reasons", "the reason", reasoned, *asked, stamp=stamp, patience=wait
        )
    except StillWorkingError as error:
        return {"experts": found, "reason_job": error.job.to_json()}
    except KibitzError:  # the advice stands without a reason
        pass
    return {"experts": found}


async def _plan_beside(
    desk: Desk, shelves: TableShelves, address: TableAddress, seen: VisibleTable
) -> dict[str, Any]:
    """The plan made when dummy came down, each step with how far it is carried out.

    Or the work on it, or why there is none.
    """
    if not address.plan or not has_plan(seen):
        return {}
    form = PlanAddress(shelf=address.shelf, number=address.number)
    work, stamp = (answer_plan, form, shelves), shelves.places.stamp("plan")
    try:
        found = await desk.answer("plans", "the plan", *work, stamp=stamp, patience=AT_ONCE)
    except StillWorkingError as error:
        return {"plan_job": error.job.to_json()}
    except KibitzError as error:
        return {"plan_problem": str(error)}
    stand = step_states(found, seen.state, MADE_AT)
    steps = [
        {**step, "standing": one.value} for step, one in zip(found["steps"], stand, strict=True)
    ]
    return {"plan": {**found, "steps": steps}}
