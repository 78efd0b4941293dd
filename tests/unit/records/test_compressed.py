"""Compressed files of games: the same tables as the plain file, in bounded memory."""

from __future__ import annotations

import gzip
import io
import lzma
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.records.formats import compressed, reading
from kibitz.records.formats.known import FORMATS
from kibitz.records.formats.reading import read_path, read_stream
from kibitz.records.importing import game_files, import_files, sample
from kibitz.records.library import Library
from kibitz.records.record import Record, Refusal
from kit import random_record

LINES = "".join(FORMATS["jsonl"].write(random_record(random.Random(i)) for i in range(20))).encode()
Compress = Callable[[bytes], bytes]
both = pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])


def read(content: bytes, name: str = "x.jsonl.xz") -> list[Record | Refusal]:
    return list(read_stream(io.BytesIO(content), name=name))


def tables(content: bytes, name: str = "x.jsonl.xz") -> int:
    return sum(isinstance(found, Record) for found in read(content, name))


def test_an_xz_file_of_several_streams_with_padding_between_them_is_read_to_its_end() -> None:
    first, second = LINES.splitlines(keepends=True)[:10], LINES.splitlines(keepends=True)[10:]
    packed = [lzma.compress(b"".join(part)) for part in (first, second)]
    assert tables((b"\0" * 4).join(packed)) == 20
    assert tables(b"".join(packed) + b"\0" * 70_000) == 20


def test_an_xz_file_that_is_cut_short_says_so_in_words() -> None:
    refusal = read(lzma.compress(LINES)[:-5])[-1]
    assert str(refusal) == (
        "x.jsonl.xz:0: file:damaged xz (the file ended before the end of its last stream)"
    )


def test_an_xz_file_with_a_changed_byte_is_damaged() -> None:
    content = bytearray(lzma.compress(LINES))
    content[len(content) // 2] ^= 0xFF
    refusal = read(bytes(content))[-1]
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "file:damaged xz"


def test_an_xz_file_that_wants_too_much_memory_is_refused_before_it_gets_it() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 29}]
    greedy = lzma.compress(LINES[:100], filters=filters)
    refusal = read(greedy)[-1]
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "file:too large"
    assert refusal.detail == f"over {compressed.LARGEST_DICTIONARY} bytes to unpack"


def test_the_strongest_usual_setting_of_xz_is_within_the_limit() -> None:
    assert tables(lzma.compress(LINES, preset=9 | lzma.PRESET_EXTREME)) == 20


@both
@pytest.mark.parametrize("name", ["x.lin", "x.jsonl", "x.pbn"])
def test_a_small_file_that_unpacks_to_a_huge_one_is_refused_in_little_memory(
    compress: Compress, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 1 << 20)
    monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 20)
    bomb = compress(b" " * (1 << 26))
    tracemalloc.start()
    try:
        found = read(bomb, name)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "file:too large" in {one.reason for one in found if isinstance(one, Refusal)}
    assert most < 1 << 24


def test_xz_files_are_imported_sampled_and_read_by_their_path(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.xz").write_bytes(lzma.compress(LINES))
    files = list(game_files([tmp_path]))
    with Library.open(tmp_path / "library") as library:
        [done] = import_files(library, files)
        assert (done.kept, done.refused) == (20, {})
    assert sample(files, 5).tables == 20
    assert all(isinstance(found, Record) for found in read_path(tmp_path / "a.jsonl.xz"))
