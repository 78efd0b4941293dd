"""Statistics of lines that were played out: who led what, and which suit won how often."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.because.story import DECLARERS, Bytes, Rows, Story, walk
from kibitz.cardplay.lookahead.expected import Weights
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.play import Play

NO_SUIT = 4


def led_suits(state: Play, cards: Bytes, but: Suit | None = None) -> Rows:
    """The first two suits that declarer's side leads from now on, by layout, leads of one suit left
    out; 4 for none."""
    leaders, led, _ = walk(cards, state.trumps)
    begun = len(state.played) // 4 + bool(state.trick)
    ours = (leaders[:, :13] % 2 == 0) & (np.arange(13) >= begun)
    if but is not None:
        ours &= led != int(but)
    number = np.cumsum(ours, axis=1)
    found = np.full((len(cards), 2), NO_SUIT)
    for which in (0, 1):
        at = ours & (number == which + 1)
        rows = at.any(axis=1)
        found[rows, which] = led[rows, at.argmax(axis=1)[rows]]
    return found


def first_suits(state: Play, cards: Bytes, but: Suit | None = None) -> Rows:
    """The first suit that declarer's side leads from now on, by layout, leads of one suit left out;
    4 for none."""
    return led_suits(state, cards, but)[:, 0]


def tricks_in(suit: Suit, state: Play, cards: Bytes) -> Rows:
    """The tricks that declarer's side wins with cards of a suit in the whole play, by layout."""
    story = _story(state, cards)
    found: Rows = (story.ours & (story.winning // 13 == int(suit))).sum(axis=1)
    return found


def ruffs_in(suit: Suit, seat: int, state: Play, cards: Bytes) -> Rows:
    """The number of times a hand ruffs a suit in the whole play, by layout."""
    found: Rows = _story(state, cards).ruffs[:, seat, suit]
    return found


def _story(state: Play, cards: Bytes) -> Story:
    return Story(cards, state.trumps, DECLARERS, state.contract.target, len(state.played) // 4)


def shares(values: Rows, weights: Weights) -> Mapping[int, float]:
    """The total weight of each value, largest first."""
    found = np.bincount(values, weights).astype(np.float64)
    order = np.argsort(-found, kind="stable")
    return {int(one): float(found[one]) for one in order if found[one] > 0}
