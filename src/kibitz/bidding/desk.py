"""The desk where a user's question about openings is answered: memories and own cases together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

from kibitz.advice import Decision
from kibitz.bidding.explain import change_words, difference, explain
from kibitz.bidding.openings.cases import MIXED, Case, System, by_system
from kibitz.bidding.openings.changes import Change
from kibitz.bidding.openings.comparison import Difference
from kibitz.bidding.openings.cycle import ByHands, Match, refine
from kibitz.bidding.openings.house import HOUSE, house_memory
from kibitz.bidding.openings.memory import TASKS, Memory, learned
from kibitz.bidding.store import (
    Kept,
    content_of,
    keep,
    kept,
    memory_path,
    recall,
    recall_own,
)
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage

_SHOWN = 5  # precedents in an answer
_FEWEST = 100  # cases of a system below which nothing can be learned
_SECONDS_A_CASE, _SECONDS_A_PAIR = 4e-4, 3e-9  # that a part of learning a system takes, about


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of the cases of one system."""

    system: System
    cases: int
    path: Path | None
    """Where the memory is kept; None where there were too few cases."""


def lessons(cases: Iterable[Case], system: str | None = None) -> dict[System, list[Case]]:
    """The cases of each system apart, or of the one named."""
    found = {
        each: own
        for each, own in by_system(cases).items()
        if system is None or _named(each, system)
    }
    if system is not None and not found:
        raise UsageError(f"no case of the system {system!r} was watched")
    return found


def stages(
    folder: Path, taught: Mapping[System, Sequence[Case]], parts: Parts | None = None
) -> list[Stage]:
    """How much there is to learn."""
    return [
        Stage(
            TASKS,
            TASKS if _is_learned(folder, system, own, parts) else 0,
            _SECONDS_A_CASE * len(own) + _SECONDS_A_PAIR * len(own) ** 2,
        )
        for system, own in taught.items()
        if len(own) >= _FEWEST
    ]


def learn(
    folder: Path,
    taught: Mapping[System, Sequence[Case]],
    *,
    engine: Engine | None = None,
    parts: Parts | None = None,
    watch: Callable[[int, int], object] = lambda done, of: None,
) -> list[Learned]:
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
        if len(own) >= _FEWEST and _is_learned(folder, system, own, parts):
            path = memory_path(folder, system)
            for _ in range(TASKS):
                tell()
        elif len(own) >= _FEWEST:
            path = keep(folder, learned(system, own, engine=engine, tell=tell))
            if parts is not None:
                parts.keep(_key(system, own), content_of(path))
        outcomes.append(Learned(system, len(own), path))
    return outcomes


def _is_learned(folder: Path, system: System, own: Sequence[Case], parts: Parts | None) -> bool:
    """Whether the very memory that these cases made still stands in its place."""
    path = memory_path(folder, system)
    if parts is None or not path.is_file():
        return False
    return bool(parts.find(_key(system, own)) == content_of(path))


def _key(system: System, own: Sequence[Case]) -> list[str]:
    told = "\n".join(f"{one.situation} {one.call} {one.deal} {one.source}" for one in own)
    return [str(system), sha256(told.encode()).hexdigest()]


def opened(folder: Path, system: str | None = None) -> Memory:
    """The memory of a system with the user's changes in it.

    Where none is named: the stated system with most cases, else an inferred one; before anything
    was learned, hands dealt and bid by the house rules.
    """
    known = sorted(kept(folder), key=_rank)
    if system is not None:
        known = [each for each in known if _named(each.system, system)]
        if not known and not _named(HOUSE, system):
            raise UsageError(f"the system {system!r} was not learned; one of {_names(folder)}")
        if len(known) > 1:
            raise UsageError(f"{system!r} names several systems; one of {_names(folder)}")
    memory = recall(known[0].path) if known else house_memory()
    return refine(memory, recall_own(folder))


def _rank(one: Kept) -> tuple[bool, bool, int, System]:
    return one.system.name == MIXED, one.system.inferred, -one.cases, one.system


def _names(folder: Path) -> str:
    systems = [each.system for each in sorted(kept(folder), key=_rank)]
    return ", ".join(repr(str(system)) for system in dict.fromkeys((*systems, HOUSE)))


def _named(system: System, name: str) -> bool:
    return name.casefold() in (system.name.casefold(), str(system).casefold())


def answer(decision: Decision[Call, ByHands]) -> dict[str, Any]:
    """A decision as data: what ``kibitz open --json`` prints."""
    grounds = decision.grounds
    contrast = grounds.contrast
    return {
        "bid": str(decision.action),
        "share": round(grounds.share, 4),
        "confidence": grounds.confidence,
        "system": str(grounds.system),
        "in_range": grounds.in_range,
        "precedents": [_told(match, grounds) for match in grounds.matches[:_SHOWN]],
        "contrast": {
            **(_told(contrast, grounds) if contrast else {}),
            "changes": [_changed(change) for change in grounds.changes],
        },
        "text": explain(decision),
    }


def _told(match: Match, grounds: ByHands) -> dict[str, Any]:
    where = match.case.situation
    return {
        "hand": str(where.hand),
        "bid": str(match.proposes),
        "seat": where.seat,
        "vul": str(where.colours),
        "source": match.case.source,
        "origin": str(match.case.origin),
        "similarity": round(match.similarity, 4),
        "differs": Difference.between(grounds.situation, where).as_data(),
        "in_words": difference(grounds.situation, where),
    }


def _changed(change: Change) -> dict[str, Any]:
    where = change.variation.situation
    return {
        "change": change.variation.kind.value,
        "hand": str(where.hand),
        "seat": where.seat,
        "vul": str(where.colours),
        "bid": str(change.call),
        "in_words": change_words(change),
    }
