"""The boards of a match in a file: written as they end, read when a match goes on."""

from __future__ import annotations

from pathlib import Path

from kibitz.errors import UsageError
from kibitz.records.formats.known import format_of_suffix
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.storage import write_atomically
from kibitz.seats.boards import north_souths


class KeptBoards:
    """A file of tables; without one, tables are kept for this session only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.records: list[Record] = []
        if path is None:
            return
        form = format_of_suffix(path.suffix.lower())
        if form is None:
            raise UsageError(f"Boards are written as .pbn, .lin or .jsonl, not as {path.suffix!r}.")
        self._form = form
        if path.exists():
            self.records = [found for found in read_path(path) if isinstance(found, Record)]
            if not self.records:
                raise UsageError(f"{path} holds no tables: name another file, or remove it.")

    def add(self, record: Record) -> None:
        """Keep a table; the file is whole before and after."""
        self.records.append(record)
        if self.path is not None:
            write_atomically(self.path, "".join(self._form.write(self.records)).encode())

    def find(self, board: int, room: str) -> Record | None:
        """The table of a board in a room."""
        for record in self.records:
            cite = record.citation
            if cite.board == str(board) and cite.room.casefold() == room.casefold():
                return record
        return None


def score_of(record: Record) -> int:
    """What North-South scored."""
    if record.contract is None or record.tricks is None:
        return 0
    return north_souths(record.contract, record.tricks, record.vulnerability)
