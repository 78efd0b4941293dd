"""The adviser for "what came next?": it counts tables that began alike by what followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
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
from kibitz.wording import FEW

_EXAMPLES = 2  # the tables named for each continuation
_SMALL = 5_000
"""A library with fewer tables has the house's match beside it."""


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
    house: ExplorerAdviser | None = None
    """Who is asked beside it where one's own tables are few."""

    def ask(self, question: ExplorerQuestion) -> ExplorerAnswer:
        """Everything that came next; where one's own tables are few, the house's apart."""
        own = self._ask_own(question)
        whose = question.whose
        is_anybody = not (whose.pair or whose.player or whose.event)
        if self.house is None or own.tables >= FEW or not is_anybody:
            return own
        beside = self.house.ask(question)
        return replace(own, beside=beside) if beside.branches else own

    def _ask_own(self, question: ExplorerQuestion) -> ExplorerAnswer:
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

    Where there is no library yet, or nothing in it, the house's match is explored; beside a small
    library it stands apart.
    """
    place, own = places.library, _tables(places.library)
    match = starter_library(places) if own < _SMALL else None
    house = None if match is None else _over(match, unwatched if own else watch, is_house=True)
    if not own and house is not None:
        return house
    if not place.exists():
        raise LibraryError(
            "There is no library to explore yet: 'kibitz import' brings your games into one."
        )
    return replace(_over(place, watch), house=house)


def _over(place: Path, watch: Watch, *, is_house: bool = False) -> ExplorerAdviser:
    with Library.open(place, create=False) as opened:
        learn(opened, watch)
        return ExplorerAdviser(place, AuctionIndex.load(opened), is_house)


def _tables(place: Path) -> int:
    if not place.exists():
        return 0
    with Library.open(place, create=False) as opened:
        [[count]] = opened.tally("SELECT COUNT(*) FROM tables")
        return int(count)
