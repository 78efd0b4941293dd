"""The layouts of the missing cards, with their exact weights.

Cards that touch in the defenders' hands (no card of declarer's between them) are equal: a layout
says only how many of each block West holds, and weighs as many deals as there are ways to pick
them. Cards known to lie in one hand are blocks of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb, prod

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination

MOST_WAYS = 3


class Holder(IntEnum):
    """Who may hold a block."""

    EITHER = 0
    WEST = 1
    EAST = 2


@dataclass(frozen=True, slots=True)
class CardBlock:
    """Equal cards of the defenders, highest first."""

    cards: tuple[Rank, ...]
    holder: Holder = Holder.EITHER

    def __len__(self) -> int:
        return len(self.cards)


@dataclass(frozen=True)
class SuitLayouts:
    """Every way the blocks can lie; layout *i* has its weight at ``weights[i]``.

    Only blocks that either defender may hold are counted: West's share of them, read as a number
    in the mixed base of their sizes plus one, the first block first, is the layout's index.

    >>> layouts = SuitLayouts.of(Combination.parse("AKQ9", "xxx"))
    >>> [len(block) for block in layouts.blocks], len(layouts.weights)
    ([2, 4], 15)
    """

    blocks: tuple[CardBlock, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, suit: Combination) -> SuitLayouts:
        blocks = blocks_of(suit)
        return cls(blocks, tuple(_weights(suit, blocks)))

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """The distance between layouts that differ by one card of a block; 0 for known cards."""
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
        """West's and East's cards as people write them: ``KJx or KTx``, ``Tx or Jx``.

        Low cards are written x; of other equal cards that are split, each way to split them.
        """
        return written(self.shares[layout], self.blocks)


def is_low(block: int, blocks: Sequence[CardBlock]) -> bool:
    """Whether cards of this block are written x: it is the lowest and has a spot card."""
    lowest = min(card for each in blocks for card in each.cards)
    return lowest in blocks[block].cards and lowest <= Rank.NINE


def written(west: Sequence[int], blocks: Sequence[CardBlock]) -> tuple[str, str]:
    """One layout as people write it: West's number of each block, then East's.

    >>> written((1, 1, 1), SuitLayouts.of(Combination.parse("Q987", "A432")).blocks)
    ('KJx or KTx', 'Tx or Jx')
    """
    ways: list[list[tuple[str, str]]] = []
    for at, (block, number) in enumerate(zip(blocks, west, strict=True)):
        if is_low(at, blocks):
            ways.append([("x" * number, "x" * (len(block) - number))])
        elif comb(len(block), number) > MOST_WAYS:
            ways.append([(_some(number, block), _some(len(block) - number, block))])
        else:
            ways.append([_split(held, block) for held in combinations(block.cards, number)])
    hands = [("".join(w for w, _ in way), "".join(e for _, e in way)) for way in product(*ways)]
    return " or ".join(w or "-" for w, _ in hands), " or ".join(e or "-" for _, e in hands)


def _split(held: Sequence[Rank], block: CardBlock) -> tuple[str, str]:
    rest = [card for card in block.cards if card not in held]
    return "".join(map(str, held)), "".join(map(str, rest))


def _some(number: int, block: CardBlock) -> str:
    """``(2 of QJT9)``, if writing out each way would fill a line."""
    return f"({number} of {''.join(map(str, block.cards))})"


def blocks_of(suit: Combination) -> tuple[CardBlock, ...]:
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
        CardBlock(cards, holder)
        for run in runs
        for holder, known in (
            (Holder.EITHER, suit.missing - suit.west - suit.east),
            (Holder.WEST, suit.west),
            (Holder.EAST, suit.east),
        )
        if (cards := tuple(rank for rank in run if rank in known))
    )


def _shares(blocks: tuple[CardBlock, ...]) -> Iterator[tuple[int, ...]]:
    """West's number of each block, in the order of the layouts."""
    sizes = [
        range(
            len(block) if block.holder is Holder.WEST else 0,
            1 if block.holder is Holder.EAST else len(block) + 1,
        )
        for block in reversed(blocks)
    ]
    return (tuple(reversed(shares)) for shares in product(*sizes))


def _weights(suit: Combination, blocks: tuple[CardBlock, ...]) -> Iterator[int]:
    """How many of the deals that fit have each layout."""
    places, missing = sum(suit.vacant), len(suit.missing)
    for shares in _shares(blocks):
        held = sum(shares)
        ways = prod(comb(len(block), share) for block, share in zip(blocks, shares, strict=True))
        yield ways * comb(places - missing, suit.vacant[0] - held) if suit.fits(held) else 0
