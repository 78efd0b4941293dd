"""Arrays come back as they were, from a file that any reader of safetensors understands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from kibitz.errors import StorageError
from kibitz.runtime.arrays import Array, FileForm, load, map_file, pack, save, unpack

FORM = FileForm("example", 3)
ARRAYS: dict[str, Array] = {
    "rows": np.arange(12, dtype=np.uint8).reshape(3, 4),
    "across": np.arange(12, dtype=np.float32).reshape(3, 4).T,
    "none": np.empty((0, 5), np.int64),
    "step": np.array(7),
    "flags": np.array([True, False]),
    "short": np.array([-1, 5], np.int16),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save(FORM, tmp_path / "a.kibitz", ARRAYS, {"made": "here", "of": [1, 2]})
    return tmp_path / "a.kibitz"


def test_what_is_saved_is_read_and_mapped_alike(path: Path) -> None:
    for found in (load(FORM, path), map_file(FORM, path), unpack(FORM, path.read_bytes(), name="")):
        assert found.about == {"made": "here", "of": [1, 2]}
        assert found.arrays.keys() == ARRAYS.keys()
        for name, array in ARRAYS.items():
            assert found.arrays[name].dtype == array.dtype
            np.testing.assert_array_equal(found.arrays[name], array)


def test_another_reader_of_safetensors_reads_it(path: Path) -> None:
    for name, array in load_file(path).items():
        np.testing.assert_array_equal(array, ARRAYS[name])


def test_a_mapped_array_lies_in_the_file(path: Path) -> None:
    rows = map_file(FORM, path).arrays["rows"]
    with path.open("r+b") as file:
        file.seek(path.read_bytes().index(bytes(range(12))))
        file.write(b"\xff")
    assert rows[0, 0] == 255


def test_the_same_arrays_make_the_same_bytes() -> None:
    backwards = dict(reversed(ARRAYS.items()))
    assert len({pack(FORM, each, {"a": 1}) for each in (ARRAYS, backwards) for _ in range(5)}) == 1


def test_any_changed_byte_is_found(path: Path) -> None:
    content = path.read_bytes()
    for place in range(len(content)):
        if content[place : place + 1] == b" ":
            continue  # blanks in the header mean nothing
        changed = bytearray(content)
        changed[place] ^= 1
        with pytest.raises(StorageError):
            unpack(FORM, bytes(changed), name="a.kibitz")


def test_a_file_cut_short_is_named(path: Path) -> None:
    content = path.read_bytes()
    for size in (len(content) - 1, 100, 8, 3, 0):
        path.write_bytes(content[:size])
        with pytest.raises(StorageError, match=r"a\.kibitz (is damaged|is not a kibitz example)"):
            load(FORM, path)


def test_another_kind_or_version_is_refused(path: Path) -> None:
    with pytest.raises(StorageError, match="is not a kibitz other file"):
        load(FileForm("other", 3), path)
    with pytest.raises(StorageError, match="has version 3, not 4"):
        load(FileForm("example", 4), path)
    with pytest.raises(StorageError, match="cannot be read"):
        load(FORM, path.with_name("b.kibitz"))
