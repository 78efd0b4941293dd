"""The weights of a network as they lie on disk: eight bits each, with one scale an output.

Nothing here is compiled, so that training needs numpy and torch alone; `eight_bits` computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]

_SCALE = ".scale"


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
        scale = np.abs(weight).max(axis=0) / 127 + np.float32(1e-12)
        arrays[name] = np.round(weight / scale).astype(np.int8)
        arrays[f"{name}{_SCALE}"] = scale.astype(np.float32)
    return arrays


def from_eight_bits(arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Floats]:
    """The weights again; a `KeyError` where a scale is missing."""
    return {
        name: array * arrays[f"{name}{_SCALE}"] if array.dtype == np.int8 else array
        for name, array in arrays.items()
        if not name.endswith(_SCALE)
    }
