"""Any file of games, whatever its format and encoding: bytes in, records and refusals out.

Reading never raises for what a file holds; what exceeds the limits below is refused by name.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeAlias

from kibitz.records.lin import read_lin
from kibitz.records.lines import read_lines
from kibitz.records.links import find_links, read_links
from kibitz.records.pbn import read_pbn
from kibitz.records.record import Record, Refusal, plain

LONGEST_LINE = 1 << 16
"""Characters in one line of PBN or of record lines; a longer one is refused."""

LARGEST_TEXT = 64 << 20
"""Bytes in a LIN file or a file of links, which are read as a whole."""

LARGEST_FILE = 16 << 30
"""Bytes, unpacked, in a PBN file or a file of record lines, which are read line by line."""

_SUFFIXES = {".lin": "lin", ".pbn": "pbn", ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl"}
_BLOCK = 1 << 16
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def is_game_file(path: Path) -> bool:
    """Whether a file in a folder is taken for games, by its name; one without a suffix may be."""
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    return suffix in _SUFFIXES or (suffix in ("", ".txt") and not path.name.startswith("."))


def read_path(path: Path, *, name: str | None = None) -> Iterator[Record | Refusal]:
    """Every table of a file on disk; *name* is what its records are cited by."""
    try:
        with path.open("rb") as stream:
            yield from read_stream(stream, name=name or path.name)
    except OSError as error:
        yield Refusal(plain(name or path.name), 0, "", "file:cannot be read", error.strerror or "")


def read_stream(stream: Readable, *, name: str) -> Iterator[Record | Refusal]:
    """Every table of an open file: gzip or not, any format, any of the four encodings."""
    file = plain(name) or "?"
    buffered = io.BufferedReader(_Raw(stream), _BLOCK)
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        buffered = io.BufferedReader(_Raw(gzip.GzipFile(fileobj=buffered)), _BLOCK)
        name = name.removesuffix(".gz")
    found: Record | Refusal | None = None
    try:
        if not buffered.peek(1):
            return
        for found in _read(buffered, name, file):
            yield found
        if found is None:
            yield Refusal(file, 1, "", "file:no table found")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield Refusal(file, 0, "", "file:damaged gzip", str(error))
    except OSError as error:
        yield Refusal(file, 0, "", "file:cannot be read", error.strerror or str(error))


class Readable(Protocol):
    """All that is asked of an open file."""

    def read(self, size: int = -1, /) -> bytes: ...


class _Raw(io.RawIOBase):
    """Any stream that reads, as the raw end of a buffered one."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


_Buffered: TypeAlias = "io.BufferedReader[_Raw]"


def _read(stream: _Buffered, name: str, file: str) -> Iterator[Record | Refusal]:
    head = stream.peek(_BLOCK)[:_BLOCK]
    encoding, skip = _encoding(head)
    form = _format_of_name(name) or _format_of_text(head[skip:].decode(encoding, "replace"))
    stream.read(skip)
    if form in ("lin", "links"):
        content = stream.read(LARGEST_TEXT + 1)
        if len(content) > LARGEST_TEXT:
            yield Refusal(file, 0, "", "file:too large", f"over {LARGEST_TEXT} bytes")
            return
        text = _decode(content, encoding)
        read: Callable[..., Iterator[Record | Refusal]] = read_lin
        if form == "links" or (form == "lin" and "|" not in text and find_links(text)):
            read = read_links
        yield from read(text, file=file)
    elif form in ("pbn", "jsonl"):
        refused: list[Refusal] = []
        lines = _lines(stream, encoding, file, refused)
        yield from (read_pbn if form == "pbn" else read_lines)(lines, file=file)
        yield from refused
    else:
        yield Refusal(file, 1, "", "file:unknown format")


def _format_of_name(name: str) -> str | None:
    return _SUFFIXES.get(Path(name.lower().removesuffix(".gz")).suffix)


def _format_of_text(head: str) -> str | None:
    """What the first characters of a text without a telling name look like."""
    text = head.lstrip()
    if text.startswith("{"):
        return "jsonl"
    if find_links(text):
        return "links"
    if re.search(r"^\s*(?:%|\[\s*\w+\s+\")", text):
        return "pbn"
    if re.search(r"(?:^|\|)\s*(?:md|vg|pn|qx)\|", text):
        return "lin"
    return None


def _encoding(head: bytes) -> tuple[str, int]:
    """The encoding that the first bytes show, and how many of them say only that."""
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding, len(bom)
    sample = head[:400]
    if len(sample) >= 4 and sample.count(0) > len(sample) // 4:
        return ("utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be"), 0
    return "utf-8", 0


def _decode(content: bytes, encoding: str) -> str:
    """Text of these bytes; what is not UTF-8 is Latin-1."""
    if encoding != "utf-8":
        return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _lines(stream: _Buffered, encoding: str, file: str, refused: list[Refusal]) -> Iterator[str]:
    """The lines of a text of any length; one that is too long stands as an empty line."""
    width = 2 if encoding.startswith("utf-16") else 1
    end = "\n".encode(encoding)
    taken = 0
    number = 0
    while True:
        line = _line(stream, end, width)
        if not line:
            return
        number, taken = number + 1, taken + len(line)
        if taken > LARGEST_FILE:
            limit = f"over {LARGEST_FILE} bytes"
            refused.append(Refusal(file, number, "", "file:too large", limit))
            return
        if len(line) > LONGEST_LINE * width:
            refused.append(Refusal(file, number, "", "line:too long", f"over {LONGEST_LINE}"))
            while line and not line.endswith(end):
                line = _line(stream, end, width)
                taken += len(line)
            yield ""
            continue
        yield _decode(line, encoding).rstrip("\r\n")


def _line(stream: _Buffered, end: bytes, width: int) -> bytes:
    """The next line with its end, or a piece of it that is already too long."""
    if width == 1:
        return stream.readline(LONGEST_LINE + 1)
    line = bytearray()
    while len(line) <= LONGEST_LINE * width:
        unit = stream.read(width)
        line += unit
        if unit == end or len(unit) < width:
            break
    return bytes(line)
