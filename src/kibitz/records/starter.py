"""The starter library: records that ship with the package, all of them the house's own.

They are marked as `generated`, made by `kibitz lab starter`, and described in docs/starter.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from kibitz.records.formats.reading import read_stream
from kibitz.records.record import Record
from kibitz.runtime.storage import shipped

HOUSE_DEALS = "house-3nt.jsonl.gz"
"""Three no-trump that made, declared by the house player."""

HOUSE_OPENINGS = "house-openings.jsonl.gz"
"""Deals opened by the house rules; nothing after the opening means anything."""


HOUSE_CASES = "house-3nt.cases"
"""What the similarity that ships makes of the decisions in `HOUSE_DEALS`."""


def starter_records(name: str) -> Iterator[Record]:
    """The records of one of these files, read as any file is."""
    for found in read_stream(BytesIO(shipped(name)), name=name):
        if isinstance(found, Record):
            yield found


def is_house(record: Record) -> bool:
    """Whether a record was generated rather than played by anybody: others are preferred to it."""
    return record.citation.kind == "generated"
