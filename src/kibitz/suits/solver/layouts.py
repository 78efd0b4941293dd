"""The layouts of the missing cards, with their exact weights.

Cards that touch in the defenders' hands (no card of declarer's between them) are equal: a layout
says only how many of each block West holds, and weighs as many deals as there are ways to pick
them. Cards known to lie in one hand are blocks of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination


class Holder(IntEnum):
    """Who may hold a block."""

    EITHER = 0
    WEST = 1
    EAST = 2


@dataclass(frozen=True, slots=True)
class Block:
    """Equal cards of the defenders, highest first."""

    cards: tuple[Rank, ...]
    holder: Holder = Holder.EITHER

    def __len__(self) -> int:
        return len(self.cards)


@dataclass(frozen=True)
class Layouts:
    """Every way the blocks can lie; layout *i* has its weight at ``weights[i]``.

    Only blocks that either defender may hold are counted: West's share of them, read as a number
    in the mixed base of their sizes plus one, the first block first, is the layout's index.

    >>> layouts = Layouts.of(Combination.parse("AKQ9", "xxx"))
    >>> [len(block) for block in layouts.blocks], len(layouts.weights)
    ([2, 4], 15)
    """

    blocks: tuple[Block, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, suit: Combination) -> Layouts:
        blocks = blocks_of(suit)
        return cls(blocks, tuple(_weights(suit, blocks)))

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """How far apart layouts are that differ by one card of each block; 0 for known cards."""
        strides, step = [], 1
        for block in self.blocks:
            free = block.holder is Holder.EITHER
            strides.append(step if free else 0)
            step *= len(block) + 1 if free else 1
        return tuple(strides)

    @cached_property
    def total(self) -> int:
        return sum(self.weights)

    def chance(self, weight: int) -> Fraction:
        return Fraction(weight, self.total)

    @cached_property
    def shares(self) -> tuple[tuple[int, ...], ...]:
        """How many cards of each block West holds, by layout."""
        return tuple(_shares(self.blocks))

    def describe(self, layout: int) -> tuple[str, str]:
        """West's and East's cards; of equal ones that are split, how many: ``J 2*8765``."""
        west = self.shares[layout]
        return (
            _spell(zip(self.blocks, west, strict=True)),
            _spell((block, len(block) - n) for block, n in zip(self.blocks, west, strict=True)),
        )


def _spell(held: Iterable[tuple[Block, int]]) -> str:
    parts = []
    for block, number in held:
        cards = "".join(map(str, block.cards))
        if number == len(block):
            parts.append(cards)
        elif number:
            parts.append(f"{number}*{cards}")
    return " ".join(parts) or "-"


def blocks_of(suit: Combination) -> tuple[Block, ...]:
    """The blocks of touching missing cards, highest first."""
    runs: list[list[Rank]] = []
    touching = False
    for rank in sorted(suit.north | suit.south | suit.missing, reverse=True):
        missing = rank in suit.missing
        if missing and not touching:
            runs.append([])
        if missing:
            runs[-1].append(rank)
        touching = missing
    return tuple(
        Block(cards, holder)
        for run in runs
        for holder, known in (
            (Holder.EITHER, suit.missing - suit.west - suit.east),
            (Holder.WEST, suit.west),
            (Holder.EAST, suit.east),
        )
        if (cards := tuple(rank for rank in run if rank in known))
    )


def _shares(blocks: tuple[Block, ...]) -> Iterator[tuple[int, ...]]:
    """West's number of each block, in the order of the layouts."""
    sizes = [
        range(
            len(block) if block.holder is Holder.WEST else 0,
            1 if block.holder is Holder.EAST else len(block) + 1,
        )
        for block in reversed(blocks)
    ]
    return (tuple(reversed(shares)) for shares in product(*sizes))


def _weights(suit: Combination, blocks: tuple[Block, ...]) -> Iterator[int]:
    """How many of the deals that fit have each layout."""
    places, missing = sum(suit.vacant), len(suit.missing)
    for shares in _shares(blocks):
        held = sum(shares)
        ways = prod(comb(len(block), share) for block, share in zip(blocks, shares, strict=True))
        yield ways * comb(places - missing, suit.vacant[0] - held) if suit.fits(held) else 0
