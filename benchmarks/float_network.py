"""The network of card play in 32-bit floats, by numpy: what eight bits are measured against."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.tokens import Floats, Tokens

_BATCH = 512
_TINY = np.float32(1e-5)


class FloatNetwork:
    """The answer of a network with nothing rounded."""

    def __init__(self, network: Network) -> None:
        self.weights, self.sight = network.weights, network.sight
        self.layers, self.heads = network.layers, network.heads

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
