"""Gzip and xz files, recognised by their first bytes and unpacked as they are read.

Nothing is unpacked before it is asked for, so a small file that unpacks to a huge one costs no
memory; the limits in `reading` apply to the unpacked text.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from typing import Protocol, TypeAlias

from kibitz.records.record import Refusal

LARGEST_DICTIONARY = 128 << 20
"""The most bytes of memory for unpacking an xz file; a file made by ``xz -9`` takes 65 MiB."""

BLOCK = 1 << 16
UNREADABLE = (EOFError, zlib.error, lzma.LZMAError, OSError)  # gzip.BadGzipFile is an OSError

_SUFFIXES = (".gz", ".xz")
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


class Readable(Protocol):
    """The only method that an open file needs."""

    def read(self, size: int = -1, /) -> bytes: ...


class Raw(io.RawIOBase):
    """Any readable stream, wrapped so that `io.BufferedReader` can buffer it."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


Buffered: TypeAlias = "io.BufferedReader[Raw]"


def unpack(stream: Readable) -> Buffered:
    """The stream itself, or its unpacked content if its first bytes say that it is compressed."""
    buffered = io.BufferedReader(Raw(stream), BLOCK)
    start = buffered.peek(len(_XZ))
    if start.startswith(_GZIP):
        return io.BufferedReader(Raw(gzip.GzipFile(fileobj=buffered)), BLOCK)
    if start.startswith(_XZ):
        return io.BufferedReader(Raw(_Xz(buffered)), BLOCK)
    return buffered


def unpacked_name(name: str) -> str:
    """The name of a file without its compression suffix."""
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def unreadable(error: Exception, file: str) -> Refusal:
    """The refusal of a file that could not be read to its end, or that needs too much memory."""
    if isinstance(error, _TooLargeError):
        limit = f"over {LARGEST_DICTIONARY} bytes to unpack"
        return Refusal(file, 0, "", "file:too large", limit)
    if isinstance(error, lzma.LZMAError):
        return Refusal(file, 0, "", "file:damaged xz", str(error))
    if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
        return Refusal(file, 0, "", "file:cannot be read", error.strerror or str(error))
    return Refusal(file, 0, "", "file:damaged gzip", str(error))


class _TooLargeError(lzma.LZMAError):
    """An xz file that needs more memory than `LARGEST_DICTIONARY`."""


class _Xz:
    """The unpacked content of an xz file: all its streams, one after another.

    Python's own `lzma.LZMAFile` sets no limit on the memory that a file may need.
    """

    def __init__(self, packed: Readable) -> None:
        self._packed = packed
        self._stream: lzma.LZMADecompressor | None = None
        self._rest = b""

    def read(self, size: int = -1, /) -> bytes:
        while True:
            if self._stream is None and not self._next_stream():
                return b""
            assert self._stream is not None
            block = self._step(self._stream, size)
            if self._stream.eof:
                self._rest, self._stream = self._stream.unused_data, None
            if block:
                return block

    def _next_stream(self) -> bool:
        """Begin the next stream, if there is one; zero bytes may pad the gap between streams."""
        while not (rest := self._rest.lstrip(b"\x00")):
            self._rest = self._packed.read(BLOCK)
            if not self._rest:
                return False
        self._rest = rest
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=LARGEST_DICTIONARY)
        return True

    def _step(self, stream: lzma.LZMADecompressor, size: int) -> bytes:
        if stream.needs_input and not self._rest:
            self._rest = self._packed.read(BLOCK)
            if not self._rest:
                raise lzma.LZMAError("the file ended before the end of its last stream")
        packed, self._rest = self._rest, b""
        try:
            return stream.decompress(packed, size)
        except lzma.LZMAError as error:
            if "limit" in str(error):
                raise _TooLargeError(str(error)) from error
            raise
