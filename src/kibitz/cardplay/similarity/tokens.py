"""A view as the network reads it: one token for each suit and one for the whole, in small numbers.

Seats count from the hand to play: 0 plays now, 1 follows it, 2 is its partner, 3 played before.
A suit's token says the same things of each suit, so a network that treats tokens alike can not
tell suits apart by name: renaming the suits of a view renames its answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bools, Bytes, Views

Floats: TypeAlias = npt.NDArray[np.float32]

PLANES = 14
"""Thirteen numbers each: held by the hand to play, by its partner, hidden; gone in earlier tricks
from the four hands; on the table from the three others; legal; the opening lead; led; how long
gone (in cards, the one plane that is no bit)."""

SUIT_WIDTH = 13 * PLANES + 8
WHOLE_WIDTH = 72
LONGEST_AGO = 52
HIGHEST_LEVEL = 7

_OTHERS = (1, 2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """What the network is given, and which cards may be played."""

    suits: Bytes
    whole: Bytes
    legal: Bools

    def __len__(self) -> int:
        return len(self.whole)


def scales() -> tuple[Floats, Floats]:
    """What the numbers of a suit's token and of the whole's are divided by."""
    suit = np.ones(SUIT_WIDTH, np.float32)
    suit[13 * (PLANES - 1) : 13 * PLANES] = LONGEST_AGO
    suit[13 * PLANES + 4 :] = HIGHEST_LEVEL
    whole = np.ones(WHOLE_WIDTH, np.float32)
    whole[54:58] = HIGHEST_LEVEL
    return suit, whole


def tokens(views: Views) -> Tokens:
    """The tokens of each view."""
    size = len(views)
    each = np.arange(size)[:, None]
    owners = views.tables.owners[views.table]
    played = views.tables.played[views.table]
    plies, turns = views.plies[:, None].astype(np.int16), views.turns[:, None]
    when = np.full((size, 256), 1000, np.int16)
    when[each, played] = np.arange(52, dtype=np.int16)
    when = when[:, :52]
    seats = (owners + 4 - turns) % 4
    gone = when < plies
    trick = plies - plies % 4
    before, tabled = when < trick, gone & (when >= trick)
    ours = owners % 2 == 0
    own, partner = (ours & ~gone & (seats == seat) for seat in (0, 2))
    first = played[np.arange(size), trick[:, 0] % 52]
    led_suit = np.where(views.plies % 4 == 0, NO_TRUMPS, first // 13)[:, None]
    of_led = (np.arange(52) // 13)[None] == led_suit
    follows = (own & of_led).any(axis=1, keepdims=True)
    legal = own & (of_led | ~follows)
    suits = np.zeros((size, 4, SUIT_WIDTH), np.uint8)
    planes = suits[:, :, : 13 * PLANES].reshape(size, 4, PLANES, 13)
    drawn = (
        own,
        partner,
        ~gone & ~ours,
        *(before & (seats == seat) for seat in range(4)),
        *(tabled & (seats == seat) for seat in _OTHERS),
        legal,
        gone & (when == 0),
        gone & (when % 4 == 0),
        np.where(gone, plies - when, 0),
    )
    for plane, values in enumerate(drawn):
        planes[:, :, plane] = values.reshape(size, 4, 13)
    suits[:, :, : 13 * PLANES] = planes.reshape(size, 4, -1)
    _flags(views, led_suit[:, 0], suits[:, :, 13 * PLANES :])
    return Tokens(suits, _whole(views), legal.reshape(size, 4, 13))


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
