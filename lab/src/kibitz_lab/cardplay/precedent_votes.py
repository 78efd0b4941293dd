"""Precedents of a file and their votes, asked by `cardplay.players` at every card.

They are kept in one sealed file of the cache, which every worker reads by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from kibitz.cardplay.similarity.index import Among, Found
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS, Neighbours, nearest_to_all
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views
from kibitz.cardplay.voters import AskedCards, Voters, voters
from kibitz.cardplay.voting import poll
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.runtime import storage
from kibitz.runtime.devices import torch_on
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay.cases import decisions_of, described
from kibitz_lab.cardplay.gpu_neighbours import Resident

_KIND, _VERSION = "precedents", 2
_NOBODY = np.int64(1 << 40)
_BYTES = 56  # of a precedent: 52 for its code, then trumps, card, ply and kind


@dataclass(frozen=True, slots=True, eq=False)
class Precedents:
    """Every decision of some records as the similarity describes it, with the card chosen."""

    codes: Bytes
    trumps: Bytes
    played: Bytes
    plies: Bytes
    kinds: Bytes

    @classmethod
    def of(
        cls,
        records: Sequence[Record],
        similarity: Similarity,
        *,
        engine: Engine | None = None,
        tell: Callable[[], object] = lambda: None,
    ) -> Precedents:
        views = decisions_of(records, similarity)
        return cls.described(views, described(views, similarity, engine=engine, tell=tell))

    @classmethod
    def described(cls, views: Views, codes: Bytes) -> Precedents:
        """The precedents of decisions already described."""
        return cls(codes, views.trumps, views.chosen, views.plies, kinds(views))

    def save(self) -> Path:
        """Save them for every worker, under a name that depends on their content."""
        columns = (self.codes, self.trumps, self.played, self.plies, self.kinds)
        content = b"".join(part.tobytes() for part in columns)
        name = f"{hashlib.sha256(content).hexdigest()[:32]}.kibitz"
        path = storage.cache_folder() / "precedents" / name
        if not path.is_file():
            storage.save(path, content, kind=_KIND, version=_VERSION)
        return path

    @staticmethod
    @lru_cache(maxsize=1)
    def at(path: Path) -> Precedents:
        """The precedents saved at *path*, read once per process."""
        content = bytearray(storage.load(path, kind=_KIND, version=_VERSION))
        size = len(content) // _BYTES
        edges = [52 * size, 53 * size, 54 * size, 55 * size]
        codes, trumps, played, plies, numbers = np.split(np.frombuffer(content, np.uint8), edges)
        return Precedents(codes.reshape(size, 4, 13), trumps, played, plies, numbers)

    def electorate(
        self, codes: Bytes, views: Views, device: str | None = None
    ) -> tuple[Neighbours, Bools]:
        """The voters on each of many decisions, and which of these can be answered.

        Voters too far away to count are missing; a decision without a choice needs none.
        """
        asked = AskedCards.of(views, codes)
        size, answered = len(views), asked.kinds == NO_DECISION
        cases, suits = np.zeros((size, NEIGHBOURS), np.int64), np.zeros((size, NEIGHBOURS, 4))
        squares = np.full((size, NEIGHBOURS), _NOBODY)
        for row, chosen in enumerate(self.voters(asked, device)):
            near = chosen.found.matches
            answered[row] |= len(near) > 0
            cases[row, : len(near)], squares[row, : len(near)] = near.cases, near.squares
            suits[row, : len(near)] = near.suits
        return Neighbours(cases, squares, suits.astype(np.uint8)), answered

    def voters(self, asked: AskedCards, device: str | None = None) -> list[Voters]:
        """The voters on each of some decisions."""
        return voters(asked, [_Searched(self, device)])

    def nearest(
        self, codes: Bytes, trumps: Bytes, rows: Rows, device: str | None = None
    ) -> list[Found]:
        """The nearest of some precedents to each question, looked up by torch on a *device*."""
        there, suits = self.codes[rows], self.trumps[rows]
        if device is None:
            found = nearest_to_all(codes, trumps, there, suits, NEIGHBOURS)
        else:
            torch_on(device)
            found = Resident(there, suits, device).nearest(codes, trumps, NEIGHBOURS)
        each = zip(found.cases, found.squares, found.suits, strict=True)
        return [self._found(rows, Neighbours(*near)) for near in each]

    def _found(self, rows: Rows, near: Neighbours) -> Found:
        """The precedents found among *rows* for one question."""
        there = near[np.flatnonzero(near.cases >= 0)]
        at = rows[there.cases]
        numbered = Neighbours(at, there.squares, there.suits)
        codes = self.codes[at].reshape(-1, 52)
        return Found(numbered, codes, self.played[at], at.astype(np.uint32), self.plies[at])


@dataclass(frozen=True, slots=True, eq=False)
class _Searched:
    """Precedents as a memory that `voters` can search."""

    precedents: Precedents
    device: str | None

    def nearest(self, codes: Bytes, trumps: Bytes, k: int, among: Among) -> list[Found]:
        held = self.precedents
        rows = among(held.kinds, held.plies)
        return [found[:k] for found in held.nearest(codes, trumps, rows, self.device)]


@dataclass(frozen=True, slots=True, eq=False)
class PrecedentVotes:
    """The votes of precedents under a similarity."""

    similarity: Similarity
    precedents: Precedents

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        """Every legal card with its share of the votes, best first."""
        view = Views.of([state], [auction])
        codes = self.similarity.describe(view)
        [chosen] = self.precedents.voters(AskedCards.of(view, codes))
        found = chosen.found
        ballot = poll(state, codes[0], self.similarity, found.matches, found.cards)
        return {candidate.card: candidate.share for candidate in ballot.candidates}
