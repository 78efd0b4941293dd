"""The layouts that a line wins, in groups that a person would name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from kibitz.games.bridge.cards import Rank
from kibitz.suits.solver.layouts import SuitLayouts

WEST, EAST = "west", "east"


@dataclass(frozen=True, slots=True)
class Breaks:
    """The missing cards break *more*-*fewer*, either way round; or no worse than that."""

    more: int
    fewer: int
    or_better: bool = False


@dataclass(frozen=True, slots=True)
class DefenderLength:
    """A defender has from *least* to *most* of the missing cards."""

    who: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Holds:
    """A defender has from *least* to *most* of a group of equal cards."""

    who: str
    cards: tuple[Rank, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Exactly:
    """One layout: the number of cards of each block that West has."""

    west: tuple[int, ...]


Feature = Breaks | DefenderLength | Holds | Exactly
F = TypeVar("F", bound=Breaks | DefenderLength | Holds)


@dataclass(frozen=True, slots=True)
class LayoutGroup:
    """Features that hold together, the layouts that have them, and their chance."""

    features: tuple[Feature, ...]
    layouts: frozenset[int]
    chance: Fraction


class Grouping:
    """Divides a set of layouts into a few groups that have names."""

    def __init__(self, layouts: SuitLayouts) -> None:
        self._layouts = layouts
        self._possible = [i for i, weight in enumerate(layouts.weights) if weight]
        self._missing = sum(map(len, layouts.blocks))
        self._weights: dict[int, int] = {}

    def of(self, won: frozenset[int]) -> tuple[LayoutGroup, ...]:
        """Disjoint groups, those with most weight for their words first.

        Together they make up *won*; a layout that fits no other group is a group by itself.
        """
        left = sum(1 << layout for layout in won & frozenset(self._possible))
        named = [each for each in self._named if not each[1] & ~left]
        found = list[LayoutGroup]()
        for features, held in sorted(named, key=lambda each: self._merit(*each), reverse=True):
            if not held & ~left:
                layouts = frozenset(i for i in self._possible if held >> i & 1)
                found.append(
                    LayoutGroup(features, layouts, self._layouts.chance(self._weight(held)))
                )
                left &= ~held
        return tuple(found)

    def _merit(self, features: tuple[Feature, ...], held: int) -> tuple[float, int]:
        """The weight of a group for the length of its name."""
        return self._weight(held) / _length(features), -len(features)

    def _weight(self, held: int) -> int:
        if held not in self._weights:
            each = enumerate(self._layouts.weights)
            self._weights[held] = sum(weight for i, weight in each if held >> i & 1)
        return self._weights[held]

    @cached_property
    def _named(self) -> list[tuple[tuple[Feature, ...], int]]:
        """Every group that has a name, and its layouts as bits."""
        shapes, lengths = self._found(self._shapes()), self._found(self._lengths())
        cards = self._found(self._cards())
        pairs = [
            ((one, two), first & second)
            for (one, first), (two, second) in combinations(cards, 2)
            if one.cards != two.cards
        ]
        named: list[tuple[tuple[Feature, ...], int]] = [((one,), held) for one, held in shapes]
        named += [((one,), held) for one, held in cards]
        named += [
            ((one, two), first & second) for (one, first), (two, second) in product(shapes, cards)
        ]
        named += pairs
        named += [
            ((shape, *pair), first & second)
            for (shape, first), (pair, second) in product(lengths, pairs)
            if pair[0].who == pair[1].who
        ]
        shares = self._layouts.shares
        named += [((Exactly(shares[layout]),), 1 << layout) for layout in self._possible]
        return [(features, held) for features, held in named if held]

    def _found(self, features: Iterable[F]) -> list[tuple[F, int]]:
        """Features that some layout has, each once, and the layouts as bits."""
        return [(each, bits) for each in dict.fromkeys(features) if (bits := self._bits(each))]

    def _bits(self, feature: Breaks | DefenderLength | Holds) -> int:
        """The layouts that have a feature."""
        missing, by_length = self._missing, self._by_length
        match feature:
            case Breaks(more, fewer, or_better):
                lengths = range(fewer, more + 1) if or_better else {more, fewer}
                return sum(by_length[west] for west in lengths)
            case DefenderLength(who, least, most):
                west = (least, most) if who == WEST else (missing - most, missing - least)
                return sum(by_length[west[0] : west[1] + 1])
            case Holds(who, cards, least, most):
                size = len(cards)
                west = (least, most) if who == WEST else (size - most, size - least)
                return sum(self._by_share[cards][west[0] : west[1] + 1])

    @cached_property
    def _by_length(self) -> list[int]:
        """The layouts, by the number of missing cards that West has."""
        found = [0] * (self._missing + 1)
        for layout in self._possible:
            found[sum(self._layouts.shares[layout])] |= 1 << layout
        return found

    @cached_property
    def _by_share(self) -> dict[tuple[Rank, ...], list[int]]:
        """The layouts, by the number of each group of equal cards that West has."""
        found = {block.cards: [0] * (len(block) + 1) for block in self._layouts.blocks}
        for layout in self._possible:
            shares = self._layouts.shares[layout]
            for held, share in zip(found.values(), shares, strict=True):
                held[share] |= 1 << layout
        return found

    def _shapes(self) -> Iterator[Breaks | DefenderLength]:
        missing = self._missing
        for fewer in range(missing // 2 + 1):
            yield Breaks(missing - fewer, fewer)
            if 0 < fewer < missing // 2:
                yield Breaks(missing - fewer, fewer, or_better=True)
        yield from self._lengths()

    def _lengths(self) -> Iterator[DefenderLength]:
        for who in (WEST, EAST):
            for number in range(self._missing + 1):
                yield DefenderLength(who, number, number)
                yield DefenderLength(who, 0, number)
                yield DefenderLength(who, number, self._missing)

    def _cards(self) -> Iterator[Holds]:
        blocks = [block for block in self._layouts.blocks if min(block.cards) > Rank.SEVEN]
        for block in blocks:
            for who in (WEST, EAST):
                yield Holds(who, block.cards, len(block), len(block))
                if len(block) > 1:
                    yield Holds(who, block.cards, 1, len(block))
                    yield Holds(who, block.cards, 1, 1)


def _length(features: tuple[Feature, ...]) -> float:
    """The length of a group's name: each way to hold cards or to break counts one."""
    return sum(3 if isinstance(each, Exactly) else 1.0 + 0.1 * _odd(each) for each in features)


def _odd(feature: Feature) -> bool:
    """Whether a feature is the less usual way to say it."""
    match feature:
        case DefenderLength(_, least, most):
            return least == 0 or most > least
        case Holds(_, cards, _, most):
            return most < len(cards)
    return False
