"""The choice of a card within the suit led, in the words that players use for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

from kibitz.cardplay.leads.lead import Lead
from kibitz.games.bridge.cards import Card, Hand, Named, Rank

_BAD = Rank.TEN  # a suit without a higher card than this one is bad
_SMALL = Rank.NINE  # three cards without a higher one are small; a ten among them is an honour
_HONOURS = "AKQJT"


class CardReason(Named, Enum):
    """What the card led is among those held in its suit; the first that applies names it.

    >>> from kibitz.games.bridge.auction import Auction
    >>> from kibitz.games.bridge.cards import Card, Hand
    >>> from kibitz.games.bridge.deal import Seat
    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> hand = Hand.parse("KJ752.84.QJT3.62")
    >>> for card in ("S5", "H8", "DQ"):
    ...     print(CardReason.of(Lead(hand, auction, auction.contract, Card.parse(card))).phrase)
    fourth best
    top of a doubleton
    top of a sequence
    """

    SINGLETON = "a singleton"
    ACE_FROM_ACE_KING = "the ace from ace-king"
    KING_FROM_ACE_KING = "the king from ace-king"
    TOP_OF_DOUBLETON = "top of a doubleton"
    LOW_OF_DOUBLETON = "low from a doubleton"
    TOP_OF_SEQUENCE = "top of a sequence"
    TOP_OF_TOUCHING = "top of touching honours"
    INNER_SEQUENCE = "top of an interior sequence"
    LOWER_OF_TOUCHING = "the lower of touching honours"
    UNSUPPORTED = "an unsupported honour"
    TOP_OF_NOTHING = "top of nothing"
    MIDDLE = "middle of three small"
    SECOND_FROM_BAD = "second best from a bad suit"
    LOW_FROM_THREE_SMALL = "low from three small"
    LOW_FROM_HONOUR = "low from an honour third"
    FOURTH_BEST = "fourth best"
    THIRD_BEST = "third best"
    FIFTH_BEST = "fifth best"
    LOWEST = "the lowest"

    @property
    def phrase(self) -> str:
        """The words that players use for it."""
        return self.value

    def holds(self, lead: Lead) -> bool:
        return _TRUTH[self](lead)

    @classmethod
    def of(cls, lead: Lead) -> CardReason | None:
        """The reason that applies; None for a card that players have no name for."""
        return next((reason for reason in cls if reason.holds(lead)), None)


def usual_first(order: Sequence[Card], lead: Lead) -> list[Card]:
    """The cards of a hand in their order, a usual lead before its equals that have no name.

    *lead* is any lead from the hand. Of AK10876 the eight, fourth best, goes before the seven.
    """
    left, found = list(order), list[Card]()
    while left:
        card = left[0]
        equals = [one for one in left if one.suit is card.suit and _touch(one, card, lead.hand)]
        usual = (one for one in equals if CardReason.of(replace(lead, card=one)) not in _UNUSUAL)
        chosen = card if card.rank > _SMALL else next(usual, card)
        found.append(chosen)
        left.remove(chosen)
    return found


def _touch(one: Card, other: Card, hand: Hand) -> bool:
    """Whether two cards are the same, or all cards between them are held."""
    low, high = sorted((one.rank, other.rank))
    return all(Card(one.suit, Rank(rank)) in hand for rank in range(low, high))


def below(lead: Lead) -> int:
    """The number of cards held directly below the card led: 2 for the queen from Q J 10."""
    held, rank = lead.held, lead.card.rank
    count = 0
    while rank - count - 1 >= Rank.TWO and str(Rank(rank - count - 1)) in held:
        count += 1
    return count


def has_above(lead: Lead) -> bool:
    """Whether the card directly above the card led is held."""
    return lead.card.rank < Rank.ACE and str(Rank(lead.card.rank + 1)) in lead.held


def is_bad_suit(held: str) -> bool:
    """A suit without an honour above the ten.

    >>> is_bad_suit("T952"), is_bad_suit("J952")
    (True, False)
    """
    return Rank.parse(held[0]) <= _BAD


def _is_small(lead: Lead) -> bool:
    return Rank.parse(lead.held[0]) <= _SMALL


def _is_honour(lead: Lead) -> bool:
    return str(lead.card.rank) in _HONOURS


def _long_honour(lead: Lead) -> bool:
    """An honour led from three cards or more."""
    return _is_honour(lead) and len(lead.held) >= 3


def _at(lead: Lead, place: int, least: int, most: int = 13) -> bool:
    return lead.place == place and least <= len(lead.held) <= most


def _is_sequence_top(lead: Lead) -> bool:
    return _long_honour(lead) and lead.place == 0 and below(lead) >= 2


def _is_touching_top(lead: Lead) -> bool:
    return lead.card.rank > Rank.TEN and len(lead.held) >= 3 and lead.place == 0 and below(lead) > 0


def _is_inner(lead: Lead) -> bool:
    gap = lead.place > 0 and not has_above(lead)
    return _long_honour(lead) and gap and bool(lead.honours) and below(lead) >= 1


_UNUSUAL = (None, CardReason.FIFTH_BEST, CardReason.LOWEST)
"""What a small card is that nobody would lead rather than its equal."""

_TRUTH: dict[CardReason, Callable[[Lead], bool]] = {
    CardReason.SINGLETON: lambda lead: len(lead.held) == 1,
    CardReason.ACE_FROM_ACE_KING: lambda lead: lead.held[:2] == "AK" and lead.place == 0,
    CardReason.KING_FROM_ACE_KING: lambda lead: lead.held[:2] == "AK" and lead.place == 1,
    CardReason.TOP_OF_DOUBLETON: lambda lead: _at(lead, 0, 2, 2),
    CardReason.LOW_OF_DOUBLETON: lambda lead: _at(lead, 1, 2, 2),
    CardReason.TOP_OF_SEQUENCE: _is_sequence_top,
    CardReason.TOP_OF_TOUCHING: _is_touching_top,
    CardReason.INNER_SEQUENCE: _is_inner,
    CardReason.LOWER_OF_TOUCHING: lambda lead: _long_honour(lead) and has_above(lead),
    CardReason.UNSUPPORTED: lambda lead: _long_honour(lead) and lead.card.rank > Rank.TEN,
    CardReason.TOP_OF_NOTHING: lambda lead: _at(lead, 0, 3),
    CardReason.MIDDLE: lambda lead: _is_small(lead) and _at(lead, 1, 3, 3),
    CardReason.SECOND_FROM_BAD: lambda lead: is_bad_suit(lead.held) and _at(lead, 1, 4),
    CardReason.LOW_FROM_THREE_SMALL: lambda lead: _is_small(lead) and _at(lead, 2, 3, 3),
    CardReason.LOW_FROM_HONOUR: lambda lead: _at(lead, 2, 3, 3),
    CardReason.FOURTH_BEST: lambda lead: _at(lead, 3, 4),
    CardReason.THIRD_BEST: lambda lead: _at(lead, 2, 4),
    CardReason.FIFTH_BEST: lambda lead: _at(lead, 4, 5),
    CardReason.LOWEST: lambda lead: lead.place == len(lead.held) - 1,
}
