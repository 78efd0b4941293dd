"""Splits into deals to learn from and deals to test on; no event and no deal is on both sides.

Decisions of one deal, and deals of one event, are not independent. So splits are made between
events, and events that share a deal count as one.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Hashable, Sequence
from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError
from kibitz.records.record import Record

Digests: TypeAlias = npt.NDArray[np.uint64]
"""Events or deals, each as a hash of 64 bits."""


class SplitPart(IntEnum):
    """What the tables of an event are used for, in every training and every test."""

    TEACHES = 0
    VALIDATES = 1
    TESTS = 2


_TESTING, _VALIDATING = 50, 30  # of a thousand events


def digest(event: str) -> int:
    """64 bits of the hash of an event's name, ignoring case and spacing.

    >>> digest("Bermuda Bowl 2007") == digest("bermuda  bowl 2007")
    True
    """
    name = " ".join(event.casefold().split())
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def parts_of_events(events: Digests) -> npt.NDArray[np.uint8]:
    """The part of each event, by its name alone, whatever else is read.

    >>> parts_of_events(np.array([digest("Bermuda Bowl 2007"), 51, 7], np.uint64)).tolist()
    [0, 1, 2]
    """
    place = events % np.uint64(1000)
    taught = np.where(place < _TESTING + _VALIDATING, SplitPart.VALIDATES, SplitPart.TEACHES)
    return np.where(place < _TESTING, SplitPart.TESTS, taught).astype(np.uint8)


def parts_of_tables(events: Digests, deals: Digests) -> npt.NDArray[np.uint8]:
    """The part of each table; a deal that two events share belongs to the later part."""
    known, place = np.unique(deals, return_inverse=True)
    latest = np.zeros(len(known), np.uint8)
    np.maximum.at(latest, place, parts_of_events(events))
    return latest[place]


def event_of(record: Record) -> str:
    """The event of a table, without its segment; the file's name if it has none.

    Vugraph names the segment after a slash: "Bermuda Bowl 2007 / Final 3".
    """
    return event_named(record.citation.event) or record.source.file


def event_named(written: str) -> str:
    """An event without its segment."""
    return written.partition(" / ")[0].strip()


def groups(events: Sequence[Hashable], deals: Sequence[Hashable]) -> list[list[int]]:
    """The items of each event, in order of appearance; events that share a deal are joined.

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
