"""The one container for arrays on disk: a safetensors file with a seal, read or mapped.

Any tool that knows safetensors reads it. Its header names each array and where its bytes lie, and
says what the file is: kind, version, a checksum of everything in it, and what its owner must know
*about* it, as JSON. The bytes lie as they are in memory, so that a mapped file is not copied:
safetensors' own reading of numpy arrays copies every one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.runtime.storage import write_atomically

Array: TypeAlias = npt.NDArray[Any]
Bytes: TypeAlias = npt.NDArray[np.uint8]

_LENGTH = 8  # bytes that say how long the header is
_LONGEST_HEADER = 1 << 26
_DTYPES = {
    "BOOL": np.dtype(np.bool_),
    **{f"U{8 * size}": np.dtype(f"<u{size}") for size in (1, 2, 4, 8)},
    **{f"I{8 * size}": np.dtype(f"<i{size}") for size in (1, 2, 4, 8)},
    **{f"F{8 * size}": np.dtype(f"<f{size}") for size in (2, 4, 8)},
}


@dataclass(frozen=True, slots=True)
class FileForm:
    """A kind of file, and the version that is written now."""

    kind: str
    version: int


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """What a file holds: arrays by name, and what its owner must know of them (plain JSON)."""

    arrays: Mapping[str, Array]
    about: Mapping[str, Any]
    digest: str
    """The checksum of the whole file, by which it is recognised."""


def pack(
    form: FileForm, arrays: Mapping[str, Array], about: Mapping[str, Any] | None = None
) -> bytes:
    """Arrays as the bytes of one sealed file.

    >>> form = FileForm("example", 1)
    >>> content = pack(form, {"a": np.arange(3)}, {"made": "here"})
    >>> unpack(form, content, name="a.kibitz").arrays["a"]
    array([0, 1, 2])
    """
    from safetensors.numpy import save as safetensors_bytes

    plain = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    said: dict[str, Any] = {"kind": form.kind, "version": form.version, "about": dict(about or {})}
    said["sha256"] = _checksum(plain, said["about"])
    # one entry: safetensors would write several in an order of its own, another every time
    return safetensors_bytes(plain, {"kibitz": json.dumps(said)})


def unpack(form: FileForm, content: bytes, *, name: str) -> Packed:
    """The arrays of a packed file, every byte checked; *name* is what an error calls it."""
    return _read(form, np.frombuffer(content, np.uint8), name, check=True)


def save(
    form: FileForm, path: Path, arrays: Mapping[str, Array], about: Mapping[str, Any] | None = None
) -> None:
    """Write a packed file: whole or not at all."""
    write_atomically(path, pack(form, arrays, about))


def load(form: FileForm, path: Path) -> Packed:
    """The arrays of a file, every byte checked."""
    return _read(form, _mapped(path), str(path), check=True)


def map_file(form: FileForm, path: Path) -> Packed:
    """The arrays of a file, mapped and not read: its owner has another way to check the bytes."""
    return _read(form, _mapped(path), str(path), check=False)


def _mapped(path: Path) -> Bytes:
    try:
        return np.asarray(np.memmap(path, np.uint8, mode="r"))
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # there is nothing to map
        raise StorageError(f"{path} is damaged: it is empty") from error


def _read(form: FileForm, content: Bytes, name: str, *, check: bool) -> Packed:
    start = _LENGTH + int.from_bytes(content[:_LENGTH].tobytes(), "little")
    header = _header(content, start)
    said = header.pop("__metadata__", {})
    if said.get("kind") != form.kind:
        raise StorageError(f"{name} is not a kibitz {form.kind} file")
    if said.get("version") != form.version:
        raise StorageError(f"{name} has version {said.get('version')}, not {form.version}")
    try:
        arrays = {key: _view(content[start:], **place) for key, place in header.items()}
        if check and _checksum(arrays, said["about"]) != said["sha256"]:
            raise ValueError("its checksum does not match")
        return Packed(arrays, said["about"], said["sha256"])
    except (KeyError, TypeError, ValueError) as error:
        raise StorageError(f"{name} is damaged: {error}") from error


def _header(content: Bytes, start: int) -> dict[str, Any]:
    """What a safetensors file of ours says of itself; nothing where it is none."""
    if start > min(len(content), _LONGEST_HEADER):
        return {}
    try:
        header = json.loads(content[_LENGTH:start].tobytes())
        said = json.loads(header["__metadata__"]["kibitz"])
        return {**header, "__metadata__": dict(said)}
    except (KeyError, TypeError, ValueError):
        return {}


def _view(content: Bytes, dtype: str, shape: list[int], data_offsets: list[int]) -> Array:
    """One array, as it lies among the bytes behind the header."""
    first, last = data_offsets
    kind = _DTYPES[dtype]
    if not 0 <= first <= last <= len(content) or last - first != prod(shape) * kind.itemsize:
        raise ValueError("an array lies outside of it")
    return content[first:last].view(kind).reshape(shape)


def _checksum(arrays: Mapping[str, Array], about: Mapping[str, Any]) -> str:
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.reshape(-1).view(np.uint8).data)
    return digest.hexdigest()
