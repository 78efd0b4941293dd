"""The house at many tables at once: cards in batches, as `kibitz.sitting.house` plays them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.cardplay.lookahead.playouts import Player
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views, number
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import DECK
from kibitz.games.bridge.deal import Deal, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.sitting.house.playing import (
    DEFENCE,
    LEADS,
    SURE,
    ForeseenCards,
    HeardCalls,
    second_thought,
)


@dataclass(frozen=True, slots=True)
class BidTable:
    """A deal with the auction that led to its contract, and a seed."""

    deal: Deal
    auction: Auction
    vulnerability: Vulnerability
    contract: Contract
    seed: int

    @property
    def start(self) -> Play:
        return Play.start(self.deal, self.contract)


def declarer(similarity: Similarity, tables: Sequence[BidTable], solver: Solver | None) -> Player:
    """Play for declarer's side at all *tables*, with lookahead if there is a *solver*."""

    def play(views: Views) -> Bytes:
        cards, asked, foreseen = _first_thought(similarity, views)
        if not len(asked) or solver is None:
            return cards
        doubtful = (foreseen.together.max(axis=1) < SURE) & _is_open(views[asked])
        for at in np.flatnonzero(doubtful).tolist():
            row = int(asked[at])
            table = tables[int(views.table[row])]
            heard = HeardCalls(table.auction, table.vulnerability, table.seed)
            state = state_of(table, views, row)
            cards[row] = number(second_thought(state, heard, foreseen, at, solver))
        return cards

    return play


def defenders(similarity: Similarity, tables: Sequence[BidTable]) -> Player:
    """Play for the defenders at all *tables*."""
    luck = np.array([np.random.default_rng([table.seed, 52]).random(52) for table in tables])

    def play(views: Views) -> Bytes:
        cards, asked, foreseen = _first_thought(similarity, views)
        if len(asked):
            taste = DEFENCE if views.plies.any() else LEADS
            cards[asked] = foreseen.drawn(luck[views.table[asked], views.plies[asked]], taste)
        return cards

    return play


def _first_thought(similarity: Similarity, views: Views) -> tuple[Bytes, Rows, ForeseenCards]:
    """The likeliest cards, which moments are decisions, and the chances at these."""
    choices = Choices.of(views)
    cards = choices.legal.reshape(-1, 52).argmax(axis=1).astype(np.uint8)
    asked = np.flatnonzero(choices.are_decisions)
    some = Choices(choices.legal[asked], choices.touching[asked], choices.small)
    foreseen = ForeseenCards.of(similarity, views[asked], some)
    if len(asked):
        cards[asked] = foreseen.best
    return cards, asked, foreseen


def _is_open(views: Views) -> Bools:
    """Whether the contract can still both be made and be beaten."""
    tricks, target = views.plies // 4, views.tables.targets[views.table]
    found: Bools = (views.won < target) & (tricks - views.won <= 13 - target)
    return found


def state_of(table: BidTable, views: Views, row: int) -> Play:
    """The play at one of the moments, in the table's own seats."""
    played = views.tables.played[views.table[row], : views.plies[row]]
    return table.start.after_all([DECK[card] for card in played.tolist()])
