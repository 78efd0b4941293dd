"""Which deals may teach and which may test: never two of one event, nor one deal in two.

Decisions of one deal, and deals of one event, are not independent of each other; splits are made
between events, and events in which the same cards were dealt count as one.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Hashable, Sequence
from enum import IntEnum

from kibitz.errors import UsageError
from kibitz.records.record import Record


class Part(IntEnum):
    """What the tables of an event are for, in every training and every test of what was trained."""

    TEACHES = 0
    VALIDATES = 1
    TESTS = 2


_TESTING, _VALIDATING = 50, 30  # of a thousand events


def part_of(event: str) -> Part:
    """What an event is for, by its name alone: the same whatever else is read beside it.

    >>> part_of("Bermuda Bowl 2007"), part_of("bermuda  bowl 2007")
    (<Part.TEACHES: 0>, <Part.TEACHES: 0>)
    """
    name = " ".join(event.casefold().split())
    place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % 1000
    if place < _TESTING:
        return Part.TESTS
    return Part.VALIDATES if place < _TESTING + _VALIDATING else Part.TEACHES


def parts_of_tables(events: Sequence[str], deals: Sequence[Hashable]) -> list[Part]:
    """What each table is for; a deal that two events share is for the part that comes later."""
    own = [part_of(event) for event in events]
    latest: dict[Hashable, Part] = {}
    for deal, part in zip(deals, own, strict=True):
        latest[deal] = max(part, latest.get(deal, Part.TEACHES))
    return [latest[deal] for deal in deals]


def event_of(record: Record) -> str:
    """Where a table was played, all segments of it together; else the file itself.

    Vugraph names the segment behind a stroke: "Bermuda Bowl 2007 / Final 3".
    """
    return record.citation.event.partition(" / ")[0].strip() or record.source.file


def groups(events: Sequence[Hashable], deals: Sequence[Hashable]) -> list[list[int]]:
    """The items of each event, events that share a deal taken together; in order of appearance.

    >>> groups(["Rome", "Oslo", "Rome", "Bern"], ["a", "b", "c", "b"])
    [[0, 2], [1, 3]]
    """
    parent: dict[tuple[str, Hashable], tuple[str, Hashable]] = {}

    def root(node: tuple[str, Hashable]) -> tuple[str, Hashable]:
        while parent.setdefault(node, node) != node:
            parent[node] = node = parent[parent[node]]
        return node

    for event, deal in zip(events, deals, strict=True):
        parent[root(("event", event))] = root(("deal", deal))
    gathered: dict[tuple[str, Hashable], list[int]] = {}
    for index, event in enumerate(events):
        gathered.setdefault(root(("event", event)), []).append(index)
    return list(gathered.values())


def one_of_each(grouped: Sequence[Sequence[int]], count: int, rng: random.Random) -> list[int]:
    """*count* items in random order, no two of one group."""
    if count > len(grouped):
        raise UsageError(f"{count} events are needed, and there are {len(grouped)}")
    return [rng.choice(group) for group in rng.sample(list(grouped), count)]


def held_out(
    grouped: Sequence[Sequence[int]], least: int, rng: random.Random
) -> tuple[list[int], list[int]]:
    """(training, testing): whole groups, at least *least* items for testing."""
    order = list(grouped)
    rng.shuffle(order)
    testing: list[int] = []
    while order and len(testing) < least:
        testing += order.pop()
    if not order or not testing:
        raise UsageError(f"too few events to hold out {least} and learn from the rest")
    return [index for group in order for index in group], testing
