"""The decisions of auctions on disk, with the tables they were taken at and who sat there.

The folder is a `Manifest`: versioned, checksummed, every append whole or not at all; it remembers
which network described it. A file holds some tables (who held each card, the calls), who the two
pairs were, every decision, and what each table says of its pairs; numbers in it count from its own
first table and its own first pair.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Rows
from kibitz.bidding.auctions.pairs import Entries
from kibitz.bidding.calls.likeness.decisions import Decisions, Marks
from kibitz.errors import StorageError
from kibitz.precedents.manifest import CaseFile, KeptRecord, Manifest
from kibitz.runtime.arrays import Array, Form, map_file, pack
from kibitz.runtime.storage import load, save

FORM = Form("calls-learned", 1)
SMALL = 20_000
"""Decisions in a file that is worth putting together with others."""
MOST_SMALL = 16
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

    auctions: Auctions
    pairs: Marks
    """(n, 2): the dealer's pair and the other, by their place in *names*."""
    names: tuple[str, ...]
    """First the pair that is not known; `memory.pair_name` says how the others are written."""
    decisions: Decisions
    entries: SmallEntries

    @classmethod
    def joined(cls, blocks: Sequence[Block]) -> Block:
        """Several as one: tables and pairs are numbered through."""
        numbers: dict[str, int] = {"": 0}
        tables, pairs = 0, list[Marks]()
        decisions, entries = list[Decisions](), list[SmallEntries]()
        for block in blocks:
            own = [
                numbers.setdefault(name.casefold(), len(numbers)) for name in block.names
            ]  # the same pair in any letters
            pairs.append(np.array(own, np.uint32)[block.pairs])
            first = np.uint32(tables)
            decisions.append(replace(block.decisions, tables=block.decisions.tables + first))
            entries.append(replace(block.entries, tables=block.entries.tables + first))
            tables += len(block.auctions)
        spelled = {name.casefold(): name for b in reversed(blocks) for name in b.names}
        return cls(
            Auctions(*_columns([block.auctions for block in blocks])),
            np.concatenate(pairs),
            tuple(spelled[name] for name in numbers),
            Decisions.joined(decisions),
            SmallEntries(*_columns(entries)),
        )

    @classmethod
    def mapped(cls, path: Path) -> Block:
        try:
            return cls.of_arrays(map_file(FORM, path).arrays)
        except (KeyError, ValueError) as error:
            raise StorageError(f"{path} holds no decisions of auctions: {error}") from error

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Block:
        """What `arrays` gave."""
        return cls(
            Auctions(*_named(arrays, _TABLE, Auctions)),
            arrays["pairs"],
            tuple(json.loads(arrays["names"].tobytes())),
            Decisions(*_named(arrays, _DECISION, Decisions)),
            SmallEntries(*_named(arrays, _ENTRY, SmallEntries)),
        )

    def arrays(self) -> dict[str, Array]:
        """All of it by name, as a file keeps it."""
        names = json.dumps(self.names, ensure_ascii=False).encode()
        arrays: dict[str, Array] = {
            "pairs": self.pairs,
            "names": np.frombuffer(names, np.uint8),
        }
        parts = ((_TABLE, self.auctions), (_DECISION, self.decisions), (_ENTRY, self.entries))
        for mark, part in parts:
            arrays |= {f"{mark}{f.name}": getattr(part, f.name) for f in fields(part)}
        return arrays

    def write(self, file: BinaryIO, _: int = 0) -> None:
        file.write(pack(FORM, self.arrays()))


def _columns(parts: Sequence[Auctions] | Sequence[SmallEntries]) -> Iterator[Array]:
    names = [field.name for field in fields(parts[0])]
    return (np.concatenate([getattr(part, name) for part in parts]) for name in names)


def _named(
    arrays: Mapping[str, Array], mark: str, columns: type[Auctions | Decisions | SmallEntries]
) -> list[Array]:
    return [arrays[f"{mark}{field.name}"] for field in fields(columns)]


