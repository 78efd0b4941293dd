"""What the table knows about a hand: ranges of points, of lengths and of key cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.games.bridge.cards import Suit

Range = tuple[int, int]
CARDS = 13
MOST_POINTS = 40


def meet(one: Range, other: Range) -> Range:
    """The intersection of two ranges; the *other* if they do not meet."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def join(one: Range, other: Range) -> Range:
    """The smallest range that covers both."""
    return min(one[0], other[0]), max(one[1], other[1])


@dataclass(frozen=True, slots=True)
class KnownHand:
    """What is known about one hand; at first, nothing."""

    points: Range = (0, MOST_POINTS)
    lengths: tuple[Range, Range, Range, Range] = ((0, CARDS),) * 4
    key_cards: Range = (0, 5)

    def with_points(self, span: Range) -> KnownHand:
        return replace(self, points=meet(self.points, span))

    def with_key_cards(self, span: Range) -> KnownHand:
        return replace(self, key_cards=meet(self.key_cards, span))

    def with_length(self, suit: Suit, span: Range) -> KnownHand:
        """With this length known; as a hand has 13 cards, the other suits are narrowed too."""
        lengths = list(self.lengths)
        lengths[suit] = meet(lengths[suit], span)
        free = CARDS - sum(low for low, _ in lengths)
        a, b, c, d = ((low, max(low, min(high, low + free))) for low, high in lengths)
        return replace(self, lengths=(a, b, c, d))

    def joined(self, other: KnownHand) -> KnownHand:
        a, b, c, d = (join(one, two) for one, two in zip(self.lengths, other.lengths, strict=True))
        return KnownHand(
            join(self.points, other.points), (a, b, c, d), join(self.key_cards, other.key_cards)
        )
