"""The tables that a similarity is trained on, packed for machines with torch alone.

Run:      kibitz lab pack-tables --records FILE... --into FILE
Writes:   hands, auctions and play as arrays, with hashes of each table's deal and event, from which
its part in the frozen split follows; compressed, since the file travels
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.positions import Bytes, Tables
from kibitz.errors import StorageError
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.arrays import FileForm, pack, unpack
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness import seen_deals, splits
from kibitz_lab.harness.results import cited
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.splits import Digests, SplitPart, event_of, parts_of_tables

FORM = FileForm("packed-tables", 2)
SUFFIX = ".kibitz"
_AT_ONCE = 4096
_MOST_BYTES = 1 << 31


@dataclass(frozen=True, slots=True, eq=False)
class PackedTables:
    """Tables, with the deal, the event and the part of each, and the files they come from."""

    tables: Tables
    deals: Digests
    events: Digests
    parts: Bytes
    records: Sequence[dict[str, Any]]

    @classmethod
    def of_files(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedTables:
        """The tables of packed files and of files of records together."""
        found = [
            cls.load(path) if path.suffix == SUFFIX else cls.gathered([path], watch)
            for path in paths
        ]
        return found[0] if len(found) == 1 else cls._together(found)

    @classmethod
    def gathered(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedTables:
        """Every table of some files at which cards were played."""
        blocks, events, deals = list[Tables](), list[int](), list[int]()
        found = _played(paths, watch)
        while some := list(islice(found, _AT_ONCE)):
            blocks.append(Tables.of_records(some))
            events += [splits.digest(event_of(record)) for record in some]
            deals += [seen_deals.digest(record.deal) for record in some]
        tables, records = Tables.joined(blocks), [cited(path) for path in paths]
        return cls._of(tables, np.array(deals, np.uint64), np.array(events, np.uint64), records)

    @classmethod
    def _of(
        cls, tables: Tables, deals: Digests, events: Digests, records: Sequence[dict[str, Any]]
    ) -> PackedTables:
        return cls(tables, deals, events, parts_of_tables(events, deals), records)

    @classmethod
    def _together(cls, several: Sequence[PackedTables]) -> PackedTables:
        deals, events = (
            np.concatenate([getattr(one, name) for one in several]) for name in ("deals", "events")
        )
        records = [cited for one in several for cited in one.records]
        return cls._of(Tables.joined([one.tables for one in several]), deals, events, records)

    @property
    def seen(self) -> SeenDeals:
        """The deals used for training or validation, which must not be tested."""
        return SeenDeals.of(np.unique(self.deals[self.parts != SplitPart.TESTS]).tolist())

    def save(self, path: Path) -> None:
        arrays = {field.name: getattr(self.tables, field.name) for field in fields(Tables)}
        arrays |= {"deals": self.deals, "events": self.events}
        content = pack(FORM, arrays, {"records": list(self.records)})
        write_atomically(path, lzma.compress(content, preset=3))

    @classmethod
    def load(cls, path: Path) -> PackedTables:
        try:
            content = lzma.LZMADecompressor().decompress(path.read_bytes(), _MOST_BYTES)
        except (OSError, lzma.LZMAError) as error:
            raise StorageError(f"{path} cannot be read: {error}") from error
        packed = unpack(FORM, content, name=path.name)
        columns = dict(packed.arrays)
        deals, events = columns.pop("deals"), columns.pop("events")
        return cls._of(Tables(**columns), deals, events, packed.about["records"])


def _played(paths: Sequence[Path], watch: Callable[[int], object]) -> Iterator[Record]:
    for path in paths:
        for found in read_path(path):
            if isinstance(found, Record) and found.contract is not None and found.play:
                yield found
            watch(1)
