"""A defender's view as the network's input: own hand, dummy, the cards gone, and the auction.

Seats count from the hand to play: 0 plays now, 1 is next, 2 is its partner, 3 played before. Dummy
is visible after the opening lead; which hidden hand holds an unplayed card is never read. The
tokens of all suits have the same layout, including what was bid in the suit and its name:
permuting the tokens permutes the answer.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import (
    DOUBLE,
    FIRST_BID,
    NO_TRUMPS,
    PASS,
    REDOUBLE,
    ROUNDS,
    Bools,
    Bytes,
    CardsThen,
    Views,
)
from kibitz.cardplay.similarity.tokens import HIGHEST_LEVEL, LONGEST_AGO, Floats, Tokens

PLANES = 15
"""Thirteen numbers each: held by the hand to play, by dummy, hidden; gone in earlier tricks from
the four hands; on the table from the three others; legal; the opening lead; led; discarded; how
long ago it went (in cards; the only plane that is not of bits)."""

_FLAGS = 8  # trumps; led; shown out of by the three others; cards held, in dummy, hidden
_OF_ALL = 6  # pass, double, redouble, a bid, its level, that of a bid in no-trump
_OTHERS = (1, 2, 3)
_TURNS = 4 * ROUNDS

AUCTION_OF_A_SUIT = 4 + 4 + 4 * _TURNS
"""The part about the auction, at the end of a suit's token: the suit's name, the highest level at
which each seat bid it, and for each call whether it bid this suit or another, and how high."""
AUCTION_OF_ALL = 4 + 1 + _OF_ALL * _TURNS
"""The part about the auction, at the end of the token for the whole: the dealer, whether the
auction is known, and each call but for its suit."""

SUIT_WIDTH = 13 * PLANES + _FLAGS + AUCTION_OF_A_SUIT
WHOLE_WIDTH = 58 + AUCTION_OF_ALL


def scales() -> tuple[Floats, Floats]:
    """The divisors of the numbers in a suit's token, and in that for the whole."""
    suit, whole = np.ones(SUIT_WIDTH, np.float32), np.ones(WHOLE_WIDTH, np.float32)
    suit[13 * (PLANES - 1) : 13 * PLANES] = LONGEST_AGO
    counts = 13 * PLANES + 5
    suit[counts : counts + 3] = 13
    first = 13 * PLANES + _FLAGS
    suit[first + 4 : first + 8] = HIGHEST_LEVEL
    calls = suit[first + 8 :].reshape(4, _TURNS)
    calls[1] = calls[3] = HIGHEST_LEVEL
    whole[58 + 5 :].reshape(_OF_ALL, _TURNS)[4:] = HIGHEST_LEVEL
    return suit, whole


def tokens(views: Views) -> Tokens:
    """The tokens of the views."""
    size, then = len(views), CardsThen.of(views)
    plies, turns = views.plies[:, None], views.turns[:, None]
    gone, when = then.gone, then.when
    dummy = ~gone & (then.seats == (6 - turns) % 4) & (plies > 0)
    hidden = ~(gone | then.own | dummy)
    led_suits = views.tables.played[views.table, ::4] // 13
    led_then = np.take_along_axis(led_suits, np.minimum(when // 4, 12).astype(np.int64), axis=1)
    suits = np.zeros((size, 4, SUIT_WIDTH), np.uint8)
    drawn = (
        then.own,
        dummy,
        hidden,
        *then.played,
        gone & (np.arange(52) // 13 != led_then),
        np.where(gone, plies - when, 0),
    )
    for plane, values in enumerate(drawn):
        suits[:, :, 13 * plane : 13 * plane + 13] = values.reshape(size, 4, 13)
    flags = suits[:, :, 13 * PLANES :]
    flags[:, :, 0] = np.arange(4) == views.trumps[:, None]
    flags[:, :, 1] = np.arange(4) == then.led
    for place, seat in enumerate(_OTHERS):
        void = views.voids[:, None] >> (4 * ((turns + seat) % 4) + np.arange(4)) & 1
        flags[:, :, 2 + place] = void
    for place, cards in enumerate((then.own, dummy, hidden)):
        flags[:, :, 5 + place] = cards.reshape(size, 4, 13).sum(axis=2)
    whole = _whole(views)
    _auction(views, flags[:, :, _FLAGS:], whole[:, 58:])
    return Tokens(suits, whole, then.legal.reshape(size, 4, 13))


def _whole(views: Views) -> Bytes:
    """The stage, the place in the trick, the defender to play, and the contract."""
    size = len(views)
    each = np.arange(size)
    targets = views.tables.targets[views.table].astype(np.int64)
    tricks = views.plies // 4
    needed = np.clip(targets - views.won, 0, 13)
    spare = np.clip(13 - tricks - needed, -1, 12) + 1
    whole = np.zeros((size, WHOLE_WIDTH), np.uint8)
    whole[each, tricks] = 1
    whole[each, 13 + views.plies % 4] = 1
    whole[:, 17] = views.plies == 0
    whole[:, 18] = views.turns == 1
    whole[each, 19 + needed] = 1
    whole[each, 33 + spare] = 1
    whole[:, 47] = views.trumps == NO_TRUMPS
    whole[each, 48 + np.clip(targets - 7, 0, 6)] = 1
    whole[each, 55 + np.minimum(views.tables.bidding[views.table, 29], 2)] = 1
    return whole


def _auction(views: Views, of_suits: Bytes, of_all: Bytes) -> None:
    """The part about the auction, for each suit and for the whole."""
    size, each = len(views), np.arange(len(views))
    bidding, turns = views.tables.bidding[views.table], views.turns
    known = bidding[:, 30] > 0
    around = (np.arange(4) + turns[:, None]) % 4
    calls = np.take_along_axis(views.tables.calls[views.table], around[:, :, None], axis=1)
    calls = calls.reshape(size, _TURNS).astype(np.int16)
    bid: Bools = calls >= FIRST_BID
    strain = np.where(bid, (calls - FIRST_BID) % 5, -1)
    level = np.where(bid, (calls - FIRST_BID) // 5 + 1, 0)
    for suit in range(4):
        of_suits[known, suit, suit] = 1
        for seat in range(4):
            of_suits[:, suit, 4 + seat] = bidding[each, 5 * around[:, seat] + suit]
        this, other = strain == suit, bid & (strain < NO_TRUMPS) & (strain != suit)
        drawn: tuple[npt.NDArray[np.generic], ...] = (this, this * level, other, other * level)
        for place, values in enumerate(drawn):
            of_suits[:, suit, 8 + place * _TURNS : 8 + (place + 1) * _TURNS] = values
    dealer = (bidding[:, 28].astype(np.int64) - 1 - turns) % 4
    of_all[each[known], dealer[known]] = 1
    of_all[:, 4] = known
    said = (calls == PASS, calls == DOUBLE, calls == REDOUBLE, bid, level, (strain == 4) * level)
    for place, values in enumerate(said):
        of_all[:, 5 + place * _TURNS : 5 + (place + 1) * _TURNS] = values
