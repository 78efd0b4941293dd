"""What do I open? Asked of the memory of a system with the user's own cases in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.cases import MIXED, System
from kibitz.bidding.openings.cycle import refine, retrieve, reuse
from kibitz.bidding.openings.house import HOUSE, house_memory
from kibitz.bidding.openings.memory import OpeningMemory
from kibitz.bidding.openings.own import load_own
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.store import StoredMemory, load_memory, stored_memories
from kibitz.errors import UsageError
from kibitz.places import Places


@dataclass(frozen=True, slots=True)
class OpeningAdviser:
    """Answers with the call of the most similar hands.

    >>> print(OpeningAdviser(house_memory()).ask(Situation.parse("AQ7.KJ985.K2.T43")).best.action)
    1H
    """

    memory: OpeningMemory
    library: Path | None = None
    """Where the tables of watched cases stand."""

    def ask(self, question: Situation) -> OpeningAnswer:
        """What the most similar hands opened: retrieve, then reuse."""
        matches = retrieve(self.memory, question)
        opening = reuse(self.memory, question, matches) if matches else None
        return OpeningAnswer(question, self.memory.system, opening, self.library)


class Openings:
    """The adviser of every system that was learned, each opened when it is first asked."""

    def __init__(self, places: Places) -> None:
        self._library, self._folder = places.library, places.openings
        self._stored = sorted(stored_memories(places.openings), key=_rank)
        self._own = load_own(places.own_openings)
        self._advisers: dict[Path | None, OpeningAdviser] = {}

    def ask(self, question: Situation) -> OpeningAnswer:
        """What to open, where no system is named."""
        return self.of().ask(question)

    def of(self, system: str | None = None) -> OpeningAdviser:
        """The adviser of a system, learned or not, with the user's changes in it.

        Where none is named: the stated system with most cases, else an inferred one; before
        anything was learned, hands dealt and bid by the house rules.
        """
        path = self._path_of(system)
        if path not in self._advisers:
            memory = house_memory() if path is None else load_memory(path)
            self._advisers[path] = OpeningAdviser(refine(memory, self._own), self._library)
        return self._advisers[path]

    def knows(self, system: str) -> bool:
        """Whether a system of this name was learned."""
        return any(one.system.is_called(system) for one in self._stored)

    @property
    def systems(self) -> list[System]:
        """The systems that were learned, and that of the house: first the one asked by default."""
        return [*(one.system for one in self._stored), HOUSE]

    def _path_of(self, system: str | None) -> Path | None:
        """The file that a system's memory lies in; None: it is the house's."""
        known = [one for one in self._stored if system is None or one.system.is_called(system)]
        if system is not None:
            if not known and not HOUSE.is_called(system):
                raise UsageError(f"the system {system!r} was not learned; one of {self._names}")
            if len(known) > 1:
                raise UsageError(f"{system!r} names several systems; one of {self._names}")
        return known[0].path if known else None

    @property
    def _names(self) -> str:
        return ", ".join(repr(str(system)) for system in dict.fromkeys(self.systems))


def open_adviser(places: Places) -> Openings:
    """The advisers over the openings that were learned, and the player's own cases."""
    return Openings(places)


def _rank(one: StoredMemory) -> tuple[bool, bool, int, System]:
    return one.system.name == MIXED, one.system.inferred, -one.cases, one.system
