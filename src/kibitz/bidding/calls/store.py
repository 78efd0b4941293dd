"""The decisions of auctions on disk, with the tables they were taken at and who sat there.

A file holds some tables (who held each card, the calls), who the two pairs were, every decision,
and what each table says of its pairs; numbers in it count from its own first table and its own
first pair. The shelf remembers which network described the decisions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Rows
from kibitz.bidding.auctions.pairs import Entries
from kibitz.bidding.calls.likeness.decisions import CallDecisions, Marks
from kibitz.runtime.arrays import Array, Form
from kibitz.runtime.storage import load, save

_OWN_KIND, _OWN_VERSION = "calls-own", 1
_TABLE, _DECISION, _ENTRY = "table.", "decision.", "entry."


@dataclass(frozen=True, slots=True, eq=False)
class SmallEntries:
    """What each table says of a pair, in bytes: the situation, the points, the four lengths."""

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
    """What one file holds."""

    FORM: ClassVar[Form] = Form("calls-learned", 1)
    WHAT: ClassVar[str] = "decisions of auctions"
    BY: ClassVar[str] = "network"
    SMALL: ClassVar[int] = 20_000

    auctions: Auctions
    pairs: Marks
    """(n, 2): the dealer's pair and the other, by their place in *names*."""
    names: tuple[str, ...]
    """First the pair that is not known; `memory.pair_name` says how the others are written."""
    decisions: CallDecisions
    entries: SmallEntries

    @classmethod
    def joined(cls, blocks: Sequence[Block], firsts: Sequence[int]) -> Block:
        """Several as one; tables are counted on from *firsts*, and pairs are numbered through."""
        numbers: dict[str, int] = {"": 0}
        pairs = list[Marks]()
        decisions, entries = list[CallDecisions](), list[SmallEntries]()
        for block, first in zip(blocks, map(np.uint32, firsts), strict=True):
            own = [
                numbers.setdefault(name.casefold(), len(numbers)) for name in block.names
            ]  # the same pair in any letters
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
        """How many decisions it holds."""
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


def write_own(path: Path, fields: Mapping[str, Any]) -> None:
    """Write the player's own cases to a file of JSON, which learning leaves alone."""
    save(path, json.dumps(fields).encode(), kind=_OWN_KIND, version=_OWN_VERSION)


def read_own(path: Path) -> Mapping[str, Any] | None:
    """What `write_own` wrote; None where there is nothing."""
    if not path.exists():
        return None
    found: Mapping[str, Any] = json.loads(load(path, kind=_OWN_KIND, version=_OWN_VERSION))
    return found
