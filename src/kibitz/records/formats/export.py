"""Records as text in any format that can be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kibitz.errors import UsageError
from kibitz.records.formats.known import FORMATS, Format
from kibitz.records.record import Record


@dataclass(slots=True)
class Exported:
    """How many tables were written, and how many the format cannot hold."""

    written: int = 0
    left_out: int = 0


def exported(records: Iterable[Record], form: str, done: Exported) -> Iterator[str]:
    """The text of *records* in the format *form*, piece by piece; *done* counts along."""
    if form not in FORMATS:
        raise UsageError(f"not a format: {form!r}; there are {', '.join(FORMATS)}")
    known = FORMATS[form]
    return known.write(_held(records, known, done))


def _held(records: Iterable[Record], form: Format, done: Exported) -> Iterator[Record]:
    for record in records:
        if form.needs_auction and not follows_auction(record):
            done.left_out += 1
        else:
            done.written += 1
            yield record


def follows_auction(record: Record) -> bool:
    """Whether the auction leads to the contract: some formats have no other way to state it."""
    return bool(record.auction.calls) and record.contract == record.auction.contract
