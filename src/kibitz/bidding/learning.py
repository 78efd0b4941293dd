"""From watched tables to memories: the cases of each system, learned apart and stored when done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from kibitz.bidding.openings.cases import OpeningCase, System, by_system
from kibitz.bidding.openings.memory import TASKS, learn_memory
from kibitz.bidding.store import content_of, memory_path, save_memory
from kibitz.errors import UsageError
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage

_FEWEST = 100  # cases of a system below which nothing can be learned
_SECONDS_A_CASE, _SECONDS_A_PAIR = 4e-4, 3e-9  # that a part of learning a system takes, about


@dataclass(frozen=True, slots=True)
class LearnedSystem:
    """What became of the cases of one system."""

    system: System
    cases: int
    path: Path | None
    """Where the memory is kept; None where there were too few cases."""


def lessons(
    cases: Iterable[OpeningCase], system: str | None = None
) -> dict[System, list[OpeningCase]]:
    """The cases of each system apart, or of the one named."""
    found = {
        each: own
        for each, own in by_system(cases).items()
        if system is None or each.is_called(system)
    }
    if system is not None and not found:
        raise UsageError(f"no case of the system {system!r} was watched")
    return found


def stages(
    folder: Path, taught: Mapping[System, Sequence[OpeningCase]], parts: Parts | None = None
) -> list[Stage]:
    """How much there is to learn."""
    return [
        Stage(
            TASKS,
            TASKS if _is_stored(folder, system, own, parts) else 0,
            _SECONDS_A_CASE * len(own) + _SECONDS_A_PAIR * len(own) ** 2,
        )
        for system, own in taught.items()
        if len(own) >= _FEWEST
    ]


def learn(
    folder: Path,
    taught: Mapping[System, Sequence[OpeningCase]],
    *,
    engine: Engine | None = None,
    parts: Parts | None = None,
    watch: Callable[[int, int], object] = lambda done, of: None,
) -> list[LearnedSystem]:
    """Learn each system apart, and keep it when it is learned.

    With *parts*, what was learned from the same cases before a stop is not learned again.
    *watch* hears how far it is: each task of a system counts as many steps as it has cases.
    """
    sizes = [len(own) for own in taught.values() if len(own) >= _FEWEST]
    steps, total = accumulate(size for size in sizes for _ in range(TASKS)), TASKS * sum(sizes)

    def tell() -> None:
        watch(next(steps), total)

    watch(0, total)
    outcomes = []
    for system, own in taught.items():
        path = None
        if len(own) >= _FEWEST and _is_stored(folder, system, own, parts):
            path = memory_path(folder, system)
            for _ in range(TASKS):
                tell()
        elif len(own) >= _FEWEST:
            path = save_memory(folder, learn_memory(system, own, engine=engine, tell=tell))
            if parts is not None:
                parts.keep(_key(system, own), content_of(path))
        outcomes.append(LearnedSystem(system, len(own), path))
    return outcomes


def _is_stored(
    folder: Path, system: System, own: Sequence[OpeningCase], parts: Parts | None
) -> bool:
    """Whether the very memory that these cases made still stands in its place."""
    path = memory_path(folder, system)
    if parts is None or not path.is_file():
        return False
    return bool(parts.find(_key(system, own)) == content_of(path))


def _key(system: System, own: Sequence[OpeningCase]) -> list[str]:
    text = "\n".join(f"{one.situation} {one.call} {one.deal} {one.source}" for one in own)
    return [str(system), sha256(text.encode()).hexdigest()]
