"""What the table knows of a hand: points, lengths and key cards, each from so many to so many."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.games.bridge.cards import Suit

Range = tuple[int, int]
CARDS = 13
MOST_POINTS = 40


def meet(one: Range, other: Range) -> Range:
    """What both say; the later where they contradict each other."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def join(one: Range, other: Range) -> Range:
    """What covers both."""
    return min(one[0], other[0]), max(one[1], other[1])


@dataclass(frozen=True, slots=True)
class Known:
    """Of one hand; what nobody has spoken of is anything at all."""

    points: Range = (0, MOST_POINTS)
    lengths: tuple[Range, Range, Range, Range] = ((0, CARDS),) * 4
    key_cards: Range = (0, 5)

    def with_points(self, span: Range) -> Known:
        return replace(self, points=meet(self.points, span))

    def with_key_cards(self, span: Range) -> Known:
        return replace(self, key_cards=meet(self.key_cards, span))

    def with_length(self, suit: Suit, span: Range) -> Known:
        """A hand has thirteen cards: long here is short elsewhere."""
        lengths = list(self.lengths)
        lengths[suit] = meet(lengths[suit], span)
        free = CARDS - sum(low for low, _ in lengths)
        a, b, c, d = ((low, max(low, min(high, low + free))) for low, high in lengths)
        return replace(self, lengths=(a, b, c, d))

    def joined(self, other: Known) -> Known:
        a, b, c, d = (join(one, two) for one, two in zip(self.lengths, other.lengths, strict=True))
        return Known(
            join(self.points, other.points), (a, b, c, d), join(self.key_cards, other.key_cards)
        )
