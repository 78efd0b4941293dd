"""How similar the precedents shown to a player are: from all cases, as in 0.1.0, or from the kind.

For a sample of real decisions the five precedents shown are compared with the question, aspect by
aspect: before, SIBL's nearest five of the 64 nearest cases of any kind; after, the five that an
adviser shows now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.cardplay.adviser import most_alike_first, precedents_of
from kibitz.cardplay.answer import SHOWN, CardPrecedent
from kibitz.cardplay.likeness import Likeness, followed_suit
from kibitz.cardplay.memory import CardMatch
from kibitz.cardplay.similarity.index import Found
from kibitz.cardplay.similarity.positions import Bools, Rows
from kibitz.cardplay.voters import AskedCards
from kibitz.games.bridge.play import Play
from kibitz.records.library import Entry
from kibitz.records.record import Record
from kibitz_lab.cardplay.precedent_votes import Precedents

ASPECTS = (
    "real decisions",
    "same place in the trick",
    "same hand",
    "within two tricks",
    "length within one",
    "honours alike",
    "tricks needed alike",
)


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """A real decision that its precedents are compared with."""

    state: Play
    question: AskedCards


@dataclass(frozen=True, slots=True, eq=False)
class PrecedentRecords:
    """The records that precedents come from, with the record and the ply of each."""

    records: Sequence[Record]
    tables: Rows
    precedents: Precedents

    def matches(self, found: Found, is_wider: Bools) -> list[CardMatch]:
        tables = self.tables[found.matches.cases].tolist()
        entries = [Entry(table, (self.records[table],)) for table in tables]
        columns = (found.plies, found.matches.squares, found.codes, found.cards, is_wider)
        return [
            CardMatch(table, int(ply), int(square), code, int(card), False, bool(wider))
            for table, ply, square, code, card, wider in zip(entries, *columns, strict=True)
        ]

    def shown(self, asked: Sampled) -> tuple[Shown, Shown]:
        """The precedents shown for a decision, before and after."""
        state, question = asked.state, asked.question
        [code] = question.codes
        rows = np.arange(len(self.tables))
        [anything] = self.precedents.nearest(question.codes, question.trumps, rows)
        everyone = self.matches(anything, np.zeros(len(anything), np.bool_))
        before = precedents_of(state, code, everyone)
        [chosen] = self.precedents.voters(question)
        voters = self.matches(chosen.found, chosen.is_wider)
        after = most_alike_first(precedents_of(state, code, voters))
        return sorted(before, key=lambda one: one.distance)[:SHOWN], after[:SHOWN]


Shown = Sequence[CardPrecedent]


def alikeness(
    lessons: PrecedentRecords, sampled: Sequence[Sampled], tell: Callable[[], object]
) -> dict[str, Any]:
    """The share of precedents alike in each aspect, over a sample of real decisions."""
    before, after = _Tally(), _Tally()
    for each in sampled:
        for tally, shown in zip((before, after), lessons.shown(each), strict=True):
            tally.add(shown)
        tell()
    return {
        "decisions": len(sampled),
        "shown": SHOWN,
        "before": before.to_json(),
        "after": after.to_json(),
    }


class _Tally:
    """Counts over the precedents shown and the answers that show them."""

    def __init__(self) -> None:
        self._sums, self._shown, self._followed = np.zeros(len(ASPECTS)), 0, 0
        self._answers = self._of_kind = 0

    def add(self, shown: Shown) -> None:
        if not shown:
            return
        self._answers += 1
        self._of_kind += all(one.likeness.is_of_kind for one in shown)
        for one in shown:
            followed = followed_suit(one.here) is not None
            self._shown += 1
            self._followed += followed
            self._sums += _aspects(one.likeness, followed)

    def to_json(self) -> dict[str, Any]:
        counts = np.full(len(ASPECTS), self._shown)
        counts[ASPECTS.index("length within one")] = self._followed
        shares = (self._sums / np.maximum(counts, 1)).tolist()
        return {
            "answers": self._answers,
            "all_of_kind": self._of_kind / self._answers if self._answers else None,
            **dict(zip(ASPECTS, shares, strict=True)),
        }


def _aspects(one: Likeness, followed: bool) -> Sequence[bool]:
    length = followed and one.length
    return one.real, one.place, one.hand, one.tricks, length, one.honours, one.needed
