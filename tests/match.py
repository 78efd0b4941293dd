"""The house's match that ships, as records."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.records.record import Record
from kibitz.records.starter import OPEN, ROOMS, starter_boards, starter_table


def match() -> Iterator[Record]:
    """Every table of it, the open room before the closed one."""
    for board in range(1, starter_boards() + 1):
        for room in ROOMS:
            record = starter_table(board, room)
            assert record is not None
            yield record


def played() -> Iterator[Record]:
    """Those of the open room that were not passed out: no deal comes twice."""
    return (record for record in match() if record.play and record.citation.room == OPEN)
