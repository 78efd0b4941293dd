"""An opening lead, and what its suit is to the leader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from kibitz.cardplay.inferences.asked import asked
from kibitz.cardplay.inferences.bids import suits_bid
from kibitz.cardplay.inferences.statements import Length
from kibitz.cardplay.inferences.telling import told_by_calls
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Named, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import card_text

MAJORS = (Suit.HEARTS, Suit.SPADES)
_LONG = 4  # cards of a long suit, at least
_SHOWN = 4  # a suit in which so many cards are shown is no unbid suit
_FEW_TRUMPS = 4  # with so many trumps a ruff is rather a loss


@dataclass(frozen=True)
class Lead:
    """A card led from a hand after an auction; the leader sits to declarer's left.

    >>> from kibitz.games.bridge.auction import Auction
    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> hand = Hand.parse("KJ752.84.Q93.T62")
    >>> lead = Lead(hand, auction, auction.contract, Card.parse("S5"))
    >>> lead.seat, lead.held, lead.place
    (Seat.EAST, 'KJ752', 3)
    """

    hand: Hand
    auction: Auction
    contract: Contract
    card: Card

    def __post_init__(self) -> None:
        if self.card not in self.hand:
            raise UsageError(f"{card_text(self.card)} cannot be led: it is not in the hand.")

    @property
    def seat(self) -> Seat:
        return self.contract.leader

    @property
    def suit(self) -> Suit:
        return self.card.suit

    @property
    def trumps(self) -> Suit | None:
        return self.contract.bid.strain.trumps

    @property
    def held(self) -> str:
        """The holding in the suit led, highest first."""
        return self.hand.ranks(self.suit)

    @property
    def place(self) -> int:
        """The index of the card in the holding, 0 for the highest."""
        return self.held.index(str(self.card.rank))

    @cached_property
    def honours(self) -> tuple[Rank, ...]:
        """The honours above the ten in the suit led, highest first."""
        return tuple(Rank.parse(each) for each in self.held if each in "AKQJ")

    @cached_property
    def honour_above(self) -> Rank | None:
        """The highest honour that the lead is away from: one that it does not touch."""
        gap = False
        for above in range(self.card.rank + 1, Rank.ACE + 1):
            held = str(Rank(above)) in self.held
            gap = gap or not held
            if held and gap and above >= Rank.JACK:
                return self.honours[0]
        return None

    def bid_by(self, *seats: Seat) -> bool:
        """Whether one of these players bid the suit naturally."""
        return self.suit in suits_bid(self.auction, *seats)

    @property
    def bid_by_opponents(self) -> bool:
        return self.bid_by(self.contract.declarer, self.contract.dummy)

    @property
    def is_asked(self) -> bool:
        """Whether partner asked for the suit with a double."""
        found = asked(self.auction, self.seat)
        return found is not None and found.suit is self.suit

    @property
    def is_shown_by_opponents(self) -> bool:
        """Whether an opponent has shown the suit without bidding it: by Stayman, say."""
        return self.suit in suits_shown(self.auction, self.contract.declarer, self.contract.dummy)

    @property
    def is_unbid(self) -> bool:
        shown = self.bid_by(*Seat) or self.suit in suits_shown(self.auction, *Seat)
        return not shown and not self.is_asked


def suits_shown(auction: Auction, *seats: Seat) -> frozenset[Suit]:
    """The suits of which these players have shown four cards, bid or not."""
    return frozenset(
        one.statement.suit
        for one in told_by_calls(auction)
        if isinstance(one.statement, Length) and one.statement.least >= _SHOWN and one.seat in seats
    )


class SuitReason(Named, Enum):
    """What the suit of a lead is to the leader; several reasons may apply.

    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> hand = Hand.parse("KJ752.84.Q93.T62")
    >>> lead = Lead(hand, auction, auction.contract, Card.parse("S5"))
    >>> [reason.phrase for reason in SuitReason.all_of(lead)]
    ['your long suit', 'an unbid major', 'away from an honour']
    """

    TRUMP = "a trump"
    ASKED = "the suit partner asked for"
    PARTNER = "partner's suit"
    OWN = "the suit you bid"
    SINGLETON = "a singleton"
    DOUBLETON = "a doubleton"
    LONG = "your long suit"
    UNBID_MAJOR = "an unbid major"
    UNBID_MINOR = "an unbid minor"
    OPPONENTS = "a suit the opponents bid"
    SHOWN = "a suit the opponents have shown"
    PASSIVE = "from small cards"
    ACTIVE = "away from an honour"

    @property
    def phrase(self) -> str:
        """The words that players use for it."""
        return self.value

    def holds(self, lead: Lead) -> bool:
        return _TRUTH[self](lead)

    @classmethod
    def all_of(cls, lead: Lead) -> tuple[SuitReason, ...]:
        """All reasons that apply, the most telling first."""
        return tuple(reason for reason in cls if reason.holds(lead))


def hopes_for_ruff(lead: Lead) -> bool:
    """Whether the lead is from a short side suit, with trumps to spare for a ruff."""
    if lead.trumps is None or lead.suit is lead.trumps or len(lead.held) > 2:
        return False
    return 0 < lead.hand.length(lead.trumps) <= _FEW_TRUMPS


def _is_long(lead: Lead) -> bool:
    length = len(lead.held)
    return length >= _LONG and all(lead.hand.length(suit) <= length for suit in Suit)


def _is_side(lead: Lead) -> bool:
    return lead.suit is not lead.trumps


def _away(lead: Lead) -> bool:
    return lead.honour_above is not None


_TRUTH: dict[SuitReason, Callable[[Lead], bool]] = {
    SuitReason.TRUMP: lambda lead: not _is_side(lead),
    SuitReason.ASKED: lambda lead: lead.is_asked,
    SuitReason.PARTNER: lambda lead: lead.bid_by(lead.seat.partner),
    SuitReason.OWN: lambda lead: lead.bid_by(lead.seat),
    SuitReason.SINGLETON: lambda lead: _is_side(lead) and len(lead.held) == 1,
    SuitReason.DOUBLETON: lambda lead: _is_side(lead) and len(lead.held) == 2,
    SuitReason.LONG: lambda lead: _is_side(lead) and _is_long(lead),
    SuitReason.UNBID_MAJOR: lambda lead: lead.is_unbid and lead.suit in MAJORS,
    SuitReason.UNBID_MINOR: lambda lead: lead.is_unbid and lead.suit not in MAJORS,
    SuitReason.OPPONENTS: lambda lead: (
        _is_side(lead) and lead.bid_by_opponents and not lead.is_asked
    ),
    SuitReason.SHOWN: lambda lead: (
        _is_side(lead)
        and lead.is_shown_by_opponents
        and not lead.bid_by_opponents
        and not lead.is_asked
    ),
    SuitReason.PASSIVE: lambda lead: not lead.honours and len(lead.held) > 1,
    SuitReason.ACTIVE: _away,
}
