"""The kinds of decisions: within a kind, what was done in one decision is a reason in another.

Two decisions are of the same kind if they are made by the same hand (declarer's, dummy's, or the
same defender's) at the same place in the trick, both or neither following suit, within two tricks
of each other, with the same length in the suit followed, give or take a card. Opening leads are a
kind of their own. The wider kind ignores trick and length. A forced card, or a choice among equal
cards, is no decision and has no kind.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bools, Bytes, Rows, Views

TRICKS_APART = 2
LENGTH_APART = 1

NO_DECISION = 0
_AT_ONCE = 1 << 16  # what choices there are takes a kilobyte a decision on the way
_HAND = 16  # numbers of a hand
_HANDS = np.array([0, 2, 1, 3])  # in the order of declarer, dummy, and who leads and who does not
FIRST_OF_DEFENDERS = 1 + 2 * _HAND
"""The first kind of defenders' decisions; all later ones are theirs too."""
_OPENING_LEAD = 1 + _HAND * 2 + 14  # a length that no suit has


def kinds(views: Views) -> Bytes:
    """A number for each decision: 1, plus the cards held in the suit followed, plus 16 for each
    hand before this one (in the order declarer, dummy, opening leader, leader's partner).

    Leads, discards and ruffs follow no suit; `NO_DECISION` if nothing was decided.
    """
    found = np.empty(len(views), np.uint8)
    for first in range(0, len(views), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        found[part] = _kinds(views[part])
    return found


def hands_of(numbers: Bytes) -> Rows:
    """The hand that makes decisions of these kinds: 0 declarer, 1 dummy, 2 the opening leader,
    3 the leader's partner; -1 for no decision."""
    found: Rows = (numbers.astype(np.int64) - 1) // _HAND
    return found


def _kinds(views: Views) -> Bytes:
    choices = Choices.of(views)
    lengths = choices.legal.sum(axis=2)
    following = _following(views, choices.legal)
    held = lengths[np.arange(len(views)), np.minimum(following, 3)]
    length = np.where(following < NO_TRUMPS, held, 0)
    numbers = 1 + length + _HAND * _HANDS[views.turns]
    numbers = np.where(views.plies == 0, _OPENING_LEAD, numbers)
    found: Bytes = np.where(choices.are_decisions, numbers, NO_DECISION).astype(np.uint8)
    return found


def _following(views: Views, legal: Bools) -> Rows:
    """The suit followed, or 4."""
    trick = (views.plies - views.plies % 4).astype(np.int64)
    led = views.tables.played[views.table, trick % 52].astype(np.int64) // 13
    led = np.where(views.plies % 4 == 0, NO_TRUMPS, led)
    follows = legal[np.arange(len(views)), np.minimum(led, 3)].any(axis=1) & (led < NO_TRUMPS)
    return np.where(follows, led, NO_TRUMPS)


@dataclass(frozen=True, slots=True)
class CardKind:
    """The kind of one question: its number, and the number of cards played before."""

    number: int
    ply: int

    def narrow(self, numbers: Bytes, plies: Bytes) -> Rows:
        """The cases of this kind, among many."""
        length = (self.number - 1) % _HAND
        apart = np.abs(numbers.astype(np.int16) - self.number) <= (LENGTH_APART if length else 0)
        tricks = np.abs(plies.astype(np.int16) // 4 - self.ply // 4) <= TRICKS_APART
        return np.flatnonzero(self._alike(numbers, plies) & apart & tricks)

    def wide(self, numbers: Bytes, plies: Bytes) -> Rows:
        """The cases of the wider kind, at any trick and with any length."""
        return np.flatnonzero(self._alike(numbers, plies))

    def _alike(self, numbers: Bytes, plies: Bytes) -> Bools:
        """Whether each is a decision by the same hand, at the same place, following suit or not."""
        hand, length = divmod(self.number - 1, _HAND)
        if length and self.number != _OPENING_LEAD:
            first = 2 + _HAND * hand
            of_hand = (numbers >= first) & (numbers < first + 13)
        else:
            of_hand = numbers == self.number
        alike: Bools = of_hand & (plies % 4 == self.ply % 4)
        return alike
