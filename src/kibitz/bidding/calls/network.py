"""The network that foretells experts' calls and what the hidden hands hold.

Source:     Vaswani et al., "Attention Is All You Need" (2017), the decoder: every place looks
            back only; normalised before each part (Xiong et al., 2020)
Notation:   the first token is what the player holds and knows of both pairs, then one a call
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
from kibitz.runtime.arrays import Form, pack, unpack
from kibitz.runtime.storage import shipped
from kibitz.runtime.weights import Parts, from_eight_bits, in_eight_bits

if TYPE_CHECKING:
    from kibitz.bidding.calls.eight_bits import Layers

FORM = Form("calls", 1)
SHIPPED = "calls.kibitz"
POINTS, LENGTHS = 38, 14
BELIEF = 3 * (POINTS + 4 * LENGTHS) + 3 * 52
"""Of each of three hidden hands its points, its lengths, and which cards are in it."""

_FIRST_CALL = 4  # of the numbers in `inputs.spoken`: below it nobody called


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
    place: str = ""
    """Where another process can read it: a path, or `SHIPPED`; empty where it is not kept."""

    @classmethod
    @cache
    def shipped(cls) -> CallNetwork:
        return replace(cls.read(shipped(SHIPPED), name=SHIPPED), place=SHIPPED)

    @classmethod
    def at(cls, path: Path) -> CallNetwork:
        """The network of a file."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StorageError(f"{path} cannot be read: {error.strerror}") from error
        return replace(cls.read(content, name=path.name), place=str(path.resolve()))

    def __reduce__(self) -> tuple[Any, ...]:
        """To a worker goes the place alone, and is read there once: not the weights each time."""
        if self.place:
            return _again, (self.place,)
        return CallNetwork, (self.weights, self.layers, self.heads, self.usual, self.about)

    def states(
        self, hands: Bytes, spoken: Bytes, own: Floats | None = None, their: Floats | None = None
    ) -> Floats:
        """The last state before each call and after the last, (n, places + 1, width).

        *hands* and *spoken* are those of `inputs`; *own* and *their* what is known of the pairs,
        (n, WIDTH), nothing where they are left out.
        """
        # machine code is for answers: training needs numpy and torch alone
        from kibitz.bidding.calls.eight_bits import Entries, states

        unknown = np.zeros((len(hands), WIDTH), np.float32)
        given = Entries(
            np.ascontiguousarray(hands),
            unknown if own is None else np.ascontiguousarray(own, np.float32),
            unknown if their is None else np.ascontiguousarray(their, np.float32),
            np.ascontiguousarray(spoken),
            (spoken >= _FIRST_CALL).sum(axis=1).astype(np.int64),
        )
        return states(self._layers, given)

    def chances(self, states: Floats, legal: Bools) -> Floats:
        """The chance of each legal call in each state, (n, CALLS)."""
        from kibitz.bidding.calls.eight_bits import chances

        return chances(self._layers, states, legal)

    def belief(self, states: Floats) -> Belief:
        """What each state says of the hidden hands."""
        from kibitz.bidding.calls.eight_bits import belief, softened

        said = belief(self._layers, states, BELIEF)
        of_points, of_lengths, of_cards = np.split(said, [3 * POINTS, BELIEF - 156], axis=1)
        return Belief(
            softened(of_points.reshape(-1, 3, POINTS)),
            softened(of_lengths.reshape(-1, 3, 4, LENGTHS)),
            softened(of_cards.reshape(-1, 52, 3)),
        )

    def confidence(self, chance: float, kind: int, *, known: bool) -> float:
        """How often an elected call that the network gives *chance* is the expert's.

        *kind* is that of the decision (`likeness.decisions.Kind`); *known*: whether anything is
        known of the caller's pair.
        """
        return confidence(self.about["trust"]["known" if known else "unknown"][kind], chance)

    @cached_property
    def _layers(self) -> Layers:
        """The weights as `eight_bits` reads them."""
        from kibitz.bidding.calls.eight_bits import Layers
        from kibitz.runtime.eight_bits import matrix

        parts = Parts(self.weights, self.layers, self.heads)
        attention, gathered, wider, narrower = map(matrix, parts.layers())
        return Layers(
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
        """The weights in eight bits, as the bytes of a file."""
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
            raise StorageError(f"{name} is no network of calls: {error}") from error


@cache
def _again(place: str) -> CallNetwork:
    return CallNetwork.shipped() if place == SHIPPED else CallNetwork.at(Path(place))
