"""A plan followed to the end against defenders who see all four hands, beside play without it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.cardplay.adviser import Adviser
from kibitz.cardplay.question import Question
from kibitz.cardplay.similarity.positions import Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import declared
from kibitz.lab.cardplay.players import ByBoth
from kibitz.plans.trying.lines import Free, Line, allowed
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the precedents of "Which card?" say, of the cards that keep to a line."""

    adviser: Adviser
    line: Line

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        kept = allowed(self.line, Views.of([state], [auction]))[0]
        candidates = self.adviser.ask(Question(state, auction)).ballot.candidates
        return {one.card: one.share for one in candidates if kept[place_of(one.card)]}


def lost_tricks(
    record: Record, line: Line, adviser: Adviser, solver: DoubleDummy, rng: random.Random
) -> dict[str, int]:
    """Tricks lost against perfect play after the lead: by precedents with lookahead that keep to
    the plan, and by the same without it."""
    start = record.opening_state().after(record.play[0])
    auction = record.auction if record.auction.calls else None
    par, luck, found = solver.solve(start).best, rng.random(), dict[str, int]()
    for name, kept in (("plan", line), ("free", Free())):
        player = ByBoth(Keeping(adviser, kept), solver, 0)
        end = declared(start, auction, player, solver, random.Random(luck))
        found[name] = par - end.declarer_tricks
    return found
