"""The tables that a similarity is taught from, packed: what a machine with torch alone can read.

Run:      kibitz lab pack-tables --records FILE... --into FILE
Writes:   hands, auctions and play as arrays, the part of each table in the frozen split, and a
          filter of the deals that teach or validate; compressed, since it travels
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
from kibitz.lab.harness import seen_deals
from kibitz.lab.harness.results import cited
from kibitz.lab.harness.seen_deals import SeenDeals
from kibitz.lab.harness.splits import Part, event_of, parts_of_tables
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.arrays import Form, pack, unpack
from kibitz.runtime.storage import write_atomically

FORM = Form("packed-tables", 1, "kibitz lab pack-tables")
SUFFIX = ".kibitz"
_AT_ONCE = 4096
_MOST_BYTES = 1 << 31


@dataclass(frozen=True, slots=True, eq=False)
class PackedTables:
    """Tables, the part of each, the deals that must not be tested, and the files they are of."""

    tables: Tables
    parts: Bytes
    seen: SeenDeals
    records: Sequence[dict[str, Any]]

    @classmethod
    def of_files(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedTables:
        """Of one packed file, or gathered from files of records."""
        is_packed = len(paths) == 1 and paths[0].suffix == SUFFIX
        return cls.load(paths[0]) if is_packed else cls.gathered(paths, watch)

    @classmethod
    def gathered(cls, paths: Sequence[Path], watch: Callable[[int], object]) -> PackedTables:
        """Every table of some files at which a card was played."""
        blocks, events, deals = list[Tables](), list[str](), list[int]()
        found = _played(paths, watch)
        while some := list(islice(found, _AT_ONCE)):
            blocks.append(Tables.of_records(some))
            events += [event_of(record) for record in some]
            deals += [seen_deals.digest(record.deal) for record in some]
        parts = np.array(parts_of_tables(events, deals), np.uint8)
        known = {deal for deal, part in zip(deals, parts, strict=True) if part != Part.TESTS}
        together = Tables(
            *(np.concatenate([getattr(b, f.name) for b in blocks]) for f in fields(Tables))
        )
        return cls(together, parts, SeenDeals.of(known), [cited(path) for path in paths])

    def save(self, path: Path) -> None:
        arrays = {field.name: getattr(self.tables, field.name) for field in fields(Tables)}
        arrays |= {"parts": self.parts, "seen": self.seen.bits}
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
        parts, seen = columns.pop("parts"), SeenDeals(columns.pop("seen"))
        return cls(Tables(**columns), parts, seen, packed.about["records"])


def _played(paths: Sequence[Path], watch: Callable[[int], object]) -> Iterator[Record]:
    for path in paths:
        for found in read_path(path):
            if isinstance(found, Record) and found.contract is not None and found.play:
                yield found
            watch(1)
