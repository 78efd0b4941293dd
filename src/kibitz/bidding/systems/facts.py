"""What a bidder counts in a hand: three kinds of points, lengths, stoppers, key cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit

_BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
_LEAST_WITH_STOPPER = {Rank.ACE: 1, Rank.KING: 2, Rank.QUEEN: 3, Rank.JACK: 4}
_SHORTNESS = {3: (3, 2, 1), 4: (5, 3, 1)}
"""Points for a void, a singleton and a doubleton, with three trumps and with four."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A hand as its bidder counts it; suits are in ascending order, clubs first."""

    hand: Hand
    lengths: tuple[int, int, int, int]
    pattern: tuple[int, int, int, int]
    points: int

    @property
    def total_points(self) -> int:
        """High-card points, plus one for each card after the fourth in a suit."""
        return self.points + sum(max(0, length - 4) for length in self.lengths)

    @property
    def opening_count(self) -> int:
        """High-card points plus the lengths of the two longest suits: the rule of twenty."""
        return self.points + self.pattern[0] + self.pattern[1]

    def support_points(self, trumps: Suit) -> int:
        """High-card points, plus points for short suits with three or more trumps.

        >>> facts(Hand.parse("4.KQ85.A9743.T43")).support_points(Suit.HEARTS)
        12
        """
        held = min(4, self.lengths[trumps])
        if held < 3:
            return self.points
        worth = _SHORTNESS[held]
        sides = (self.lengths[suit] for suit in Suit if suit is not trumps)
        return self.points + sum(worth[length] for length in sides if length < 3)

    @property
    def is_balanced(self) -> bool:
        return self.pattern in _BALANCED

    @property
    def is_nearly_balanced(self) -> bool:
        """Balanced, or 5-4-2-2 with a five-card minor."""
        majors = max(self.lengths[Suit.HEARTS], self.lengths[Suit.SPADES])
        return self.is_balanced or (self.pattern == (5, 4, 2, 2) and majors < 5)

    def aces(self) -> int:
        return sum(self.holds(suit, Rank.ACE) for suit in Suit)

    def key_cards(self, trumps: Suit) -> int:
        """The number of aces, counting the king of trumps as one."""
        return self.aces() + self.holds(trumps, Rank.KING)

    def holds(self, suit: Suit, rank: Rank) -> bool:
        return Card(suit, rank) in self.hand

    def stops(self, suit: Suit) -> bool:
        """The ace, or a guarded king, queen or knave."""
        length = self.lengths[suit]
        return any(
            self.holds(suit, rank) and length >= least
            for rank, least in _LEAST_WITH_STOPPER.items()
        )

    def honours(self, suit: Suit, down_to: Rank = Rank.TEN) -> int:
        return sum(self.holds(suit, rank) for rank in Rank if rank >= down_to)

    def is_good(self, suit: Suit) -> bool:
        """Two of the top three, or three of the five honours."""
        return self.honours(suit, Rank.QUEEN) >= 2 or self.honours(suit) >= 3


@lru_cache(maxsize=1 << 14)
def facts(hand: Hand) -> Facts:
    clubs, diamonds, hearts, spades = (hand.length(suit) for suit in Suit)
    first, second, third, fourth = sorted((clubs, diamonds, hearts, spades), reverse=True)
    return Facts(
        hand, (clubs, diamonds, hearts, spades), (first, second, third, fourth), hand.points
    )
