"""The exact odds every player looks up: points, shapes, splits, and any pattern of a hand.

Source:  the tables of CBridge, section 3.7 (full reference in docs/methods.md), recomputed
Counted, never estimated: a chance is a number of hands over all 635,013,559,600 of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial, prod

from kibitz.errors import UsageError

Lengths = tuple[int, int, int, int]

HANDS = comb(52, 13)
"""How many hands of thirteen cards there are."""

DEALS = factorial(52) // factorial(13) ** 4
"""How many deals there are: a number of 29 digits."""


def deals_with_small_cards(small: int) -> int:
    """The number of deals if the lowest *small* cards of each suit count as the same card.

    >>> deals_with_small_cards(1) == DEALS, deals_with_small_cards(13)
    (True, 37478624)
    """
    if not 1 <= small <= 13:
        raise UsageError(f"from 1 to 13 cards of a suit may be small: {small}")
    ways: dict[Lengths, int] = {(0, 0, 0, 0): 1}
    for suits in range(1, 5):
        ways = {held: _ways(held, small, ways) for held in _sorted_lengths(suits * small)}
    named = 4 * (13 - small)
    return sum(
        number
        * len(set(permutations(held)))
        * (factorial(named) // prod(factorial(13 - each) for each in held))
        for held, number in ways.items()
    )


def _sorted_lengths(total: int) -> Iterator[Lengths]:
    """Every way to divide *total* cards among four players, the largest share first."""
    for a, b, c in product(range(14), repeat=3):
        if a >= b >= c >= total - a - b - c >= 0:
            yield a, b, c, total - a - b - c


def _ways(held: Lengths, small: int, before: Mapping[Lengths, int]) -> int:
    """In how many ways players hold so many small cards, with one suit more than *before*."""
    a, b, c, d = held
    total = 0
    for one, two, three in product(*(range(min(small, most) + 1) for most in (a, b, c))):
        four = small - one - two - three
        if 0 <= four <= d:
            w, x, y, z = sorted((a - one, b - two, c - three, d - four), reverse=True)
            total += before.get((w, x, y, z), 0)
    return total


@dataclass(frozen=True, slots=True)
class SuitLength:
    """How long one suit may be, both ends included."""

    least: int = 0
    most: int = 13

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most <= 13:
            raise UsageError(f"a suit has from 0 to 13 cards: {self.least} to {self.most}")

    @classmethod
    def parse(cls, text: str) -> SuitLength:
        """Read ``5``, ``5+``, ``3-`` or ``x``."""
        if text in ("x", "X", "?"):
            return cls()
        number = text.rstrip("+-")
        if not (number.isascii() and number.isdigit()) or len(text) - len(number) > 1:
            raise UsageError(f"not the length of a suit: {text!r}")
        length = int(number)
        return cls(0 if text.endswith("-") else length, 13 if text.endswith("+") else length)

    def __str__(self) -> str:
        if (self.least, self.most) == (0, 13):
            return "x"
        if self.least == self.most:
            return str(self.least)
        return f"{self.least}+" if self.most == 13 else f"{self.most}-"

    def __contains__(self, length: int) -> bool:
        return self.least <= length <= self.most


@dataclass(frozen=True, slots=True)
class Pattern:
    """A description of hands: four lengths, in the order of the suits or in any order, and points.

    >>> Pattern.parse("5=3=3=2").chance == Pattern.parse("5-3-3-2").chance / 12
    True
    >>> round(float(Pattern.parse("balanced", points=(15, 17)).chance), 4)
    0.0487
    """

    suits: tuple[SuitLength, SuitLength, SuitLength, SuitLength]
    ordered: bool = False
    points: tuple[int, int] = (0, 37)
    balanced: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.points[0] <= self.points[1] <= 37:
            raise UsageError(f"points run from 0 to 37: {self.points[0]}-{self.points[1]}")

    @classmethod
    def parse(cls, text: str, *, points: tuple[int, int] = (0, 37)) -> Pattern:
        """Read ``5-4-x-x`` (any suits), ``5+=x=x=x`` (spades first), ``5332`` or ``balanced``."""
        free = SuitLength()
        if text == "balanced":
            return cls((free, free, free, free), False, points, balanced=True)
        if text == "any":
            return cls((free, free, free, free), False, points)
        ordered = "=" in text
        if "=" not in text and "-" not in text and len(text) == 4:
            parts = list(text)
        else:
            parts = text.split("=") if ordered else _split_at_dashes(text)
        if len(parts) != 4:
            raise UsageError(f"a pattern has four suits, like 5-4-3-1 or 5=4=3=1: {text!r}")
        one, two, three, four = (SuitLength.parse(part) for part in parts)
        return cls((one, two, three, four), ordered, points)

    def __str__(self) -> str:
        shape = ("=" if self.ordered else "-").join(map(str, self.suits))
        return "balanced" if self.balanced else shape

    def admits(self, lengths: Lengths) -> bool:
        """Whether hands with these lengths of spades, hearts, diamonds and clubs are meant."""
        if self.balanced and tuple(sorted(lengths)) not in _BALANCED:
            return False
        orders = [self.suits] if self.ordered else set(permutations(self.suits))
        return any(
            all(length in suit for length, suit in zip(lengths, order, strict=True))
            for order in orders
        )

    @property
    def hands(self) -> int:
        """How many hands fit."""
        low, high = self.points
        return sum(
            sum(_hands_by_points(lengths)[low : high + 1])
            for lengths in shapes()
            if self.admits(lengths)
        )

    @property
    def chance(self) -> Fraction:
        return Fraction(self.hands, HANDS)


_BALANCED = {(3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5)}


def _split_at_dashes(text: str) -> list[str]:
    """The four lengths of ``5-4-3-1``; of two dashes the first belongs to the length before it."""
    return re.split(r"(?<=[-+\dxX?])-(?!-)(?=.)", text)


def shapes() -> Iterator[Lengths]:
    """Every way thirteen cards can be spread over spades, hearts, diamonds and clubs."""
    for spades, hearts, diamonds in product(range(14), repeat=3):
        if spades + hearts + diamonds <= 13:
            yield spades, hearts, diamonds, 13 - spades - hearts - diamonds


@cache
def _holdings() -> tuple[tuple[int, ...], ...]:
    """Of one suit: how many holdings there are, by length and by points (0 to 10)."""
    counts = [[0] * 11 for _ in range(14)]
    for honours in range(16):
        points = sum(honour + 1 for honour in range(4) if honours >> honour & 1)
        for small in range(10):
            counts[honours.bit_count() + small][points] += comb(9, small)
    return tuple(tuple(row) for row in counts)


@cache
def _two_suits(one: int, other: int) -> tuple[int, ...]:
    return _convolve(_holdings()[one], _holdings()[other])


@cache
def _sorted_by_points(lengths: Lengths) -> tuple[int, ...]:
    return _convolve(_two_suits(*lengths[:2]), _two_suits(*lengths[2:]))[:38]


def _hands_by_points(lengths: Lengths) -> tuple[int, ...]:
    """How many hands of these lengths have 0, 1, ... 37 points; the order of suits is no matter."""
    one, two, three, four = sorted(lengths)
    return _sorted_by_points((one, two, three, four))


def _convolve(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    total = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other):
                total[i + j] += a * b
    return tuple(total)


@cache
def points_table() -> tuple[Fraction, ...]:
    """The chance of each number of high-card points, 0 to 37, in a hand.

    >>> round(float(points_table()[10]), 4)
    0.0941
    """
    counts = [0] * 38
    for lengths in shapes():
        for points, hands in enumerate(_hands_by_points(lengths)):
            counts[points] += hands
    return tuple(Fraction(count, HANDS) for count in counts)


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern of lengths, longest first: its chance, and how many orders of the suits make it."""

    lengths: Lengths
    chance: Fraction
    orders: int

    def __str__(self) -> str:
        return "-".join(map(str, self.lengths))


