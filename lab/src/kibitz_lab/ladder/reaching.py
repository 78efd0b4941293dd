"""From where a deal of the ladder is sat down to: as early as its decision is still come to."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.bridge.cards import Card
from kibitz.sitting.coach import Coach, counts, is_to_plan
from kibitz.sitting.coached import CoachedDeal, DealStage, MarkKind
from kibitz.sitting.ladder.rungs import LadderRung
from kibitz.sitting.moves import chosen, noted
from kibitz.sitting.stops import Stop

_BEFORE = 4
"""A trick."""


def with_given(rung: LadderRung, coach: Coach) -> LadderRung:
    """The deal with so few cards given that somebody who errs nowhere reaches its decision.

    Where the theme is named, the decision is the first thing asked.
    """
    whole = len(rung.cards)
    if rung.is_call or rung.is_named:
        return replace(rung, given=whole)
    trick = whole - whole % 4
    for given in (max(0, trick - _BEFORE), trick):
        tried = replace(rung, given=given)
        if comes_to(tried, coach) is not None:
            return tried
    return replace(rung, given=whole)


def comes_to(rung: LadderRung, coach: Coach) -> Stop | None:
    """The decision, if somebody who plays the best card at every other one reaches it."""
    deal = CoachedDeal.at(rung.start)
    while deal.stage is not DealStage.OVER:
        deal, stop = coach.goes_on(deal)
        if deal.cards != rung.cards[: len(deal.cards)]:
            return None
        if counts(deal) or is_to_plan(deal):
            deal = noted(noted(deal, MarkKind.COUNT), MarkKind.LINE)
        elif deal.cards == rung.cards:
            return stop if stop is not None and _is_it(stop, rung) else None
        elif stop is None:
            return None
        else:
            deal = chosen(deal, stop.best)
    return None


def _is_it(stop: Stop, rung: LadderRung) -> bool:
    """Whether the right card is the best there, and its rival is wrong."""
    right, rival = rung.right, rung.rival
    if not isinstance(right, Card) or not isinstance(rival, Card):
        return False
    return stop.alike(right) == stop.best and stop.is_wrong(rival)
