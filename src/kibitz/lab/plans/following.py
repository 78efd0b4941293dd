"""A plan followed to the end against defenders who see all four hands, beside play without it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.adviser import read
from kibitz.cardplay.similarity.learned import Similarity
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
    """What the network foresees, of the cards that keep to a line."""

    similarity: Similarity
    line: Line

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        view = Views.of([state], [auction])
        kept = allowed(self.line, view)[0]
        shares = read(state, np.where(kept, self.similarity.chances(view)[0], 0))
        found = {card: share for card, share in shares.items() if kept[place_of(card)]}
        return dict(sorted(found.items(), key=lambda one: -one[1]))


def lost_tricks(
    record: Record, line: Line, solver: DoubleDummy, rng: random.Random
) -> dict[str, int]:
    """Tricks lost against perfect play after the lead, with the plan and without."""
    start = record.opening_state().after(record.play[0])
    auction = record.auction if record.auction.calls else None
    par, luck = solver.solve(start).best, rng.random()
    similarity, found = Similarity.shipped(), {}
    for name, kept in (("plan", line), ("free", Free())):
        player = ByBoth(Keeping(similarity, kept), solver, 0)
        end = declared(start, auction, player, solver, random.Random(luck))
        found[name] = par - end.declarer_tricks
    return found
