"""Records as text in any format that can be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kibitz.errors import UsageError
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.lines import write_lines
from kibitz.records.formats.links import write_links
from kibitz.records.formats.pbn import write_pbn
from kibitz.records.record import Record

FORMATS = {"pbn": write_pbn, "lin": write_lin, "jsonl": write_lines, "links": write_links}


@dataclass(slots=True)
class Exported:
    """How many tables were written, and how many the format cannot hold."""

    written: int = 0
    left_out: int = 0


def exported(records: Iterable[Record], form: str, done: Exported) -> Iterator[str]:
    """The text of *records* in the format *form*, piece by piece; *done* counts along."""
    if form not in FORMATS:
        raise UsageError(f"not a format: {form!r}; there are {', '.join(FORMATS)}")
    return FORMATS[form](_held(records, form, done))


def _held(records: Iterable[Record], form: str, done: Exported) -> Iterator[Record]:
    for record in records:
        if form in ("lin", "links") and not follows_auction(record):
            done.left_out += 1
        else:
            done.written += 1
            yield record


def follows_auction(record: Record) -> bool:
    """Whether the auction tells the contract: LIN and links have no other way to say it."""
    return bool(record.auction.calls) and record.contract == record.auction.contract
