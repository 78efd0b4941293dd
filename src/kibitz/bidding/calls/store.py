"""The decisions of auctions on disk, with their tables and players.

A file holds some tables (who held each card, the calls), their pairs, all decisions, and what each
table tells about its pairs; tables and pairs are numbered within the file. The shelf remembers
which network described the decisions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Rows
from kibitz.bidding.auctions.pairs import Entries
from kibitz.bidding.calls.likeness.decisions import CallDecisions, Marks
from kibitz.runtime.arrays import Array, FileForm

_TABLE, _DECISION, _ENTRY = "table.", "decision.", "entry."


@dataclass(frozen=True, slots=True, eq=False)
class SmallEntries:
    """What each table tells about a pair, in bytes: situation, points, and four lengths."""

    tables: Marks
    seats: Bytes
    situations: Bytes
    held: Bytes

    @classmethod
    def of(cls, auctions: Auctions) -> SmallEntries:
        entries = Entries.of(auctions)
        return cls(
            entries.table.astype(np.uint32),
            entries.seat.astype(np.uint8),
            entries.situation.astype(np.uint8),
            entries.sums[:, 1:].astype(np.uint8),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The content of one file."""

    FORM: ClassVar[FileForm] = FileForm("calls-learned", 1)
    WHAT: ClassVar[str] = "decisions of auctions"
    BY: ClassVar[str] = "network"
    SMALL: ClassVar[int] = 20_000

    auctions: Auctions
    pairs: Marks
    """(n, 2): the dealer's pair and the other one, as indices into *names*."""
    names: tuple[str, ...]
    """The first is the unknown pair, the others are written by `memory.pair_name`."""
    decisions: CallDecisions
    entries: SmallEntries

    @classmethod
    def joined(cls, blocks: Sequence[Block], firsts: Sequence[int]) -> Block:
        """Several blocks joined; *firsts* are the numbers of their first tables."""
        numbers: dict[str, int] = {"": 0}
        pairs = list[Marks]()
        decisions, entries = list[CallDecisions](), list[SmallEntries]()
        for block, first in zip(blocks, map(np.uint32, firsts), strict=True):
            own = [
                numbers.setdefault(name.casefold(), len(numbers)) for name in block.names
            ]  # case does not matter
            pairs.append(np.array(own, np.uint32)[block.pairs])
            decisions.append(replace(block.decisions, tables=block.decisions.tables + first))
            entries.append(replace(block.entries, tables=block.entries.tables + first))
        spelled = {name.casefold(): name for b in reversed(blocks) for name in b.names}
        return cls(
            Auctions(*_columns([block.auctions for block in blocks])),
            np.concatenate(pairs),
            tuple(spelled[name] for name in numbers),
            CallDecisions.joined(decisions),
            SmallEntries(*_columns(entries)),
        )

    @classmethod
    def read(cls, arrays: Mapping[str, Array]) -> Block:
        return cls(
            Auctions(*_named(arrays, _TABLE, Auctions)),
            arrays["pairs"],
            tuple(json.loads(arrays["names"].tobytes())),
            CallDecisions(*_named(arrays, _DECISION, CallDecisions)),
            SmallEntries(*_named(arrays, _ENTRY, SmallEntries)),
        )

    def arrays(self, first_record: int = 0) -> dict[str, Array]:
        names = json.dumps(self.names, ensure_ascii=False).encode()
        arrays: dict[str, Array] = {
            "pairs": self.pairs,
            "names": np.frombuffer(names, np.uint8),
        }
        parts = ((_TABLE, self.auctions), (_DECISION, self.decisions), (_ENTRY, self.entries))
        for mark, part in parts:
            arrays |= {f"{mark}{f.name}": getattr(part, f.name) for f in fields(part)}
        return arrays

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.decisions)

    def __getitem__(self, rows: Rows) -> Block:
        """All the tables, and some of the decisions."""
        return replace(self, decisions=self.decisions[rows])

    @property
    def records(self) -> Marks:
        """The table of each decision."""
        return self.decisions.tables

    @property
    def own_records(self) -> int:
        return len(self.auctions)

    def place(self, row: int) -> str:
        return f"call {int(self.decisions.places[row]) + 1}"


def _columns(parts: Sequence[Auctions] | Sequence[SmallEntries]) -> Iterator[Array]:
    names = [field.name for field in fields(parts[0])]
    return (np.concatenate([getattr(part, name) for part in parts]) for name in names)


def _named(
    arrays: Mapping[str, Array], mark: str, columns: type[Auctions | CallDecisions | SmallEntries]
) -> list[Array]:
    return [arrays[f"{mark}{field.name}"] for field in fields(columns)]
