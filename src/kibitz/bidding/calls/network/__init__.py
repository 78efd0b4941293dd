"""The network that predicts experts' calls and the hidden hands.

Source:     Vaswani et al., "Attention Is All You Need" (2017), the decoder: tokens attend only to
            earlier ones; normalised before each part (Xiong et al., 2020)
Notation:   the first token holds the player's hand and what he knows about both pairs; after it
            comes a token for each call
Checked by: tests/laws/test_foretelling_calls.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.bidding.auctions.arrays import Bools, Bytes, Floats
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.errors import StorageError
from kibitz.precedents.trust import confidence
from kibitz.runtime.arrays import FileForm, pack, unpack
from kibitz.runtime.storage import shipped
from kibitz.runtime.weights import NetworkParts, from_eight_bits, in_eight_bits

if TYPE_CHECKING:
    from kibitz.bidding.calls.network.eight_bits import CallLayers

FORM = FileForm("calls", 1)
SHIPPED = "calls.kibitz"
POINTS, LENGTHS = 38, 14
BELIEF = 3 * (POINTS + 4 * LENGTHS) + 3 * 52
"""The outputs for the three hidden hands: points, lengths, and cards."""

_FIRST_CALL = 4  # the lowest number in `inputs.spoken` that is a call


@dataclass(frozen=True, slots=True, eq=False)
class HandBelief:
    """A player's beliefs about the three other hands, counted from his left, as chances."""

    points: Floats
    """(n, 3, 38)"""
    lengths: Floats
    """(n, 3, 4, 14)"""
    cards: Floats
    """(n, 52, 3): who holds each card that the player does not hold."""


@dataclass(frozen=True, eq=False)
class CallNetwork:
    """Weights by name, each matrix from inputs to outputs; *about* tells how they were made."""

    weights: Mapping[str, Floats]
    layers: int
    heads: int
    usual: Floats
    """What all pairs together do in each situation, as `pairs.features` needs it."""
    about: Mapping[str, Any]
    place: str = ""
    """Where another process can read it: a path or `SHIPPED`; empty if it is not stored."""

    @classmethod
    @cache
    def shipped(cls) -> CallNetwork:
        return replace(cls.read(shipped(SHIPPED), name=SHIPPED), place=SHIPPED)

    @classmethod
    def at(cls, path: Path) -> CallNetwork:
        """The network in a file."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StorageError(f"{path} cannot be read: {error.strerror}") from error
        return replace(cls.read(content, name=path.name), place=str(path.resolve()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the place: a worker reads the weights from there, once."""
        if self.place:
            return _again, (self.place,)
        return CallNetwork, (self.weights, self.layers, self.heads, self.usual, self.about)

    def states(
        self, hands: Bytes, spoken: Bytes, own: Floats | None = None, their: Floats | None = None
    ) -> Floats:
        """The state before each call and after the last one, (n, places + 1, width).

        *hands* and *spoken* come from `inputs`; *own* and *their* are what is known about the two
        pairs, (n, WIDTH); nothing if left out.
        """
        # machine code is imported only for answers: training needs just numpy and torch
        from kibitz.bidding.calls.network.eight_bits import CallInputs, states

        unknown = np.zeros((len(hands), WIDTH), np.float32)
        given = CallInputs(
            np.ascontiguousarray(hands),
            unknown if own is None else np.ascontiguousarray(own, np.float32),
            unknown if their is None else np.ascontiguousarray(their, np.float32),
            np.ascontiguousarray(spoken),
            (spoken >= _FIRST_CALL).sum(axis=1).astype(np.int64),
        )
        return states(self._layers, given)

    def chances(self, states: Floats, legal: Bools) -> Floats:
        """The chance of each legal call in each state, (n, CALLS)."""
        from kibitz.bidding.calls.network.eight_bits import chances

        return chances(self._layers, states, legal)

    def belief(self, states: Floats) -> HandBelief:
        """The beliefs about the hidden hands in each state."""
        from kibitz.bidding.calls.network.eight_bits import belief, softened

        said = belief(self._layers, states, BELIEF)
        of_points, of_lengths, of_cards = np.split(said, [3 * POINTS, BELIEF - 156], axis=1)
        return HandBelief(
            softened(of_points.reshape(-1, 3, POINTS)),
            softened(of_lengths.reshape(-1, 3, 4, LENGTHS)),
            softened(of_cards.reshape(-1, 52, 3)),
        )

    def confidence(self, chance: float, kind: int, *, known: bool) -> float:
        """How often an elected call with this *chance* by the network is the expert's.

        *kind* is the `CallKind` of the decision; *known* tells whether the caller's pair is known.
        """
        return confidence(self.about["trust"]["known" if known else "unknown"][kind], chance)

    @cached_property
    def _layers(self) -> CallLayers:
        """The weights as `eight_bits` needs them."""
        from kibitz.bidding.calls.network.eight_bits import CallLayers
        from kibitz.runtime.eight_bits import matrix

        parts = NetworkParts(self.weights, self.layers, self.heads)
        attention, gathered, wider, narrower = map(matrix, parts.layers())
        return CallLayers(
            matrix(parts.one("hand")),
            matrix(parts.one("own")),
            matrix(parts.one("their")),
            self.weights["call"],
            self.weights["place"],
            attention,
            gathered,
            wider,
            narrower,
            matrix(parts.one("head")),
            matrix(parts.one("belief")),
            *parts.norms(),
            self.heads,
        )

    def packed(self) -> bytes:
        """The weights in eight bits, as the content of a file."""
        arrays = {"usual": self.usual, **in_eight_bits(self.weights)}
        return pack(FORM, arrays, {"layers": self.layers, "heads": self.heads, **self.about})

    @classmethod
    def read(cls, content: bytes, *, name: str) -> CallNetwork:
        packed = unpack(FORM, content, name=name)
        arrays, about = dict(packed.arrays), dict(packed.about)
        try:
            usual = arrays.pop("usual")
            weights = from_eight_bits(arrays)
            return cls(weights, about.pop("layers"), about.pop("heads"), usual, about)
        except (ValueError, KeyError) as error:
            raise StorageError(f"{name} is not a network of calls: {error}") from error


@cache
def _again(place: str) -> CallNetwork:
    return CallNetwork.shipped() if place == SHIPPED else CallNetwork.at(Path(place))
