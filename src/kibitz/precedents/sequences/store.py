"""Sequences on disk: a folder of arrays, listed in a manifest, mapped and not copied."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError, UsageError
from kibitz.precedents.manifest import KeptRecord, Manifest, Removal
from kibitz.precedents.sequences.columns import Actions
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz.precedents.sequences.segments import map_segment, write_segment
from kibitz.records.record import Source


@dataclass(frozen=True, slots=True)
class CaseSource:
    """Where to look up a case: the record, and the number of the card, from 1."""

    record: Source
    card: int

    def __str__(self) -> str:
        return f"{self.record}, card {self.card}"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Cases to append; case *i* comes from card ``cards[i]`` of ``records[record_of[i]]``."""

    cases: Sequences
    actions: Actions
    records: tuple[Source, ...]
    record_of: npt.NDArray[np.uint32]
    cards: npt.NDArray[np.uint16]

    def __post_init__(self) -> None:
        lengths = {len(self.cases), len(self.actions), len(self.record_of), len(self.cards)}
        if len(lengths) != 1:
            raise UsageError("every case of a batch has an action, a record and a card")
        if len(self.record_of) and int(self.record_of.max()) >= len(self.records):
            raise UsageError("a case of the batch names a record that is not in it")


class SequenceStore:
    """A folder of sequences of states, in the columns of a schema."""

    def __init__(self, manifest: Manifest, schema: Schema, window: int) -> None:
        self.manifest, self.schema, self.window = manifest, schema, window

    @classmethod
    def create(cls, folder: Path, schema: Schema, window: int) -> SequenceStore:
        """A new, empty store; the folder must not hold one."""
        features = [[f.name, f.kind.name, f.widest] for f in schema.features]
        described = json.dumps({"features": features, "unit": schema.unit})
        manifest = Manifest.create(folder, {"schema": described, "window": str(window)})
        return cls(manifest, schema, window)

    @classmethod
    def open(cls, folder: Path) -> SequenceStore:
        """The store in *folder*; its files are present and have the right size."""
        manifest = Manifest.open(folder)
        try:
            schema = json.loads(manifest.about["schema"])
            features = tuple(
                Feature(name, FeatureKind[kind], w) for name, kind, w in schema["features"]
            )
            return cls(manifest, Schema(features, schema["unit"]), int(manifest.about["window"]))
        except (KeyError, TypeError, ValueError) as error:
            raise StorageError(f"{manifest.path} is damaged: no schema") from error

    @classmethod
    def open_or_create(cls, folder: Path, schema: Schema, window: int) -> SequenceStore:
        """The store in *folder*; if there is none, an empty one."""
        if Manifest.is_in(folder):
            return cls.open(folder)
        return cls.create(folder, schema, window)

    @property
    def folder(self) -> Path:
        return self.manifest.folder

    def append(self, batch: Batch, marks: Iterable[str] = ()) -> None:
        """Add cases, all or none; their numbers follow those already in the store."""
        SequenceMemory(self.schema, self.window).check(batch.cases)
        if not len(batch.cases):
            return
        self.manifest.append(
            len(batch.cases),
            [KeptRecord(source) for source in batch.records],
            lambda file, first: write_segment(
                file,
                self.schema,
                batch.cases,
                batch.actions,
                (batch.record_of.astype(np.int64) + first).astype(np.uint32),
                batch.cards,
            ),
            marks,
        )

    def memory(self) -> SequenceMemory:
        """All cases, mapped from their files; removed cases are not found."""
        memory = SequenceMemory(self.schema, self.window)
        for name, _, _ in self.listed():
            memory.attach(map_segment(self.folder / name, self.schema, self.window).segment)
        for removal in self.removals():
            memory.remove(removal.case)
        return memory

    def source(self, case: int) -> CaseSource:
        """The record and the card that a case comes from."""
        for source in self.sources_of([case]).values():
            return source
        raise UsageError(f"there is no case {case}; the store holds {len(self)}")

    def sources_of(self, cases: Iterable[int]) -> dict[int, CaseSource]:
        """`source` for many cases at once; invalid numbers are left out."""
        wanted, places = sorted({case for case in cases if case >= 0}), dict[int, tuple[int, int]]()
        for name, first, count in self.listed():
            here = [case for case in wanted if first <= case < first + count]
            if here:
                mapped = map_segment(self.folder / name, self.schema, self.window)
                places |= {
                    case: (int(mapped.records[case - first]), int(mapped.cards[case - first]))
                    for case in here
                }
        records = self.manifest.records({record for record, _ in places.values()})
        return {
            case: CaseSource(records[record].source, card)
            for case, (record, card) in places.items()
        }

    def remove(self, case: int, reason: str) -> None:
        """Unlearn a case: memories opened later do not find it. The removal stays on record."""
        self.manifest.remove([(case, str(self.source(case)))], reason)

    def removals(self) -> list[Removal]:
        """All removals so far, in the order of the cases."""
        return self.manifest.removals()

    def listed(self) -> list[tuple[str, int, int]]:
        """The files in order: name, number of the first case, number of cases."""
        return [(file.name, file.first, file.cases) for file in self.manifest.files()]

    def verify(self) -> None:
        """Read every byte; a damaged file is named."""
        self.manifest.verify()

    def __len__(self) -> int:
        """The number of cases appended, removed ones included."""
        return len(self.manifest)
