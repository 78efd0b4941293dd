"""Cards and hands: immutable values with exact text forms.

A hand is a set of cards kept in one 52-bit integer, so that equality, hashing and set algebra
cost one machine operation. Bit ``13 * suit + rank - 2`` stands for a card, clubs first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from kibitz.errors import UsageError


class Named:
    """Members of an enumeration whose printed form can be typed back."""

    name: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(Named, IntEnum):
    """The suits in auction order, lowest first.

    >>> Suit.parse("H"), Suit.HEARTS > Suit.DIAMONDS, Suit.HEARTS.symbol
    (Suit.HEARTS, True, '♥')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @classmethod
    def parse(cls, letter: str) -> Suit:
        try:
            return _SUITS[letter]
        except KeyError:
            raise UsageError(f"not a suit: {letter!r}") from None

    def __str__(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]


class Rank(Named, IntEnum):
    """The ranks by strength: a bigger number beats a smaller one.

    >>> Rank.parse("T"), Rank.ACE > Rank.KING, Rank.QUEEN.points
    (Rank.TEN, True, 2)
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @classmethod
    def parse(cls, letter: str) -> Rank:
        try:
            return _RANKS[letter]
        except KeyError:
            raise UsageError(f"not a rank: {letter!r}") from None

    def __str__(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def points(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return max(0, self - 10)


_SUITS = {str(suit): suit for suit in Suit}
_RANKS = {str(rank): rank for rank in Rank}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """One playing card; cards sort by suit, then by rank.

    >>> Card.parse("SA") > Card.parse("SK")
    True
    >>> Card(Suit.HEARTS, Rank.TEN)
    Card.parse('HT')
    """

    suit: Suit
    rank: Rank
    bit: int = field(init=False, repr=False, compare=False)
    _name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << (self.suit * 13 + self.rank - 2))
        object.__setattr__(self, "_name", f"{self.suit}{self.rank}")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the two-letter form, suit first: ``SA``, ``HT``, ``C2``."""
        try:
            return CARDS[text]
        except KeyError:
            raise UsageError(f"not a card: {text!r}") from None

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"Card.parse({self._name!r})"


DECK = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
CARDS = {str(card): card for card in DECK}
"""Every card by its two-letter name."""

_SUIT_BITS = 0x1FFF


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A set of cards.

    >>> hand = Hand.parse("AQ2.T9..K")
    >>> len(hand), Card.parse("SQ") in hand
    (6, True)
    >>> hand - Hand.of([Card.parse("SQ")])
    Hand.parse('A2.T9..K')
    """

    bits: int = 0

    def __post_init__(self) -> None:
        if self.bits >> 52:
            raise UsageError(f"not a set of cards: {self.bits:#x}")

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        bits = 0
        for card in cards:
            bits |= card.bit
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read the PBN form, spades first: ``AQ2.T9..K``; ``10`` and ``-`` are understood."""
        holdings = text.split(".")
        if len(holdings) != 4:
            raise UsageError(f"a hand has four suits: {text!r}")
        bits = 0
        for shift, holding in zip((39, 26, 13, 0), holdings, strict=True):
            bits |= _holding_bits(holding) << shift
        return cls(bits)

    def __str__(self) -> str:
        held, bits = _HOLDINGS, self.bits
        spades, hearts, diamonds = bits >> 39, bits >> 26 & _SUIT_BITS, bits >> 13 & _SUIT_BITS
        return f"{held[spades]}.{held[hearts]}.{held[diamonds]}.{held[bits & _SUIT_BITS]}"

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def ranks(self, suit: Suit) -> str:
        """The ranks held in *suit*, highest first: ``AQ2``."""
        return _HOLDINGS[self.holding(suit)]

    def holding(self, suit: Suit) -> int:
        """The 13 bits of *suit*: bit 0 the two, bit 12 the ace."""
        return self.bits >> (13 * suit) & _SUIT_BITS

    def of_suit(self, suit: Suit) -> Hand:
        return Hand(self.bits & _SUIT_BITS << (13 * suit))

    def length(self, suit: Suit) -> int:
        return self.holding(suit).bit_count()

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The lengths of spades, hearts, diamonds and clubs, in that order."""
        return (
            self.length(Suit.SPADES),
            self.length(Suit.HEARTS),
            self.length(Suit.DIAMONDS),
            self.length(Suit.CLUBS),
        )

    @property
    def points(self) -> int:
        """High-card points."""
        return sum((self.bits & cards).bit_count() for cards in _AT_LEAST)

    def __contains__(self, card: Card) -> bool:
        return bool(self.bits & card.bit)

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        while bits:
            yield DECK[(bits & -bits).bit_length() - 1]
            bits &= bits - 1

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.bits | other.bits)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.bits & other.bits)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.bits & ~other.bits)


_AT_LEAST = tuple(
    sum(card.bit for card in DECK if card.rank.points >= worth) for worth in (1, 2, 3, 4)
)
"""The cards worth that many points or more: an ace is counted in each of the four."""


class _Holdings(dict[int, str]):
    """The text of each of the 8192 holdings of a suit, made when first asked for."""

    def __missing__(self, bits: int) -> str:
        text = "".join(str(rank) for rank in reversed(Rank) if bits >> (rank - 2) & 1)
        self[bits] = text
        return text


_HOLDINGS = _Holdings()
_BIT_OF_RANK = {str(rank): 1 << (rank - 2) for rank in Rank}


@lru_cache(maxsize=1 << 14)  # there are 8192 holdings, mostly written alike
def _holding_bits(text: str) -> int:
    bits = 0
    for letter in text.replace("10", "T").replace("-", ""):
        try:
            bit = _BIT_OF_RANK[letter]
        except KeyError:
            raise UsageError(f"not a rank: {letter!r}") from None
        if bits & bit:
            raise UsageError(f"a card is held twice: {letter!r} in {text!r}")
        bits |= bit
    return bits


FULL_DECK = Hand((1 << 52) - 1)
