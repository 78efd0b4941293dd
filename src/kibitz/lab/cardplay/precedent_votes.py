"""Precedents of a file as votes: what `lab.cardplay.players` asks at every card.

They lie in one sealed file of the cache, so that many workers read them and none is sent them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS, nearest
from kibitz.cardplay.similarity.positions import Bytes, Views
from kibitz.cardplay.similarity.voting import poll
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.lab.cardplay.cases import described
from kibitz.records.record import Record
from kibitz.runtime import storage
from kibitz.runtime.running import Engine

_KIND, _VERSION = "precedents", 1
_BYTES = 54  # of a precedent: 52 of its code, its trumps, its card


@dataclass(frozen=True, slots=True, eq=False)
class Precedents:
    """Every decision of some records as a similarity describes it, with the card chosen."""

    codes: Bytes
    trumps: Bytes
    played: Bytes

    @classmethod
    def of(
        cls,
        records: Sequence[Record],
        similarity: Similarity,
        *,
        engine: Engine | None = None,
        tell: Callable[[], object] = lambda: None,
    ) -> Precedents:
        views, codes = described(records, similarity, engine=engine, tell=tell)
        return cls(codes, views.trumps, views.chosen)

    def save(self) -> Path:
        """Where they lie for every worker, under a name that follows from what they are."""
        content = b"".join(part.tobytes() for part in (self.codes, self.trumps, self.played))
        name = f"{hashlib.sha256(content).hexdigest()[:32]}.kibitz"
        path = storage.cache_folder() / "precedents" / name
        if not path.is_file():
            storage.save(path, content, kind=_KIND, version=_VERSION)
        return path

    @staticmethod
    @lru_cache(maxsize=1)
    def at(path: Path) -> Precedents:
        """Those that were kept, read once by each process."""
        content = bytearray(storage.load(path, kind=_KIND, version=_VERSION))
        size = len(content) // _BYTES
        codes, trumps, played = np.split(np.frombuffer(content, np.uint8), [52 * size, 53 * size])
        return Precedents(codes.reshape(size, 4, 13), trumps, played)


@dataclass(frozen=True, slots=True, eq=False)
class PrecedentVotes:
    """What precedents say, by a similarity."""

    similarity: Similarity
    precedents: Precedents

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        """Every legal card with its share of the votes, best first."""
        view = Views.of([state], [auction])
        [code] = self.similarity.describe(view)
        held = self.precedents
        matches = nearest(code, int(view.trumps[0]), held.codes, held.trumps, NEIGHBOURS)
        ballot = poll(state, code, self.similarity, matches, held.played[matches.cases])
        return {candidate.card: candidate.share for candidate in ballot.candidates}
