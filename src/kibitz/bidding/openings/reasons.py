"""Why a textbook would make a call: the points, the shape, and the deciding property."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kibitz.bidding.openings.question import Situation, is_balanced, longest_suit
from kibitz.bidding.openings.rules import house_call, is_opening_strength, quick_tricks
from kibitz.games.bridge.auction import Bid, Call, Strain
from kibitz.games.bridge.cards import Suit


class Property(Enum):
    """What decides the call, as players name it."""

    ONE_NOTRUMP = "a one no-trump opening"
    TWO_NOTRUMP = "a two no-trump opening"
    STRONG = "a strong two clubs"
    VALUES = "the values of an opening"
    TWENTY = "the rule of twenty"
    FIFTEEN = "the rule of fifteen"
    THIRD_SEAT = "a light opening in third seat"
    WEAK_TWO = "a weak two"
    PREEMPT = "a pre-empt"
    WEAK = "too few points"
    SHORT_OF_TWENTY = "short of the rule of twenty"
    SHORT_OF_FIFTEEN = "short of the rule of fifteen"
    SOFT = "too few quick tricks"


@dataclass(frozen=True, slots=True)
class OpeningReason:
    """A hand as a player would sum it up."""

    points: int
    lengths: tuple[int, int, int, int]
    """By suit, spades first."""
    suit: Suit | None
    """The suit that is bid, else the longest; None if the hand is balanced."""
    decides: Property
    house: Call
    """The call by the house rules."""
    agrees: bool
    """Whether that is also the call to be explained."""

    @property
    def two_longest(self) -> int:
        """The number of cards in the two longest suits."""
        return sum(sorted(self.lengths)[2:])

    @classmethod
    def of(cls, situation: Situation, call: Call) -> OpeningReason:
        hand, house = situation.hand, house_call(situation)
        spades, hearts, diamonds, clubs = hand.shape
        return cls(
            hand.points,
            (spades, hearts, diamonds, clubs),
            _suit(situation, call),
            deciding(situation),
            house,
            house == call,
        )


def deciding(situation: Situation) -> Property:
    """The property by which the house rules open or pass.

    >>> deciding(Situation.parse("K2.AQ985.QJ84.63")).value
    'the rule of twenty'
    """
    house = house_call(situation)
    if not isinstance(house, Bid):
        return _passing(situation)
    if house.strain is Strain.NOTRUMP:
        return Property.ONE_NOTRUMP if house.level == 1 else Property.TWO_NOTRUMP
    if house.level >= 2:
        if situation.hand.points >= 22:
            return Property.STRONG
        return Property.WEAK_TWO if house.level == 2 else Property.PREEMPT
    return _opening(situation)


def _opening(situation: Situation) -> Property:
    """What justifies an opening at the one level."""
    hand = situation.hand
    if hand.points >= 13:
        return Property.VALUES
    if situation.seat == 4:
        return Property.FIFTEEN if _fifteen(situation) >= 15 else Property.VALUES
    if is_opening_strength(Situation(hand)) and _twenty(situation) >= 20:
        return Property.TWENTY
    return Property.VALUES if hand.points >= 12 else Property.THIRD_SEAT


def _passing(situation: Situation) -> Property:
    hand = situation.hand
    if hand.points < 9:
        return Property.WEAK
    if situation.seat == 4:
        return Property.SHORT_OF_FIFTEEN
    if _twenty(situation) < 20:
        return Property.SHORT_OF_TWENTY
    return Property.SOFT if quick_tricks(hand) < 1.5 else Property.WEAK


def _twenty(situation: Situation) -> int:
    return situation.hand.points + sum(sorted(situation.hand.shape)[2:])


def _fifteen(situation: Situation) -> int:
    return situation.hand.points + situation.hand.length(Suit.SPADES)


def _suit(situation: Situation, call: Call) -> Suit | None:
    """The suit worth naming: the one that is bid, else the longest of an unbalanced hand."""
    hand = situation.hand
    bid = call.strain.trumps if isinstance(call, Bid) else None
    least = 3 if isinstance(call, Bid) and call.level == 1 else 5
    if bid is not None and hand.length(bid) >= least:
        return bid
    return None if is_balanced(hand) else longest_suit(hand)
