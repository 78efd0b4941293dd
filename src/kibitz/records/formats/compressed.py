"""Files that are compressed with gzip or xz, known by their first bytes, unpacked as they are read.

Nothing is unpacked ahead of what is asked for, so that a small file that unpacks to a huge one
costs no memory; what bounds a plain file bounds the unpacked one.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from typing import Protocol, TypeAlias

from kibitz.records.record import Refusal

LARGEST_DICTIONARY = 128 << 20
"""Bytes that unpacking an xz file may take; one of ``xz -9`` takes 65 MiB."""

BLOCK = 1 << 16
UNREADABLE = (
    EOFError,
    zlib.error,
    lzma.LZMAError,
    OSError,
)  # gzip's own error is one of the system

_SUFFIXES = (".gz", ".xz")
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


class Readable(Protocol):
    """All that is asked of an open file."""

    def read(self, size: int = -1, /) -> bytes: ...


class Raw(io.RawIOBase):
    """Any stream that reads, as the raw end of a buffered one."""

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
    """The stream as it is, or what it unpacks to where its first bytes say it is compressed."""
    buffered = io.BufferedReader(Raw(stream), BLOCK)
    start = buffered.peek(len(_XZ))
    if start.startswith(_GZIP):
        return io.BufferedReader(Raw(gzip.GzipFile(fileobj=buffered)), BLOCK)
    if start.startswith(_XZ):
        return io.BufferedReader(Raw(_Xz(buffered)), BLOCK)
    return buffered


def unpacked_name(name: str) -> str:
    """The name of a file without the ending that says how it is compressed."""
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def unreadable(error: Exception, file: str) -> Refusal:
    """What is said of a file that broke off while it was read, or that asks for too much."""
    if isinstance(error, _TooLargeError):
        limit = f"over {LARGEST_DICTIONARY} bytes to unpack"
        return Refusal(file, 0, "", "file:too large", limit)
    if isinstance(error, lzma.LZMAError):
        return Refusal(file, 0, "", "file:damaged xz", str(error))
    if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
        return Refusal(file, 0, "", "file:cannot be read", error.strerror or str(error))
    return Refusal(file, 0, "", "file:damaged gzip", str(error))


class _TooLargeError(lzma.LZMAError):
    """An xz file that asks for more memory than it is given."""


class _Xz:
    """What an xz file unpacks to: all its streams, one after the other.

    The library's own reader sets no limit to the memory that a file may ask for.
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
        """Begin the next stream, if there is one; between two there may be padding of zeros."""
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
