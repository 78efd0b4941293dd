"""Situations as arrays, for the compiled loops and the learners.

Each row is one situation, in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.cases import CALL_NUMBER, OpeningCase
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.games.bridge.cards import Hand

Bits = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float64]

_SUIT = (1 << 13) - 1


@dataclass(frozen=True, slots=True)
class SituationColumns:
    """Hands with their seats and colours; lengths are clubs first, as suits are numbered.

    >>> columns = SituationColumns.of([Situation(Hand.parse("AQ7.KJ985.K2.T43"))])
    >>> columns.points.tolist(), columns.lengths.tolist()
    ([13], [[3, 2, 5, 3]])
    """

    hands: Bits
    seats: Bytes
    colours: Bytes
    points: Bytes
    lengths: Bytes

    @classmethod
    def of(cls, situations: Iterable[Situation]) -> SituationColumns:
        asked = list(situations)
        hands = np.array([one.hand.bits for one in asked], dtype=np.uint64)
        seats = np.array([one.seat for one in asked], dtype=np.uint8)
        colours = np.array([one.colours for one in asked], dtype=np.uint8)
        return cls.from_arrays(hands, seats, colours)

    @classmethod
    def from_arrays(cls, hands: Bits, seats: Bytes, colours: Bytes) -> SituationColumns:
        """From the bits of the hands, from which points and lengths are counted."""
        held = [(hands >> np.uint64(13 * suit)) & np.uint64(_SUIT) for suit in range(4)]
        lengths = np.stack([np.bitwise_count(suit) for suit in held], axis=1)
        points = np.zeros(len(hands), dtype=np.uint8)
        for suit in held:
            for worth, rank in ((1, 9), (2, 10), (3, 11), (4, 12)):
                points += ((suit >> np.uint64(rank)) & np.uint64(1)).astype(np.uint8) * np.uint8(
                    worth
                )
        return cls(hands, seats, colours, points, lengths.astype(np.uint8))

    def __len__(self) -> int:
        return len(self.hands)

    def __getitem__(self, chosen: npt.NDArray[np.intp] | slice) -> SituationColumns:
        """The rows *chosen*, in that order."""
        return SituationColumns(
            self.hands[chosen],
            self.seats[chosen],
            self.colours[chosen],
            self.points[chosen],
            self.lengths[chosen],
        )

    def situation(self, row: int) -> Situation:
        hand = Hand(int(self.hands[row]))
        return Situation(hand, int(self.seats[row]), Colours(int(self.colours[row])))

    @property
    def cards(self) -> npt.NDArray[np.bool_]:
        """The cards held: (rows, suits, ranks), clubs first, twos first."""
        shifts = np.arange(52, dtype=np.uint64)
        held = (self.hands[:, None] >> shifts) & np.uint64(1)
        return held.reshape(-1, 4, 13).astype(np.bool_)


def columns_of(cases: Sequence[OpeningCase]) -> tuple[SituationColumns, Bytes]:
    """The situations of *cases*, and the numbers of their calls."""
    calls = np.array([CALL_NUMBER[case.call] for case in cases], dtype=np.uint8)
    return SituationColumns.of(case.situation for case in cases), calls
