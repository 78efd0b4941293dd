"""A plan followed to the end against defenders who see all four hands, beside play without it.

The follower keeps to the plan made when dummy went down, unless lookahead, with all he has seen
since, makes another card better by a good part of a trick.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.lookahead.evaluation import look_ahead, ranked
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.similarity.positions import Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import declared
from kibitz.plans.lines.line import Free, PlanLine, allowed
from kibitz.records.record import Record
from kibitz_lab.making.house_player import house_layouts

LEAVES = 0.25
"""The part of a trick, over fresh layouts, that is enough to leave the plan."""


@dataclass(frozen=True, slots=True)
class PlanFollower:
    """Precedents with lookahead, limited to the cards that follow a line."""

    adviser: CardAdviser
    line: PlanLine
    solver: DoubleDummy
    seed: int

    def __call__(self, state: Play, auction: Auction | None, /) -> Card:
        candidates = self.adviser.ask(CardQuestion(state, auction)).ballot.candidates
        shares = {one.card: one.share for one in candidates}
        keeps = allowed(self.line, Views.of([state], [auction]))[0]
        kept = {card: share for card, share in shares.items() if keeps[place_of(card)]}
        if not is_real(state):
            return next(iter(kept))
        count = house_layouts(state)
        ahead = look_ahead(state, auction, layouts=count, seed=self.seed, solver=self.solver)
        best, free = (ranked(some, ahead)[0] for some in (kept, shares))
        gives = ahead.own_tricks(free) - ahead.own_tricks(best)
        return free if gives > LEAVES else best


def lost_tricks(
    record: Record, line: PlanLine, adviser: CardAdviser, solver: DoubleDummy, rng: random.Random
) -> dict[str, int]:
    """The tricks that precedents with lookahead lose after the lead, with the plan and without."""
    start = record.opening_state().after(record.play[0])
    auction = record.auction if record.auction.calls else None
    par, luck, found = solver.solve(start).best, rng.random(), dict[str, int]()
    for name, kept in (("plan", line), ("free", Free())):
        player = PlanFollower(adviser, kept, solver, 0)
        end = declared(start, auction, player, solver, random.Random(luck))
        found[name] = par - end.declarer_tricks
    return found
