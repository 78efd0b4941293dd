"""Precedents of a file as votes: what `lab.cardplay.players` asks at every card.

They lie in one sealed file of the cache, so that many workers read them and none is sent them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from kibitz.cardplay.similarity.kinds import NO_DECISION, Kind, choose, kinds
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS, Matches, nearest_to_all
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views
from kibitz.cardplay.similarity.voting import poll
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
_BYTES = 56  # of a precedent: 52 of its code, its trumps, its card, its ply, its kind


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """A precedent that was found: its number, the square of its distance, the suits it names."""

    case: int
    square: int
    suits: Bytes


Voters = tuple[list[Near], list[Near]]
"""Those of the kind itself, and those of the wider kind that fill in."""


@dataclass(frozen=True, slots=True, eq=False)
class Precedents:
    """Every decision of some records as a similarity describes it, with the card chosen."""

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
        """Those of decisions that were described already."""
        return cls(codes, views.trumps, views.chosen, views.plies, kinds(views))

    def save(self) -> Path:
        """Where they lie for every worker, under a name that follows from what they are."""
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
        """Those that were saved, read once by each process."""
        content = bytearray(storage.load(path, kind=_KIND, version=_VERSION))
        size = len(content) // _BYTES
        edges = [52 * size, 53 * size, 54 * size, 55 * size]
        codes, trumps, played, plies, numbers = np.split(np.frombuffer(content, np.uint8), edges)
        return Precedents(codes.reshape(size, 4, 13), trumps, played, plies, numbers)

    def electorate(
        self, codes: Bytes, views: Views, device: str | None = None
    ) -> tuple[Matches, Bools]:
        """Who votes about each of many decisions, and which of them are answered.

        Places without a voter are too far to weigh; where nothing is decided none is needed.
        """
        size, numbers = len(views), kinds(views)
        cases, suits = np.zeros((size, NEIGHBOURS), np.int64), np.zeros((size, NEIGHBOURS, 4))
        squares, answered = np.full((size, NEIGHBOURS), _NOBODY), numbers == NO_DECISION
        for number, ply in sorted(set(zip(numbers.tolist(), views.plies.tolist(), strict=True))):
            rows = np.flatnonzero((numbers == number) & (views.plies == ply))
            found = self.voters(codes[rows], views.trumps[rows], Kind(number, ply), device)
            for row, voters in zip(rows.tolist(), found, strict=True):
                near = matches_of(voters)
                answered[row] |= len(near) > 0
                cases[row, : len(near)], squares[row, : len(near)] = near.cases, near.squares
                suits[row, : len(near)] = near.suits
        return Matches(cases, squares, suits.astype(np.uint8)), answered

    def voters(
        self, codes: Bytes, trumps: Bytes, kind: Kind, device: str | None = None
    ) -> list[Voters]:
        """Who votes about each of some decisions, all of one kind."""
        if kind.number == NO_DECISION:
            return [([], []) for _ in codes]
        wide_rows = kind.wide(self.kinds, self.plies)

        def wide(row: int) -> list[Near]:
            one = slice(row, row + 1)
            return self.nearest(codes[one], trumps[one], wide_rows, device)[0]

        narrow = self.nearest(codes, trumps, kind.narrow(self.kinds, self.plies), device)
        return [choose(near, partial(wide, row)) for row, near in enumerate(narrow)]

    def nearest(
        self, codes: Bytes, trumps: Bytes, rows: Rows, device: str | None = None
    ) -> list[list[Near]]:
        """Of some precedents those nearest to each question, wherever torch looks for them."""
        there, suits = self.codes[rows], self.trumps[rows]
        if device is None:
            found = nearest_to_all(codes, trumps, there, suits, NEIGHBOURS)
        else:
            torch_on(device)
            found = Resident(there, suits, device).nearest(codes, trumps, NEIGHBOURS)
        return [
            [
                Near(int(rows[case]), square, named)
                for case, square, named in zip(cases, squares, suits_of, strict=True)
                if case >= 0
            ]
            for cases, squares, suits_of in zip(
                found.cases.tolist(), found.squares.tolist(), found.suits, strict=True
            )
        ]


def matches_of(voters: Voters) -> Matches:
    """Precedents that were found, nearest first, as the vote takes them."""
    alike, wider = voters
    ordered = sorted((*alike, *wider), key=lambda one: one.square)
    return Matches(
        np.array([one.case for one in ordered], np.int64),
        np.array([one.square for one in ordered], np.int64),
        np.array([one.suits for one in ordered], np.uint8).reshape(-1, 4),
    )


@dataclass(frozen=True, slots=True, eq=False)
class PrecedentVotes:
    """What precedents say, by a similarity."""

    similarity: Similarity
    precedents: Precedents

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        """Every legal card with its share of the votes, best first."""
        view = Views.of([state], [auction])
        codes, [number] = self.similarity.describe(view), kinds(view).tolist()
        [voters] = self.precedents.voters(codes, view.trumps, Kind(number, len(state.played)))
        matches = matches_of(voters)
        played = self.precedents.played[matches.cases]
        ballot = poll(state, codes[0], self.similarity, matches, played)
        return {candidate.card: candidate.share for candidate in ballot.candidates}
