"""What conventions promise, one card or point more or less: the measured rate decides which."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.systems.conditions import POINTS, SUIT_WORDS, Amount, CardsInSuit, Condition
from kibitz.cardplay.inferences.heard import Clue, HeardAuction
from kibitz.cardplay.inferences.statements import Length, Points, Statement
from kibitz.games.bridge.auction import Bid
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

TOLD_ELSEWHERE = ("answer to Stayman", "answer to Stayman over two no-trump")
"""Calls of which the rules of shape tell the same, and more."""
_LONG = 4
"""Fewer cards of a suit, promised at least, are not worth saying."""
_SHORT = 2
"""More cards of a suit, promised at most, are not worth saying."""
_STRONG, _WEAK = 10, 11
"""Points promised are worth saying from so many up, or from so many down."""
_ALL = 13


def promised(heard: HeardAuction) -> Iterator[Clue]:
    """What each named call of an auction promises of lengths and points."""
    for place, one in enumerate(heard.named):
        if one is None or one.name in TOLD_ELSEWHERE:
            continue
        seat, did = heard.seat(place), did_named(one, is_opening=place == heard.start)
        for number, condition in enumerate(one.promises):
            readings = tuple(_readings(f"{one.name}/{number}", seat, condition))
            if readings:
                yield Clue(seat, place, did, readings)


def did_named(one: NamedCall, *, is_opening: bool) -> str:
    """What a player did, with the call's name where it does not say itself.

    >>> from kibitz.bidding.conventions.naming import names
    >>> from kibitz.games.bridge.auction import Auction
    >>> opened, _, answer = names(Auction.of(Seat.NORTH, "1H P 4C"))
    >>> did_named(opened, is_opening=True), did_named(answer, is_opening=False)
    ('opened 1♥', 'bid 4♣, a splinter: short in clubs')
    """
    if not isinstance(one.call, Bid):
        return f"made {one.short.partition(':')[0]}"
    call = call_text(one.call)
    if is_opening:
        return f"opened {call}"
    if one.name == "simple overcall":
        return f"overcalled {call}"
    return f"bid {call}" if one.is_natural else f"bid {one}"


def _readings(rule: str, seat: Seat, condition: Condition) -> Iterator[tuple[str, Statement]]:
    if isinstance(condition, CardsInSuit) and condition.suit in SUIT_WORDS:
        suit, (low, high) = SUIT_WORDS[condition.suit], condition.span
        if low >= _LONG:
            for least in range(low + 2, low - 1, -1):
                yield f"{rule}: {least} cards or more", Length(seat, suit, least)
        elif high <= _SHORT:
            for most in range(high, _SHORT + 1):
                yield f"{rule}: {most} cards at most", Length(seat, suit, most=most)
    if isinstance(condition, Amount) and condition.measure == POINTS:
        low, high = condition.span
        if low >= _STRONG:
            for least in range(low + 2, max(_STRONG, low - 2) - 1, -1):
                yield f"{rule}: {least} points or more", Points(seat, least=least)
        if high <= _WEAK:
            for most in range(high - 1, _WEAK + 1):
                yield f"{rule}: {most} points at most", Points(seat, most=most)
