"""Auctions and pairs as a network of calls is taught from them: packed, and on the device.

A pair's sums hold all of its boards that teach; what the board at hand contributed is taken out
before it is used, so that no board is explained by itself.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.bidding.calls.auctions import Auctions, Bytes, Floats, Rows
from kibitz.bidding.calls.pairs import SITUATIONS, Entries, summed, usual
from kibitz.lab.harness import seen_deals
from kibitz.lab.harness.results import cited
from kibitz.lab.harness.splits import event_of, parts_of_tables
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.arrays import Form, pack, unpack
from kibitz.runtime.storage import write_atomically

FORM = Form("packed-auctions", 1, "kibitz lab pack-auctions")
UNKNOWN = 0
"""The pair of whom nothing is known: a name is missing."""
_MOST = 6  # situations that a board may contribute to for one pair
_AT_ONCE = 4096
_PLAYED = 20  # cards that must have been played: vugraph fills rooms that nobody watched


@dataclass(frozen=True, slots=True, eq=False)
class PackedAuctions:
    """Auctions, the two pairs of each (the dealer's first), and the part of each table."""

    auctions: Auctions
    pairs: Rows
    parts: Bytes
    records: Sequence[dict[str, Any]]

    @classmethod
    def gathered(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedAuctions:
        blocks, events, deals = list[Auctions](), list[str](), list[int]()
        names: dict[frozenset[str], int] = {}
        pairs: list[tuple[int, int]] = []
        found = (record for path in paths for record in _witnesses(path, watch))
        while some := list(islice(found, _AT_ONCE)):
            blocks.append(Auctions.of_records(some))
            events += [event_of(record) for record in some]
            deals += [seen_deals.digest(record.deal) for record in some]
            pairs += [_pairs_of(record, names) for record in some]
        joined = (np.concatenate([getattr(b, f.name) for b in blocks]) for f in fields(Auctions))
        parts = np.array(parts_of_tables(events, deals), np.uint8)
        return cls(Auctions(*joined), np.array(pairs), parts, [cited(path) for path in paths])

    def save(self, path: Path) -> None:
        arrays = {field.name: getattr(self.auctions, field.name) for field in fields(Auctions)}
        arrays |= {"pairs": self.pairs.astype(np.uint32), "parts": self.parts}
        content = pack(FORM, arrays, {"records": list(self.records)})
        write_atomically(path, lzma.compress(content, preset=3))

    @classmethod
    def load(cls, path: Path) -> PackedAuctions:
        packed = unpack(FORM, lzma.decompress(path.read_bytes()), name=path.name)
        columns = dict(packed.arrays)
        pairs, parts = columns.pop("pairs").astype(np.int64), columns.pop("parts")
        return cls(Auctions(**columns), pairs, parts, packed.about["records"])


def _witnesses(path: Path, watch: Callable[[int], object]) -> Any:
    for found in read_path(path):
        watch(1)
        if isinstance(found, Record) and found.auction.calls and len(found.play) >= _PLAYED:
            yield found


def _pairs_of(record: Record, names: dict[frozenset[str], int]) -> tuple[int, int]:
    """The numbers of the dealer's pair and of the other."""
    dealer, players = record.auction.dealer, record.citation.players
    numbers = []
    for seat in (dealer, dealer.next):
        pair = frozenset((players[seat].casefold(), players[seat.partner].casefold()))
        known = len(pair) == 2 and "" not in pair
        numbers.append(names.setdefault(pair, len(names) + 1) if known else UNKNOWN)
    return numbers[0], numbers[1]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Of each pair its sums, what is usual, and what each table adds to each of its two pairs."""

    sums: Floats
    usual: Floats
    situations: Rows
    """(tables, 2, most): which situations; one past the last where there is none."""
    added: Floats
    """(tables, 2, most, 6)"""

    @classmethod
    def of(cls, packed: PackedAuctions, counted: Rows) -> Known:
        """From the tables *counted*; what is usual follows from them too."""
        entries = Entries.of(packed.auctions)
        side = entries.seat % 2
        of_pair = packed.pairs[entries.table, side]
        there = np.isin(entries.table, counted) & (of_pair != UNKNOWN)
        few = Entries(*(getattr(entries, field.name)[there] for field in fields(Entries)))
        sums = summed(few, of_pair[there], int(packed.pairs.max()) + 1)
        size = len(packed.auctions)
        situations = np.full((size, 2, _MOST), len(SITUATIONS))
        added = np.zeros((size, 2, _MOST, 6), np.float32)
        order = np.lexsort((side, entries.table))
        key = entries.table[order] * 2 + side[order]
        starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
        slot = np.arange(len(key)) - np.repeat(starts, np.diff(np.r_[starts, len(key)]))
        fits = (slot < _MOST) & there[order]
        at = (entries.table[order][fits], side[order][fits], slot[fits])
        situations[at] = entries.situation[order][fits]
        added[at] = entries.sums[order][fits]
        return cls(sums, usual(sums), situations, added)
