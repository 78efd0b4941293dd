"""Which decisions are of one kind, so that what was done in one is a reason in the other.

Of one kind are decisions of the same hand (declarer's or dummy's) at the same place in the trick,
following suit both or neither, within two tricks of each other, the suit followed as long give or
take one card. A wider kind leaves trick and length open. Where one card may be played, or only
equal ones, nothing is decided: that is of no kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from kibitz.cardplay.similarity.learned import CLOSE, FAR, SCALE
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bools, Bytes, Rows, Views
from kibitz.cardplay.similarity.tokens import classes, tokens

TRICKS_APART = 2
LENGTH_APART = 1

ENOUGH = 32
"""Close cases of the kind itself that vote alone; with fewer, the wider kind fills in."""

NO_DECISION = 0
_DUMMY = 16
_HIGHEST_SMALL = 6  # the eight: from the two to it all count as one
_RANKS = np.arange(13)


def kinds(views: Views) -> Bytes:
    """A number for each decision: 1 and the cards held of the suit followed, and 16 in dummy.

    Leads, discards and ruffs follow no suit; `NO_DECISION` stands where nothing was decided.
    """
    legal, equal = tokens(views).legal, classes(views)
    lengths = legal.sum(axis=2)
    following = _following(views, legal)
    held = lengths[np.arange(len(views)), np.minimum(following, 3)]
    length = np.where(following < NO_TRUMPS, held, 0)
    numbers: Bytes = (1 + length + np.where(views.turns == 2, _DUMMY, 0)).astype(np.uint8)
    return np.where(_is_decision(legal, equal), numbers, NO_DECISION).astype(np.uint8)


def _following(views: Views, legal: Bools) -> Rows:
    """The suit that is followed, or 4."""
    trick = (views.plies - views.plies % 4).astype(np.int64)
    led = views.tables.played[views.table, trick % 52].astype(np.int64) // 13
    led = np.where(views.plies % 4 == 0, NO_TRUMPS, led)
    follows = legal[np.arange(len(views)), np.minimum(led, 3)].any(axis=1) & (led < NO_TRUMPS)
    return np.where(follows, led, NO_TRUMPS)


def _is_decision(legal: Bools, equal: Bytes) -> Bools:
    """Whether two cards may be played that do not come to the same, as `scoring.is_real` says."""
    suits = legal.any(axis=2)
    lowest, highest = legal.argmax(axis=2), 12 - legal[..., ::-1].argmax(axis=2)
    ends = (np.take_along_axis(equal, at[..., None], axis=2)[..., 0] for at in (lowest, highest))
    low, high = ends
    unequal = suits & (highest > _HIGHEST_SMALL) & (low != high)
    decided: Bools = (suits.sum(axis=1) > 1) | unequal.any(axis=1)
    return decided


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind that one question is of: its number, and the cards played before."""

    number: int
    ply: int

    def narrow(self, numbers: Bytes, plies: Bytes) -> Rows:
        """Which of many cases are of this kind."""
        length = (self.number - 1) % _DUMMY
        apart = np.abs(numbers.astype(np.int16) - self.number) <= (LENGTH_APART if length else 0)
        tricks = np.abs(plies.astype(np.int16) // 4 - self.ply // 4) <= TRICKS_APART
        return np.flatnonzero(self._alike(numbers, plies) & apart & tricks)

    def wide(self, numbers: Bytes, plies: Bytes) -> Rows:
        """Which are of the wider kind: at any trick, the suit of any length."""
        return np.flatnonzero(self._alike(numbers, plies))

    def _alike(self, numbers: Bytes, plies: Bytes) -> Bools:
        """The same hand, the same place, following or not, and a decision at all."""
        length, in_dummy = (self.number - 1) % _DUMMY, self.number > _DUMMY
        if length:
            first = 2 + _DUMMY * in_dummy
            of_hand = (numbers >= first) & (numbers < first + _DUMMY - 1)
        else:
            of_hand = numbers == self.number
        alike: Bools = of_hand & (plies % 4 == self.ply % 4)
        return alike


class Near(Protocol):
    """A case that was found, and the square of its distance in the units of codes."""

    @property
    def case(self) -> Hashable: ...

    @property
    def square(self) -> int: ...


N = TypeVar("N", bound=Near)


def choose(narrow: Sequence[N], wide: Callable[[], Sequence[N]]) -> tuple[list[N], list[N]]:
    """Who votes: those of the kind itself, and those of the wider kind that fill in, nearest first.

    *narrow* are the nearest of the kind; *wide*, those of the wider kind, are looked for only
    where they are needed. Nobody votes where not one is close.
    """
    close = sum(near.square <= (CLOSE * SCALE) ** 2 for near in narrow)
    missing = max(0, ENOUGH - close)
    alike = list(narrow[: NEIGHBOURS - missing])
    there, of_kind = {near.case for near in alike}, {near.case for near in narrow}
    others = [near for near in wide() if near.case not in there][:missing] if missing else []
    nearest = min((near.square for near in (*alike[:1], *others[:1])), default=None)
    if nearest is None or nearest > (FAR * SCALE) ** 2:
        return [], []
    alike += [near for near in others if near.case in of_kind]
    return alike, [near for near in others if near.case not in of_kind]
