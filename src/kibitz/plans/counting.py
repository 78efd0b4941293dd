"""The first steps of a plan: what can be counted before any card is played out."""

from __future__ import annotations

from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.games.bridge.cards import Rank
from kibitz.plans import arithmetic, explain
from kibitz.plans.answer import PlanStep
from kibitz.plans.question import PlanQuestion


def count_steps(question: PlanQuestion) -> list[PlanStep]:
    """Tricks on top; with trumps, losers; and what was learned since the lead."""
    state, found = question.state, arithmetic.count(question.state)
    claim = {
        "claim": "tricks",
        "on_top": {str(suit): number for suit, number in found.on_top.items()},
        "won": found.won,
        "target": found.target,
    }
    steps = [PlanStep("tricks", explain.count_text(found, state), claim)]
    if state.trumps is not None and not state.tricks:
        losers = arithmetic.losers_of(state)
        text = explain.losers_text(losers, 13 - found.target)
        by_suit = {str(suit): number for suit, number in losers.items()}
        steps.append(PlanStep("losers", text, {"claim": "losers", "losers": by_suit}))
    seen = SeatKnowledge.by(state, (state.contract.declarer, state.contract.dummy))
    honours = {
        seat: [card for card in reversed(list(hand)) if card.rank >= Rank.JACK]
        for seat, hand in seen.shown.items()
    }
    if state.tricks and (any(seen.voids.values()) or any(honours.values())):
        text = explain.learned_text(dict(seen.voids), honours)
        steps.append(PlanStep("known", text, {"claim": "known"}))
    return steps
