"""What may be played at each of many moments, and which of those cards come to the same.

Cards of a suit touch when nobody else holds one between them, nor has one on the table. On
declarer's side any two from the two to the eight count as one besides; a defender's small cards
speak to his partner, and so each of them counts.
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
    """Legal cards (n, 4, 13); a number for each card, one for all that touch; and the highest rank
    up to which cards of a suit are one whatever lies between (-1 where none are)."""

    legal: Bools
    touching: Bytes
    small: int

    @classmethod
    def of(cls, views: Views) -> Choices:
        """Counts, up each suit, the cards between that others still hold or have on the table."""
        size, then = len(views), CardsThen.of(views)
        between = ~((then.seats == 0) | then.before)
        touching: Bytes = np.cumsum(between.reshape(size, 4, 13), axis=2).astype(np.uint8)
        legal = then.legal.reshape(size, 4, 13)
        ours = not size or views.turns[0] % 2 == DECLARING
        return cls(legal, touching, _EIGHT if ours else _NONE)

    @property
    def alike(self) -> Bools:
        """Which cards of a suit come to the same, (n, 4, 13, 13)."""
        small = self.small >= _RANKS
        touch: Bools = self.touching[..., :, None] == self.touching[..., None, :]
        return touch | (small[:, None] & small[None, :])

    def are_alike(self, ones: Bytes, others: Bytes) -> Bools:
        """Whether two cards come to the same, one pair for each moment."""
        rows, suits = np.arange(len(self.legal)), ones // 13
        one, other = (self.touching[rows, suits, cards % 13] for cards in (ones, others))
        small = np.maximum(ones % 13, others % 13).astype(np.int64) <= self.small
        same: Bools = (suits == others // 13) & ((one == other) | small)
        return same

    def pooled(self, values: Floats) -> Floats:
        """Each card's value together with that of the cards it is equal to; zero stays zero."""
        together: Floats = np.einsum("nsij,nsj->nsi", self.alike, values, dtype=np.float32)
        return together * (values > 0)

    @property
    def are_decisions(self) -> Bools:
        """Whether two cards may be played that are not equal, as `scoring.is_real` says."""
        legal, suits = self.legal, self.legal.any(axis=2)
        lowest, highest = legal.argmax(axis=2), 12 - legal[..., ::-1].argmax(axis=2)
        low, high = (
            np.take_along_axis(self.touching, at[..., None], axis=2)[..., 0]
            for at in (lowest, highest)
        )
        unequal = suits & (highest > self.small) & (low != high)
        decided: Bools = (suits.sum(axis=1) > 1) | unequal.any(axis=1)
        return decided
