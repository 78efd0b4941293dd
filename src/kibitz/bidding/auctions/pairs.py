"""What is known about a pair from its other boards: how it used its calls in common situations.

A situation is a frequent kind of turn (to open, to respond to partner's opening, to act over an
opponent's) together with the call made. For each, the pair's hands are summed: their number, their
points, and the length of each suit. The contribution of a single board can be subtracted, so that a
board is never used to explain itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import DOUBLE, FIRST_BID, PASS, Auctions, Bytes, Floats, Rows

_C, _D, _H, _S, _N = range(5)


def _bid(level: int, strain: int) -> int:
    return FIRST_BID + 5 * (level - 1) + strain


_ONE = [_bid(1, strain) for strain in range(5)]
_TWO = [_bid(2, strain) for strain in range(5)]
_THREE = [_bid(3, strain) for strain in range(5)]
_GROUPS: dict[str, tuple[int, ...]] = {
    "opens early": (PASS, *_ONE, *_TWO, *_THREE[:4]),
    "opens late": (PASS, *_ONE, *_TWO, *_THREE[:4]),
    "answers 1NT": (PASS, *_TWO, *_THREE),
    "answers 1C": (PASS, *_ONE[1:], *_TWO, _THREE[_C]),
    "answers 1D": (PASS, *_ONE[2:], *_TWO, _THREE[_D]),
    "answers 1H": (PASS, *_ONE[3:], *_TWO, *_THREE[:3], _bid(4, _H)),
    "answers 1S": (PASS, _ONE[_N], *_TWO, *_THREE[:4], _bid(4, _S)),
    "over 1C": (PASS, DOUBLE, *_ONE[1:], *_TWO),
    "over 1D": (PASS, DOUBLE, *_ONE[2:], *_TWO),
    "over 1H": (PASS, DOUBLE, *_ONE[3:], *_TWO),
    "over 1S": (PASS, DOUBLE, _ONE[_N], *_TWO),
    "over 1NT": (PASS, DOUBLE, *_TWO),
}
SITUATIONS = [(group, call) for group, calls in _GROUPS.items() for call in calls]
_NUMBER = {situation: number for number, situation in enumerate(SITUATIONS)}
SAME_GROUP = np.array([[a == b for b, _ in SITUATIONS] for a, _ in SITUATIONS], np.float32)
_SUMS = 6
"""The number of hands, their points, and the length of each suit."""
WIDTH = 7 * len(SITUATIONS)
SHRINK, SCALE = 3.0, 3.0
_NAMES = dict(zip(_ONE, ("1C", "1D", "1H", "1S", "1NT"), strict=True))
_ANSWERS = {call: f"answers {name}" for call, name in _NAMES.items()}
_OVER = {call: f"over {name}" for call, name in _NAMES.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """The contributions of boards: the table, seat from the dealer, situation, and sums of each."""

    table: Rows
    seat: Rows
    situation: Rows
    sums: Floats

    @classmethod
    def of(cls, auctions: Auctions) -> Entries:
        points, lengths = auctions.points, auctions.lengths
        found: list[tuple[Rows, Rows, Rows]] = []
        for place in range(8):
            table, number = _met(auctions.calls, place)
            found.append((table, np.full(len(table), place % 4), number))
        table, seat, number = (np.concatenate(column) for column in zip(*found, strict=True))
        sums = np.ones((len(table), _SUMS), np.float32)
        sums[:, 1] = points[table, seat]
        sums[:, 2:] = lengths[table, seat]
        return cls(table, seat, number, sums)


def _met(calls: Bytes, place: int) -> tuple[Rows, Rows]:
    """The tables with a common situation at the call *place*, and the numbers of the situations."""
    before, call = calls[:, :place], calls[:, place].astype(np.int64)
    passed = (before == PASS).all(axis=1)
    number = np.full(len(calls), -1)

    def note(here: npt.NDArray[np.bool_], group: str) -> None:
        for made in _GROUPS[group]:
            number[here & (call == made)] = _NUMBER[group, made]

    if place < 4:
        note(passed, "opens early" if place < 2 else "opens late")
    for opening, group in _ANSWERS.items():
        if place >= 2:
            quiet = (before[:, : place - 2] == PASS).all(axis=1) & (before[:, place - 1] == PASS)
            note(quiet & (before[:, place - 2] == opening), group)
    for opening, group in _OVER.items():
        if place >= 1:
            quiet = (before[:, : place - 1] == PASS).all(axis=1)
            note(quiet & (before[:, place - 1] == opening), group)
    table = np.flatnonzero(number >= 0)
    return table, number[table]


def summed(entries: Entries, pairs: Rows, count: int) -> Floats:
    """The sums of *count* pairs, (count, situations, 6); *pairs* names the pair of each entry."""
    sums = np.zeros((count * len(SITUATIONS), _SUMS), np.float32)
    np.add.at(sums, pairs * len(SITUATIONS) + entries.situation, entries.sums)
    return sums.reshape(count, len(SITUATIONS), _SUMS)


def usual(sums: Floats) -> Floats:
    """What all pairs together do in each situation: frequency in its group, points, lengths."""
    total = sums.sum(axis=0)
    count = np.maximum(total[:, :1], 1)
    found: Floats = np.concatenate([_frequency(total[:, 0])[:, None], total[:, 1:] / count], axis=1)
    return found


def features(sums: Floats, ordinary: Floats) -> Floats:
    """How pairs differ from what is *ordinary*, (n, WIDTH); zeros if nothing is known."""
    count = sums[..., 0]
    of_group = _of_group(count)
    described = np.zeros((*count.shape, 7), np.float32)
    trust = count / (count + SHRINK)
    seen = of_group / (of_group + 2 * SHRINK)
    described[..., 0] = (_frequency(count) - ordinary[:, 0]) * seen
    mean = sums[..., 1:] / np.maximum(count, 1)[..., None]
    described[..., 1:6] = (mean - ordinary[:, 1:]) * trust[..., None] / SCALE
    described[..., 6] = trust
    found: Floats = described.reshape(*count.shape[:-1], WIDTH)
    return found


def _frequency(count: Floats) -> Floats:
    """The frequency of each situation's call among the situations of its group."""
    found: Floats = (count / np.maximum(_of_group(count), 1)).astype(np.float32)
    return found


def _of_group(count: Floats) -> Floats:
    found: Floats = (count @ SAME_GROUP).astype(np.float32)
    return found
