"""An auction as the rules read it: the calls, their conventions, and the suits bid naturally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.naming import names
from kibitz.cardplay.inferences.bids import SuitBid, suit_bids
from kibitz.cardplay.inferences.statements import Statement
from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Sign
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat


@dataclass(frozen=True, slots=True)
class Clue:
    """What a call or card tells, by a rule: the strongest of its readings that is likely is said.

    *rule* names the measurement: the same rule in other suits or seats has the same name.
    """

    seat: Seat
    place: int
    """The number of the call, or of the card, from 0."""
    did: str
    """What the player did, to stand after his name: "overcalled 1♠"."""
    readings: tuple[tuple[str, Statement], ...]
    """The rule's name and what it states, the strongest first."""


@dataclass(frozen=True)
class HeardAuction:
    """A finished auction, with what the rules ask of it."""

    auction: Auction

    @property
    def calls(self) -> tuple[Call, ...]:
        return self.auction.calls

    @property
    def contract(self) -> Contract | None:
        return self.auction.contract

    @cached_property
    def named(self) -> tuple[NamedCall | None, ...]:
        return names(self.auction)

    @cached_property
    def bids(self) -> tuple[tuple[int, Bid], ...]:
        """All bids with their places."""
        return tuple((at, one) for at, one in enumerate(self.calls) if isinstance(one, Bid))

    @property
    def start(self) -> int:
        """The place of the opening bid."""
        return self.bids[0][0] if self.bids else len(self.calls)

    @property
    def opening(self) -> Bid | None:
        return self.bids[0][1] if self.bids else None

    @property
    def opener(self) -> Seat:
        return self.seat(self.start)

    @cached_property
    def suits(self) -> tuple[SuitBid, ...]:
        return suit_bids(self.auction)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The calls from the opening on, without the last passes."""
        said = [str(call) for call in self.calls[self.start :]]
        return tuple(said[: len(said) - 3])

    def seat(self, place: int) -> Seat:
        return Seat((self.auction.dealer + place) % 4)

    def call(self, place: int) -> Call | None:
        return self.calls[place] if 0 <= place < len(self.calls) else None

    def name(self, place: int) -> str:
        """The name of a call's convention; empty if it has none."""
        one = self.named[place] if 0 <= place < len(self.calls) else None
        return "" if one is None else one.name

    def of(self, seat: Seat) -> Iterator[tuple[int, Call]]:
        """A player's calls with their places."""
        first = (seat - self.auction.dealer) % 4
        return ((at, self.calls[at]) for at in range(first, len(self.calls), 4))

    def is_quiet(self, seat: Seat) -> bool:
        """Whether a player and his partner only passed."""
        first = (seat - self.auction.dealer) % 2
        return all(call is Sign.PASS for call in self.calls[first::2])

    def natural(self, *seats: Seat) -> frozenset[Suit]:
        return frozenset(one.suit for one in self.suits if one.seat in seats)


@lru_cache(maxsize=1 << 10)  # the words of a lead and its choice ask again
def heard(auction: Auction) -> HeardAuction:
    return HeardAuction(auction)
