"""What is said of a theme at the table: before, at the call in question, and at the end.

Before the decision it is named only where it is to be learned or used; a title that says what the
deal is about plays it.
"""

from __future__ import annotations

from kibitz.bidding.conventions.naming import named
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.ladder.rungs import LadderRung, rung_of
from kibitz.sitting.ladder.themes import LEVELS
from kibitz.wording import call_text


def opened_text(deal: CoachedDeal) -> list[str]:
    """What is said of the theme when the deal comes to the table."""
    rung = rung_of(deal.start)
    if rung is None or not rung.is_named:
        return []
    return [f"{rung.theme.name}: {rung.theme.says}"]


def pointer_text(deal: CoachedDeal) -> list[str]:
    """The question that points at the decision, where the theme is being learned."""
    rung = rung_of(deal.start)
    if rung is None or rung.level != 1 or not is_at_decision(deal, rung):
        return []
    return [rung.theme.asks]


def is_at_decision(deal: CoachedDeal, rung: LadderRung) -> bool:
    """Whether the deal has come to the decision, by the calls and cards that lead to it."""
    return (deal.auction.calls, deal.cards) == (rung.calls, rung.cards)


def answered_text(before: CoachedDeal, call: Call) -> list[str]:
    """What is said of the call in question, where experts make it: the one of most, its meaning."""
    rung = rung_of(before.start)
    if rung is None or not rung.is_call or not is_at_decision(before, rung):
        return []
    right = rung.right
    assert not isinstance(right, Card), "a call is in question"
    name = named(before.auction.after(right))
    meant = f"{call_text(right)}." if name is None else name.line
    return [f"Yes: {meant}" if call == right else f"That is called, too; by most experts: {meant}"]


def ended_text(deal: CoachedDeal) -> list[str]:
    """The theme and its lesson, once the deal is over."""
    rung = rung_of(deal.start)
    if rung is None:
        return []
    return [
        f"Today it was: {rung.theme.name.lower() if rung.theme.key != 'after-1nt' else 'after 1NT'}"
        f" ({LEVELS[rung.level - 1]}). {rung.theme.lesson}"
    ]
