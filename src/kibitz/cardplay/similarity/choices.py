"""The legal cards in each of many positions, and which of them are equal.

Cards of a suit touch if no other hand holds, or has on the table, a card between them. On
declarer's side any two cards from the two to the eight are equal too; a defender's small cards are
signals to partner, so each of them counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.similarity.positions import DECLARING, Bools, Bytes, CardsThen, Views
from kibitz.cardplay.similarity.tokens import Floats

_RANKS = np.arange(13)
_EIGHT, _NONE = 6, -1


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Legal cards (n, 4, 13); a number for each card, the same for all that touch; and the highest
    rank up to which all cards of a suit are equal (-1 if none are)."""

    legal: Bools
    touching: Bytes
    small: int

    @classmethod
    def of(cls, views: Views) -> Choices:
        """The choices at these views; cards touch if none of another hand lies between them."""
        size, then = len(views), CardsThen.of(views)
        between = ~((then.seats == 0) | then.before)
        touching: Bytes = np.cumsum(between.reshape(size, 4, 13), axis=2).astype(np.uint8)
        legal = then.legal.reshape(size, 4, 13)
        ours = not size or views.turns[0] % 2 == DECLARING
        return cls(legal, touching, _EIGHT if ours else _NONE)

    @property
    def alike(self) -> Bools:
        """Whether two cards of a suit are equal, (n, 4, 13, 13)."""
        small = self.small >= _RANKS
        touch: Bools = self.touching[..., :, None] == self.touching[..., None, :]
        return touch | (small[:, None] & small[None, :])

    def are_alike(self, ones: Bytes, others: Bytes) -> Bools:
        """Whether two cards are equal, for one pair in each position."""
        rows, suits = np.arange(len(self.legal)), ones // 13
        one, other = (self.touching[rows, suits, cards % 13] for cards in (ones, others))
        small = np.maximum(ones % 13, others % 13).astype(np.int64) <= self.small
        same: Bools = (suits == others // 13) & ((one == other) | small)
        return same

    def pooled(self, values: Floats) -> Floats:
        """The value of each card together with its equals; zero stays zero."""
        together: Floats = np.einsum("nsij,nsj->nsi", self.alike, values, dtype=np.float32)
        return together * (values > 0)

    @property
    def are_decisions(self) -> Bools:
        """Whether there are two unequal legal cards, as in `scoring.is_real`."""
        legal, suits = self.legal, self.legal.any(axis=2)
        lowest, highest = legal.argmax(axis=2), 12 - legal[..., ::-1].argmax(axis=2)
        low, high = (
            np.take_along_axis(self.touching, at[..., None], axis=2)[..., 0]
            for at in (lowest, highest)
        )
        unequal = suits & (highest > self.small) & (low != high)
        decided: Bools = (suits.sum(axis=1) > 1) | unequal.any(axis=1)
        return decided
