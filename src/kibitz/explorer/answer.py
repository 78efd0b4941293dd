"""The answer to "what came next?": each call or lead with counts, hands, results, and tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Ground, Measure, Precedent
from kibitz.explorer import explain
from kibitz.explorer.grouping import ExplorerGroup
from kibitz.explorer.leads import LeadKind
from kibitz.explorer.question import ExplorerQuestion
from kibitz.explorer.store import Cited
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card, Suit
from kibitz.records.library import Library
from kibitz.records.record import Citation, Record

Next = Call | Suit
"""A call, or the suit of an opening lead."""


@dataclass(frozen=True, slots=True)
class AverageHand:
    """The average hand of the player to act: points, and suit lengths, spades first."""

    points: float
    low: int
    high: int
    """Eight hands in ten have from *low* to *high* points."""
    lengths: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Results:
    """The results of some tables; *the side* is that of the caller or the leader."""

    known: int
    """The number of contracts with a known result; *made* is how many succeeded, and *tricks* the
    average over the contract."""
    made: int
    tricks: float | None
    declared: int
    """The number of contracts declared by the side, whether the result is known or not."""
    boards: int
    """The number of boards with results from both rooms, and the side's average gain."""
    imps: float | None
    error: float | None
    """The standard error of that average."""

    @property
    def beaten(self) -> int:
        return self.known - self.made


@dataclass(frozen=True, slots=True)
class LedCard:
    """A kind of lead or a card: how often it was led, and how often it beat the contract."""

    what: LeadKind | Card
    tables: int
    known: int
    beaten: int

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "what": str(self.what)}


@dataclass(frozen=True, slots=True)
class ExampleTable(Precedent):
    """A table that continued like this, with a hand close to the average."""

    cited: Cited
    came: Call | Card
    library: Path
    is_house: bool = False

    @property
    def name(self) -> str:
        cited = str(Citation(self.cited.event, "", self.cited.board, self.cited.room))
        return cited or f"table {self.cited.table}"

    @property
    def did(self) -> str:
        return explain.deed(self.came)

    def open(self) -> Record:
        with Library.open(self.library, create=False) as library:
            return library.entry(self.cited.table).record

    def to_json(self) -> dict[str, Any]:
        return {
            **Precedent.to_json(self),
            "table": self.cited.table,
            "house": self.is_house,
        }


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way in which tables continued."""

    came: Next
    tables: int
    hand: AverageHand
    results: Results
    examples: tuple[ExampleTable, ...]
    kinds: tuple[LedCard, ...] = ()
    cards: tuple[LedCard, ...] = ()

    def to_json(self, whole: int) -> dict[str, Any]:
        return {
            "next": str(self.came),
            "tables": self.tables,
            "share": round(self.tables / whole, 4),
            "hand": _rounded(asdict(self.hand)),
            "results": {**_rounded(asdict(self.results)), "beaten": self.results.beaten},
            "kinds": [one.to_json() for one in self.kinds],
            "cards": [one.to_json() for one in self.cards],
            "examples": [one.to_json() for one in self.examples],
        }


@dataclass(frozen=True, slots=True, repr=False)
class ExplorerAnswer(Answer[ExplorerQuestion, Next]):
    """All ways in which the tables continued, the most frequent first."""

    measure: ClassVar[Measure] = Measure.TABLES

    question: ExplorerQuestion = field()
    branches: tuple[Continuation, ...]
    asked: int
    """The number of tables of the players in question, whatever the auction."""
    left_out: int
    """The number of tables left out, as nobody is known to have bid there."""
    groups: tuple[ExplorerGroup, ...] = ()
    """The same by pair, player or event, if that was asked."""
    is_house: bool = False
    """Whether the tables are the house's, and no expert's."""
    beside: ExplorerAnswer | None = None
    """What the house's match says, kept apart, where one's own tables are few."""

    @property
    def tables(self) -> int:
        return sum(branch.tables for branch in self.branches)

    @property
    def choices(self) -> tuple[Choice[Next], ...]:
        whole = self.tables
        return tuple(
            Choice(branch.came, branch.tables / whole, _grounds(branch, whole))
            for branch in self.branches
        )

    @property
    def confidence(self) -> None:
        """None: it counts what was done, not what is right."""
        return None

    @property
    def why_not(self) -> str:
        return "" if self.branches else explain.nothing(self)

    def details(self) -> dict[str, Any]:
        whose, whole = self.question.whose, self.tables
        return {
            "auction": self.question.spelled,
            "lead": self.question.is_lead,
            "any_seat": self.question.any_seat,
            "pair": list(whose.pair) if whose.pair else None,
            "player": whose.player,
            "event": whose.event,
            "vul": str(whose.vulnerability) if whose.vulnerability else None,
            "dealer": str(whose.dealer) if whose.dealer is not None else None,
            "tables": whole,
            "asked": self.asked,
            "left_out": self.left_out,
            "house": self.is_house,
            "next": [branch.to_json(whole) for branch in self.branches],
            "by": self.question.by.value,
            "groups": [group.to_json() for group in self.groups],
            "beside": None if self.beside is None else self.beside.details(),
        }

    def __str__(self) -> str:
        return explain.answer_text(self)


def _grounds(branch: Continuation, whole: int) -> tuple[Ground, ...]:
    results = branch.results
    came = Count(branch.tables, whole, f"tables went on so: {explain.came_text(branch.came)}")
    kinds = (
        Count(one.tables, branch.tables, f"of these leads: {one.what}") for one in branch.kinds
    )
    made = Count(results.made, results.known, "contracts were made after it")
    return came, *kinds, *((made,) if results.known else ()), *branch.examples


def _rounded(fields: dict[str, Any]) -> dict[str, Any]:
    """Averages to three decimals."""
    return {
        name: [round(one, 3) for one in value]
        if isinstance(value, tuple)
        else round(value, 3)
        if isinstance(value, float)
        else value
        for name, value in fields.items()
    }
