"""What a long experiment has finished so far, a line each, so that it can be stopped and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from kibitz.errors import StorageError

T = TypeVar("T")


def finished(path: Path, parse: Callable[[str], T]) -> list[T]:
    """What was kept at *path*; a line that was cut off counts for nothing."""
    found = []
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        try:
            found.append(parse(line))
        except (ValueError, KeyError, TypeError):
            continue
    return found


@contextmanager
def keeping(path: Path) -> Iterator[Callable[[str], None]]:
    """A function that keeps one more line, at once."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error

    def keep(line: str) -> None:
        # the line before may have been cut off: an empty line does no harm, two in one do
        file.write(f"\n{line}\n")
        file.flush()

    with file:
        yield keep
