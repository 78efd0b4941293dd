"""The place of the call: a hand and an auction in; the call, and who called so, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import APIRouter

from kibitz.bidding.calls.form import CallForm
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.typed import typed_hand
from kibitz.page.desk import Desk
from kibitz.page.opened import adviser_of
from kibitz.page.places.asking import VULNERABLE, Data, question_router
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.worker import Signal
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser

CHANGES = 5
"""Cards that would change the call, at most so many."""
EXAMPLES = (("KJ4.Q85.A962.T73", "1H P"), ("KQ94.AJ732.A9.65", "1D"))


def call_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the call."""

    async def work(asked: CallForm, patience: float) -> Data:
        stamp = places.stamp("call")
        answer: Data = await desk.answer(
            "openings", "a call", answer_call, asked, places, stamp=stamp, patience=patience
        )
        return answer

    return question_router("/call", "What to call, as kibitz call --json.", CallForm, work, _page)


def _page(asked: CallForm, answer: Data | None, problem: str) -> str:
    return render(
        "call.html",
        "/call",
        asked=asked,
        answer=answer,
        **_drawn(asked, answer) if answer else {},
        problem=problem,
        vulnerable=VULNERABLE.items(),
        systems=_systems(asked.system),
        examples=[CallForm(*one) for one in EXAMPLES],
    )


def _drawn(asked: CallForm, answer: Data) -> Data:
    """The hand to be drawn, what to do in two words, and the cards that would change it."""
    from kibitz.bidding.calls.explain import order

    held = typed_hand(asked.hand)
    return {
        "held": str(held),
        "points": held.points,
        "shape": held.shape,
        "order": order(parse_call(answer["call"])),
        "auction": typed_view(asked.auction, asked.dealer),
        "changes": [
            {
                **one,
                **_swapped(held, Hand.parse(one["hand"])),
                "href": f"/call?{replace(asked, hand=one['hand']).address}",
            }
            for one in answer.get("changes", ())
            if len(held - Hand.parse(one["hand"])) == 1
        ][:CHANGES],
    }


def _swapped(held: Hand, other: Hand) -> Data:
    """The card that goes and the card that comes."""
    return {"gone": str(next(iter(held - other))), "come": str(next(iter(other - held)))}


def answer_call(signal: Signal, asked: CallForm, places: Places) -> Data:
    """The answer as plain data, worked out beside the server."""
    from kibitz.bidding.systems.file import is_file_of_rules

    if is_file_of_rules(asked.system):
        raise UsageError("The page follows the house system; it reads no other file of rules.")
    question = asked.question()
    adviser: CallAdviser = adviser_of(signal, places, question, asked.like)
    return adviser.ask(question).to_json()


def _systems(asked: str) -> list[str]:
    """What can be chosen: the rules of the house, or only those who play a style."""
    from kibitz.bidding.auctions.styles import NAMES
    from kibitz.bidding.systems.file import HOUSE_NAMES

    styles = [name.removesuffix(" pairs") for name in NAMES if not name.startswith("pairs")]
    known = [HOUSE_NAMES[0], *styles]
    return known if not asked or asked in known else [*known, asked]
