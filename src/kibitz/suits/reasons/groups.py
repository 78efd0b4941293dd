"""The layouts a line wins, in groups as a person would name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, product
from operator import and_

from kibitz.games.bridge.cards import Rank
from kibitz.suits.solver.layouts import Layouts

WEST, EAST = "west", "east"


@dataclass(frozen=True, slots=True)
class Breaks:
    """The missing cards lie so many and so many, either way; or no worse than that."""

    more: int
    fewer: int
    or_better: bool = False


@dataclass(frozen=True, slots=True)
class Length:
    """A defender has between so many and so many of the missing cards."""

    who: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Holds:
    """A defender has between so many and so many of a group of equal cards."""

    who: str
    cards: tuple[Rank, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Exactly:
    """One layout: how many cards of each block West has."""

    west: tuple[int, ...]


Feature = Breaks | Length | Holds | Exactly


@dataclass(frozen=True, slots=True)
class Group:
    """Features that hold together, the layouts that have them, and their chance."""

    features: tuple[Feature, ...]
    layouts: frozenset[int]
    chance: Fraction


class Grouping:
    """Finds few groups that share out a set of layouts, each in words of its own."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts
        self._possible = [i for i, weight in enumerate(layouts.weights) if weight]
        self._missing = sum(map(len, layouts.blocks))
        self._weights: dict[int, int] = {}

    def of(self, won: frozenset[int]) -> tuple[Group, ...]:
        """Groups that have no layout in common, the weightiest for its words first.

        Together they are *won*: a layout that no other group can take is a group of its own.
        """
        left = sum(1 << layout for layout in won & frozenset(self._possible))
        named = [each for each in self._named if not each[1] & ~left]
        found = list[Group]()
        while left:
            features, held = max(named, key=lambda each: self._merit(*each))
            layouts = frozenset(i for i in self._possible if held >> i & 1)
            found.append(Group(features, layouts, self._layouts.chance(self._weight(held))))
            left &= ~held
            named = [each for each in named if not each[1] & ~left]
        return tuple(found)

    def _merit(self, features: tuple[Feature, ...], held: int) -> tuple[float, int]:
        """What a group weighs for its length."""
        return self._weight(held) / _length(features), -len(features)

    def _weight(self, held: int) -> int:
        if held not in self._weights:
            each = enumerate(self._layouts.weights)
            self._weights[held] = sum(weight for i, weight in each if held >> i & 1)
        return self._weights[held]

    @cached_property
    def _named(self) -> list[tuple[tuple[Feature, ...], int]]:
        """Every group that has a name, and its layouts as bits."""
        shapes, lengths, cards = list(self._shapes()), list(self._lengths()), list(self._cards())
        has: dict[Feature, int] = {each: self._bits(each) for each in (*shapes, *lengths, *cards)}
        pairs: list[tuple[Feature, ...]] = [(one,) for one in (*shapes, *cards)]
        pairs += list(product(shapes, cards))
        pairs += [(one, two) for one, two in combinations(cards, 2) if one.cards != two.cards]
        pairs += [
            (shape, one, two)
            for shape, (one, two) in product(lengths, combinations(cards, 2))
            if one.cards != two.cards and one.who == two.who
        ]
        named = {features: reduce(and_, (has[each] for each in features)) for features in pairs}
        for layout in self._possible:
            named[(Exactly(self._layouts.shares[layout]),)] = 1 << layout
        return [(features, held) for features, held in named.items() if held]

    def _bits(self, feature: Feature) -> int:
        return sum(1 << i for i in self._possible if self.fits(feature, i))

    def _shapes(self) -> Iterator[Breaks | Length]:
        missing = self._missing
        for fewer in range(missing // 2 + 1):
            yield Breaks(missing - fewer, fewer)
            if 0 < fewer < missing // 2:
                yield Breaks(missing - fewer, fewer, or_better=True)
        yield from self._lengths()

    def _lengths(self) -> Iterator[Length]:
        for who in (WEST, EAST):
            for number in range(self._missing + 1):
                yield Length(who, number, number)
                yield Length(who, 0, number)
                yield Length(who, number, self._missing)

    def _cards(self) -> Iterator[Holds]:
        blocks = [block for block in self._layouts.blocks if min(block.cards) > Rank.SEVEN]
        for block in blocks:
            for who in (WEST, EAST):
                yield Holds(who, block.cards, len(block), len(block))
                if len(block) > 1:
                    yield Holds(who, block.cards, 1, len(block))
                    yield Holds(who, block.cards, 1, 1)

    def fits(self, feature: Feature, layout: int) -> bool:
        """Whether the feature holds in a layout."""
        shares = self._layouts.shares[layout]
        held = sum(shares)
        lengths = {WEST: held, EAST: self._missing - held}
        match feature:
            case Breaks(more, fewer, or_better):
                longer = max(lengths.values())
                return (
                    longer <= more if or_better else {held, self._missing - held} == {more, fewer}
                )
            case Length(who, least, most):
                return least <= lengths[who] <= most
            case Holds(who, cards, least, most):
                [at] = [i for i, block in enumerate(self._layouts.blocks) if block.cards == cards]
                number = shares[at] if who == WEST else len(cards) - shares[at]
                return least <= number <= most
            case Exactly(west):
                return west == shares


def _length(features: tuple[Feature, ...]) -> float:
    """How much there is to say: a way to hold cards or to break counts one."""
    return sum(3 if isinstance(each, Exactly) else 1.0 + 0.1 * _odd(each) for each in features)


def _odd(feature: Feature) -> bool:
    """Whether a feature is the less usual way to say it."""
    match feature:
        case Length(_, least, most):
            return least == 0 or most > least
        case Holds(_, cards, _, most):
            return most < len(cards)
    return False
