"""From watched tables to memories: each system is learned separately, and then stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kibitz.bidding.openings.cases import (
    OpeningCase,
    OpeningSystem,
    by_system,
    opening_cases,
    system_of,
)
from kibitz.bidding.openings.explain import learned_words
from kibitz.bidding.openings.house import filling
from kibitz.bidding.openings.memory import TASKS, learn_memory
from kibitz.bidding.openings.store import content_of, memory_path, save_memory, stored_memories
from kibitz.errors import UsageError
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage

FEWEST = 100  # the number of cases that learning a system takes
_SECONDS_A_CASE, _SECONDS_A_PAIR = 4e-4, 3e-9  # the approximate cost of each part


@dataclass(frozen=True, slots=True)
class LearnedSystem:
    """The outcome of learning one system."""

    system: OpeningSystem
    cases: int
    path: Path | None
    """Where the memory is stored; None if there were too few cases."""
    house: int = 0
    """The number of house cases that fill in."""
    before: int | None = None
    """The number of cases known before; None if the system is new."""
    left_out: int = 0
    """Tables not learned from: their auction was never bid, or differs from the play."""

    def __str__(self) -> str:
        return learned_words(self, FEWEST)

    def to_json(self) -> dict[str, Any]:
        return {
            "system": str(self.system),
            "cases": self.cases,
            "kept": str(self.path or ""),
            "house": self.house,
            "before": self.before,
            "left_out": self.left_out,
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Lessons:
    """The cases of each system, and the number of its tables that were left out."""

    taught: dict[OpeningSystem, list[OpeningCase]]
    left_out: dict[OpeningSystem, int]


def lessons(records: Iterable[Record], system: str | None = None) -> Lessons:
    """What there is to learn from, by system; of only one system if it is named."""
    left_out: dict[OpeningSystem, int] = {}

    def witnesses() -> Iterator[OpeningCase]:
        for number, record in enumerate(records, start=1):
            if record.auction.calls and not record.is_witness:
                played = system_of(record)
                left_out[played] = left_out.get(played, 0) + 1
            yield from opening_cases(record, number)

    taught = by_system(witnesses())
    if system is not None:
        taught = {each: own for each, own in taught.items() if each.is_called(system)}
        if not taught:
            raise UsageError(f"Your library has no opening of the system {system!r}.")
    return Lessons(taught, left_out)


def stages(
    folder: Path, taught: Mapping[OpeningSystem, Sequence[OpeningCase]], parts: Parts | None = None
) -> list[Stage]:
    """The work that learning would be, by system."""
    return [
        Stage(
            TASKS,
            TASKS if _is_stored(folder, system, own, parts) else 0,
            _SECONDS_A_CASE * len(own) + _SECONDS_A_PAIR * len(own) ** 2,
        )
        for system, own in taught.items()
        if len(own) >= FEWEST
    ]


def learn(
    folder: Path,
    taught: Mapping[OpeningSystem, Sequence[OpeningCase]],
    *,
    engine: Engine | None = None,
    parts: Parts | None = None,
    left_out: Mapping[OpeningSystem, int] = MappingProxyType({}),
    watch: Callable[[int, int], object] = lambda done, of: None,
) -> list[LearnedSystem]:
    """Learn each system separately, and store each as soon as it is learned.

    With *parts*, a run that was stopped continues: nothing is learned twice from the same cases.
    *watch* is called with (done, total); each task counts as many steps as the system has cases.
    """
    sizes = [len(own) for own in taught.values() if len(own) >= FEWEST]
    steps, total = accumulate(size for size in sizes for _ in range(TASKS)), TASKS * sum(sizes)

    def tell() -> None:
        watch(next(steps), total)

    watch(0, total)
    outcomes, known = [], {one.system: one.cases for one in stored_memories(folder)}
    for system, own in taught.items():
        path, house = None, filling(system, len(own)) if len(own) >= FEWEST else []
        if len(own) >= FEWEST and _is_stored(folder, system, own, parts):
            path = memory_path(folder, system)
            for _ in range(TASKS):
                tell()
        elif len(own) >= FEWEST:
            path = save_memory(
                folder, learn_memory(system, [*own, *house], engine=engine, tell=tell)
            )
            if parts is not None:
                parts.keep(_key(system, own), content_of(path))
        outcomes.append(
            LearnedSystem(
                system, len(own), path, len(house), known.get(system), left_out.get(system, 0)
            )
        )
    return outcomes


def _is_stored(
    folder: Path, system: OpeningSystem, own: Sequence[OpeningCase], parts: Parts | None
) -> bool:
    """Whether the memory made from exactly these cases is already stored."""
    path = memory_path(folder, system)
    if parts is None or not path.is_file():
        return False
    return bool(parts.find(_key(system, own)) == content_of(path))


def _key(system: OpeningSystem, own: Sequence[OpeningCase]) -> list[str]:
    text = "\n".join(f"{one.situation} {one.call} {one.deal} {one.source}" for one in own)
    return [str(system), sha256(text.encode()).hexdigest()]
