"""Sequences on disk: exactly the arrays that the kernel searches, mapped and not copied."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.precedents.sequences.columns import Actions, SequenceSegment
from kibitz.precedents.sequences.distance import Schema, Sequences
from kibitz.runtime.arrays import Array, FileForm, map_file, pack

FORM = FileForm("cases", 2)


@dataclass(frozen=True, slots=True, eq=False)
class Mapped:
    """A segment on disk, with the record and the card of each case."""

    segment: SequenceSegment
    records: npt.NDArray[np.uint32]
    cards: npt.NDArray[np.uint16]


def write_segment(
    file: BinaryIO,
    schema: Schema,
    cases: Sequences,
    actions: Actions,
    records: npt.NDArray[np.uint32],
    cards: npt.NDArray[np.uint16],
) -> None:
    """Write cases with their actions and sources, each feature as a row of an array."""
    arrays: dict[str, Array] = {
        "codes": cases.codes.reshape(len(cases), -1).T,
        "reals": cases.reals.reshape(len(cases), -1).T,
        "states": cases.spans,
        "action": actions,
        "record": records,
        "card": cards,
    }
    file.write(pack(FORM, arrays, {"features": _names(schema), "window": cases.window}))


def map_segment(path: Path, schema: Schema, window: int) -> Mapped:
    """The cases of a file, mapped; a file with another schema is refused."""
    found = map_file(FORM, path)
    if found.about != {"features": _names(schema), "window": window}:
        raise StorageError(f"{path} has other features than its store")
    arrays = found.arrays
    segment = SequenceSegment(
        arrays["codes"],
        arrays["reals"],
        arrays["states"].copy(),  # a removed case is marked here
        arrays["action"],
    )
    return Mapped(segment, arrays["record"], arrays["card"])


def _names(schema: Schema) -> list[str]:
    return [feature.name for feature in schema.features]
