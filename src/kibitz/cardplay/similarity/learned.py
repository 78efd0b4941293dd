"""The similarity of decisions, learned from experts: a network's forecasts, and their reliability.

Two decisions are similar if the network forecasts the same cards. The similarity that ships with
the package consists of numbers only, with the program, the seed and the hashes of the records that
it was made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cardplay.similarity.positions import Bytes, Views
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.errors import StorageError
from kibitz.precedents.trust import confidence
from kibitz.runtime.arrays import unpack
from kibitz.runtime.storage import shipped, shipped_if_built

SHIPPED = "similarity.kibitz"
SHIPPED_DEFENCE = "defence.kibitz"

SCALE = 255
"""Codes are the square roots of chances, in so many parts."""

CLOSE = 0.6
"""A case nearer than this is close."""

FAR = 0.75
"""If even the nearest case is further away than this, there is no precedent: with the nearest
between 0.5 and 0.7, 44 % of the cards elected are the expert's, and beyond that hardly any."""

_DECISIONS = 4096


@dataclass(frozen=True, eq=False)
class Similarity:
    """A network, and the reliability of the cards elected, by the chance it gives them."""

    network: Network
    name: str
    """The name in its file, else the first digits of its hash, by which shelves remember the
    similarity that described their cases."""
    trust: tuple[float, ...] = (0.0, 1.0, 0.0)
    trust_in_leads: tuple[float, ...] = (0.0, 1.0, 0.0)
    place: str = ""
    """Where other processes can read it: a path, or `SHIPPED`; empty if it is not in a file."""

    @classmethod
    def read(cls, content: bytes, *, name: str) -> Similarity:
        packed = unpack(FORM, content, name=name)
        network = Network.unpacked(packed, name=name)
        trust = tuple(float(number) for number in network.about["trust"])
        leads = tuple(float(number) for number in network.about.get("trust_in_leads", trust))
        return cls(network, network.about.get("name", packed.digest[:12]), trust, leads)

    @classmethod
    def at(cls, path: Path) -> Similarity:
        """The similarity in a file."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StorageError(f"{path} cannot be read: {error.strerror}") from error
        return replace(cls.read(content, name=path.name), place=str(path.resolve()))

    @classmethod
    @cache
    def shipped(cls) -> Similarity:
        """The similarity that ships with the package."""
        return replace(cls.read(shipped(SHIPPED), name=SHIPPED), place=SHIPPED)

    @classmethod
    @cache
    def shipped_defence(cls) -> Similarity | None:
        """The similarity of defenders' decisions; None if the package was built without it."""
        content = shipped_if_built(SHIPPED_DEFENCE)
        if content is None:
            return None
        return replace(cls.read(content, name=SHIPPED_DEFENCE), place=SHIPPED_DEFENCE)

    def __reduce__(self) -> tuple[Any, ...]:
        """Only the place is sent to a worker, which reads the weights once."""
        if self.place:
            return _again, (self.place, self.name)
        return Similarity, (self.network, self.name, self.trust, self.trust_in_leads)

    def chances(self, views: Views) -> Floats:
        """The network's chance of each card, (n, 52)."""
        answer = np.empty((len(views), 52), np.float32)
        for first in range(0, len(views), _DECISIONS):
            part = slice(first, first + _DECISIONS)
            given = self.network.sight.tokens(views[part])
            answer[part] = self.network.chances(given).reshape(-1, 52)
        return answer

    def describe(self, views: Views) -> Bytes:
        """The codes of decisions: the square roots of the chances in 255ths, (n, 4, 13)."""
        return codes(self.chances(views))

    def confidence(self, chance: float, *, opening_lead: bool = False) -> float:
        """How often an elected card is the expert's, if the network gives it this *chance*."""
        trust = self.trust_in_leads if opening_lead else self.trust
        return confidence(trust, chance)


@cache
def _again(place: str, name: str) -> Similarity:
    if place == SHIPPED:
        found: Similarity | None = Similarity.shipped()
    elif place == SHIPPED_DEFENCE:
        found = Similarity.shipped_defence()
    else:
        found = Similarity.at(Path(place))
    if found is None:
        raise StorageError(f"{place} is not part of this package")
    if found.name != name:
        raise StorageError(f"{place} is another similarity here: {found.name}, not {name}")
    return found


def name_of(similarities: Sequence[Similarity]) -> str:
    """The name under which a shelf remembers its similarities: for one side, or both."""
    return "+".join(similarity.name for similarity in similarities)


def codes(chances: Floats) -> Bytes:
    rounded: Bytes = np.round(SCALE * np.sqrt(chances)).astype(np.uint8).reshape(-1, 4, 13)
    return rounded
