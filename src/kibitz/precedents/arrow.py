"""One segment of cases as an Arrow file: a column per feature of each state, newest state first.

The columns of one type lie at equal distances in an uncompressed file, so that a mapped file is
the kernel's matrix as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.precedents.columns import Actions, Segment
from kibitz.precedents.distance import Kind, Schema, Sequences


@dataclass(frozen=True, slots=True, eq=False)
class Mapped:
    """A segment on disk, with the record and the card of each case."""

    segment: Segment
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
    """Write cases with their actions and sources as one record batch."""
    import pyarrow as pa

    columns: dict[str, npt.NDArray[Any]] = {}
    codes, reals = _names(schema, cases.window)
    for names, values in ((codes, cases.codes), (reals, cases.reals)):
        flat = values.reshape(len(cases), -1)
        columns |= {name: np.ascontiguousarray(flat[:, i]) for i, name in enumerate(names)}
    columns |= {"states": cases.spans, "action": actions, "record": records, "card": cards}
    batch = pa.RecordBatch.from_pydict({name: pa.array(array) for name, array in columns.items()})
    with pa.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)


def map_segment(path: Path, schema: Schema, window: int) -> Mapped:
    """The cases of a file, mapped; a file of another schema or a broken one is named."""
    import pyarrow as pa

    try:
        source = pa.memory_map(str(path))
        batch = pa.ipc.open_file(source).get_batch(0)
        whole = np.frombuffer(source.read_buffer(source.size()), np.uint8)
    except (pa.ArrowInvalid, OSError, ValueError) as error:
        raise StorageError(f"{path} is damaged: {error}") from error
    codes, reals = _names(schema, window)
    if batch.schema.names != [*codes, *reals, "states", "action", "record", "card"]:
        raise StorageError(f"{path} holds other features than its store")
    plain = {name: batch.column(name).to_numpy() for name in ("states", "action", "record", "card")}
    segment = Segment(
        _matrix(batch, codes, whole, np.dtype(np.uint8)),
        _matrix(batch, reals, whole, np.dtype(np.float32)),
        plain["states"].copy(),  # a removed case is marked here
        plain["action"],
    )
    return Mapped(segment, plain["record"], plain["card"])


def _names(schema: Schema, window: int) -> tuple[list[str], list[str]]:
    """The columns of bytes and of numbers."""
    every = [
        (feature.kind, f"{state} {feature.name}")
        for state in range(window)
        for feature in schema.features
    ]
    return (
        [name for kind, name in every if kind is not Kind.NUMBER],
        [name for kind, name in every if kind is Kind.NUMBER],
    )


def _matrix(
    batch: Any, names: list[str], whole: npt.NDArray[np.uint8], dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    """Columns of one type as one matrix: a view of the file where they lie evenly, else a copy."""
    if not names:
        return np.empty((0, batch.num_rows), dtype)
    first = whole.__array_interface__["data"][0]
    starts = [batch.column(name).buffers()[1].address - first for name in names]
    stride = starts[1] - starts[0] if len(starts) > 1 else batch.num_rows * dtype.itemsize
    even = all(start == starts[0] + i * stride for i, start in enumerate(starts))
    end = starts[0] + stride * len(names)
    if even and stride % dtype.itemsize == 0 and stride > 0 and end <= len(whole):
        return whole[starts[0] : end].view(dtype).reshape(len(names), -1)
    return np.stack([batch.column(name).to_numpy() for name in names])
