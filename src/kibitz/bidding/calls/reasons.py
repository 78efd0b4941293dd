"""What a player considers before he calls: points, shape, support, stoppers, partner's hand.

What partner *has shown* is what his calls show to everybody (`shown/`). What he *probably* holds
is what the player to call may believe, who sees his own hand too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import Floats
from kibitz.bidding.auctions.ranges import shortest
from kibitz.bidding.calls.network import HandBelief
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.shown.hand import ShownHand
from kibitz.games.bridge.auction import Bid
from kibitz.games.bridge.cards import Hand, Rank, Suit

SHARE = 0.8
"""The least probability that a range holds, by the belief."""
_APART = 2
"""What partner probably holds is told apart if a bound differs by so many points."""
_LEFT, _PARTNER, _RIGHT = range(3)
_SUIT_SHOWN = 4  # a suit is shown if its range starts with this many cards


@dataclass(frozen=True, slots=True)
class Span:
    """From *least* to *most*, both included."""

    least: int
    most: int

    @classmethod
    def of(cls, chances: Floats) -> Span:
        [(least, most)] = shortest(chances[None].astype(np.float64), SHARE).tolist()
        return cls(least, most)


@dataclass(frozen=True, slots=True)
class ProbableHand:
    """What a hidden hand is believed to hold: points and suit lengths, clubs first."""

    points: Span
    lengths: tuple[Span, ...]

    @classmethod
    def of(cls, belief: HandBelief, who: int) -> ProbableHand:
        return cls(
            Span.of(belief.points[0, who]), tuple(Span.of(one) for one in belief.lengths[0, who])
        )


@dataclass(frozen=True, slots=True)
class Support:
    """Our cards in a suit that partner has shown."""

    suit: Suit
    cards: int


@dataclass(frozen=True, slots=True)
class Stopper:
    """Our cards in an opponents' suit, and whether they stop it."""

    suit: Suit
    ranks: str
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for a call: the hand in the light of the auction."""

    points: int
    shape: tuple[int, int, int, int]
    """Spades first."""
    support: tuple[Support, ...]
    stoppers: tuple[Stopper, ...]
    shown: ShownHand | None
    """What partner has shown; None if he has not called yet."""
    partner: ProbableHand | None
    """What partner probably holds; None if he has not called yet."""

    @classmethod
    def of(cls, question: CallQuestion, belief: HandBelief, shown: ShownHand | None) -> Reason:
        hand = question.hand
        suits = shown.suits if shown is not None and not shown.has_passed else ()
        return cls(
            hand.points,
            hand.shape,
            tuple(Support(suit, hand.length(suit)) for suit in suits),
            tuple(
                Stopper(suit, hand.ranks(suit), is_stopped(hand, suit))
                for suit in _their_suits(question, belief)
            ),
            shown,
            None if shown is None else ProbableHand.of(belief, _PARTNER),
        )

    @property
    def partners_suits(self) -> tuple[Suit, ...]:
        """The suits that partner has shown."""
        return tuple(one.suit for one in self.support)

    @property
    def probably(self) -> Span | None:
        """The points that partner probably holds; None if one's own hand changes little."""
        if self.shown is None or self.partner is None:
            return None
        (least, most), now, claim = self.shown.reach, self.partner.points, self.shown.points
        if abs(now.least - least) < _APART and abs(now.most - most) < _APART:
            return None
        if claim is None or not claim.is_sure:
            return now
        within = Span(max(now.least, claim.least), min(now.most, claim.most))
        narrower = within.least - claim.least >= _APART or claim.most - within.most >= _APART
        return within if narrower and within.least <= within.most else None

    @property
    def together(self) -> Span | None:
        """The points with what partner probably holds; None if he has not bid or doubled."""
        if self.shown is None or self.partner is None or self.shown.has_passed:
            return None
        theirs = self.partner.points
        return Span(self.points + theirs.least, self.points + theirs.most)

    @property
    def is_balanced(self) -> bool:
        return tuple(sorted(self.shape)) in ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))


def _their_suits(question: CallQuestion, belief: HandBelief) -> list[Suit]:
    """The suits that an opponent bid, if he probably holds four; in the order of the auction."""
    calls = question.auction.calls
    found: list[Suit] = []
    for place, call in enumerate(calls):
        who = (place - len(calls)) % 4 - 1
        suit = call.strain.trumps if isinstance(call, Bid) else None
        if who in (_LEFT, _RIGHT) and suit is not None and suit not in found:
            length = Span.of(belief.lengths[0, who, suit])
            if length.least >= _SUIT_SHOWN:
                found.append(suit)
    return found


def is_stopped(hand: Hand, suit: Suit) -> bool:
    """Whether a suit has an ace, a guarded king, a queen third, or a jack fourth.

    >>> is_stopped(Hand.parse("AQ7.KJ985.K2.T43"), Suit.DIAMONDS)
    True
    >>> is_stopped(Hand.parse("AQ7.KJ9852.K.T43"), Suit.DIAMONDS)
    False
    """
    length = hand.length(suit)
    guards = {Rank.ACE: 0, Rank.KING: 1, Rank.QUEEN: 2, Rank.JACK: 3}
    held = [card.rank for card in hand if card.suit is suit]
    return any(rank in held and length > guard for rank, guard in guards.items())
