"""Who holds what, who deals, and who is vulnerable."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import DECK, FULL_DECK, Hand, Named


class Seat(Named, IntEnum):
    """The four seats, clockwise.

    >>> Seat.parse("W").next, Seat.NORTH.partner, Seat.NORTH.is_with(Seat.EAST)
    (Seat.NORTH, Seat.SOUTH, False)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @classmethod
    def parse(cls, letter: str) -> Seat:
        try:
            return _SEATS[letter]
        except KeyError:
            raise UsageError(f"not a seat: {letter!r}") from None

    def __str__(self) -> str:
        return "NESW"[self]

    @property
    def next(self) -> Seat:
        return _AROUND[self + 1]

    @property
    def partner(self) -> Seat:
        return _AROUND[self + 2]

    def is_with(self, other: Seat) -> bool:
        """Whether *other* sits on the same side (or is the same seat)."""
        return (self - other) % 2 == 0


_SEATS = {str(seat): seat for seat in Seat}
_AROUND = tuple(Seat) * 2


class Vulnerability(Named, Enum):
    """Which sides are vulnerable.

    >>> Vulnerability.parse("NS").includes(Seat.SOUTH)
    True
    """

    NONE = "None"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    BOTH = "Both"

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        try:
            return cls(text)
        except ValueError:
            raise UsageError(f"not a vulnerability: {text!r}") from None

    def __str__(self) -> str:
        return self.value

    def includes(self, seat: Seat) -> bool:
        if self is Vulnerability.BOTH:
            return True
        sides = {Vulnerability.NORTH_SOUTH: 0, Vulnerability.EAST_WEST: 1}
        return sides.get(self) == seat % 2


def board_dealer(board: int) -> Seat:
    """The dealer printed on a board.

    >>> str(board_dealer(1)), str(board_dealer(7))
    ('N', 'S')
    """
    return Seat((board - 1) % 4)


def board_vulnerability(board: int) -> Vulnerability:
    """The vulnerability printed on a board; it repeats every sixteen.

    >>> str(board_vulnerability(1)), str(board_vulnerability(7))
    ('None', 'Both')
    """
    order = tuple(Vulnerability)
    turn, index = divmod((board - 1) % 16, 4)
    return order[(turn + index) % 4]


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """Four disjoint hands of thirteen cards; an impossible deal cannot be built.

    >>> Deal.parse("N:AK.A.A.A 2.2.2.2 3.3.3.3 4.4.4.4")
    Traceback (most recent call last):
    kibitz.errors.UsageError: a deal is four disjoint hands of thirteen cards
    """

    north: Hand
    east: Hand
    south: Hand
    west: Hand

    def __post_init__(self) -> None:
        hands = (self.north.bits, self.east.bits, self.south.bits, self.west.bits)
        together = hands[0] | hands[1] | hands[2] | hands[3]
        if together != FULL_DECK.bits or any(bits.bit_count() != 13 for bits in hands):
            raise UsageError("a deal is four disjoint hands of thirteen cards")

    @classmethod
    def of(cls, hands: Mapping[Seat, Hand]) -> Deal:
        return cls(*(hands[seat] for seat in Seat))

    @classmethod
    def shuffled(cls, rng: random.Random) -> Deal:
        """A deal drawn with *rng*: all of them are equally likely.

        >>> deal = Deal.shuffled(random.Random(1))
        >>> deal.north
        Hand.parse('J4.Q764.K52.T986')
        """
        cards = rng.sample(DECK, len(DECK))
        return cls(*(Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in Seat))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read the PBN form: the first seat, then its hand and the others clockwise."""
        first, colon, rest = text.partition(":")
        hands = rest.split()
        if not colon or len(hands) != 4:
            raise UsageError(f"a deal is a seat, a colon and four hands: {text!r}")
        seat = Seat.parse(first.strip())
        return cls.of({Seat((seat + i) % 4): Hand.parse(hand) for i, hand in enumerate(hands)})

    def __str__(self) -> str:
        return f"N:{self.north} {self.east} {self.south} {self.west}"

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def __getitem__(self, seat: Seat) -> Hand:
        return (self.north, self.east, self.south, self.west)[seat]
