"""Reading never raises, whatever a file holds: each format is fed text that almost is one."""

from __future__ import annotations

import gzip
import io
import lzma
import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.records.formats import reading
from kibitz.records.formats.known import FORMATS
from kibitz.records.formats.reading import read_stream
from kibitz.records.record import Record, Refusal
from kit import random_record

PASSED_OUT = "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|mb|p|mb|p|mb|p|mb|p|"
COMPRESSIONS = ((gzip.compress, "gz"), (lzma.compress, "xz"))
NAMES = (*(f"x{suffix}" for form in FORMATS.values() for suffix in form.suffixes), "x.txt", "x")


def read(content: bytes, name: str) -> list[Record | Refusal]:
    return list(read_stream(io.BytesIO(content), name=name))


def written(form: str, seed: int, tables: int = 3) -> str:
    return "".join(
        FORMATS[form].write(random_record(random.Random(seed + i)) for i in range(tables))
    )


def name_of(form: str) -> str:
    return f"x{FORMATS[form].suffix}"


def spoiled(text: str, rng: random.Random) -> str:
    """The text with some pieces dropped, doubled, moved or replaced."""
    for _ in range(rng.randint(1, 12)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((1, 1, 2, 5, 40)))
        piece = rng.choice(
            ("", text[start:end] * 2, "|", '"', "{", "\n", "\x00", "#", "md|", "é", "9")
        )
        text = text[:start] + piece + text[end:]
    return text


@given(st.binary(max_size=400), st.sampled_from(NAMES))
def test_any_bytes_are_read_without_raising(content: bytes, name: str) -> None:
    assert all(isinstance(found, Record | Refusal) for found in read(content, name))


@pytest.mark.parametrize("form", FORMATS)
def test_spoiled_files_give_sound_records_or_reasons(form: str) -> None:
    rng = random.Random(form)
    name = name_of(form)
    for seed in range(150):
        text = spoiled(written(form, seed), rng)
        for found in read(text.encode("utf-8", "surrogatepass"), name):
            assert isinstance(found, Record) or found.reason.count(":") == 1, found


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_encoding_tells_the_same_records(form: str, encoding: str) -> None:
    text = written(form, seed=7)
    plainly = read(text.encode(), name_of(form))
    assert read(text.encode(encoding), name_of(form)) == plainly
    assert len(plainly) == 3
    assert all(isinstance(found, Record) for found in plainly)


def test_what_is_not_utf8_is_latin_1() -> None:
    text = f"pn|Müller,b,c,d|{PASSED_OUT}"
    [record] = read(text.encode("latin-1"), "x.lin")
    assert isinstance(record, Record)
    assert record.citation.players.south == "Müller"


@pytest.mark.parametrize(("compress", "suffix"), COMPRESSIONS)
def test_a_compressed_file_is_read_by_its_content_whatever_its_name(
    compress: Callable[[bytes], bytes], suffix: str
) -> None:
    plainly = read(written("jsonl", 3).encode(), "x.jsonl")
    content = compress(written("jsonl", 3).encode())
    for name in (f"x.jsonl.{suffix}", f"X.JSONL.{suffix.upper()}", "x", "x.jsonl"):
        assert [found.deal for found in read(content, name) if isinstance(found, Record)] == [
            found.deal for found in plainly if isinstance(found, Record)
        ]
    assert len(plainly) == 3


@pytest.mark.parametrize(("compress", "suffix"), COMPRESSIONS)
def test_a_damaged_compressed_file_keeps_the_tables_before_the_damage_and_says_so(
    compress: Callable[[bytes], bytes], suffix: str
) -> None:
    content = compress(written("jsonl", 3, tables=300).encode())
    found = read(content[: len(content) // 2], f"x.jsonl.{suffix}")
    assert isinstance(found[-1], Refusal)
    assert found[-1].reason == f"file:damaged {'gzip' if suffix == 'gz' else 'xz'}"
    assert sum(isinstance(one, Record) for one in found) > 50


@given(st.binary(max_size=200), st.sampled_from(NAMES))
def test_a_spoiled_compressed_file_is_read_without_raising(noise: bytes, name: str) -> None:
    for compress, _ in COMPRESSIONS:
        content = compress(written("jsonl", 3).encode())
        for spoiled_one in (content[:20] + noise, content + noise, content[:40] + noise + content):
            assert all(isinstance(one, Record | Refusal) for one in read(spoiled_one, name))


def test_a_line_that_is_too_long_is_refused_and_the_rest_is_read() -> None:
    one, two = written("jsonl", 1, 1), written("jsonl", 2, 1)
    found = read((one + "x" * (reading.LONGEST_LINE + 5) + "\n" + two).encode(), "x.jsonl")
    assert [type(one) for one in found] == [Record, Record, Refusal]
    assert str(found[-1]) == f"x.jsonl:2: line:too long (over {reading.LONGEST_LINE})"


def test_a_lin_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 100)
    [refusal] = read(written("lin", 1).encode(), "x.lin")
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "file:too large"


def test_a_file_of_something_else_is_named_so() -> None:
    [refusal] = read(b"Dear diary, today I played bridge.", "x.txt")
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "file:unknown format"


def test_a_file_without_any_table_says_so() -> None:
    for name in NAMES[:-2]:
        [refusal] = read(b"\n% nothing here\n" if name == "x.pbn" else b"\n\n", name)
        assert isinstance(refusal, Refusal)
        assert refusal.reason == "file:no table found"


def test_an_empty_file_holds_nothing() -> None:
    assert all(read(b"", name) == [] for name in NAMES)


def test_terminal_codes_in_a_name_do_no_harm() -> None:
    text = (
        "pn|a\x1b[31mb,b,c,d|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|mb|p|mb|p|mb|p|mb|p|"
    )
    [record] = read(text.encode(), "x.lin")
    assert isinstance(record, Record)
    assert record.citation.players.south == "a [31mb"


@pytest.mark.long
def test_an_endless_stream_is_read_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 20)
    found = list(read_stream(_Endless(), name="x.jsonl"))
    assert isinstance(found[-1], Refusal)
    assert found[-1].reason == "file:too large"


class _Endless:
    """A stream of the same line for ever."""

    def __init__(self) -> None:
        self._lines = self._forever()

    def _forever(self) -> Iterator[bytes]:
        while True:
            yield b"{}\n"

    def read(self, size: int = -1, /) -> bytes:
        return next(self._lines) * max(1, size // 3)