class CallStore:
    """A folder of decisions as it was when it was opened."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        if "network" not in manifest.about:
            raise StorageError(f"{manifest.folder} holds no decisions of auctions")

    @classmethod
    def create(cls, folder: Path, network: str) -> CallStore:
        return cls(Manifest.create(folder, {"network": network}))

    @classmethod
    def open(cls, folder: Path) -> CallStore:
        return cls(Manifest.open(folder))

    @staticmethod
    def is_in(folder: Path) -> bool:
        return Manifest.is_in(folder)

    @property
    def network(self) -> str:
        """The name of the network that described the decisions."""
        return self._manifest.about["network"]

    def add(self, block: Block, records: Sequence[KeptRecord]) -> None:
        """Append the tables of *records*, one to each, all or none."""
        self._manifest.append(len(block.decisions), records, block.write)

    def __len__(self) -> int:
        """How many decisions can be found."""
        return len(self._manifest) - len(self._manifest.removals())

    def keys(self) -> list[str]:
        """The key of every table that was learned, withdrawn ones included, by number."""
        return self._manifest.keys()

    def records(self, tables: Sequence[int]) -> dict[int, KeptRecord]:
        return self._manifest.records(tables)

    def blocks(self) -> list[Block]:
        """What each file holds, withdrawn decisions included."""
        return [Block.mapped(self._manifest.folder / file.name) for file in self._manifest.files()]

    def everything(self) -> tuple[Block, Rows] | None:
        """All files in one, and which decisions were withdrawn; None where there is no file."""
        blocks = self.blocks()
        if not blocks:
            return None
        gone = np.array([removal.case for removal in self._manifest.removals()], np.int64)
        return Block.joined(blocks) if len(blocks) > 1 else blocks[0], gone

    def redescribe(self, network: str, describe: Callable[[Block], Block]) -> None:
        """Describe every decision anew; until all are, the old descriptions stand."""

        def files() -> Iterator[tuple[CaseFile, Callable[[BinaryIO], None]]]:
            for file, block in zip(self._manifest.files(), self.blocks(), strict=True):
                yield file, describe(block).write

        self._manifest.rewrite(network, files(), network=network)

    def withdraw(self, tables: Sequence[int], reason: str) -> int:
        """Unlearn every decision of these tables; how many there were."""
        rows = self._rows(tables)
        gone = {removal.case for removal in self._manifest.removals()}
        new = [row for row in rows if row not in gone]
        self._manifest.remove([(row, reason) for row in new], reason)
        return len(new)

    def restore(self, tables: Sequence[int]) -> int:
        """Let the decisions of withdrawn tables be found again; how many there are."""
        gone = {removal.case for removal in self._manifest.removals()}
        back = [row for row in self._rows(tables) if row in gone]
        self._manifest.restore(back)
        return len(back)

    def _rows(self, tables: Sequence[int]) -> list[int]:
        found = self.everything()
        if found is None:
            return []
        here = np.isin(found[0].decisions.tables, np.array(tables, np.uint32))
        rows: list[int] = np.flatnonzero(here).tolist()
        return rows

    def tidy(self) -> None:
        """Put the small files at the end together, when they have become many."""
        small: list[CaseFile] = []
        for file in reversed(self._manifest.files()):
            if file.cases >= SMALL:
                break
            small.insert(0, file)
        if len(small) > MOST_SMALL:
            parts = [Block.mapped(self._manifest.folder / file.name) for file in small]
            self._manifest.merge(small, Block.joined(parts).write)


def own_path(folder: Path) -> Path:
    """Where the player's own cases are: a file of JSON, which learning leaves alone."""
    return folder / "calls-own.kibitz"


def write_own(folder: Path, fields: Mapping[str, Any]) -> None:
    save(own_path(folder), json.dumps(fields).encode(), kind=_OWN_KIND, version=_OWN_VERSION)


def read_own(folder: Path) -> Mapping[str, Any] | None:
    """What `write_own` wrote; None where there is nothing."""
    path = own_path(folder)
    if not path.exists():
        return None
    found: Mapping[str, Any] = json.loads(load(path, kind=_OWN_KIND, version=_OWN_VERSION))
    return found
