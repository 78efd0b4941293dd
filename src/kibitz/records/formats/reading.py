"""Any file of games, whatever its format and encoding: bytes in, records and refusals out.

Reading never raises because of a file's content; whatever exceeds the limits below is refused, and
the refusal names the limit. A file is cut into pieces that can be judged independently, in this
process or in others.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from kibitz.records.formats.compressed import (
    BLOCK,
    UNREADABLE,
    Buffered,
    Readable,
    unpack,
    unpacked_name,
    unreadable,
)
from kibitz.records.formats.known import FORMATS, Cut, Format, format_of_suffix, format_of_text
from kibitz.records.record import Record, Refusal, plain

LONGEST_LINE = 1 << 16
"""The most characters in a line of a file that is read line by line; a longer line is refused."""

LARGEST_TEXT = 64 << 20
"""The most bytes in a file that is read whole, as LIN and links are."""

LARGEST_FILE = 16 << 30
"""The most unpacked bytes in a file that is read line by line, as PBN and record lines are."""

LINES_A_PIECE = 200
"""The number of lines, or of tables of a long file of games, in one piece."""

LONGEST_GAMES = 40_000
"""A file of games with fewer lines is one piece; a longer one is judged as it is read."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def is_game_file(path: Path) -> bool:
    """Whether a file in a folder may hold games, judged by its name; a name without suffix may."""
    suffix = Path(unpacked_name(path.name.lower())).suffix
    may_be = suffix in ("", ".txt") and not path.name.startswith(".")
    return may_be or format_of_suffix(suffix) is not None


def read_path(path: Path | str, *, name: str | None = None) -> Iterator[Record | Refusal]:
    """Every table of a file on disk; its records are cited by *name*, else by the file's own name.

    >>> [found.reason for found in read_path("nowhere.lin")]
    ['file:cannot be read']
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            yield from read_stream(stream, name=name or path.name)
    except OSError as error:
        yield Refusal(plain(name or path.name), 0, "", "file:cannot be read", error.strerror or "")


def read_stream(stream: Readable, *, name: str) -> Iterator[Record | Refusal]:
    """Every table of an open file: compressed or not, any format, any of the four encodings."""
    file, found = plain(name) or "?", None
    piece = None
    for piece in pieces(stream, name=name):
        for found in piece.judged():
            yield found
    if piece is not None and found is None:
        yield nothing_in(file)


def nothing_in(file: str) -> Refusal:
    """The refusal of a file that is not empty but holds no table."""
    return Refusal(file, 1, "", "file:no table found")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file's text that can be judged on its own; *first* is its first line's number."""

    form: str
    file: str
    text: tuple[str, ...]
    first: int = 1

    def judged(self) -> Iterator[Record | Refusal]:
        """Every table in the piece: a record, or a refusal if it is unsound."""
        form = FORMATS[self.form]
        if form.cut is Cut.LINES:
            return form.read(self.text, file=self.file, first=self.first)
        return form.read(self.text[0] if form.cut is Cut.WHOLE else self.text, file=self.file)


@dataclass(frozen=True, slots=True)
class JudgedPiece:
    """A piece that had to be judged while it was read; its text is no longer kept."""

    found: tuple[Record | Refusal, ...]
    text: tuple[str, ...] = ()

    def judged(self) -> Iterator[Record | Refusal]:
        return iter(self.found)


def pieces(stream: Readable, *, name: str) -> Iterator[Piece | JudgedPiece]:
    """The pieces of an open file, in order; an empty file has none."""
    file = plain(name) or "?"
    try:
        text = unpack(stream)
        if text.peek(1):
            yield from _pieces(text, name, file)
    except UNREADABLE as error:
        yield JudgedPiece((unreadable(error, file),))


