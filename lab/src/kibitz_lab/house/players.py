"""How the house plays a card: as experts do, looking ahead where it is in doubt and it matters.

The card that the learned network thinks likeliest is played. Declarer's side looks ahead if the
network is in doubt and the contract still open: layouts of the hidden cards are drawn, weighted by
the calls, and solved; chances and tricks are combined as in every answer of Kibitz. For defenders
that would change three cards in a hundred at the same cost, so they do without. Among several
leads that experts make, and among a defender's cards that are nearly as likely, one is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.lookahead.evaluation import Solver, look_ahead, ranked
from kibitz.cardplay.lookahead.playouts import Player
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views, number
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import DECK
from kibitz.games.bridge.deal import Deal, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz_lab.house.bidding import Taste, Uniform, taken

SURE = 0.55
"""The chance at which a card, with those equal to it, is played at once."""
LAYOUTS = 8
"""The number of layouts solved if the house is in doubt."""
WEIGHED = 32
"""The number of layouts weighted by the calls before some are solved."""
LEADS, DEFENCE = Taste(power=1.0, least=0.2), Taste(power=2.0, least=0.5)
"""How cards are drawn at random: none that is far less likely than the likeliest."""


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


@dataclass(frozen=True, slots=True, eq=False)
class ForeseenCards:
    """The network's chances at some decisions: of each card, and of all cards equal to it."""

    own: Floats
    """(n, 52)"""
    together: Floats
    """(n, 52)"""

    @classmethod
    def of(cls, similarity: Similarity, views: Views, choices: Choices) -> ForeseenCards:
        legal = choices.legal.reshape(-1, 52)
        own = np.maximum(similarity.chances(views), np.float32(1e-6)) * legal
        own /= own.sum(axis=1, keepdims=True)
        return cls(own, choices.pooled(own.reshape(-1, 4, 13)).reshape(-1, 52))

    @property
    def best(self) -> Bytes:
        """The likeliest card of the likeliest group of equals."""
        most = self.together.max(axis=1, keepdims=True)
        found: Bytes = np.where(self.together == most, self.own, 0).argmax(axis=1).astype(np.uint8)
        return found

    def drawn(self, luck: Uniform, taste: Taste) -> Bytes:
        """A card drawn at random: first a group of equals, then its likeliest card."""
        first = self.own * (self.own == _largest_alike(self.own, self.together))
        return taken(self.together * (first > 0), luck, taste)


def _largest_alike(own: Floats, together: Floats) -> Floats:
    """For each card the largest chance of a card equal to it."""
    one, all_alike = own.reshape(-1, 4, 13), together.reshape(-1, 4, 13)
    same = all_alike[..., :, None] == all_alike[..., None, :]
    found: Floats = np.where(same, one[..., None, :], 0).max(axis=3).reshape(-1, 52)
    return found


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
            state = state_of(table, views, row)
            cards[row] = _second_thought(table, state, foreseen, at, solver)
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


def _second_thought(
    table: BidTable, state: Play, foreseen: ForeseenCards, at: int, solver: Solver
) -> int:
    """The best card by chances and tricks together."""
    own, together = foreseen.own[at], foreseen.together[at]
    order = sorted(
        state.legal_actions, key=lambda card: (-together[number(card)], -own[number(card)])
    )
    shares = {card: float(together[number(card)]) for card in order}
    believer = hear(table.auction, table.vulnerability)
    try:
        ahead = look_ahead(
            state, table.auction, layouts=LAYOUTS, seed=table.seed, solver=solver,
            believer=believer, weighed=WEIGHED,
        )  # fmt: skip
    except SolverError:
        return number(order[0])
    return number(ranked(shares, ahead)[0])
