"""The network of calls in 32-bit floats, by numpy: what eight bits are measured against."""

from __future__ import annotations

import numpy as np

from kibitz.bidding.auctions.arrays import Bools, Bytes, Floats
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.bidding.calls.network import BELIEF, LENGTHS, POINTS, CallNetwork, HandBelief


class FloatCalls:
    """The answers of a network with nothing rounded."""

    def __init__(self, network: CallNetwork) -> None:
        self.weights, self.layers, self.heads = network.weights, network.layers, network.heads

    def states(
        self, hands: Bytes, spoken: Bytes, own: Floats | None = None, their: Floats | None = None
    ) -> Floats:
        """The last state before each call and after the last, (n, places + 1, width)."""
        unknown = np.zeros((len(hands), WIDTH), np.float32)
        first = self._linear("hand", hands.astype(np.float32))
        first += self._linear("own", unknown if own is None else own)
        first += self._linear("their", unknown if their is None else their)
        state = np.concatenate([first[:, None], self.weights["call"][spoken]], axis=1)
        state = state + self.weights["place"][: state.shape[1]]
        size, places, width = state.shape
        later = np.triu(np.full((places, places), -np.inf, np.float32), 1)
        for layer in range(self.layers):
            parts = self._linear(f"{layer}.attention", self._normal(f"{layer}.one", state))
            asks, keys, values = parts.reshape(size, places, 3, self.heads, -1).transpose(
                2, 0, 3, 1, 4
            )
            scores = asks @ keys.swapaxes(2, 3) / np.float32(np.sqrt(asks.shape[3])) + later
            seen = (_chances(scores) @ values).swapaxes(1, 2).reshape(size, places, width)
            state = state + self._linear(f"{layer}.gathered", seen)
            wider = np.maximum(
                self._linear(f"{layer}.wider", self._normal(f"{layer}.two", state)), 0
            )
            state = state + self._linear(f"{layer}.narrower", wider)
        found: Floats = self._normal("last", state)
        return found

    def chances(self, states: Floats, legal: Bools) -> Floats:
        """The chance of each legal call in each state, (n, CALLS)."""
        logits = np.where(legal, self._linear("head", states), -np.inf)
        return _chances(logits)

    def belief(self, states: Floats) -> HandBelief:
        """What each state says of the hidden hands."""
        said = self._linear("belief", states)
        of_points, of_lengths, of_cards = np.split(said, [3 * POINTS, BELIEF - 156], axis=1)
        return HandBelief(
            _chances(of_points.reshape(-1, 3, POINTS)),
            _chances(of_lengths.reshape(-1, 3, 4, LENGTHS)),
            _chances(of_cards.reshape(-1, 52, 3)),
        )

    def _linear(self, name: str, state: Floats) -> Floats:
        found: Floats = state @ self.weights[name] + self.weights[f"{name}.bias"]
        return found

    def _normal(self, name: str, state: Floats) -> Floats:
        apart = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((apart**2).mean(axis=-1, keepdims=True) + np.float32(1e-5))
        found: Floats = (
            apart / spread * self.weights[f"{name}.gain"] + self.weights[f"{name}.shift"]
        )
        return found


def _chances(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return found
