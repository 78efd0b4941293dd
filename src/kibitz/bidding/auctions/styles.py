"""What pairs play, told from how they used their calls at other tables.

A style is one thing on which pairs differ: the points of their 1NT, the hearts behind their 2♦ over
it. It is read from the mean of the hands that a pair had for a call elsewhere; the table at hand is
always taken out first. Where the mean is in between, or the hands are too few, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import DOUBLE, Bytes, Floats, Rows, number_of
from kibitz.bidding.auctions.pairs import SITUATIONS, Entries
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Bid
from kibitz.games.bridge.cards import Suit

Sides = npt.NDArray[np.int8]
LOW, UNKNOWN, HIGH = -1, 0, 1

_POINTS = 1
_OPENS = ("opens early", "opens late")


def _length(suit: Suit) -> int:
    return 2 + suit


@dataclass(frozen=True, slots=True, eq=False)
class Elsewhere:
    """What the pairs of some players did at other tables than those where they are looked at."""

    sums: Floats
    """Of some pairs over all tables; zeros for one that is not known."""
    pairs: Rows
    """Whose of the sums are those of each player's pair."""
    own: Entries
    """What the tables themselves contributed to the sums of these pairs."""

    @classmethod
    def of(cls, sums: Floats, pairs: Rows, entries: Entries, seats: Rows) -> Elsewhere:
        """Of the players in *seats* from the dealer, one at each table that *entries* are of."""
        own = entries.seat % 2 == seats[entries.table] % 2
        columns = (getattr(entries, field.name)[own] for field in fields(Entries))
        return cls(sums, pairs, Entries(*columns))

    def gathered(self, situations: Sequence[int]) -> Floats:
        """The sums of several situations together, (n, 6)."""
        found: Floats = self.sums[self.pairs[:, None], situations].sum(axis=1)
        here = np.isin(self.own.situation, situations)
        np.subtract.at(found, self.own.table[here], self.own.sums[here])
        return found


@dataclass(frozen=True, slots=True)
class Style:
    """The mean of something over a pair's hands for a call: up to *low* or from *high* on.

    *names* are those of the pairs on either side, as players call them.
    """

    groups: tuple[str, ...]
    call: str
    measured: int
    low: float
    high: float
    names: tuple[str, str]
    least: int = 2
    """Hands at other tables without which nothing is said."""
    everywhere: bool = False
    """Whether it colours calls of all kinds, and not only where its own opening was bid."""

    @property
    def situations(self) -> list[int]:
        call = DOUBLE if self.call == "X" else number_of(Bid.parse(self.call))
        return [SITUATIONS.index((group, call)) for group in self.groups]

    def concerns(self, prefix: Bytes) -> bool:
        """Whether an auction is one that this style is about."""
        kind, _, opening = self.groups[0].partition(" ")
        bid = self.call if kind == "opens" else opening.replace("NT", "N")
        return self.everywhere or number_of(Bid.parse(bid)) in prefix

    def sides(self, elsewhere: Elsewhere) -> Sides:
        """On which side each pair is, by what it did at other tables."""
        gathered = elsewhere.gathered(self.situations)
        count = gathered[:, 0]
        mean = gathered[:, self.measured] / np.maximum(count, 1)
        found = np.where(mean >= self.high, HIGH, np.where(mean <= self.low, LOW, UNKNOWN))
        return np.where(count >= self.least, found, UNKNOWN).astype(np.int8)


