"""What a player has shown by his calls: to everybody, before anyone looks at a hand of his own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import LONGEST, Auctions, Bytes, Rows, number_of
from kibitz.bidding.auctions.claims import ShownRange, at_most, claimed
from kibitz.bidding.auctions.ranges import Shares, shortest
from kibitz.bidding.calls.likeness.decisions import auction_marks
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork
from kibitz.bidding.calls.shown.listening import read
from kibitz.bidding.conventions.naming import promised
from kibitz.bidding.openings.question import Colours
from kibitz.bidding.systems.known import KnownHand
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.cards import Suit

ENOUGH = 40
"""The hands after one auction from which a claim is made; from fewer, the network reads it."""
LISTENERS = 128
REACH = 0.8
"""The share of the points that are within a player's reach."""
_SUIT = 4


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What is claimed of a hand; None for points or a suit about which nothing is."""

    points: ShownRange | None
    lengths: tuple[ShownRange | None, ...]
    """By suit, clubs first."""
    has_passed: bool
    """Whether the player has only passed."""
    hands: int
    """The number of hands that the claims are from; 0 if the network reads the calls."""
    reach: tuple[int, int]
    """The shortest range with eight tenths of the points, as the network reads the calls."""

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits shown by four cards or more, the longest first."""
        least = {s: one.least for s in Suit if (one := self.lengths[s]) and one.least >= _SUIT}
        return tuple(sorted(least, key=lambda suit: (-least[suit], -suit)))

    def to_json(self) -> dict[str, Any]:
        lengths = {str(suit): one for suit in Suit if (one := self.lengths[suit]) is not None}
        return {
            "points": None if self.points is None else self.points.to_json(),
            "lengths": {suit: one.to_json() for suit, one in lengths.items()},
            "hands": self.hands,
        }


@dataclass(frozen=True, slots=True, eq=False)
class HandShares:
    """How points, (38,), and lengths by suit, (4, 14), are spread over so many hands."""

    points: Shares
    lengths: Shares
    hands: int = 0
    """0 for the chances of a network."""

    @classmethod
    def of_hands(cls, held: Bytes) -> HandShares:
        """From points and lengths, (n, 5)."""
        size = len(held)
        lengths = [np.bincount(held[:, 1 + suit], minlength=LENGTHS) / size for suit in Suit]
        return cls(np.bincount(held[:, 0], minlength=POINTS) / size, np.stack(lengths), size)


def shown_by(
    calls: Sequence[Call], heard: HandShares, known: KnownHand, believed: Shares
) -> ShownHand:
    """The claims about a hand, from its player's calls, similar hands, and what is promised.

    *believed* are the chances of its points as the network reads the calls.
    """
    [(least, most)] = shortest(believed[None], REACH).tolist()
    points = claimed(heard.points, known.points, heard.hands)
    lengths = [claimed(heard.lengths[suit], known.lengths[suit], heard.hands) for suit in Suit]
    if calls[-1] is Sign.PASS:
        points = at_most(points, heard.points)
        lengths = [one if one is not None and one.least >= _SUIT else None for one in lengths]
    passed = all(call is Sign.PASS for call in calls)
    return ShownHand(points, tuple(lengths), passed, heard.hands, (int(least), int(most)))


def partner_shown(
    network: CallNetwork,
    auction: Auction,
    colours: Colours,
    memory: CallMemory | None,
    without: Auctions | None = None,
) -> ShownHand | None:
    """What the partner of the player to call has shown by his last call; None if he has not called.

    The table *without* does not count.
    """
    calls = auction.calls[:-1]
    if not calls:
        return None
    prefix = np.array([number_of(call) for call in calls], np.uint8)
    found = read(network, prefix, colours, LISTENERS)
    heard = HandShares(found.points, found.lengths)
    if memory is not None:
        rows = _who_called(memory, prefix, without)
        if len(rows) >= ENOUGH:
            heard = HandShares.of_hands(memory.decisions.held[rows])
    place = (len(calls) - 1) % 4
    known = promised(replace(auction, calls=calls))[place]
    return shown_by(calls[place::4], heard, known, found.points)


def _who_called(memory: CallMemory, prefix: Bytes, without: Auctions | None) -> Rows:
    """The decisions for the last call of *prefix* after just the calls before it."""
    calls = np.zeros((1, LONGEST), np.uint8)
    calls[0, : len(prefix)] = prefix
    place = len(prefix) - 1
    mark, decisions = auction_marks(calls)[0, place], memory.decisions
    found: Rows = np.flatnonzero((decisions.marks == mark) & (decisions.calls == prefix[-1]))
    found = found[~np.isin(found, memory.withdrawn)]
    return found if without is None else memory.without_table(found, without)
