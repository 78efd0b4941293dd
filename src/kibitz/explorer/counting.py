"""Average hands and results of tables in the index."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from kibitz.explorer.answer import AverageHand, LedCard, Results
from kibitz.explorer.leads import LeadKind
from kibitz.explorer.store import UNKNOWN, AuctionIndex, Numbers
from kibitz.games.bridge.cards import DECK, Card, Hand

_LOOKED_AT = 32  # the number of hands closest to the average that are considered

Hands = npt.NDArray[np.uint8]


def average_hand(hands: Hands) -> AverageHand:
    """The average of hands as the index stores them: points, then four lengths."""
    means = hands.mean(axis=0)
    counts = np.bincount(hands[:, 0], minlength=38).cumsum()
    low, high = (int(np.searchsorted(counts, share * len(hands))) for share in (0.1, 0.9))
    spades, hearts, diamonds, clubs = map(float, means[1:])
    return AverageHand(float(means[0]), low, high, (spades, hearts, diamonds, clubs))


def most_typical(index: AuctionIndex, tables: Numbers, hands: Hands, number: int) -> Numbers:
    """The tables with the hands closest to the average, of different deals, earlier ones first.

    The same deal recurs in the other room and in other matches.
    """
    apart = np.abs(hands - hands.mean(axis=0, dtype=np.float32)).sum(axis=1)
    enough = min(_LOOKED_AT, len(apart)) - 1
    close = np.flatnonzero(apart <= np.partition(apart, enough)[enough])
    close = close[np.argsort(apart[close], kind="stable")][: 4 * _LOOKED_AT]
    deals = {index.rows["hands"][tables[one]].tobytes(): one for one in reversed(close)}
    first = sorted(deals.values(), key=lambda one: (apart[one], one))[:number]
    return tables[first]


def results(index: AuctionIndex, tables: Numbers, places: npt.NDArray[np.uint8]) -> Results:
    """The results of *tables* for the sides of the players at *places*."""
    rows = index.rows
    margins = rows["margin"][tables]
    known = margins[margins != UNKNOWN]
    contracts = rows["opening"][tables] < rows["length"][tables]  # not passed out
    own_side = (rows["declarer"][tables] - places) % 2 == 0
    swings = index.swings[tables]
    compared = swings != UNKNOWN
    won = np.where(places % 2, -swings, swings)[compared]
    boards = len(won)
    return Results(
        known=len(known),
        made=int((known >= 0).sum()),
        tricks=float(known.mean()) if len(known) else None,
        declared=int((contracts & own_side).sum()),
        boards=boards,
        imps=float(won.mean()) if boards else None,
        error=float(won.std(ddof=1)) / math.sqrt(boards) if boards > 1 else None,
    )


def led_kinds(index: AuctionIndex, tables: Numbers) -> tuple[LedCard, ...]:
    """The kinds of leads at *tables*, the most frequent first."""
    led = index.rows["lead"][tables].astype(np.int32) << 13 | index.rows["held"][tables]
    found, which = np.unique(led, return_inverse=True)
    kinds = [_kind(int(one)) for one in found]
    order = tuple(LeadKind)
    return _counted(
        index, tables, np.array([order.index(kind) for kind in kinds], np.intp)[which], order
    )


def led_cards(index: AuctionIndex, tables: Numbers) -> tuple[LedCard, ...]:
    """The cards led at *tables*, the most frequent first."""
    return _counted(index, tables, index.rows["lead"][tables].astype(np.intp), DECK)


def _counted(
    index: AuctionIndex,
    tables: Numbers,
    which: Numbers,
    words: tuple[LeadKind, ...] | tuple[Card, ...],
) -> tuple[LedCard, ...]:
    margins = index.rows["margin"][tables]
    known = margins != UNKNOWN
    sizes, knowns, beatens = (
        np.bincount(which[chosen], minlength=len(words)).tolist()
        for chosen in (slice(None), known, known & (margins < 0))
    )
    seen = [one for one, size in enumerate(sizes) if size]
    return tuple(
        LedCard(words[one], sizes[one], knowns[one], beatens[one])
        for one in sorted(seen, key=lambda one: -sizes[one])
    )


def _kind(led: int) -> LeadKind:
    card = DECK[led >> 13]
    held = Hand((led & 0x1FFF) << 13 * card.suit).ranks(card.suit)
    return LeadKind.of(held, card.rank)