STYLES = (
    Style(
        _OPENS, "1C", _POINTS, 14.5, 16,
        ("natural-club pairs", "strong-club pairs"), least=3, everywhere=True,
    ),
    Style(
        _OPENS, "1N", _POINTS, 13.4, 14.6,
        ("weak no-trump pairs", "strong no-trump pairs"), everywhere=True,
    ),
    Style(
        ("answers 1NT",), "2D", _length(Suit.HEARTS), 3.6, 4.6,
        ("pairs whose 2♦ over 1NT is no transfer", "transfer pairs"),
    ),
    Style(
        ("answers 1C",), "1D", _length(Suit.HEARTS), 3.4, 4.1,
        ("pairs whose 1♦ over 1♣ is no transfer", "pairs that transfer over 1♣"), least=3,
    ),
    Style(
        _OPENS, "2C", _POINTS, 16, 18,
        ("pairs whose 2♣ opening is limited", "pairs whose 2♣ opening is strong"),
    ),
    Style(
        _OPENS, "2D", _length(Suit.DIAMONDS), 3.5, 5,
        ("pairs whose 2♦ opening shows other suits", "pairs whose 2♦ opening shows diamonds"),
    ),
    Style(
        _OPENS, "2H", _length(Suit.HEARTS), 5.4, 5.7,
        ("pairs whose 2♥ opening has two suits", "weak-two pairs (hearts)"), least=3,
    ),
    Style(
        _OPENS, "2S", _length(Suit.SPADES), 5.4, 5.7,
        ("pairs whose 2♠ opening has two suits", "weak-two pairs (spades)"), least=3,
    ),
    Style(
        _OPENS, "1H", _length(Suit.HEARTS), 4.95, 5.15,
        ("four-card-major pairs", "five-card-major pairs"), least=6,
    ),
    Style(
        ("answers 1H",), "2N", _length(Suit.HEARTS), 3.2, 3.8,
        ("pairs whose 2NT over 1♥ is natural", "pairs whose 2NT raises 1♥"),
    ),
    Style(
        ("answers 1S",), "2N", _length(Suit.SPADES), 3.2, 3.8,
        ("pairs whose 2NT over 1♠ is natural", "pairs whose 2NT raises 1♠"),
    ),
    Style(
        ("over 1NT",), "2C", _length(Suit.CLUBS), 3.2, 4.5,
        ("pairs whose 2♣ over their 1NT shows other suits",
         "pairs whose 2♣ over their 1NT shows clubs"),
    ),
    Style(
        ("over 1NT",), "2D", _length(Suit.DIAMONDS), 3.2, 4.5,
        ("pairs whose 2♦ over their 1NT shows other suits",
         "pairs whose 2♦ over their 1NT shows diamonds"),
    ),
    Style(
        ("over 1NT",), "X", _POINTS, 13.2, 14.6,
        ("pairs whose double of 1NT is no show of strength", "pairs who double 1NT for penalties"),
    ),
    Style(
        ("over 1C",), "2C", _length(Suit.CLUBS), 3.4, 4.6,
        ("pairs whose 2♣ over their 1♣ shows other suits",
         "pairs whose 2♣ over their 1♣ is natural"),
    ),
)  # fmt: skip
"""Systems first: of two styles that part the hands equally, the earlier one is named."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A way of telling hands apart: by a style of the callers, or of their opponents."""

    style: Style
    is_theirs: bool = False

    @property
    def names(self) -> tuple[str, str]:
        low, high = self.style.names
        return (f"against {low}", f"against {high}") if self.is_theirs else (low, high)


def partings(prefix: Bytes) -> list[Parting]:
    """Those that an auction is worth being looked at by."""
    own = [Parting(style) for style in STYLES if style.concerns(prefix)]
    return own + [Parting(style, True) for style in STYLES if style.everywhere]


NAMES = [name for style in STYLES for name in style.names]


def named_style(text: str) -> tuple[Style, int]:
    """The style and the side of it that a person names, in part or in full.

    >>> style, side = named_style("strong club")
    >>> style.call, side == HIGH
    ('1C', True)
    """
    words = _plain(text)
    exact = [name for name in NAMES if words in (_plain(name), _plain(name).removesuffix(" pairs"))]
    found = exact or [name for name in NAMES if words and words in _plain(name)]
    if len(found) != 1:
        some = ", ".join(name.removesuffix(" pairs") for name in found or NAMES[:6])
        problem = f"{text!r} may be any of" if found else f"{text!r} is no system known here; try"
        raise UsageError(f"{problem} {some}.")
    place = NAMES.index(found[0])
    return STYLES[place // 2], HIGH if place % 2 else LOW


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())
