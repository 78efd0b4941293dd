"""Everything an opener knows: thirteen cards, the passes so far, and who is vulnerable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Strain
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.typed import typed_hand


class Colours(IntEnum):
    """Who is vulnerable, from the player's point of view: nobody, we, they, both."""

    NONE = 0
    WE = 1
    THEY = 2
    BOTH = 3

    @classmethod
    def parse(cls, text: str) -> Colours:
        """Read ``none``, ``we``, ``they`` or ``both``; ``ns`` means we and ``ew`` they.

        >>> str(Colours.parse("unfavourable"))
        'we'
        """
        try:
            return _COLOURS[text.lower()]
        except KeyError:
            raise UsageError(
                f"not a vulnerability: {text!r} (none, we, they or both, as the opener sees it)"
            ) from None

    @classmethod
    def seen_from(cls, seat: Seat, vulnerability: Vulnerability) -> Colours:
        return cls(vulnerability.includes(seat) + 2 * vulnerability.includes(seat.next))

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def ours(self) -> bool:
        return bool(self & Colours.WE)

    @property
    def theirs(self) -> bool:
        return bool(self & Colours.THEY)


_COLOURS = {str(colours): colours for colours in Colours} | {
    "ns": Colours.WE,
    "ew": Colours.THEY,
    "unfavourable": Colours.WE,
    "favourable": Colours.THEY,
    "all": Colours.BOTH,
}


_WRITTEN = re.compile(r"(?P<hand>.*), seat (?P<seat>[1-4]), (?P<vulnerability>[a-z]+) vulnerable")


@dataclass(frozen=True, slots=True)
class Situation:
    """An opening decision: *seat* is 1 for the dealer, 4 after three passes.

    >>> str(Situation.parse("AQ7.KJ985.K2.T43", seat=3))
    'AQ7.KJ985.K2.T43, seat 3, none vulnerable'
    """

    hand: Hand
    seat: int = 1
    colours: Colours = Colours.NONE

    def __post_init__(self) -> None:
        if len(self.hand) != 13:
            raise UsageError(f"an opener holds 13 cards, not {len(self.hand)}: {self.hand}")
        if not 1 <= self.seat <= 4:
            raise UsageError(f"a seat is 1 to 4, from the dealer on: {self.seat}")

    @classmethod
    def parse(cls, hand: Hand | str, seat: int = 1, vulnerability: str = "none") -> Situation:
        """Read a hand as people type it, or a whole situation as `str` writes it.

        >>> Situation.parse("AQ7.KJ985.K2.T43, seat 3, we vulnerable").colours.ours
        True
        """
        whole = _WRITTEN.fullmatch(hand.strip()) if isinstance(hand, str) else None
        if whole:
            hand, seat, vulnerability = whole["hand"], int(whole["seat"]), whole["vulnerability"]
        return cls(typed_hand(hand), seat, Colours.parse(vulnerability))

    def __str__(self) -> str:
        return f"{self.hand}, seat {self.seat}, {self.colours} vulnerable"


def longest_suit(hand: Hand) -> Suit:
    """The suit with the most cards; the higher of equals.

    >>> longest_suit(Hand.parse("AQ7.KJ985.K2.T43")).name
    'HEARTS'
    """
    return max(Suit, key=lambda suit: (hand.length(suit), suit))


def strain_of(suit: Suit) -> Strain:
    return Strain(suit)


def is_balanced(hand: Hand) -> bool:
    """4-3-3-3, 4-4-3-2 or 5-3-3-2."""
    return tuple(sorted(hand.shape)) in ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))
