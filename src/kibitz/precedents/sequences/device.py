"""The nearest cases on a graphics processor: the very answers of `nearest`, in chunks that fit.

Only counts and symbols: their squares are whole numbers below 2**24, exact in 32-bit floats in
whatever order they are added. So one product of matrices gives every square,

    |asked|^2 + |case|^2 - 2 asked.case + cost * (symbols - symbols alike),

and of cases equally near the earlier comes first, as everywhere. torch comes with ``kibitz[gpu]``.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError
from kibitz.precedents.sequences.columns import NONE, SequenceMatches, SequenceSegment
from kibitz.precedents.sequences.distance import Schema, Sequences
from kibitz.runtime.devices import Tensor, torch_on

_EXACT = 1 << 24  # whole numbers up to here are exact in 32-bit floats
_CASE_BITS = 38  # a key is a square, then a case number: ordered as answers are
_NEVER = 1 << 62  # a key behind all others
_CENTRE = 128  # counts are taken from here, which keeps products small
_ROOM = 256 << 20  # bytes of working space where the device does not say what is free
_MOST_QUESTIONS = 1024  # of one product


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """Cases in columns as tensors, on the device where they fit; *start* numbers the first."""

    start: int
    codes: Tensor
    spans: Tensor
    actions: Tensor


@dataclass(slots=True, eq=False)
class DeviceMemory:
    """Cases that a device searches: those of `attach`, numbered on in that order."""

    schema: Schema
    window: int
    device: str
    room: int | None = None  # bytes of working space; else a part of what is free
    _held: list[_Held] = field(default_factory=list)
    _size: int = 0
    _torch: Any = field(init=False)

    def __post_init__(self) -> None:
        self._torch = torch_on(self.device)
        if self.schema.numbers:
            raise UsageError(
                "cases with numbers among their features are searched on the processor"
            )
        products = self.schema.counts * (2 * _CENTRE) ** 2
        if products + self.schema.code_square * self.window >= _EXACT:
            raise UsageError("the squares of these cases are too large to be exact on a device")

    def __len__(self) -> int:
        return self._size

    def attach(self, segment: SequenceSegment) -> None:
        """Take over cases; they are copied to the device where they fill at most half of it."""
        torch, free = self._torch, self._free()
        stays = free is not None and segment.nbytes > free // 2
        where = "cpu" if stays else self.device
        arrays = (segment.codes, segment.spans, segment.actions.astype(np.int32))
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", UserWarning
            )  # mapped files are read only, and only read
            codes, spans, actions = (torch.as_tensor(array, device=where) for array in arrays)
        self.hold(codes, spans, actions)

    def hold(self, codes: Tensor, spans: Tensor, actions: Tensor) -> None:
        """`attach` for cases that are tensors already."""
        self._held.append(_Held(self._size, codes, spans, actions))
        self._size += int(spans.shape[0])

    def nearest(
        self, asked: Sequences, k: int = 1, *, admitted: npt.NDArray[np.bool_] | None = None
    ) -> SequenceMatches:
        """The *k* nearest cases for each length; *admitted* says by action which may be found."""
        if k < 1:
            raise UsageError("at least one case is looked for")
        if asked.codes.shape[1:] != (self.window, self.schema.codes):
            raise UsageError("the questions do not fit this memory")
        found = [
            self._answered(
                asked[first : first + _MOST_QUESTIONS],
                k,
                None if admitted is None else admitted[first : first + _MOST_QUESTIONS],
            )
            for first in range(0, len(asked), _MOST_QUESTIONS)
        ]
        if not found:
            return SequenceMatches.none(0, self.window, k)
        return SequenceMatches(
            np.concatenate([part.cases for part in found]),
            np.concatenate([part.squares for part in found]),
        )

    def _answered(
        self, asked: Sequences, k: int, admitted: npt.NDArray[np.bool_] | None
    ) -> SequenceMatches:
        torch = self._torch
        best = torch.full(
            (self.window, len(asked), k), _NEVER, dtype=torch.int64, device=self.device
        )
        states = [_Asked.of(self, asked, state) for state in range(self.window)]
        known = torch.as_tensor(asked.spans, device=self.device)
        allowed = None if admitted is None else torch.as_tensor(admitted, device=self.device)
        precision = torch.get_float32_matmul_precision()
        torch.set_float32_matmul_precision("highest")
        try:
            for start, codes, spans, actions in self._chunks(len(asked), states):
                total = torch.zeros((len(asked), len(spans)), device=self.device)
                barred = None if allowed is None else ~allowed[:, actions]
                for state, question in enumerate(states):
                    own = codes[state * self.schema.codes : (state + 1) * self.schema.codes]
                    total += question.squares(own)
                    masked = total.masked_fill((spans <= state)[None, :], torch.inf)
                    masked.masked_fill_((known <= state)[:, None], torch.inf)
                    if barred is not None:
                        masked.masked_fill_(barred, torch.inf)
                    self._improve(best[state], masked, start)
        finally:
            torch.set_float32_matmul_precision(precision)
        keys = best.transpose(0, 1).contiguous().cpu().numpy()
        cases = np.where(keys < _NEVER, keys & ((1 << _CASE_BITS) - 1), NONE)
        squares = np.where(keys < _NEVER, keys >> _CASE_BITS, np.inf).astype(np.float32)
        return SequenceMatches(cases, squares)

    def _improve(self, best: Tensor, squares: Tensor, start: int) -> None:
        """Bring the nearest of later cases into *best*; an equal square keeps the earlier case."""
        torch, k = self._torch, best.shape[1]
        worst = torch.where(best[:, -1] < _NEVER, best[:, -1] >> _CASE_BITS, torch.inf)
        better = (squares.amin(dim=1) < worst).nonzero().squeeze(1)
        if not len(better):
            return
        nearer = squares[better]
        keys = torch.where(nearer.isinf(), _NEVER >> _CASE_BITS, nearer.to(torch.int64))
        numbers = torch.arange(start, start + squares.shape[1], device=self.device)
        keys = torch.where(nearer.isinf(), _NEVER, (keys << _CASE_BITS) | numbers)
        few = keys.topk(min(k, keys.shape[1]), dim=1, largest=False).values
        merged = torch.cat([best[better], few], dim=1).sort(dim=1).values
        best[better] = merged[:, :k]

    def _chunks(
        self, questions: int, states: list[_Asked]
    ) -> Iterator[tuple[int, Tensor, Tensor, Tensor]]:
        """Cases that are compared at a time, in order, on the device."""
        width = max(state.width for state in states)
        free = self._free()
        room = self.room or (_ROOM if free is None else max(_ROOM, min(free // 4, 16 << 30)))
        most = max(1, room // (questions * 40 + width * 8))
        for held in self._held:
            for first in range(0, held.spans.shape[0], most):
                last = first + most
                yield (
                    held.start + first,
                    held.codes[:, first:last].to(self.device),
                    held.spans[first:last].to(self.device),
                    held.actions[first:last].to(self.device),
                )

    def _free(self) -> int | None:
        if not self.device.startswith("cuda"):
            return None
        free, _ = self._torch.cuda.mem_get_info(self.device)
        return int(free)


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """One state of every question, ready to be multiplied by cases."""

    torch: Any
    counts: int
    values: list[Tensor]
    """For each symbol, the values that are asked for; others are like none of them."""
    factors: Tensor
    constant: Tensor

    @classmethod
    def of(cls, memory: DeviceMemory, asked: Sequences, state: int) -> _Asked:
        torch, counts = memory._torch, memory.schema.counts
        cost = memory.schema.unit**2
        codes = torch.as_tensor(
            np.ascontiguousarray(asked.codes[:, state]), device=memory.device
        ).to(torch.float32)
        own = codes[:, :counts] - _CENTRE
        symbols = [codes[:, column] for column in range(counts, codes.shape[1])]
        values = [symbol.unique() for symbol in symbols]
        alike = [
            -cost * (symbol[:, None] == value[None, :]).to(torch.float32)
            for symbol, value in zip(symbols, values, strict=True)
        ]
        factors = torch.cat([-2 * own, *alike], dim=1)
        constant = (own * own).sum(dim=1) + cost * len(symbols)
        return cls(torch, counts, [value.to(torch.uint8) for value in values], factors, constant)

    @property
    def width(self) -> int:
        return int(self.factors.shape[1])

    def squares(self, codes: Tensor) -> Tensor:
        """How far each of the cases (features, cases) lies from each question."""
        own = codes[: self.counts].to(self.torch.float32) - _CENTRE
        alike = [
            codes[self.counts + column][None, :] == value[:, None]
            for column, value in enumerate(self.values)
        ]
        rows = self.torch.cat([own, *(each.to(self.torch.float32) for each in alike)])
        return self.factors @ rows + self.constant[:, None] + (own * own).sum(dim=0)[None, :]
