"""The page of a call: a hand and an auction in; the call and its precedents out."""

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
from kibitz.page.places.asking import VULNERABLE, Data, asker, question_router
from kibitz.page.render import render
from kibitz.page.table.drawing import typed_view
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.wording import FEW

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser

CHANGES = 5
"""The most card changes that are shown."""
EXAMPLES = (("KJ4.Q85.A962.T73", "1H P"), ("KQ94.AJ732.A9.65", "1D"))


def call_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of this page."""

    work = asker(desk, "openings", "a call", answer_call, places, "call")
    return question_router("/call", "What to call, as kibitz call --json.", CallForm, work, _page)


def _page(form: CallForm, answer: Data | None, problem: str) -> str:
    return render(
        "call.html",
        "/call",
        form=form,
        answer=answer,
        **_drawn(form, answer) if answer else {},
        problem=problem,
        vulnerable=VULNERABLE.items(),
        systems=_systems(form.system),
        examples=[CallForm(*one) for one in EXAMPLES],
        few=FEW,
    )


def _drawn(form: CallForm, answer: Data) -> Data:
    """What the page draws: the hand, the call in a word or two, and cards that would change it."""
    from kibitz.bidding.calls.explain import order

    held = typed_hand(form.hand)
    return {
        "held": str(held),
        "points": held.points,
        "shape": held.shape,
        "order": order(parse_call(answer["call"])),
        "auction": typed_view(form.auction, form.dealer),
        "changes": [
            {
                **one,
                **_swapped(held, Hand.parse(one["hand"])),
                "href": f"/call?{replace(form, hand=one['hand']).address}",
            }
            for one in answer.get("changes", ())
            if len(held - Hand.parse(one["hand"])) == 1
        ][:CHANGES],
    }


def _swapped(held: Hand, other: Hand) -> Data:
    """The card that is taken out and the card that replaces it."""
    return {"gone": str(next(iter(held - other))), "come": str(next(iter(other - held)))}


def answer_call(signal: Signal, form: CallForm, places: Places) -> Data:
    """The answer as plain data; it is made in a worker process."""
    from kibitz.bidding.systems.file import is_file_of_rules
    from kibitz.cardplay.belief.ahead import look_ahead

    if is_file_of_rules(form.system):
        raise UsageError("The page follows the house system; it reads no other file of rules.")
    question = form.question()
    adviser: CallAdviser = adviser_of(signal, places, question, form.like)
    answer = adviser.ask(question)
    ahead = look_ahead(answer, None)
    return {**answer.to_json(), **({} if ahead is None else {"ahead": ahead.to_json()})}


def _systems(form: str) -> list[str]:
    """The systems to choose from: the house rules, or the players of one style."""
    from kibitz.bidding.auctions.styles import NAMES
    from kibitz.bidding.systems.file import HOUSE_NAMES

    styles = [name.removesuffix(" pairs") for name in NAMES if not name.startswith("pairs")]
    known = [HOUSE_NAMES[0], *styles]
    return known if not form or form in known else [*known, form]
