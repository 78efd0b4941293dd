"""The advisers for "what do I open?": one for each system, with the user's own cases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.cases import MIXED, OpeningSystem
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
    """The library with the tables of watched cases."""

    def ask(self, question: Situation) -> OpeningAnswer:
        """The call of the most similar hands: retrieve, then reuse."""
        matches = retrieve(self.memory, question)
        opening = reuse(self.memory, question, matches) if matches else None
        return OpeningAnswer(question, self.memory.system, opening, self.library)


class Openings:
    """The advisers of all learned systems; each is opened when it is first asked."""

    def __init__(self, places: Places) -> None:
        self._library, self._folder = places.library, places.openings
        self._stored = sorted(stored_memories(places.openings), key=_rank)
        self._own = load_own(places.own_openings)
        self._advisers: dict[Path | None, OpeningAdviser] = {}

    def ask(self, question: Situation) -> OpeningAnswer:
        """What to open, if no system is named."""
        return self.of().ask(question)

    def of(self, system: str | None = None) -> OpeningAdviser:
        """The adviser of a system, with the user's own changes.

        If none is named, it is the stated system with the most cases, else an inferred one, and
        before anything was learned the house rules.
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
    def systems(self) -> list[OpeningSystem]:
        """The learned systems, the default one first, and then that of the house."""
        return [*(one.system for one in self._stored), HOUSE]

    def _path_of(self, system: str | None) -> Path | None:
        """The file with the memory of a system; None for the house's."""
        known = [one for one in self._stored if system is None or one.system.is_called(system)]
        if system is not None:
            if not known and not HOUSE.is_called(system):
                raise UsageError(
                    f"The system {system!r} was not learned. Choose from {self._names}."
                )
            if len(known) > 1:
                raise UsageError(f"{system!r} fits several systems. Choose from {self._names}.")
        return known[0].path if known else None

    @property
    def _names(self) -> str:
        return ", ".join(repr(str(system)) for system in dict.fromkeys(self.systems))


def open_adviser(places: Places) -> Openings:
    """The advisers over the learned openings and the player's own cases."""
    return Openings(places)


def _rank(one: StoredMemory) -> tuple[bool, bool, int, OpeningSystem]:
    return one.system.name == MIXED, one.system.inferred, -one.cases, one.system
