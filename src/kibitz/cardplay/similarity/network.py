"""The network behind the similarity: its weights, and how they are stored.

Source:     Vaswani et al., "Attention Is All You Need" (2017), the encoder, normalised before each
            part (Xiong et al., 2020); one token for each suit, so that suits have no names
Notation:   a layer is attention among the five tokens, then a perceptron on each
Departures: no positions are encoded (suits are a set, and the whole has a layer of its own);
            weights are stored and used in eight bits, with a scale for each output (eight_bits.py)
Checked by: tests/laws/test_describing.py, tests/laws/test_cardplay_views.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.cardplay.similarity.sights import DECLARER, SIGHTS, TokenSight
from kibitz.cardplay.similarity.tokens import Floats, Tokens
from kibitz.errors import StorageError
from kibitz.runtime.arrays import FileForm, Packed, pack
from kibitz.runtime.weights import NetworkParts, from_eight_bits, in_eight_bits

if TYPE_CHECKING:
    from kibitz.cardplay.similarity.eight_bits import CardLayers

FORM = FileForm("similarity", 2)


@dataclass(frozen=True, eq=False)
class Network:
    """Weights by name, each matrix from inputs to outputs; *about* tells how they were made.

    *sight* is the side whose decisions it reads.
    """

    weights: Mapping[str, Floats]
    layers: int
    heads: int
    about: Mapping[str, Any]
    sight: TokenSight = DECLARER

    def __post_init__(self) -> None:
        if self.heads not in (1, 2, 4, 8) or len(self.weights["last.gain"]) % 8:
            raise ValueError("heads must be 1, 2, 4 or 8, and the width a multiple of 8")

    @classmethod
    def drawn(
        cls,
        rng: np.random.Generator,
        *,
        width: int,
        layers: int,
        heads: int,
        sight: TokenSight = DECLARER,
    ) -> Network:
        """Random weights: a start for training, and enough for tests."""
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
        """The chance of each legal card, (n, 4, 13); zero for all others."""
        # machine code is for answers: training needs numpy and torch alone
        from kibitz.cardplay.similarity.eight_bits import chances

        return chances(self._layers, given.suits, given.whole, given.legal)

    @cached_property
    def _layers(self) -> CardLayers:
        """The weights as `eight_bits` reads them."""
        from kibitz.cardplay.similarity.eight_bits import CardLayers
        from kibitz.runtime.eight_bits import matrix

        parts = NetworkParts(self.weights, self.layers, self.heads)
        attention, gathered, wider, narrower = map(matrix, parts.layers())
        by_suit, by_whole = self.sight.scales()
        return CardLayers(
            matrix(parts.one("suit")),
            matrix(parts.one("whole")),
            np.reciprocal(by_suit),
            np.reciprocal(by_whole),
            attention,
            gathered,
            wider,
            narrower,
            matrix(parts.one("head")),
            *parts.norms(),
            self.heads,
        )

    def packed(self) -> bytes:
        """The weights in eight bits, as the content of a file."""
        arrays = in_eight_bits(self.weights)
        form = {"layers": self.layers, "heads": self.heads, "sight": self.sight.name}
        return pack(FORM, arrays, {**form, **self.about})

    @classmethod
    def unpacked(cls, packed: Packed, *, name: str) -> Network:
        """The weights from a file's content; *name* is the file's name in errors."""
        arrays, about = packed.arrays, dict(packed.about)
        try:
            weights = from_eight_bits(arrays)
            sight = SIGHTS[about.pop("sight", DECLARER.name)]
            return cls(weights, about.pop("layers"), about.pop("heads"), about, sight)
        except (ValueError, KeyError) as error:
            raise StorageError(f"{name} is no network: {error}") from error
