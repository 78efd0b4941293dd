"""The house rules: five-card majors, a 15-17 no-trump, strong two clubs, weak twos.

They are the baseline that every experiment compares with, a feature of the learned similarities
(the hybrid of rules and cases that the dissertation proposes), and they bid the hands that are
dealt where a case base is thin. They are read from the top, and the first that fits decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.bidding.openings.question import Situation, is_balanced, longest_suit, strain_of
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Hand, Rank, Suit

HOUSE_SYSTEM = "house rules"
"""The system named in generated cases."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule: its name, whether it fits a situation, and the call it makes."""

    name: str
    fits: Callable[[Situation], bool]
    bid: Callable[[Situation], Call]


def house_call(situation: Situation) -> Call:
    """The call by the house rules.

    >>> str(house_call(Situation(Hand.parse("AQ7.KJ985.K2.T43"))))
    '1H'
    """
    return house_rule(situation).bid(situation)


def house_rule(situation: Situation) -> HouseRule:
    """The first rule that fits; the last one always does."""
    return next(rule for rule in HOUSE_RULES if rule.fits(situation))


def is_opening_strength(situation: Situation) -> bool:
    """Whether a hand is worth an opening of one in a suit; in third seat a lighter one is.

    In fourth seat spades count: with few of them it is better to pass the board out.
    """
    hand, seat = situation.hand, situation.seat
    first, second = sorted(hand.shape)[:1:-1]
    worth = hand.points + first + second
    if hand.points < (9 if seat == 3 else 10):
        return False
    if seat == 4:
        return hand.points >= 12 or hand.points + hand.length(Suit.SPADES) >= 15
    if hand.points >= 12:
        return True
    if seat == 3:
        return worth >= 19 and hand.length(longest_suit(hand)) >= 5
    return worth >= 20 and quick_tricks(hand) >= 1.5


def quick_tricks(hand: Hand) -> float:
    """Quick tricks, summed over the suits: AK 2, AQ 1½, A or KQ 1, a guarded K ½."""
    total = 0.0
    for suit in Suit:
        held = hand.ranks(suit)
        if held.startswith("AK"):
            total += 2
        elif held.startswith("AQ"):
            total += 1.5
        elif held.startswith(("A", "KQ")):
            total += 1
        elif held.startswith("K") and len(held) > 1:
            total += 0.5
    return total


def honours(hand: Hand, suit: Suit) -> int:
    """The number of honours held in *suit*, the ten included."""
    return (hand.holding(suit) >> (Rank.TEN - 2)).bit_count()


def one_bid(situation: Situation) -> Bid:
    """A five-card major if longest, else the longer minor; with 4-4 diamonds, with 3-3 clubs."""
    hand = situation.hand
    long = longest_suit(hand)
    if long >= Suit.HEARTS and hand.length(long) >= 5:
        return Bid(1, strain_of(long))
    clubs, diamonds = hand.length(Suit.CLUBS), hand.length(Suit.DIAMONDS)
    if diamonds > clubs or (diamonds == clubs and diamonds >= 4):
        return Bid(1, Strain.DIAMONDS)
    return Bid(1, Strain.CLUBS)


def _balanced(low: int, high: int) -> Callable[[Situation], bool]:
    return lambda situation: is_balanced(situation.hand) and low <= situation.hand.points <= high


def _length(situation: Situation) -> int:
    return situation.hand.length(longest_suit(situation.hand))


def _preempt(situation: Situation) -> bool:
    """Seven cards or more in a hand too weak to open; never in fourth seat."""
    return situation.seat < 4 and _length(situation) >= 7 and 4 <= situation.hand.points <= 11


def _preempt_bid(situation: Situation) -> Bid:
    suit = longest_suit(situation.hand)
    return Bid(3 if _length(situation) == 7 else 4, strain_of(suit))


def _weak_two(situation: Situation) -> bool:
    """Six fair cards, not clubs, and 6 to 10 points; not in fourth seat or with another major."""
    hand = situation.hand
    suit = longest_suit(hand)
    others = [other for other in (Suit.SPADES, Suit.HEARTS) if other is not suit]
    return (
        situation.seat < 4
        and hand.length(suit) == 6
        and suit is not Suit.CLUBS
        and 6 <= hand.points <= 10
        and honours(hand, suit) >= 2
        and all(hand.length(other) < 4 for other in others)
    )


def _named(call: Call) -> Callable[[Situation], Call]:
    return lambda situation: call


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("two no-trump: balanced, 20-21", _balanced(20, 21), _named(Bid(2, Strain.NOTRUMP))),
    HouseRule("strong two clubs: 22+", lambda s: s.hand.points >= 22, _named(Bid(2, Strain.CLUBS))),
    HouseRule("one no-trump: balanced, 15-17", _balanced(15, 17), _named(Bid(1, Strain.NOTRUMP))),
    HouseRule("one of a suit: opening strength", is_opening_strength, one_bid),
    HouseRule("pre-empt: seven cards or more", _preempt, _preempt_bid),
    HouseRule(
        "weak two: six fair cards, 6-10",
        _weak_two,
        lambda situation: Bid(2, strain_of(longest_suit(situation.hand))),
    ),
    HouseRule("pass", lambda situation: True, _named(Sign.PASS)),
)
