"""Bring files into the library: each whole or not at all, none twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kibitz.errors import KibitzError, UsageError
from kibitz.records.library import ImportedFile, Library
from kibitz.records.reading import LARGEST_FILE, is_game_file, read_stream
from kibitz.records.record import Refusal

_BLOCK = 1 << 20
_OFTEN = 200
Watch = Callable[[int, int], None]
"""Told, as the import goes on, how many bytes of the file were read and tables found so far."""
Report = Callable[[Refusal], None]


def _ignore(*_: object) -> None:
    """What nobody watches."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file to import: where it is, and the name that its records are cited by."""

    path: Path
    name: str

    @property
    def size(self) -> int:
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


def game_files(paths: Iterable[Path]) -> Iterator[GameFile]:
    """The files named, and in folders those that look like games, in a fixed order."""
    for path in paths:
        if path.is_dir():
            for folder, folders, files in os.walk(path):
                folders.sort()
                for file in sorted(files):
                    found = Path(folder) / file
                    if is_game_file(found) and found.is_file():
                        yield GameFile(found, found.relative_to(path).as_posix())
        elif path.exists():
            yield GameFile(path, path.name)
        else:
            raise UsageError(f"there is no file or folder {path}")


def import_file(
    library: Library, file: GameFile, *, watch: Watch = _ignore, report: Report = _ignore
) -> ImportedFile:
    """Import one file in one transaction; one that was imported before changes nothing."""
    try:
        stream = file.path.open("rb")
    except OSError as error:
        refusal = Refusal(file.name, 0, "", "file:cannot be read", error.strerror or str(error))
        report(refusal)
        return ImportedFile(0, 0, {refusal.reason: 1})
    with stream:
        return import_stream(library, stream, file.name, watch=watch, report=report)


def import_stream(
    library: Library,
    stream: BinaryIO,
    name: str,
    *,
    watch: Watch = _ignore,
    report: Report = _ignore,
) -> ImportedFile:
    """Import an open file that can be rewound; *report* is handed each refusal."""
    digest = _digest(stream)
    before = library.imported(digest)
    if before is not None:
        for refusal in library.refusals(digest):
            report(refusal)
        return ImportedFile(0, before.kept + before.duplicates, before.refused)
    stream.seek(0)
    kept = duplicates = 0
    refused = Counter[str]()
    with library.writing() as writer:
        file_id = writer.begin_file(digest, name)
        counted = _Counted(stream)
        for number, found in enumerate(read_stream(counted, name=name), start=1):
            if number % _OFTEN == 0:
                watch(counted.taken, number)
            if isinstance(found, Refusal):
                writer.refuse(found, file_id)
                refused[found.reason] += 1
                report(found)
            elif writer.add(found, file_id):
                kept += 1
            else:
                duplicates += 1
        writer.end_file(file_id, kept, duplicates)
    return ImportedFile(kept, duplicates, dict(refused))


@contextmanager
def spooled(stream: BinaryIO) -> Iterator[BinaryIO]:
    """A copy of a stream that cannot be rewound, such as standard input, bounded in size."""
    with tempfile.TemporaryFile() as copy:
        taken = 0
        while block := stream.read(_BLOCK):
            taken += len(block)
            if taken > LARGEST_FILE:
                raise KibitzError(f"standard input is over {LARGEST_FILE} bytes")
            copy.write(block)
        copy.seek(0)
        yield copy


def _digest(stream: BinaryIO) -> bytes:
    digest = hashlib.blake2b(digest_size=32)
    while block := stream.read(_BLOCK):
        digest.update(block)
    return digest.digest()


class _Counted:
    """A stream that counts the bytes read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.taken = stream, 0

    def read(self, size: int = -1, /) -> bytes:
        block = self._stream.read(size)
        self.taken += len(block)
        return block
