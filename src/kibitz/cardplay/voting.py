"""The vote of the nearest cases: each for its expert's card; equal cards pool their votes.

A case's card stands for the card of the same rank in the corresponding suit of the question, or
for the closest legal card of that suit. The further away a case, the less its vote weighs, so that
a few close cases outvote many distant ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import FAR, SCALE, Similarity
from kibitz.cardplay.similarity.neighbours import Neighbours
from kibitz.cardplay.similarity.positions import Bytes, Rows, Views
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.play import Play

REACH = 0.4
"""The distance at which a vote weighs 1/e, chosen on validation events (0.3 and 0.5 are as good
with many cases, and a little worse with five hundred)."""

CHOSEN = 0.1
"""The share of the vote, or of the network's forecast, from which on a card is one that another
good player would choose."""

_NO_RANK = 255
_UNVOTED = np.float32(1e-6)


@dataclass(frozen=True, slots=True)
class CardShare:
    """A legal card, and the share and number of the votes for it and its equals."""

    card: Card
    share: float
    count: int


@dataclass(frozen=True, slots=True)
class Ballot:
    """Every legal card, best first; the confidence in the first; whether any case was close."""

    candidates: tuple[CardShare, ...]
    confidence: float
    close: bool


@dataclass(frozen=True, slots=True, eq=False)
class CardVotes:
    """The votes on many questions, (n, 4, 13): their weight for each card; their weight and their
    number for each card and its equals."""

    alone: Floats
    together: Floats
    counts: Rows

    @property
    def order(self) -> Rows:
        """The cards, best first: by votes with equals, then by votes alone, then the lower card."""
        size = len(self.alone)
        together, alone = (part.reshape(size, 52) for part in (self.together, self.alone))
        ranked: Rows = np.lexsort(
            (np.broadcast_to(np.arange(52), together.shape), -alone, -together)
        )
        return ranked

    @property
    def shares(self) -> Floats:
        """The share of all votes that each card and its equals have, (n, 52)."""
        size = len(self.alone)
        given: Floats = self.together.reshape(size, 52) / self.alone.sum(axis=(1, 2)).reshape(
            size, 1
        )
        return given


def votes(choices: Choices, cards: Bytes, squares: Rows) -> CardVotes:
    """Count the votes for *cards* (n, k), in the question's suits, weighted by squared distance."""
    rows = np.arange(len(cards))[:, None]
    suits, ranks = cards // 13, cards % 13
    legal = choices.legal
    masks = (legal * (1 << np.arange(13))).sum(axis=2)
    closest = _closest()[masks[rows, suits], ranks]
    there = closest != _NO_RANK
    weights = np.exp(-squares / (REACH * SCALE) ** 2).astype(np.float32) * there
    at = (rows, suits, np.minimum(closest, 12))
    alone, counts = (np.zeros((len(cards), 4, 13), np.float32) for _ in range(2))
    np.add.at(alone, at, weights)
    np.add.at(counts, at, there.astype(np.float32))
    without = legal.astype(np.float32) * _UNVOTED  # a card without a vote is still a candidate
    alone += without
    counted = choices.pooled(counts + without)
    return CardVotes(alone, choices.pooled(alone), np.rint(counted).astype(np.int64))


def elected(choices: Choices, near: Neighbours, played: Bytes) -> CardVotes:
    """The votes of the cases *near* many questions; *played* are the cards of all cases."""
    return votes(choices, in_our_suits(near.suits, played[near.cases]), near.squares)


def in_our_suits(suits: Bytes, played: Bytes) -> Bytes:
    """The cards of cases, in the question's suits."""
    named = np.take_along_axis(suits, (played // 13)[..., None], axis=-1)[..., 0]
    ours: Bytes = named * 13 + played % 13
    return ours


def poll(
    state: Play, code: Bytes, similarity: Similarity, matches: Neighbours, played: Bytes
) -> Ballot:
    """The vote of *matches*; *code* describes the state, *played* are the matches' cards."""
    view = Views.of([state], [None])
    choices = Choices.of(view)
    cards = in_our_suits(matches.suits, played)
    counted = votes(choices, cards[None], matches.squares[None])
    shares, counts = counted.shares[0], counted.counts.reshape(52)
    candidates = tuple(
        CardShare(DECK[card], float(shares[card]), int(counts[card]))
        for card in counted.order[0].tolist()
        if choices.legal.reshape(52)[card]
    )
    given = chance(code, choices, candidates[0].card)
    confidence = similarity.confidence(given, opening_lead=not state.played)
    near = len(matches) > 0 and bool(matches.squares[0] <= (FAR * SCALE) ** 2)
    return Ballot(candidates, confidence, near)


def chance(code: Bytes, choices: Choices, card: Card) -> float:
    """The network's chance of a card and its equals, read from a code."""
    roots = code.reshape(1, 4, 13).astype(np.float32)
    total = float((roots * roots).sum())
    together = choices.pooled(roots * roots + _UNVOTED)
    return float(together[0, card.suit, card.rank - 2]) / total if total else 0.0


@cache
def _closest() -> Bytes:
    """A table of the closest legal rank, by mask of legal ranks and rank; of two, the lower."""
    masks = np.arange(1 << 13)[:, None]
    table = np.full((1 << 13, 13), _NO_RANK, np.uint8)
    for apart in range(12, -1, -1):
        for sign in (1, -1):
            ranks = np.arange(13) + sign * apart
            there = (ranks >= 0) & (ranks < 13)
            held = (masks >> np.clip(ranks, 0, 12)[None] & 1).astype(bool) & there[None]
            table = np.where(held, np.clip(ranks, 0, 12)[None], table).astype(np.uint8)
    return table
