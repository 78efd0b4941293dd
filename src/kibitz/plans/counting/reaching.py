"""The top tricks that two hands can reach: winners are worth nothing where nobody can lead to them.

A small search over who leads what, the two hands cashing without losing the lead; what the
defenders throw does not matter, as only cards that nobody can beat are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from kibitz.games.bridge.cards import FULL_DECK, Hand, Rank, Suit

_PATIENCE = 3000
"""The most positions that are looked at; what was found by then can be reached."""

Holding: TypeAlias = tuple[Rank, ...]
"""The cards of a suit in one hand, lowest first."""
Cards: TypeAlias = tuple[tuple[Holding, Holding], ...]
"""By suit, the holdings of the two hands."""
Tricks: TypeAlias = tuple[int, ...]
"""By suit, the tricks."""


def reachable(one: Hand, other: Hand, gone: Hand, leader: int | None = None) -> Mapping[Suit, int]:
    """The tricks of each suit that the two hands can cash, in the order that cashes most.

    *leader* is the hand on lead, 0 or 1; None: whichever is better.

    >>> A, B = Hand.parse("A.432.432.432"), Hand.parse("KQJ32.765.765.76")
    >>> [reachable(A, B, Hand(), leader)[Suit.SPADES] for leader in (0, 1)]
    [1, 1]
    """
    seen = one | other | gone
    out = [[card.rank for card in FULL_DECK.of_suit(suit) - seen] for suit in Suit]
    cards = tuple((_ranks(one, suit), _ranks(other, suit)) for suit in Suit)
    tops = tuple(max(ranks, default=None) for ranks in out)
    run = tuple(max(map(len, pair)) - len(ranks) for pair, ranks in zip(cards, out, strict=True))
    search = _Search(tops, run)
    starts = (0, 1) if leader is None else (leader,)
    best = max((search.best(start, cards) for start in starts), key=sum)
    return dict(zip(Suit, best, strict=True))


def _ranks(hand: Hand, suit: Suit) -> Holding:
    return tuple(card.rank for card in hand.of_suit(suit))


@dataclass(eq=False)
class _Search:
    """The best way to cash, position by position."""

    tops: tuple[Rank | None, ...]
    """By suit, the highest card that a defender has."""
    run: tuple[int, ...]
    """By suit, the length of the longer hand from which on nobody else has a card of it."""
    left: int = _PATIENCE
    known: dict[tuple[int, Cards], Tricks] = field(default_factory=dict)

    def best(self, leader: int, cards: Cards) -> Tricks:
        if (leader, cards) in self.known:
            return self.known[leader, cards]
        found: Tricks = (0,) * len(cards)
        self.left -= 1
        most = sum(self._most(suit, pair) for suit, pair in enumerate(cards))
        for suit, winner, pair in self._tricks(leader, cards):
            if self.left <= 0 or sum(found) == most:
                break
            then = self.best(winner, (*cards[:suit], pair, *cards[suit + 1 :]))
            total = tuple(number + (at == suit) for at, number in enumerate(then))
            found = max(found, total, key=sum)
        self.known[leader, cards] = found
        return found

    def _wins(self, suit: int, rank: Rank, longest: int) -> bool:
        top = self.tops[suit]
        return top is None or rank > top or longest <= self.run[suit]

    def _most(self, suit: int, pair: tuple[Holding, Holding]) -> int:
        longest = max(map(len, pair))
        winners = sum(self._wins(suit, rank, longest) for holding in pair for rank in holding)
        return longest if longest - winners <= self.run[suit] else min(winners, longest)

    def _tricks(
        self, leader: int, cards: Cards
    ) -> Iterator[tuple[int, int, tuple[Holding, Holding]]]:
        """The tricks that may be won: the suit, the winning hand, and what the hands have left."""
        for suit, pair in enumerate(cards):
            mine, theirs, longest = pair[leader], pair[1 - leader], max(map(len, pair))
            for led in dict.fromkeys((*mine[:1], *mine[-1:])):
                answers = {one for one in theirs if self._wins(suit, one, longest) and one > led}
                follow = dict.fromkeys((*theirs[:1], *sorted(answers)[:1], *theirs[-1:]))
                for played in follow or (None,):
                    over = played is not None and played > led
                    best = played if over and played is not None else led
                    if not self._wins(suit, best, longest):
                        continue
                    left = [mine, theirs]
                    left[0] = tuple(one for one in mine if one != led)
                    left[1] = tuple(one for one in theirs if one != played)
                    after = (left[0], left[1]) if leader == 0 else (left[1], left[0])
                    yield suit, 1 - leader if over else leader, after