def _pieces(stream: Buffered, name: str, file: str) -> Iterator[Piece | JudgedPiece]:
    head = stream.peek(BLOCK)[:BLOCK]
    encoding, skip = _encoding(head)
    form = _format_of_name(name) or format_of_text(head[skip:].decode(encoding, "replace"))
    stream.read(skip)
    refused: list[Refusal] = []
    if form is None:
        refused.append(Refusal(file, 1, "", "file:unknown format"))
    elif form.cut is Cut.WHOLE:
        content = stream.read(LARGEST_TEXT + 1)
        if len(content) > LARGEST_TEXT:
            refused.append(Refusal(file, 0, "", "file:too large", f"over {LARGEST_TEXT} bytes"))
        else:
            text = _decode(content, encoding)
            yield Piece(_renamed(form, text).name, file, (text,))
    else:
        cut = _blocks if form.cut is Cut.LINES else _games
        yield from cut(form, _lines(stream, encoding, file, refused), file, refused)
    if refused:
        yield JudgedPiece(tuple(refused))


def _renamed(form: Format, text: str) -> Format:
    """The format, or links if a file with a LIN name holds them and nothing of LIN."""
    links = FORMATS["links"]
    return links if form.name == "lin" and "|" not in text and links.mark.search(text) else form


def _blocks(
    form: Format, lines: Iterator[str], file: str, refused: list[Refusal]
) -> Iterator[Piece | JudgedPiece]:
    """Lines that are tables, in pieces of `LINES_A_PIECE`."""
    first = 1
    while block := _some(lines, LINES_A_PIECE, file, refused):
        yield Piece(form.name, file, block, first)
        first += len(block)


def _games(
    form: Format, lines: Iterator[str], file: str, refused: list[Refusal]
) -> Iterator[Piece | JudgedPiece]:
    """One piece, as a game may inherit from an earlier one; a long file as it is read."""
    start = _some(lines, LONGEST_GAMES, file, refused)
    if len(start) < LONGEST_GAMES:
        yield Piece(form.name, file, start)
        return
    found = form.read(chain(start, lines), file=file)
    while some := tuple(islice(found, LINES_A_PIECE)):
        yield JudgedPiece(some)


def _some(lines: Iterator[str], most: int, file: str, refused: list[Refusal]) -> tuple[str, ...]:
    """Up to *most* lines; if the file is damaged, those before that, and a refusal is added."""
    taken = list[str]()
    try:
        for line in islice(lines, most):
            taken.append(line)
    except UNREADABLE as error:
        refused.append(unreadable(error, file))
    return tuple(taken)


def _format_of_name(name: str) -> Format | None:
    return format_of_suffix(Path(unpacked_name(name.lower())).suffix)


def _encoding(head: bytes) -> tuple[str, int]:
    """The encoding shown by the first bytes, and the length of the byte order mark to skip."""
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding, len(bom)
    sample = head[:400]
    if len(sample) >= 4 and sample.count(0) > len(sample) // 4:
        return ("utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be"), 0
    return "utf-8", 0


def _decode(content: bytes, encoding: str) -> str:
    """The text of these bytes; if they are not valid UTF-8, they are read as Latin-1."""
    if encoding != "utf-8":
        return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _lines(stream: Buffered, encoding: str, file: str, refused: list[Refusal]) -> Iterator[str]:
    """The lines of a text of any length; a line that is too long becomes an empty one."""
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
            while line and not line.endswith(end) and taken <= LARGEST_FILE:
                line = _line(stream, end, width)
                taken += len(line)
            yield ""
            continue
        yield _decode(line, encoding).rstrip("\r\n")


def _line(stream: Buffered, end: bytes, width: int) -> bytes:
    """The next line with its line end, or the start of it if that is already too long."""
    if width == 1:
        return stream.readline(LONGEST_LINE + 1)
    line = bytearray()
    while len(line) <= LONGEST_LINE * width:
        unit = stream.read(width)
        line += unit
        if unit == end or len(unit) < width:
            break
    return bytes(line)
