"""What do I open? Asked of the memory of a system with the user's own cases in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.cases import MIXED, System
from kibitz.bidding.openings.cycle import refine, retrieve, reuse
from kibitz.bidding.openings.house import HOUSE, house_memory
from kibitz.bidding.openings.memory import OpeningMemory
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.store import StoredMemory, load_memory, load_own, stored_memories
from kibitz.errors import UsageError
from kibitz.runtime.storage import data_folder, library_path


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


def open_adviser(
    folder: Path, system: str | None = None, library: Path | None = None
) -> OpeningAdviser:
    """The adviser of a system, learned or not, with the user's changes in it.

    Where none is named: the stated system with most cases, else an inferred one; before anything
    was learned, hands dealt and bid by the house rules.
    """
    known = sorted(stored_memories(folder), key=_rank)
    if system is not None:
        known = [each for each in known if each.system.is_called(system)]
        if not known and not HOUSE.is_called(system):
            raise UsageError(f"the system {system!r} was not learned; one of {_names(folder)}")
        if len(known) > 1:
            raise UsageError(f"{system!r} names several systems; one of {_names(folder)}")
    memory = load_memory(known[0].path) if known else house_memory()
    return OpeningAdviser(refine(memory, load_own(folder)), library)


def opening(
    hand: str, seat: int = 1, vul: str = "none", system: str | None = None
) -> OpeningAnswer:
    """What to open with *hand*, asked of what this user's Kibitz has learned.

    >>> from kibitz.bidding.openings.adviser import opening
    >>> opening("AQ7.KJ985.K2.T43", seat=1, system="house rules").best.weight
    1.0
    """
    question = Situation.parse(hand, seat, vul)
    return open_adviser(data_folder(), system, library_path(None)).ask(question)


def default_system(folder: Path) -> System:
    """Whose cases answer where no system is named."""
    return min(stored_memories(folder), key=_rank).system if stored_memories(folder) else HOUSE


def _rank(one: StoredMemory) -> tuple[bool, bool, int, System]:
    return one.system.name == MIXED, one.system.inferred, -one.cases, one.system


def _names(folder: Path) -> str:
    systems = [each.system for each in sorted(stored_memories(folder), key=_rank)]
    return ", ".join(repr(str(system)) for system in dict.fromkeys((*systems, HOUSE)))
