"""The deals that a similarity was made from, so that it is never tested on them.

A Bloom filter over the hashes of the deals, from which no deal can be read back. It takes less
than one new deal in ten thousand for a seen one, and never the other way round.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.games.bridge.deal import Deal
from kibitz.runtime.arrays import FileForm, pack, unpack
from kibitz.runtime.storage import shipped
from kibitz_lab.harness.splits import Digests

FORM = FileForm("seen-deals", 2)
SHIPPED = "similarity-deals.kibitz"
SHIPPED_DEFENCE = "defence-deals.kibitz"

_BITS = 1 << 22
_MARKS = 8


def digest(deal: Deal) -> int:
    """64 bits of a deal's hash."""
    return int.from_bytes(hashlib.sha256(str(deal).encode()).digest()[:8], "big")


@dataclass(frozen=True, slots=True, eq=False)
class SeenDeals:
    """A set of deals that can be tested for membership but not listed."""

    bits: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, digests: Iterable[int]) -> SeenDeals:
        """
        >>> SeenDeals.of([5]).has(5), SeenDeals.of([5]).has(6)
        (True, False)
        """
        bits = np.zeros(_BITS // 8, np.uint8)
        for one in digests:
            for place in _places(one):
                bits[place // 8] |= 1 << place % 8
        return cls(bits)

    def has(self, digest: int) -> bool:
        return all(self.bits[place // 8] >> place % 8 & 1 for place in _places(digest))

    def has_each(self, digests: Digests) -> npt.NDArray[np.bool_]:
        """The same of many.

        >>> SeenDeals.of([5]).has_each(np.array([5, 6], np.uint64)).tolist()
        [True, False]
        """
        first, step = digests >> np.uint64(32), (digests & np.uint64(0xFFFFFFFF)) | np.uint64(1)
        found = np.ones(len(digests), np.bool_)
        for mark in range(_MARKS):
            place = (first + np.uint64(mark) * step) % np.uint64(_BITS)
            bit = self.bits[place // np.uint64(8)] >> (place % np.uint64(8)).astype(np.uint8)
            found &= (bit & 1).astype(np.bool_)
        return found

    @property
    def mistakes(self) -> float:
        """The share of new deals that are taken for seen ones."""
        return float(np.unpackbits(self.bits).mean() ** _MARKS)

    def __contains__(self, deal: Deal) -> bool:
        return self.has(digest(deal))

    def packed(self) -> bytes:
        return pack(FORM, {"bits": self.bits})

    @classmethod
    def shipped(cls, name: str) -> SeenDeals:
        """The deals that a shipped similarity was made from."""
        return cls.read(shipped(name, "kibitz_lab"), name=name)

    @classmethod
    def read(cls, content: bytes, *, name: str) -> SeenDeals:
        return cls(unpack(FORM, content, name=name).arrays["bits"])


def _places(digest: int) -> list[int]:
    first, step = digest >> 32, (digest & 0xFFFFFFFF) | 1
    return [(first + mark * step) % _BITS for mark in range(_MARKS)]
