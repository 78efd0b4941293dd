"""The weights of a network in eight bits, with one scale an output: on disk, and as it computes.

Nothing here is compiled, so that training and describing on a device need numpy and torch alone;
`eight_bits` computes. What every way of computing must agree upon stands here.

Departures: heads lie side by side (number d of all heads, then number d + 1), so that eight
            heads are eight lanes of a vector
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Rows: TypeAlias = npt.NDArray[np.int64]

LANES = 8
"""Sums of floats that are kept apart and added at the end: of every eighth number one."""
MIDDLE = 128
"""The byte that stands for zero where numbers may lie on both sides of it."""
ONE = np.float32(1)
HALF = np.float32(0.5)
TINY = np.float32(1e-5)
"""What is added to a variance, so that it can be divided by."""
LEAST = np.float32(1e-12)
"""The largest number of a row is taken to be no less."""
# exp(x) = 2^n exp(x - n ln 2); ln 2 in two parts, the first of few bits; then Taylor's sum
LOG2_E, LN2, LN2_REST = np.float32(1.442695), np.float32(0.693359375), np.float32(-2.12194440e-4)
TERMS = tuple(np.float32(1 / n) for n in (720, 120, 24, 6, 2, 1, 1))
LOWEST = np.float32(-80)
"""Exponentials of lower numbers are those of this one."""

_SCALE = ".scale"
_ALL = slice(None)


class Stack(NamedTuple):
    """Matrices of one form, one a layer, from inputs to outputs."""

    bytes: npt.NDArray[np.int8]
    scales: Floats
    """What one step of a byte is worth, by output."""
    bias: Floats


class Norm(NamedTuple):
    gain: Floats
    shift: Floats


@dataclass(frozen=True, slots=True)
class NetworkParts:
    """A network's weights by name, put in the order in which it is computed."""

    weights: Mapping[str, Floats]
    depth: int
    heads: int

    def one(self, name: str) -> Stack:
        """A matrix that stands alone."""
        return _stacked([self.weights[name]], [self.weights[f"{name}.bias"]])

    def layers(self) -> tuple[Stack, Stack, Stack, Stack]:
        """Of every layer what asks and is asked, what gathers, what widens and what narrows."""
        width = len(self.weights["last.gain"])
        beside = np.arange(width).reshape(self.heads, -1).T.reshape(-1)
        asking = np.concatenate([beside + n * width for n in range(3)])
        return (
            self._each("attention", order=asking),
            self._each("gathered", inputs=beside),
            self._each("wider"),
            self._each("narrower"),
        )

    def norms(self) -> tuple[Norm, Norm, Norm]:
        """Before each half of a layer, and at the end."""
        return (
            self._norm(*(f"{layer}.one" for layer in range(self.depth))),
            self._norm(*(f"{layer}.two" for layer in range(self.depth))),
            self._norm("last"),
        )

    def _each(self, part: str, *, order: Rows | slice = _ALL, inputs: Rows | slice = _ALL) -> Stack:
        names = [f"{layer}.{part}" for layer in range(self.depth)]
        return _stacked(
            [self.weights[name][inputs][:, order] for name in names],
            [self.weights[f"{name}.bias"][order] for name in names],
        )

    def _norm(self, *names: str) -> Norm:
        gains = np.stack([self.weights[f"{name}.gain"] for name in names])
        return Norm(gains, np.stack([self.weights[f"{name}.shift"] for name in names]))


def _stacked(weights: Sequence[Floats], biases: Sequence[Floats]) -> Stack:
    found, scales = zip(*(_in_bytes(weight) for weight in weights), strict=True)
    return Stack(np.stack(found), np.stack(scales), np.stack(biases))


def _in_bytes(weight: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """A matrix in bytes, and what one step is worth in each column."""
    scale = (np.abs(weight).max(axis=0) / 127 + LEAST).astype(np.float32)
    return np.round(weight / scale).astype(np.int8), scale


def in_eight_bits(weights: Mapping[str, Floats]) -> dict[str, npt.NDArray[Any]]:
    """Each matrix in bytes and its scales; vectors stay as they are.

    >>> sorted(in_eight_bits({"head": np.eye(2, dtype=np.float32)}))
    ['head', 'head.scale']
    """
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, weight in weights.items():
        if weight.ndim == 1:
            arrays[name] = weight
            continue
        arrays[name], arrays[f"{name}{_SCALE}"] = _in_bytes(weight)
    return arrays


def from_eight_bits(arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Floats]:
    """The weights again; a `KeyError` where a scale is missing."""
    return {
        name: array * arrays[f"{name}{_SCALE}"] if array.dtype == np.int8 else array
        for name, array in arrays.items()
        if not name.endswith(_SCALE)
    }
