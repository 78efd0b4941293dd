"""A view as the network's input: a token for each suit and one for the whole, in small numbers.

Seats count from the hand to play: 0 plays now, 1 is next, 2 is its partner, 3 played before. The
tokens of all suits have the same layout, so a network that treats tokens alike cannot tell suits
apart by name: renaming the suits of a view renames its answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bools, Bytes, CardsThen, Views

Floats: TypeAlias = npt.NDArray[np.float32]

PLANES = 14
"""Thirteen numbers each: held by the hand to play, by its partner, hidden; gone in earlier tricks
from the four hands; on the table from the three others; legal; the opening lead; led; how long ago
it went (in cards; the only plane that is not of bits)."""

SUIT_WIDTH = 13 * PLANES + 8
WHOLE_WIDTH = 72
LONGEST_AGO = 52
HIGHEST_LEVEL = 7


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The network's input, and the legal cards."""

    suits: Bytes
    whole: Bytes
    legal: Bools

    def __len__(self) -> int:
        return len(self.whole)


def scales() -> tuple[Floats, Floats]:
    """The divisors of the numbers in a suit's token, and in that for the whole."""
    suit = np.ones(SUIT_WIDTH, np.float32)
    suit[13 * (PLANES - 1) : 13 * PLANES] = LONGEST_AGO
    suit[13 * PLANES + 4 :] = HIGHEST_LEVEL
    whole = np.ones(WHOLE_WIDTH, np.float32)
    whole[54:58] = HIGHEST_LEVEL
    return suit, whole


def tokens(views: Views) -> Tokens:
    """The tokens of the views."""
    size, then = len(views), CardsThen.of(views)
    defenders = then.seats % 2 == 1
    suits = np.zeros((size, 4, SUIT_WIDTH), np.uint8)
    drawn = (
        then.own,
        ~then.gone & (then.seats == 2),
        ~then.gone & defenders,
        *then.played,
        np.where(then.gone, views.plies[:, None] - then.when, 0),
    )
    for plane, values in enumerate(drawn):
        suits[:, :, 13 * plane : 13 * plane + 13] = values.reshape(size, 4, 13)
    _flags(views, then.led[:, 0], suits[:, :, 13 * PLANES :])
    return Tokens(suits, _whole(views), then.legal.reshape(size, 4, 13))


def _flags(views: Views, led_suit: npt.NDArray[np.int64], flags: Bytes) -> None:
    bidding, turns = views.tables.bidding[views.table], views.turns
    each = np.arange(len(views))
    for suit in range(4):
        flags[:, suit, 0] = views.trumps == suit
        flags[:, suit, 1] = led_suit == suit
        left, right = views.voids >> (4 + suit) & 1, views.voids >> (12 + suit) & 1
        flags[:, suit, 2] = np.where(turns == 0, left, right)
        flags[:, suit, 3] = np.where(turns == 0, right, left)
        for seat in range(4):
            flags[:, suit, 4 + seat] = bidding[each, 5 * ((seat + turns) % 4) + suit]


def _whole(views: Views) -> Bytes:
    size = len(views)
    each = np.arange(size)
    bidding, turns = views.tables.bidding[views.table], views.turns
    targets = views.tables.targets[views.table].astype(np.int64)
    tricks = views.plies // 4
    needed = np.clip(targets - views.won, 0, 13)
    spare = np.clip(13 - tricks - needed, -1, 12) + 1
    whole = np.zeros((size, WHOLE_WIDTH), np.uint8)
    whole[each, tricks] = 1
    whole[each, 13 + views.plies % 4] = 1
    whole[:, 17] = turns // 2
    whole[each, 18 + needed] = 1
    whole[each, 32 + spare] = 1
    whole[:, 46] = views.trumps == NO_TRUMPS
    whole[each, 47 + np.clip(targets - 7, 0, 6)] = 1
    for seat in range(4):
        there = (seat + turns) % 4
        whole[:, 54 + seat] = bidding[each, 5 * there + 4]
        whole[:, 58 + seat] = bidding[each, 20 + there]
        whole[:, 62 + seat] = bidding[each, 24 + there]
    known = bidding[:, 30] > 0
    dealer = (bidding[:, 28].astype(np.int64) - 1 - turns) % 4
    whole[each[known], 66 + dealer[known]] = 1
    whole[:, 70] = bidding[:, 29]
    whole[:, 71] = bidding[:, 30]
    return whole
