"""Deals to plan, for tests: a hold-up, a laydown, a contract in a suit."""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.question import PlanQuestion
from kibitz.plans.trying.layouts import layouts
from kibitz.plans.trying.trials import Bench

HOLD_UP = PlanQuestion.typed(
    "S:A83.A64.KQ5.T852,N:K72.52.A74.AQJ94", lead="HK", contract="3NT", declarer="S"
)
"""♥A64 opposite ♥52, and the club finesse loses to East: he must have no heart left."""
LAYDOWN = PlanQuestion.typed(
    "S:AK3.AK4.AQ5.A742,N:Q72.Q52.K84.KQ65", lead="HJ", contract="3NT", declarer="S"
)
SUIT = PlanQuestion.typed(
    "S:AKQ83.64.A95.A42,N:J742.A53.2.KQ753", lead="HK", contract="4S", declarer="S"
)


@cache
def adviser() -> PlanAdviser:
    """Nobody who is asked for a card beside it; few layouts."""
    return PlanAdviser(shipped_players(), choosing=16, stating=40)


@cache
def bench(question: PlanQuestion, number: int = 12) -> Bench:
    """So many layouts of a question."""
    rng = np.random.default_rng(1)
    players = adviser().players
    found = layouts(question.state, question.auction, None, players.defenders, rng)
    return Bench(players, question.state, question.auction, found.some(number, rng))
