"""What a call shows, in the words of players; nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.bidding.auctions.claims import ShownRange
from kibitz.games.bridge.cards import Suit
from kibitz.wording import in_words, listed

if TYPE_CHECKING:
    from kibitz.bidding.calls.shown.hand import ShownHand

MOST_POINTS, _MOST_CARDS = 37, 13
_SUITS = 3  # the most suits that are named


def shown_words(shown: ShownHand) -> str:
    """*12 or more points and five or more spades*, and what is usual; empty if nothing is known.

    >>> from kibitz.bidding.calls.shown.hand import ShownHand
    >>> points, spades = ShownRange(12, 37, False, 0.93), ShownRange(5, 13, True, 0.97)
    >>> shown_words(ShownHand(points, (None, None, None, spades), False, 0, (12, 17)))
    'five or more spades, and usually 12 or more points'
    """
    sure, usual = list(_parts(shown, True)), list(_parts(shown, False))
    if not usual:
        return listed(sure)
    if not sure:
        return f"usually shows {listed(usual)}"
    return f"{listed(sure)}, and usually {listed(usual)}"


def _parts(shown: ShownHand, is_sure: bool) -> Iterator[str]:
    if shown.points is not None and shown.points.is_sure is is_sure:
        yield points_words(shown.points.least, shown.points.most)
    for suit in named_suits(shown):
        claim = shown.lengths[suit]
        if claim is not None and claim.is_sure is is_sure:
            yield cards_words(claim, suit)


def named_suits(shown: ShownHand) -> list[Suit]:
    """The suits that are named: the longest first, then the shortest."""
    known = [(suit, one) for suit in reversed(Suit) if (one := shown.lengths[suit]) is not None]
    found = sorted(known, key=lambda pair: (-pair[1].least, pair[1].most, -pair[0]))
    return [suit for suit, _ in found[:_SUITS]]


def points_words(least: int, most: int) -> str:
    """
    >>> points_words(12, 37), points_words(5, 9), points_words(0, 11), points_words(15, 15)
    ('12 or more points', '5 to 9 points', 'at most 11 points', '15 points')
    """
    if most >= MOST_POINTS:
        return f"{least} or more points"
    if least == 0:
        return f"at most {most} point{'' if most == 1 else 's'}"
    if least == most:
        return f"{least} points"
    return f"{least} {'or' if most == least + 1 else 'to'} {most} points"


def cards_words(claim: ShownRange, suit: Suit) -> str:
    """
    >>> cards_words(ShownRange(4, 13, True, 0.97), Suit.HEARTS)
    'four or more hearts'
    >>> cards_words(ShownRange(0, 1, True, 0.97), Suit.CLUBS)
    'at most one club'
    """
    name, least, most = suit.name.lower(), claim.least, claim.most
    if most >= _MOST_CARDS:
        return f"{in_words(least)} or more {name}"
    if most == 0:
        return f"no {name[:-1]}"
    if least == 0:
        return f"at most {in_words(most)} {name if most > 1 else name[:-1]}"
    if least == most:
        return f"{in_words(least)} {name if least > 1 else name[:-1]}"
    return f"{in_words(least)} {'or' if most == least + 1 else 'to'} {in_words(most)} {name}"
