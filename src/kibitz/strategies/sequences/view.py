"""The learner's view of a board: one bit for each value of each feature.

A state is then one number, the pattern common to several states is their bitwise *and*, and a
pattern holds in a state when it has no bit that the state lacks. A location is a feature; so may
be a combination of locations, whose value is what stands on them in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.board import BoardState, Game, Move

_WORD = 64
Symmetry = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class BoardView:
    """The features of one game's states, with the board's symmetries."""

    game: Game
    combinations: tuple[tuple[int, ...], ...] = ()  # closed under the symmetries
    symmetries: tuple[Symmetry, ...] = ()  # the board's own, unless given
    _turned: dict[tuple[int, int], int] = field(default_factory=dict, repr=False)
    _masks: dict[frozenset[int], tuple[int, ...]] = field(default_factory=dict, repr=False)
    _images: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def turns(self) -> tuple[Symmetry, ...]:
        return self.symmetries or self.game.board.symmetries

    @cached_property
    def back(self) -> tuple[int, ...]:
        """For each symmetry, the number of its inverse."""
        identity = tuple(range(len(self.game.board.places)))
        undone = [
            [tuple(b[i] for i in a) == identity for b in self.turns].index(True) for a in self.turns
        ]
        return tuple(undone)

    @property
    def kinds(self) -> int:
        return len(self.game.marks)

    @cached_property
    def bits(self) -> int:
        """The number of bits of a state."""
        return len(self.game.board.places) * self.kinds + sum(
            len(_values(self.kinds, len(spots))) for spots in self.combinations
        )

    @property
    def words(self) -> int:
        """The number of machine words of a state."""
        return -(-self.bits // _WORD)

    @cached_property
    def _location_bits(self) -> list[list[list[int]]]:
        n = len(self.game.board.places)
        return [
            [[1 << (kind * n + turn[i]) for kind in range(self.kinds)] for i in range(n)]
            for turn in self.turns
        ]

    @cached_property
    def _combination_bits(self) -> list[list[dict[tuple[int, ...], int]]]:
        base = len(self.game.board.places) * self.kinds
        offset = {}
        for spots in self.combinations:
            offset[frozenset(spots)] = base
            base += len(_values(self.kinds, len(spots)))
        return [
            [
                {
                    value: 1 << (offset[frozenset(turn[i] for i in spots)] + number)
                    for number, value in enumerate(_values(self.kinds, len(spots)))
                }
                for spots in self.combinations
            ]
            for turn in self.turns
        ]

    def images(self, state: BoardState) -> tuple[int, ...]:
        """The state as a number, under each symmetry."""
        contents = state.contents
        seen = [
            sum([bits[i][kind] for i, kind in enumerate(contents)]) for bits in self._location_bits
        ]
        if self.combinations:
            values = [tuple(sorted(contents[i] for i in spots)) for spots in self.combinations]
            for k, tables in enumerate(self._combination_bits):
                seen[k] += sum(t[v] for t, v in zip(tables, values, strict=True))
        return tuple(seen)

    def masks(self, area: frozenset[int]) -> tuple[int, ...]:
        """The bits that concern only *area*, under each symmetry."""
        found = self._masks.get(area)
        if found is None:
            inside = [n for n, c in enumerate(self.combinations) if area.issuperset(c)]
            found = self._masks[area] = tuple(
                sum(sum(bits[i]) for i in area) + sum(sum(tables[n].values()) for n in inside)
                for bits, tables in zip(self._location_bits, self._combination_bits, strict=True)
            )
        return found

    def contents(self, pattern: int) -> tuple[int | None, ...]:
        """What a pattern says about each location; None for a don't-care."""
        n = len(self.game.board.places)
        found: list[int | None] = [None] * n
        for kind in range(self.kinds):
            for i in range(n):
                if pattern >> (kind * n + i) & 1:
                    found[i] = kind
        return tuple(found)

    @cached_property
    def _turned_bits(self) -> list[list[int]]:
        """The new number of each bit under each symmetry."""
        found = []
        for bits, tables in zip(self._location_bits, self._combination_bits, strict=True):
            places = range(len(self.game.board.places))
            turned = [bits[i][kind] for kind in range(self.kinds) for i in places]
            found.append(turned + [bit for table in tables for bit in table.values()])
        return found

    def pattern_images(self, pattern: int) -> tuple[int, ...]:
        """A pattern under each symmetry."""
        found = self._images.get(pattern)
        if found is None:
            here = [i for i in range(self.bits) if pattern >> i & 1]
            found = tuple(sum([turned[i] for i in here]) for turned in self._turned_bits)
            self._images[pattern] = found
        return found

    def combined(self, pattern: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """The combinations that a pattern mentions: the locations, and what stands on them."""
        found = []
        for spots, table in zip(self.combinations, self._combination_bits[0], strict=True):
            found += [(spots, value) for value, bit in table.items() if pattern & bit]
        return tuple(found)

    def turned(self, symmetry: int, code: int) -> int:
        """A move's code under a symmetry."""
        key = (symmetry, code)
        found = self._turned.get(key)
        if found is None:
            found = Move.of(code).under(self.turns[symmetry]).code
            self._turned[key] = found
        return found


def packed(patterns: Sequence[int], words: int) -> NDArray[np.uint64]:
    """Patterns as rows of machine words, for compiled code."""
    raw = b"".join(pattern.to_bytes(words * 8, "little") for pattern in patterns)
    return np.frombuffer(raw, "<u8").reshape(len(patterns), words).astype(np.uint64)


@cache
def _values(kinds: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations_with_replacement(range(kinds), size))
