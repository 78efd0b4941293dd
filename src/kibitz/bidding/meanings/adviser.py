"""The adviser for "what does it mean?": it looks at the hands of those who made the call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.auctions.styles import named_style
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.starter import make_starter_memory
from kibitz.bidding.meanings.answer import Example, MeaningAnswer
from kibitz.bidding.meanings.explain import deed
from kibitz.bidding.meanings.hands import Kinship
from kibitz.bidding.meanings.meaning import Meaning, Sense, Wanted, find_meaning
from kibitz.bidding.meanings.names import goes_with, meaning_names
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.meanings.store import Explained, explanations, tables_at
from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.places import Places
from kibitz.runtime.running import Watch, unwatched

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class MeaningAdviser:
    """Answers from the tables of a library, or if they are too few, by the network's reading.

    >>> import kibitz
    >>> question = kibitz.MeaningQuestion.parse("1N P 2D")
    >>> kibitz.open().meanings.ask(question).is_counted
    True
    """

    network: CallNetwork
    memory: CallMemory | None = None
    library: Path | None = None
    house: MeaningAdviser | None = None
    """The fallback adviser, for when too few hands were learned."""

    def ask(self, question: MeaningQuestion) -> MeaningAnswer:
        """What the call means to experts, or to the house if too few experts made it."""
        answer = self._ask_own(question)
        is_for_some = bool(question.pair or question.system)
        if self.house is None or is_for_some or answer.is_counted:
            return answer
        filled = self.house.ask(question)
        return filled if filled.is_counted else answer

    def _ask_own(self, question: MeaningQuestion) -> MeaningAnswer:
        """The meaning from the library's tables, with named examples."""
        found = find_meaning(self.memory, self._wanted(question), self.network)
        if found.kinship is Kinship.READING:
            is_for_some = bool(question.pair or question.system)
            names = meaning_names(question, None, (), None, ())
            told = found if not is_for_some and goes_with(names.whole, found.whole) else None
            return MeaningAnswer(question, told, known=found.exact, names=names)
        examples = tuple(self._examples(question, sense) for sense in found.senses)
        explained = self._explanations(found)
        heard = None if self.memory is None else self.memory.auctions
        names = meaning_names(question, found.whole, found.apart, heard, explained)
        return MeaningAnswer(question, found, examples, explained, names=names)

    def _wanted(self, question: MeaningQuestion) -> Wanted:
        prefix, colours = question.prefix, question.colours
        if question.system:
            return Wanted(prefix, colours, None, named_style(question.system), question.whose)
        if question.pair:
            return Wanted(prefix, colours, self._pair(question.pair), None, question.pair)
        return Wanted(prefix, colours)

    def _pair(self, named: str) -> int:
        if self.memory is None:
            raise UsageError(f"No auctions were learned yet, so no pair {named} is known.")
        return self.memory.pair(named)

    def _examples(self, question: MeaningQuestion, sense: Sense) -> tuple[Example, ...]:
        """Some of the most typical hands, from different events or else from different deals."""
        of_event: dict[str, Example] = {}
        of_deal: dict[Deal, Example] = {}
        entries = tables_at(self.library, self._keys(sense.examples))
        for (_, place), entry in zip(sense.examples, entries, strict=True):
            if entry is not None:
                record = entry.record
                seat = Seat((record.dealer + place) % 4)
                example = Example(record, seat, deed(question), entry.id)
                of_event.setdefault(record.citation.event, example)
                of_deal.setdefault(record.deal, example)
        several = of_event.values() if len(of_event) > 1 else of_deal.values()
        return tuple(several)[:_EXAMPLES]

    def _explanations(self, found: Meaning) -> tuple[Explained, ...]:
        places = [place for _, place in found.calls]
        return explanations(self.library, self._keys(found.calls), places)

    def _keys(self, calls: Sequence[tuple[int, int]]) -> list[str]:
        """The keys of the tables in the library."""
        known = self.memory.keys if self.memory is not None else []
        return [known[table] if known else "" for table, _ in calls]


def open_adviser(places: Places, *, watch: Watch = unwatched) -> MeaningAdviser:
    """The adviser over the calls learned from the library, and over the house's match.

    The very first time, the memory of the house's calls is made, while *watch* is called.
    """
    network, memory = CallNetwork.shipped(), CallMemory.open(places.calls)
    match = make_starter_memory(places, watch)
    house = None if match is None else MeaningAdviser(network, match.memory, match.library)
    return MeaningAdviser(network, memory, places.library, house)
