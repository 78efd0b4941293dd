"""Tables bid by a few plain rules, so that what a call means is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import LONGEST, PASS, Auctions, Floats, Rows, number_of
from kibitz.bidding.auctions.pairs import Entries, summed
from kibitz.games.bridge.auction import Bid, parse_call

Rule = Callable[[int, list[int]], bool]
"""Whether a hand of these points and lengths, clubs first, makes a call."""


def prefix(text: str) -> np.ndarray:
    return np.array([number_of(parse_call(word)) for word in text.split()], np.uint8)


@dataclass(frozen=True, eq=False)
class SomeTables:
    """A memory of tables that were dealt at random and kept where somebody's hand fits a rule."""

    auctions: Auctions
    pairs: Rows
    withdrawn_tables: Rows
    is_house: bool = False

    def sums_of(self, pairs: Rows, /) -> Floats:
        entries = Entries.of(self.auctions)
        whose = self.pairs[entries.table, entries.seat % 2]
        sums = summed(entries, whose, int(self.pairs.max()) + 1)
        sums[0] = 0
        found: Floats = sums[pairs]
        return found

    @classmethod
    def of(cls, parts: Sequence[SomeTables], withdrawn: Sequence[int] = ()) -> SomeTables:
        auctions = Auctions(
            *(
                np.concatenate([getattr(part.auctions, name) for part in parts])
                for name in ("owners", "calls", "vulnerable")
            )
        )
        pairs = np.concatenate([part.pairs for part in parts])
        return cls(auctions, pairs, np.array(withdrawn, np.int64))

    @classmethod
    def dealt(
        cls, calls: str, count: int, rule: Rule, *, pairs: Sequence[int] = (1,), seed: int = 0
    ) -> SomeTables:
        """*count* tables with these calls, the last made by a hand that fits the rule."""
        rng = np.random.default_rng(seed)
        spoken = prefix(calls)
        seat = (len(spoken) - 1) % 4
        worth = np.maximum(np.arange(52) % 13 - 8, 0)
        owners = np.empty((count, 52), np.uint8)
        for row in range(count):
            while True:
                one = rng.permutation(np.repeat(np.arange(4, dtype=np.uint8), 13))
                held = one == seat
                if rule(int(held @ worth), held.reshape(4, 13).sum(axis=1).tolist()):
                    break
            owners[row] = one
        written = np.zeros((count, LONGEST), np.uint8)
        written[:, : len(spoken)] = spoken
        if isinstance(parse_call(calls.split()[-1]), Bid):
            written[:, len(spoken) : len(spoken) + 3] = PASS
        of_side = np.resize(np.array(pairs), count)
        both = np.zeros((count, 2), np.int64)
        both[:, seat % 2] = of_side
        colours = (np.arange(count) % 4).astype(np.uint8)
        return cls(Auctions(owners, written, colours), both, np.empty(0, np.int64))
