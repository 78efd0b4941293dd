"""The network that foretells experts' calls and what the hidden hands hold.

Source:     Vaswani et al., "Attention Is All You Need" (2017), the decoder's half: every place looks
            back only; normalised before each part (Xiong et al., 2020)
Notation:   the first token is what the player holds and knows of both pairs, then one a call
Checked by: tests/unit/bidding/calls/test_network.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.calls.auctions import CALLS, Bools, Bytes, Floats
from kibitz.bidding.calls.pairs import WIDTH
from kibitz.errors import StorageError
from kibitz.runtime.arrays import Form, pack, unpack
from kibitz.runtime.storage import shipped

FORM = Form("calls", 1, "kibitz lab train-calls")
SHIPPED = "calls.kibitz"
POINTS, LENGTHS = 38, 14
BELIEF = 3 * (POINTS + 4 * LENGTHS) + 3 * 52
"""Of each of three hidden hands its points, its lengths, and which cards are in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What a player may believe of the three other hands, counted from his left: chances."""

    points: Floats
    """(n, 3, 38)"""
    lengths: Floats
    """(n, 3, 4, 14)"""
    cards: Floats
    """(n, 52, 3): who holds each card that is not his own."""


@dataclass(frozen=True, eq=False)
class CallNetwork:
    """Weights by name, each matrix from inputs to outputs; *about* says how they were made."""

    weights: Mapping[str, Floats]
    layers: int
    heads: int
    usual: Floats
    """What all pairs together do in each situation: `pairs.features` needs it."""
    about: Mapping[str, Any]

    @classmethod
    @cache
    def shipped(cls) -> CallNetwork:
        return cls.read(shipped(SHIPPED), name=SHIPPED)

    def states(
        self, hands: Bytes, spoken: Bytes, own: Floats | None = None, their: Floats | None = None
    ) -> Floats:
        """The last state before each call and after the last, (n, places + 1, width).

        *hands* and *spoken* are those of `inputs`; *own* and *their* what is known of the pairs,
        (n, WIDTH), nothing where they are left out.
        """
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

    def belief(self, states: Floats) -> Belief:
        """What each state says of the hidden hands."""
        said = self._linear("belief", states)
        of_points, of_lengths, of_cards = np.split(said, [3 * POINTS, BELIEF - 156], axis=1)
        return Belief(
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

    def packed(self) -> bytes:
        """The weights in eight bits, as the bytes of a file."""
        arrays: dict[str, npt.NDArray[Any]] = {"usual": self.usual}
        for name, weight in self.weights.items():
            if weight.ndim == 1:
                arrays[name] = weight
                continue
            scale = np.abs(weight).max(axis=0) / 127 + np.float32(1e-12)
            arrays[name] = np.round(weight / scale).astype(np.int8)
            arrays[f"{name}.scale"] = scale.astype(np.float32)
        return pack(FORM, arrays, {"layers": self.layers, "heads": self.heads, **self.about})

    @classmethod
    def read(cls, content: bytes, *, name: str) -> CallNetwork:
        packed = unpack(FORM, content, name=name)
        arrays, about = dict(packed.arrays), dict(packed.about)
        try:
            usual = arrays.pop("usual")
            weights = {
                key: array * arrays[f"{key}.scale"] if array.dtype == np.int8 else array
                for key, array in arrays.items()
                if not key.endswith(".scale")
            }
            return cls(weights, about.pop("layers"), about.pop("heads"), usual, about)
        except (ValueError, KeyError) as error:
            raise StorageError(f"{name} is no network of calls: {error}") from error


def _chances(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return found
