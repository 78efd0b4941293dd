"""The tables to review: of events that nothing was learned from, and of robots."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.mygame.sitting import Sitting
from kibitz.records.formats.compressed import unpack
from kibitz.records.formats.reading import read_path, read_stream
from kibitz.records.record import Record
from kibitz_lab.harness.splits import SplitPart, digest, event_of, parts_of_events

LEAST_CARDS = 20


@dataclass(frozen=True, slots=True)
class Seats:
    """A group of sittings counted together, and the event of each."""

    name: str
    sittings: Sequence[Sitting]

    @property
    def events(self) -> list[str]:
        return [event_of(one.record) for one in self.sittings]


def unlearned(
    paths: Sequence[Path], parts: Sequence[SplitPart], watch: Callable[[int], object]
) -> list[Record]:
    """The played tables of files whose events belong to one of these *parts* of the frozen split.

    Lines of other events are not even parsed, since the files are long.
    """
    wanted: dict[str, bool] = {}
    lines: list[bytes] = []
    for path in paths:
        for line in _lines(path):
            said = json.loads(line)
            event = str(said.get("event") or "").partition(" / ")[0].strip()
            event = event or str(said.get("file") or path.name)
            if event not in wanted:
                part = parts_of_events(np.array([digest(event)], np.uint64))[0]
                wanted[event] = part in parts
            if wanted[event]:
                lines.append(line)
            watch(1)
    found = read_stream(io.BytesIO(b"".join(lines)), name="tables.jsonl")
    records = [one for one in found if isinstance(one, Record) and _is_played(one)]
    if not records:
        raise UsageError("No table is left to test on: too few events.")
    return records


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as packed:
        yield from unpack(packed)


def _is_played(record: Record) -> bool:
    return record.contract is not None and len(record.play) >= LEAST_CARDS


def everybody(records: Sequence[Record]) -> list[Sitting]:
    """All four seats of every table."""
    return [Sitting(record, seat) for record in records for seat in Seat]


def by_player(records: Sequence[Record]) -> dict[str, list[Sitting]]:
    """The sittings of every player by name (ignoring case), in the order of the files."""
    found: dict[str, list[Sitting]] = {}
    for record in records:
        for seat in Seat:
            name = record.citation.players[seat].casefold()
            if name:
                found.setdefault(name, []).append(Sitting(record, seat))
    return found


def robots(paths: Sequence[Path], most: int, rng: random.Random) -> list[Seats]:
    """The sittings of each program, and of people who played with three programs."""
    groups: dict[str, list[Sitting]] = {}
    people: list[Sitting] = []
    for path in paths:
        for one in read_path(path):
            if not isinstance(one, Record) or not _is_played(one):
                continue
            program = one.citation.kind.partition(":")[2]
            names = [one.citation.players[seat] for seat in Seat]
            alone = [seat for seat in Seat if names.count(names[seat]) == 1]
            if len(alone) == 1 and names[alone[0]] and not names[alone[0]].startswith(program):
                people.append(Sitting(one, alone[0]))
            elif program and len(set(names)) == 1:
                groups.setdefault(program, []).extend(everybody([one]))
    found = [Seats(name, sittings) for name, sittings in sorted(groups.items())]
    found.append(Seats("people among programs", people))
    return [Seats(one.name, _some(one.sittings, most, rng)) for one in found if one.sittings]


def _some(sittings: Sequence[Sitting], most: int, rng: random.Random) -> list[Sitting]:
    chosen = sorted(rng.sample(range(len(sittings)), min(most, len(sittings))))
    return [sittings[at] for at in chosen]
