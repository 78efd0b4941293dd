"""Nearest cases on a graphics processor, many questions at a time, exactly as `neighbours` finds.

Codes are whole numbers up to 255: with the case's square split into three bytes, one product of
matrices gives 2 asked.case - |case|^2 for a question under every naming of its suits. Factors of
ten bits hold every number in it and sums stay below 2**24, so the tensor cores' short factors
(TF32) lose nothing. Only the best case of each block is kept at first; the k best blocks (of
equals, the earlier) must hold the k nearest cases, and are then searched case by case.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.neighbours import Neighbours
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bytes, Rows

Tensor = Any  # torch ships types, but is not here where this is checked

BLOCK = 128
"""Cases per block."""
_WIDTH = 56  # 52 codes, three bytes of the square, and a mark for padding
_AT_ONCE = 1 << 30  # numbers in one product
_WAYS = {
    False: np.array(list(permutations(range(4)))),
    True: np.array([(*way, 3) for way in permutations(range(3))]),
}
"""Namings of suits, trumps last: place p of a case stands for place way[p] of the question."""


class Resident:
    """Cases (n, 4, 13) kept on *device*, those with trumps apart from those without."""

    def __init__(self, cases: Bytes, trumps: Bytes, device: str) -> None:
        self.device = device
        self._sides = {
            with_trumps: _Side(cases, trumps, (trumps != NO_TRUMPS) == with_trumps, device)
            for with_trumps in (False, True)
        }

    def nearest(self, asked: Bytes, trumps: Bytes, k: int) -> Neighbours:
        """The *k* nearest cases to each question (n, 4, 13); -1 if there are fewer."""
        cases = np.full((len(asked), k), -1, np.int64)
        squares = np.full((len(asked), k), np.iinfo(np.int64).max)
        suits = np.zeros((len(asked), k, 4), np.uint8)
        for with_trumps, side in self._sides.items():
            rows = np.flatnonzero((trumps != NO_TRUMPS) == with_trumps)
            ways = _WAYS[with_trumps]
            size = max(1, min(512, _AT_ONCE // (len(ways) * BLOCK * 1024)))
            for first in range(0, len(rows) if len(side) else 0, size):
                part = rows[first : first + size]
                order = _trumps_last(trumps[part])
                found = side.nearest(_put(asked[part], order), ways, k)
                near, apart, way = (np.asarray(one.cpu()) for one in found)
                kept = near.shape[1]
                cases[part, :kept], squares[part, :kept] = side.numbers[near], apart
                suits[part, :kept] = _named(ways[way], side.orders[near], order)
        return Neighbours(cases, squares, suits)


class _Side:
    """The cases with trumps, or those without, as rows ready to be multiplied."""

    def __init__(self, cases: Bytes, trumps: Bytes, chosen: npt.NDArray[np.bool_], device: str):
        import torch

        self.numbers = np.flatnonzero(chosen)
        self.orders = _trumps_last(trumps[self.numbers])
        room = -len(self.numbers) % BLOCK
        rows = torch.zeros((len(self.numbers) + room, _WIDTH), dtype=torch.uint8, device=device)
        for first in range(0, len(self.numbers), 1 << 20):
            part = slice(first, first + (1 << 20))
            codes = _put(cases[self.numbers[part]], self.orders[part]).reshape(-1, 52)
            norms = (codes.astype(np.int64) ** 2).sum(axis=1)
            full = np.zeros((len(codes), _WIDTH), np.uint8)
            full[:, :52] = codes
            full[:, 52] = norms >> 16
            full[:, 53] = norms >> 8 & 255
            full[:, 54] = norms & 255
            rows[first : first + len(codes)] = torch.from_numpy(full).to(device)
        rows[len(self.numbers) :, 55] = 1  # padding of the last block is far from everything
        self.rows = rows

    def __len__(self) -> int:
        return len(self.numbers)

    def nearest(self, asked: Bytes, ways: Rows, k: int) -> tuple[Tensor, Tensor, Tensor]:
        """For each question the rows of the nearest cases, their squares, and their namings."""
        import torch

        questions = _questions(asked, ways, self.rows.device)
        size, count = len(asked), len(ways)
        blocks = len(self.rows) // BLOCK
        best = torch.empty((size, blocks), dtype=torch.float32, device=self.rows.device)
        chunk = max(1, _AT_ONCE // (size * count * BLOCK))
        flat = questions.view(size * count, _WIDTH)
        for first in range(0, blocks, chunk):
            part = self.rows[first * BLOCK : (first + chunk) * BLOCK].float()
            scores = (flat @ part.T).view(size, count, -1, BLOCK)
            best[:, first : first + chunk] = scores.amax(dim=3).amax(dim=1)
        place = torch.arange(blocks, device=best.device)
        keys = best.to(torch.int64) * (1 << 24) - place
        chosen = keys.topk(min(k, blocks), dim=1).indices
        return self._within(questions, chosen, k)

    def _within(self, questions: Tensor, blocks: Tensor, k: int) -> tuple[Tensor, Tensor, Tensor]:
        """The nearest cases within some blocks, for each question."""
        import torch

        size, count = questions.shape[:2]
        inside = torch.arange(BLOCK, device=blocks.device)
        places = (blocks[:, :, None] * BLOCK + inside).view(size, -1)
        rows = self.rows[places].float()
        scores = torch.bmm(questions, rows.transpose(1, 2)).to(torch.int64)
        way = torch.arange(count, device=blocks.device)[None, :, None]
        ranked = (scores * 32 - way).amax(dim=1)  # of equal namings the earlier
        score = (ranked + 31) // 32
        keys = score * (1 << 32) - places
        at = keys.topk(min(k, len(self)), dim=1).indices
        score = score.gather(1, at)
        own = (questions[:, 0, :52].to(torch.int64) // 2).square().sum(dim=1)
        chosen = score * 32 - ranked.gather(1, at)
        return places.gather(1, at), own[:, None] - score, chosen


def _questions(asked: Bytes, ways: Rows, device: Any) -> Tensor:
    """Each question under every naming, doubled, with the factors of the case's square."""
    import torch

    spread = asked[:, ways].reshape(len(asked), len(ways), 52).astype(np.float32)
    full = np.zeros((len(asked), len(ways), _WIDTH), np.float32)
    full[:, :, :52] = 2 * spread
    full[:, :, 52:] = -float(1 << 16), -256.0, -1.0, -float(1 << 22)
    return torch.from_numpy(full).to(device)


def _trumps_last(trumps: Bytes) -> Rows:
    """For each row the order of suits that puts trumps, if any, last."""
    orders = [[s for s in range(4) if s != trump] + [trump] for trump in range(4)]
    chosen: Rows = np.array([*orders, [0, 1, 2, 3]])[trumps]
    return chosen


def _put(codes: Bytes, order: Rows) -> Bytes:
    put: Bytes = np.take_along_axis(codes, order[:, :, None], axis=1)
    return put


def _named(way: Rows, theirs: Rows, ours: Rows) -> Bytes:
    """For each suit of the case, the suit of the question that it stands for."""
    place = np.argsort(theirs, axis=2)  # where each suit of the case was put
    there = np.take_along_axis(way, place, axis=2)
    named: Rows = np.take_along_axis(np.broadcast_to(ours[:, None], there.shape), there, axis=2)
    return named.astype(np.uint8)