@cache
def shape_table() -> tuple[Shape, ...]:
    """All 39 shapes, the most frequent first.

    >>> str(shape_table()[0]), len(shape_table())
    ('4-4-3-2', 39)
    """
    hands: dict[Lengths, int] = {}
    orders: dict[Lengths, int] = {}
    for lengths in shapes():
        a, b, c, d = sorted(lengths, reverse=True)
        hands[a, b, c, d] = hands.get((a, b, c, d), 0) + sum(_hands_by_points(lengths))
        orders[a, b, c, d] = orders.get((a, b, c, d), 0) + 1
    table = [Shape(shape, Fraction(count, HANDS), orders[shape]) for shape, count in hands.items()]
    return tuple(sorted(table, key=lambda shape: (-shape.chance, shape.lengths)))


def split_table(missing: int, *, vacant: tuple[int, int] = (13, 13)) -> dict[int, Fraction]:
    """The chance that West holds each number of the *missing* cards.

    *vacant* is how many places West and East have for them, fewer when other cards are known.

    >>> {west: str(chance) for west, chance in split_table(2).items()}
    {0: '6/25', 1: '13/25', 2: '6/25'}
    """
    west, east = vacant
    if not (0 <= west <= 13 and 0 <= east <= 13):
        raise UsageError(f"a hand has from 0 to 13 vacant places: {west}-{east}")
    if not 0 <= missing <= west + east:
        raise UsageError(f"{missing} missing cards do not fit {west} and {east} vacant places")
    ways = comb(west + east, missing)
    return {
        held: Fraction(comb(west, held) * comb(east, missing - held), ways)
        for held in range(missing + 1)
        if held <= west and missing - held <= east
    }
