"""Bring files into the library: each whole or not at all, none twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from time import perf_counter
from typing import BinaryIO, Protocol

from kibitz.errors import KibitzError, UsageError
from kibitz.records.formats.reading import (
    LARGEST_FILE,
    JudgedPiece,
    Piece,
    is_game_file,
    nothing_in,
    pieces,
)
from kibitz.records.library import ImportedFile, Library, Row
from kibitz.records.record import Refusal, plain
from kibitz.runtime.running import Engine

_BLOCK = 1 << 20
_BUNDLE = 1 << 17  # characters that a worker judges at a time: a tenth of a second
_LEAST = 1 << 10  # characters that a stretch counts for besides those of its text
ImportWatch = Callable[[int, int], None]
"""Called during an import with the bytes of the file read and the tables found so far."""
Report = Callable[[Refusal], None]


def _ignore(*_: object) -> None:
    """Stands in for a watch or a report that nobody asked for."""


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

    def open(self) -> AbstractContextManager[BinaryIO]:
        return self.path.open("rb")


class Importable(Protocol):
    """What an import needs of a file."""

    @property
    def name(self) -> str: ...

    def open(self) -> AbstractContextManager[BinaryIO]: ...


@dataclass(frozen=True, slots=True)
class Opened:
    """A stream that is already open; the import does not close it."""

    stream: BinaryIO
    name: str

    def open(self) -> AbstractContextManager[BinaryIO]:
        return nullcontext(self.stream)


def game_files(paths: Iterable[Path]) -> Iterator[GameFile]:
    """The named files, and those in named folders that look like games, in a fixed order."""
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


@dataclass(frozen=True, slots=True)
class Sample:
    """What was read of some files in a short time, to estimate all of them by."""

    bytes: int
    tables: int
    seconds: float


def sample(files: Sequence[GameFile], seconds: float) -> Sample:
    """Read and judge some of *files*, spread over all of them, for about so many *seconds*."""
    start = perf_counter()
    taken = tables = 0
    for file in files[:: max(1, len(files) // 50)]:
        with suppress(OSError), file.open() as stream:
            counted = _Counted(stream)
            for piece in pieces(counted, name=file.name):
                tables += sum(1 for _ in piece.judged())
                if perf_counter() - start > seconds:
                    break
            taken += counted.taken
        if perf_counter() - start > seconds:
            break
    return Sample(taken, tables, perf_counter() - start)


def import_file(
    library: Library, file: Importable, *, watch: ImportWatch = _ignore, report: Report = _ignore
) -> ImportedFile:
    """Import one file in one transaction; one that was imported before changes nothing."""
    [done] = import_files(library, [file], watch=watch, report=report)
    return done


def import_files(
    library: Library,
    files: Iterable[Importable],
    *,
    engine: Engine | None = None,
    watch: ImportWatch = _ignore,
    report: Report = _ignore,
) -> Iterator[ImportedFile]:
    """Import each of *files* in its own transaction; yields the outcomes in the same order.

    The engine's workers judge what was read; this process alone reads files and writes the library,
    in the order of the files, so that any number of workers makes the same library.
    """
    seen: dict[int, _Seen] = {}
    stretches = _stretches(library, files, seen)
    judged = chain.from_iterable((engine or Engine()).run(_judge, _bundles(stretches)))
    for number, group in groupby(judged, key=lambda each: each.file):
        yield _written(library, seen.pop(number), group, watch, report)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A piece of file number *file*; *taken* bytes of the file had been read at its end."""

    file: int
    taken: int
    piece: Piece | JudgedPiece


@dataclass(frozen=True, slots=True)
class _Judged:
    """The rows and refusals of a stretch, ready for the library."""

    file: int
    taken: int
    found: tuple[Row | Refusal, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file by its name and the digest of its content, which is empty if it cannot be read."""

    name: str
    digest: bytes = b""


def _stretches(
    library: Library, files: Iterable[Importable], seen: dict[int, _Seen]
) -> Iterator[_Stretch]:
    """Every file in pieces; a file that need not be read is one empty piece."""
    for number, file in enumerate(files):
        try:
            with file.open() as stream:
                digest = _digest(stream)
                seen[number] = _Seen(file.name, digest)
                stream.seek(0)
                counted, empty = _Counted(stream), True
                if library.imported(digest) is None:
                    for piece in pieces(counted, name=file.name):
                        yield _Stretch(number, counted.taken, piece)
                        empty = False
        except OSError as error:
            seen[number], empty = _Seen(file.name), False
            reason = error.strerror or str(error)
            refusal = Refusal(file.name, 0, "", "file:cannot be read", reason)
            yield _Stretch(number, 0, JudgedPiece((refusal,)))
        if empty:
            yield _Stretch(number, 0, JudgedPiece(()))


def _bundles(stretches: Iterator[_Stretch]) -> Iterator[list[_Stretch]]:
    """Stretches in bundles so large that sending one costs little beside judging it."""
    bundle, size = list[_Stretch](), 0
    for stretch in stretches:
        bundle.append(stretch)
        size += _LEAST + sum(map(len, stretch.piece.text))
        if size >= _BUNDLE:
            yield bundle
            bundle, size = [], 0
    if bundle:
        yield bundle


def _judge(bundle: Sequence[_Stretch]) -> list[_Judged]:
    """Judge the tables of some stretches; runs in a worker."""
    return [
        _Judged(
            stretch.file,
            stretch.taken,
            tuple(
                each if isinstance(each, Refusal) else Row.of(each)
                for each in stretch.piece.judged()
            ),
        )
        for stretch in bundle
    ]


def _written(
    library: Library, file: _Seen, judged: Iterator[_Judged], watch: ImportWatch, report: Report
) -> ImportedFile:
    """Write what was judged of one file, unless its content is in the library already."""
    before = library.imported(file.digest)  # perhaps under another name, a moment ago
    if before is not None or not file.digest:
        refusals = (each for some in judged for each in some.found if isinstance(each, Refusal))
        known = list(refusals) if before is None else list(library.refusals(file.digest))
        for refusal in known:
            report(refusal)
        refused = Counter(refusal.reason for refusal in known)
        return ImportedFile(0, before.kept + before.duplicates if before else 0, dict(refused))
    kept = duplicates = 0
    refused = Counter[str]()
    with library.writing() as writer:
        file_id = writer.begin_file(file.digest, file.name)
        for found in _found(judged, file.name, watch):
            if isinstance(found, Refusal):
                writer.refuse(found, file_id)
                refused[found.reason] += 1
                report(found)
            elif writer.put(found, file_id):
                kept += 1
            else:
                duplicates += 1
        writer.end_file(file_id, kept, duplicates)
    return ImportedFile(kept, duplicates, dict(refused))


def _found(judged: Iterator[_Judged], name: str, watch: ImportWatch) -> Iterator[Row | Refusal]:
    """The rows and refusals of one file; if it has text but no table, a refusal that says so."""
    taken = tables = 0
    for stretch in judged:
        yield from stretch.found
        taken, tables = stretch.taken, tables + len(stretch.found)
        watch(taken, tables)
    if taken and not tables:
        yield nothing_in(plain(name) or "?")


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
