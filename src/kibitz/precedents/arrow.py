"""Cases as uncompressed Arrow files of one record batch, mapped and not copied.

A segment has a column per feature of each state, newest state first: those of one type lie at
equal distances in the file, so that a mapped file is the kernel's matrix as it stands. Other
files may hold whole rows of bytes in one column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    columns: dict[str, npt.NDArray[Any]] = {}
    codes, reals = _names(schema, cases.window)
    for names, values in ((codes, cases.codes), (reals, cases.reals)):
        flat = values.reshape(len(cases), -1)
        columns |= {name: np.ascontiguousarray(flat[:, i]) for i, name in enumerate(names)}
    columns |= {"states": cases.spans, "action": actions, "record": records, "card": cards}
    write_columns(file, columns)


def write_columns(file: BinaryIO, columns: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write named columns as one record batch; a matrix is a column of rows of one width."""
    import pyarrow as pa

    def column(array: npt.NDArray[Any]) -> Any:
        if array.ndim == 1:
            return pa.array(array)
        flat = pa.array(np.ascontiguousarray(array).reshape(-1))
        return pa.FixedSizeListArray.from_arrays(flat, array.shape[1])

    batch = pa.RecordBatch.from_pydict({name: column(array) for name, array in columns.items()})
    with pa.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)


def map_columns(path: Path, like: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """The columns of a file, mapped, of the types and widths of the (empty) columns *like*."""
    import pyarrow as pa

    batch, _ = _mapped(path)
    _check_names(path, batch, list(like))
    columns: dict[str, npt.NDArray[Any]] = {}
    for name, example in like.items():
        column, width = batch.column(name), example.shape[1:]
        if width and not pa.types.is_fixed_size_list(column.type):
            raise StorageError(f"{path} holds other features than its store")
        array = (column.flatten() if width else column).to_numpy()
        columns[name] = array.reshape(-1, *width)
        if array.dtype != example.dtype or len(columns[name]) != batch.num_rows:
            raise StorageError(f"{path} holds other features than its store")
    return columns


def map_segment(path: Path, schema: Schema, window: int) -> Mapped:
    """The cases of a file, mapped; a file of another schema or a broken one is named."""
    batch, whole = _mapped(path)
    codes, reals = _names(schema, window)
    _check_names(path, batch, [*codes, *reals, "states", "action", "record", "card"])
    plain = {name: batch.column(name).to_numpy() for name in ("states", "action", "record", "card")}
    segment = Segment(
        _matrix(batch, codes, whole, np.dtype(np.uint8)),
        _matrix(batch, reals, whole, np.dtype(np.float32)),
        plain["states"].copy(),  # a removed case is marked here
        plain["action"],
    )
    return Mapped(segment, plain["record"], plain["card"])


def _mapped(path: Path) -> tuple[Any, npt.NDArray[np.uint8]]:
    """The batch of a file, and all the bytes it lies in."""
    import pyarrow as pa

    try:
        source = pa.memory_map(str(path))
        batch = pa.ipc.open_file(source).get_batch(0)
        return batch, np.frombuffer(source.read_buffer(source.size()), np.uint8)
    except (pa.ArrowInvalid, OSError, ValueError) as error:
        raise StorageError(f"{path} is damaged: {error}") from error


def _check_names(path: Path, batch: Any, names: Sequence[str]) -> None:
    if batch.schema.names != list(names):
        raise StorageError(f"{path} holds other features than its store")


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
