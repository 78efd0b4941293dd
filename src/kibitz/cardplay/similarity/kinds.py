"""Which decisions are of one kind, so that what was done in one is a reason in the other.

Of one kind are decisions of the same hand (declarer's, dummy's, or the same defender's) at the
same place in the trick, following suit both or neither, within two tricks of each other, the suit
followed as long give or take one card. An opening lead is of a kind of its own. A wider kind leaves
trick and length open. Where one card may be played, or only equal ones, nothing is decided: that is
of no kind.
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
"""Kinds from here on are of defenders' decisions."""
_OPENING_LEAD = 1 + _HAND * 2 + 14  # a length that no suit has


def kinds(views: Views) -> Bytes:
    """A number for each decision: 1 and the cards held of the suit followed, and 16 for each hand
    before it (declarer's, dummy's, the opening leader's, his partner's).

    Leads, discards and ruffs follow no suit; `NO_DECISION` stands where nothing was decided.
    """
    found = np.empty(len(views), np.uint8)
    for first in range(0, len(views), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        found[part] = _kinds(views[part])
    return found


def hands_of(numbers: Bytes) -> Rows:
    """Whose decisions those of some kinds are: 0 declarer's, 1 dummy's, 2 the opening leader's,
    3 his partner's; -1 where nothing was decided."""
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
    """The suit that is followed, or 4."""
    trick = (views.plies - views.plies % 4).astype(np.int64)
    led = views.tables.played[views.table, trick % 52].astype(np.int64) // 13
    led = np.where(views.plies % 4 == 0, NO_TRUMPS, led)
    follows = legal[np.arange(len(views)), np.minimum(led, 3)].any(axis=1) & (led < NO_TRUMPS)
    return np.where(follows, led, NO_TRUMPS)


@dataclass(frozen=True, slots=True)
class CardKind:
    """The kind that one question is of: its number, and the cards played before."""

    number: int
    ply: int

    def narrow(self, numbers: Bytes, plies: Bytes) -> Rows:
        """Which of many cases are of this kind."""
        length = (self.number - 1) % _HAND
        apart = np.abs(numbers.astype(np.int16) - self.number) <= (LENGTH_APART if length else 0)
        tricks = np.abs(plies.astype(np.int16) // 4 - self.ply // 4) <= TRICKS_APART
        return np.flatnonzero(self._alike(numbers, plies) & apart & tricks)

    def wide(self, numbers: Bytes, plies: Bytes) -> Rows:
        """Which are of the wider kind: at any trick, the suit of any length."""
        return np.flatnonzero(self._alike(numbers, plies))

    def _alike(self, numbers: Bytes, plies: Bytes) -> Bools:
        """The same hand, the same place, following or not, and a decision at all."""
        hand, length = divmod(self.number - 1, _HAND)
        if length and self.number != _OPENING_LEAD:
            first = 2 + _HAND * hand
            of_hand = (numbers >= first) & (numbers < first + 13)
        else:
            of_hand = numbers == self.number
        alike: Bools = of_hand & (plies % 4 == self.ply % 4)
        return alike
