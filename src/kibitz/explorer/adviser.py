"""The adviser for "what came next?": it counts tables that began alike by what followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.errors import LibraryError
from kibitz.explorer.answer import Continuation, ExampleTable, ExplorerAnswer
from kibitz.explorer.choosing import Chosen, choose
from kibitz.explorer.counting import average_hand, led_cards, led_kinds, most_typical, results
from kibitz.explorer.grouping import groups
from kibitz.explorer.learning import learn
from kibitz.explorer.question import By, ExplorerQuestion
from kibitz.explorer.store import CALL_OF, AuctionIndex, Numbers, cite, names_of, numbers_of
from kibitz.games.bridge.cards import DECK, Suit
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.starter import starter_library
from kibitz.runtime.running import Watch, unwatched

_EXAMPLES = 2  # the tables named for each continuation


@dataclass(frozen=True, slots=True)
class ExplorerAdviser:
    """Counts the tables of a library by its index.

    >>> import kibitz
    >>> question = kibitz.ExplorerQuestion.parse("1N P")
    >>> kibitz.open().explorer.ask(question).best.said
    '2♣'
    """

    library: Path
    index: AuctionIndex
    is_house: bool = False
    """Whether its tables are the house's, and no expert's."""

    def ask(self, question: ExplorerQuestion) -> ExplorerAnswer:
        """Everything that came next after such an auction."""
        with Library.open(self.library, create=False) as library:
            chosen = choose(self.index, question, lambda words: numbers_of(library, words))
            branches = tuple(self._branches(library, question, chosen))
            names = names_of(library) if question.by is not By.NOBODY else {}
        left_out = len(self.index.rows) - len(self.index.witnesses)
        apart = groups(self.index, chosen, question, names)
        return ExplorerAnswer(question, branches, chosen.asked, left_out, apart, self.is_house)

    def _branches(
        self, library: Library, question: ExplorerQuestion, chosen: Chosen
    ) -> Iterator[Continuation]:
        """The tables by what came next, the most frequent first."""
        sizes = np.bincount(chosen.came).tolist()
        hands = self.index.rows["hands"][chosen.tables, chosen.places]
        seen = [code for code, size in enumerate(sizes) if size]
        for code in sorted(seen, key=lambda one: -sizes[one]):
            here = np.flatnonzero(chosen.came == code)
            tables, held = chosen.tables[here], hands[here]
            typical = most_typical(self.index, tables, held, _EXAMPLES)
            yield Continuation(
                Suit(code) if question.is_lead else CALL_OF[code],
                len(tables),
                average_hand(held),
                results(self.index, tables, chosen.places[here]),
                tuple(self._examples(library, question, code, typical)),
                led_kinds(self.index, tables) if question.is_lead else (),
                led_cards(self.index, tables) if question.is_lead else (),
            )

    def _examples(
        self, library: Library, question: ExplorerQuestion, code: int, tables: Numbers
    ) -> Iterator[ExampleTable]:
        for table in self.index.rows[tables]:
            came = DECK[table["lead"]] if question.is_lead else CALL_OF[code]
            cited = cite(library, int(table["source"]))
            yield ExampleTable(cited, came, self.library, self.is_house)


def open_adviser(places: Places, *, watch: Watch = unwatched) -> ExplorerAdviser:
    """The adviser over the library, whose index is brought up to date first.

    Where there is no library yet, or nothing in it, the house's match is explored.
    """
    place = places.library
    house = None if _holds_tables(place) else starter_library(places)
    if house is None and not place.exists():
        raise LibraryError(
            "There is no library to explore yet: 'kibitz import' brings your games into one."
        )
    with Library.open(house or place, create=False) as opened:
        learn(opened, watch)
        return ExplorerAdviser(house or place, AuctionIndex.load(opened), house is not None)


def _holds_tables(place: Path) -> bool:
    if not place.exists():
        return False
    with Library.open(place, create=False) as opened:
        return bool(opened.tally("SELECT 1 FROM tables LIMIT 1"))
