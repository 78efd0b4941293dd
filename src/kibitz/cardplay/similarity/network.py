"""The network that knows how alike two decisions are: its answer, computed with numpy alone.

Source:     Vaswani et al., "Attention Is All You Need" (2017), the encoder, normalised before each
            part (Xiong et al., 2020); one token a suit, so that suits have no names
Notation:   a layer is attention among the five tokens, then a perceptron on each
Departures: no positions are coded (the suits are a set, and the whole has a layer of its own);
            weights are kept in eight bits with one scale an output, and used as 32-bit floats
Checked by: tests/unit/test_cardplay_network.py, tests/laws/test_cardplay_views.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.sights import DECLARER, SIGHTS, Sight
from kibitz.cardplay.similarity.tokens import Floats, Tokens
from kibitz.errors import StorageError
from kibitz.runtime.arrays import Form, Packed, pack

FORM = Form("similarity", 2, "kibitz lab convert")

_BATCH = 512
_TINY = np.float32(1e-5)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights by name, each matrix from inputs to outputs; *about* says how they were made.

    *sight* says whose decisions it reads.
    """

    weights: Mapping[str, Floats]
    layers: int
    heads: int
    about: Mapping[str, Any]
    sight: Sight = DECLARER

    @classmethod
    def drawn(
        cls,
        rng: np.random.Generator,
        *,
        width: int,
        layers: int,
        heads: int,
        sight: Sight = DECLARER,
    ) -> Network:
        """Random weights: what training starts from, and enough for tests."""
        of_suit, of_whole = sight.widths
        shapes = {"suit": (of_suit, width), "whole": (of_whole, width), "head": (width, 13)}
        for layer in range(layers):
            shapes |= {
                f"{layer}.attention": (width, 3 * width),
                f"{layer}.gathered": (width, width),
                f"{layer}.wider": (width, 4 * width),
                f"{layer}.narrower": (4 * width, width),
            }
        weights: dict[str, Floats] = {}
        for name, shape in shapes.items():
            spread = np.float32(shape[0] ** -0.5)
            weights[name] = spread * rng.standard_normal(shape, np.float32)
            weights[f"{name}.bias"] = np.zeros(shape[1], np.float32)
        for name in ("last", *(f"{n}.{part}" for n in range(layers) for part in ("one", "two"))):
            weights[f"{name}.gain"] = np.ones(width, np.float32)
            weights[f"{name}.shift"] = np.zeros(width, np.float32)
        return cls(weights, layers, heads, {}, sight)

    def chances(self, given: Tokens) -> Floats:
        """The chance of each legal card, (n, 4, 13); others have none."""
        answer = np.zeros((len(given), 4, 13), np.float32)
        for first in range(0, len(given), _BATCH):
            part = slice(first, first + _BATCH)
            logits = self._logits(given.suits[part], given.whole[part])
            legal = given.legal[part]
            top = np.where(legal, logits, -np.inf).max(axis=(1, 2), keepdims=True)
            raised = np.where(legal, np.exp(np.minimum(logits - top, 0)), 0)
            answer[part] = raised / raised.sum(axis=(1, 2), keepdims=True)
        return answer

    def _logits(self, suits: npt.NDArray[np.uint8], whole: npt.NDArray[np.uint8]) -> Floats:
        by_suit, by_whole = self.sight.scales()
        state = np.concatenate(
            [
                self._linear("suit", suits.astype(np.float32) / by_suit),
                self._linear("whole", whole.astype(np.float32) / by_whole)[:, None],
            ],
            axis=1,
        )
        for layer in range(self.layers):
            state = state + self._attended(layer, self._normal(f"{layer}.one", state))
            wider = self._linear(f"{layer}.wider", self._normal(f"{layer}.two", state))
            state = state + self._linear(f"{layer}.narrower", np.maximum(wider, 0))
        return self._linear("head", self._normal("last", state[:, :4]))

    def _attended(self, layer: int, state: Floats) -> Floats:
        size, places, width = state.shape
        parts = self._linear(f"{layer}.attention", state)
        parts = parts.reshape(size, places, 3, self.heads, width // self.heads)
        asks, keys, values = parts.transpose(2, 0, 3, 1, 4)
        scores = asks @ keys.swapaxes(2, 3) * np.float32((width // self.heads) ** -0.5)
        raised = np.exp(scores - scores.max(axis=3, keepdims=True))
        shares = raised / raised.sum(axis=3, keepdims=True)
        gathered = (shares @ values).transpose(0, 2, 1, 3).reshape(size, places, width)
        return self._linear(f"{layer}.gathered", gathered)

    def _linear(self, name: str, inputs: Floats) -> Floats:
        flat = inputs.reshape(-1, inputs.shape[-1])
        answer = flat @ self.weights[name] + self.weights[f"{name}.bias"]
        return answer.reshape(*inputs.shape[:-1], -1)

    def _normal(self, name: str, state: Floats) -> Floats:
        centred = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _TINY)
        gain, shift = self.weights[f"{name}.gain"], self.weights[f"{name}.shift"]
        normal: Floats = centred / spread * gain + shift
        return normal

    def packed(self) -> bytes:
        """The weights in eight bits, as the bytes of a file."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for name, weight in self.weights.items():
            if weight.ndim == 1:
                arrays[name] = weight
                continue
            scale = np.abs(weight).max(axis=0) / 127 + np.float32(1e-12)
            arrays[name] = np.round(weight / scale).astype(np.int8)
            arrays[f"{name}.scale"] = scale.astype(np.float32)
        form = {"layers": self.layers, "heads": self.heads, "sight": self.sight.name}
        return pack(FORM, arrays, {**form, **self.about})

    @classmethod
    def unpacked(cls, packed: Packed, *, name: str) -> Network:
        """The weights of a file that was read; *name* is what an error calls it."""
        arrays, about = packed.arrays, dict(packed.about)
        try:
            weights = {
                key: array * arrays[f"{key}.scale"] if array.dtype == np.int8 else array
                for key, array in arrays.items()
                if not key.endswith(".scale")
            }
            sight = SIGHTS[about.pop("sight", DECLARER.name)]
            return cls(weights, about.pop("layers"), about.pop("heads"), about, sight)
        except (ValueError, KeyError) as error:
            raise StorageError(f"{name} is no network: {error}") from error
