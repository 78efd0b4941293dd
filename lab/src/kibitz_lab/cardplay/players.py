"""Declarers of the lab: by precedents, or by precedents and lookahead together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kibitz.cardplay.lookahead.evaluation import look_ahead, ranked
from kibitz.cardplay.scoring import is_real
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz_lab.making.house_player import house_layouts


class Votes(Protocol):
    """Gives every legal card with its share of the precedents' votes, best first."""

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]: ...


@dataclass(frozen=True, slots=True)
class ByPrecedents:
    """Plays the card with the most votes."""

    votes: Votes

    def __call__(self, state: Play, auction: Auction | None, /) -> Card:
        return next(iter(self.votes(state, auction)))


@dataclass(frozen=True, slots=True)
class ByBoth:
    """Weighs the votes of precedents with the tricks of sampled layouts."""

    votes: Votes
    solver: DoubleDummy
    seed: int

    def __call__(self, state: Play, auction: Auction | None, /) -> Card:
        shares = self.votes(state, auction)
        if not is_real(state):
            return next(iter(shares))
        count = house_layouts(state)
        ahead = look_ahead(state, auction, layouts=count, seed=self.seed, solver=self.solver)
        return ranked(shares, ahead)[0]
