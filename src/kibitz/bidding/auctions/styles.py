"""What pairs play, judged by how they used their calls at other tables.

A style is something on which pairs differ, such as the points for their 1NT, or the hearts shown
by their 2♦ response. It is judged by the mean of a pair's hands for the call at other tables; the
table in question is always subtracted. If the mean is in between, or the hands are too few, the
style of the pair is unknown.
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
class OtherBoards:
    """What the pairs of some players did at tables other than the one in question."""

    sums: Floats
    """The sums of pairs over all tables; zeros for an unknown pair."""
    pairs: Rows
    """For each player, the row of *sums* of his pair."""
    own: Entries
    """What the tables in question contributed to those sums."""

    @classmethod
    def of(cls, sums: Floats, pairs: Rows, entries: Entries, seats: Rows) -> OtherBoards:
        """For the players in *seats*, one at each of the tables of *entries*."""
        own = entries.seat % 2 == seats[entries.table] % 2
        columns = (getattr(entries, field.name)[own] for field in fields(Entries))
        return cls(sums, pairs, Entries(*columns))

    def gathered(self, situations: Sequence[int]) -> Floats:
        """The sums over several situations, without the tables in question, (n, 6)."""
        found: Floats = self.sums[self.pairs[:, None], situations].sum(axis=1)
        here = np.isin(self.own.situation, situations)
        np.subtract.at(found, self.own.table[here], self.own.sums[here])
        return found


@dataclass(frozen=True, slots=True)
class Style:
    """A style: the mean of something over a pair's hands for a call, up to *low* or from *high*.

    *names* are what players call the pairs on either side.
    """

    groups: tuple[str, ...]
    call: str
    measured: int
    low: float
    high: float
    names: tuple[str, str]
    least: int = 2
    """The number of hands at other tables that a judgement takes."""
    everywhere: bool = False
    """Whether it affects all auctions, and not only those with its own opening."""

    @property
    def situations(self) -> list[int]:
        call = DOUBLE if self.call == "X" else number_of(Bid.parse(self.call))
        return [SITUATIONS.index((group, call)) for group in self.groups]

    def concerns(self, prefix: Bytes) -> bool:
        """Whether this style matters in an auction."""
        kind, _, opening = self.groups[0].partition(" ")
        bid = self.call if kind == "opens" else opening.replace("NT", "N")
        return self.everywhere or number_of(Bid.parse(bid)) in prefix

    def sides(self, elsewhere: OtherBoards) -> Sides:
        """The side of each pair, by what it did at other tables."""
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
"""Systems come first: of two styles that split hands equally well, the earlier one is named."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A way to split hands: by a style of the callers, or of their opponents."""

    style: Style
    is_theirs: bool = False

    @property
    def names(self) -> tuple[str, str]:
        low, high = self.style.names
        return (f"against {low}", f"against {high}") if self.is_theirs else (low, high)


def partings(prefix: Bytes) -> list[Parting]:
    """The ways worth trying in an auction."""
    own = [Parting(style) for style in STYLES if style.concerns(prefix)]
    return own + [Parting(style, True) for style in STYLES if style.everywhere]


NAMES = [name for style in STYLES for name in style.names]


def named_style(text: str) -> tuple[Style, int]:
    """The style and its side that a person names, in full or in part.

    >>> style, side = named_style("strong club")
    >>> style.call, side == HIGH
    ('1C', True)
    """
    words = _plain(text)
    exact = [name for name in NAMES if words in (_plain(name), _plain(name).removesuffix(" pairs"))]
    found = exact or [name for name in NAMES if words and words in _plain(name)]
    if len(found) != 1:
        some = ", ".join(name.removesuffix(" pairs") for name in found or NAMES[:6])
        problem = f"{text!r} fits several:" if found else f"No system is called {text!r}; try"
        raise UsageError(f"{problem} {some}.")
    place = NAMES.index(found[0])
    return STYLES[place // 2], HIGH if place % 2 else LOW


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())
