"""The auctions and pairs that a network of calls is trained on, packed to travel.

Run:      kibitz lab pack-auctions --records FILE... --into FILE
Writes:   hands and auctions as arrays; each table's two pairs as numbers, and hashes of its deal
          and event, from which its part in the frozen split follows

A pair's sums cover all of its training boards; the contribution of the board at hand is taken out
before use, so that no board informs about itself.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import SITUATIONS, Entries, summed, usual
from kibitz.errors import StorageError, UsageError
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.arrays import FileForm, pack, unpack
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness import seen_deals, splits
from kibitz_lab.harness.results import cited
from kibitz_lab.harness.splits import Digests, SplitPart, event_of, parts_of_tables

FORM = FileForm("packed-auctions", 2)
UNKNOWN = 0
"""The unknown pair, where a name is missing."""
SUFFIX = ".kibitz"
_MOST_BYTES = 1 << 31
_MOST = 6  # the most situations that a board adds to for one pair
_AT_ONCE = 4096
_ONE_EVENT = np.array(
    [*6 * [SplitPart.TEACHES], SplitPart.VALIDATES, *3 * [SplitPart.TESTS]], np.uint8
)
"""The split of deals as in `kibitz lab openings --apart`; one in seven for training validates."""
_PLAYED = 20  # the fewest cards played: vugraph fills in the auctions of rooms that nobody watched


@dataclass(frozen=True, slots=True, eq=False)
class PackedAuctions:
    """Auctions, the two pairs of each (the dealer's first), its deal, its event and its part."""

    auctions: Auctions
    pairs: Rows
    deals: Digests
    events: Digests
    parts: Bytes
    records: Sequence[dict[str, Any]]

    @classmethod
    def of_files(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedAuctions:
        """The auctions of one packed file, or of several files of records."""
        if len(paths) == 1 and paths[0].suffix == SUFFIX:
            return cls.load(paths[0])
        return cls.gathered(paths, watch)

    @classmethod
    def gathered(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedAuctions:
        """Every table of some files with a genuine auction."""
        blocks, events, deals = list[Auctions](), list[int](), list[int]()
        names: dict[frozenset[str], int] = {}
        pairs: list[tuple[int, int]] = []
        found = (record for path in paths for record in _witnesses(path, watch))
        while some := list(islice(found, _AT_ONCE)):
            blocks.append(Auctions.of_records(some))
            events += [splits.digest(event_of(record)) for record in some]
            deals += [seen_deals.digest(record.deal) for record in some]
            pairs += [_pairs_of(record, names) for record in some]
        if not blocks:
            raise UsageError("No table of these files has an auction to learn from.")
        joined = (np.concatenate([getattr(b, f.name) for b in blocks]) for f in fields(Auctions))
        digests = np.array(deals, np.uint64), np.array(events, np.uint64)
        return cls._of(Auctions(*joined), np.array(pairs), *digests, [cited(one) for one in paths])

    @classmethod
    def _of(
        cls,
        auctions: Auctions,
        pairs: Rows,
        deals: Digests,
        events: Digests,
        records: Sequence[dict[str, Any]],
    ) -> PackedAuctions:
        """The tables with their parts; of a single event, three in ten deals are for testing."""
        if (events == events[0]).all():
            parts = _ONE_EVENT[np.arange(len(events)) % len(_ONE_EVENT)]
        else:
            parts = parts_of_tables(events, deals)
        return cls(auctions, pairs, deals, events, parts, records)

    def save(self, path: Path) -> None:
        arrays = {field.name: getattr(self.auctions, field.name) for field in fields(Auctions)}
        arrays |= {"pairs": self.pairs.astype(np.uint32)}
        arrays |= {"deals": self.deals, "events": self.events}
        content = pack(FORM, arrays, {"records": list(self.records)})
        write_atomically(path, lzma.compress(content, preset=3))

    @classmethod
    def load(cls, path: Path) -> PackedAuctions:
        try:
            content = lzma.LZMADecompressor().decompress(path.read_bytes(), _MOST_BYTES)
        except (OSError, lzma.LZMAError) as error:
            raise StorageError(f"{path} cannot be read: {error}") from error
        packed = unpack(FORM, content, name=path.name)
        columns = dict(packed.arrays)
        pairs = columns.pop("pairs").astype(np.int64)
        deals, events = columns.pop("deals"), columns.pop("events")
        return cls._of(Auctions(**columns), pairs, deals, events, packed.about["records"])


def _witnesses(path: Path, watch: Callable[[int], object]) -> Iterator[Record]:
    """The tables that were played or passed out."""
    for found in read_path(path):
        watch(1)
        if not isinstance(found, Record) or not found.auction.is_over:
            continue
        if found.auction.contract is None or len(found.play) >= _PLAYED:
            yield found


def _pairs_of(record: Record, names: dict[frozenset[str], int]) -> tuple[int, int]:
    """The numbers of the dealer's pair and of the other pair."""
    dealer, players = record.auction.dealer, record.citation.players
    numbers = []
    for seat in (dealer, dealer.next):
        pair = frozenset((players[seat].casefold(), players[seat.partner].casefold()))
        known = len(pair) == 2 and "" not in pair
        numbers.append(names.setdefault(pair, len(names) + 1) if known else UNKNOWN)
    return numbers[0], numbers[1]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Each pair's sums, what is usual, and what each table adds for its two pairs."""

    sums: Floats
    usual: Floats
    situations: Rows
    """(tables, 2, most): the situations; one past the last stands for none."""
    added: Floats
    """(tables, 2, most, 6)"""

    @classmethod
    def of(cls, packed: PackedAuctions, counted: Rows) -> Known:
        """The sums over the tables *counted*, which also give what is usual."""
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
