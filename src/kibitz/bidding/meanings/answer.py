"""The answer to "what does it mean?": ranges, whose hands they come from, and examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Ground, Measure, Precedent, Proof
from kibitz.bidding.auctions.ranges import Spread
from kibitz.bidding.calls.shown.listening import LISTENERS
from kibitz.bidding.meanings.explain import (
    example_text,
    explain,
    length_text,
    no_meaning,
    parts_of,
    points_text,
    shows,
)
from kibitz.bidding.meanings.hands import Kinship
from kibitz.bidding.meanings.meaning import Meaning, Sense
from kibitz.bidding.meanings.names import MeaningNames
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.meanings.store import Explained
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Record

_SHOWN = 10  # the most explanations in the data


@dataclass(frozen=True, slots=True)
class Example(Precedent):
    """A hand on which somebody made the call."""

    record: Record
    seat: Seat
    deed: str
    table: int
    """Its number in the library."""

    @property
    def did(self) -> str:
        return self.deed

    @property
    def name(self) -> str:
        return str(self.record.citation) or str(self.record.source)

    @property
    def hand(self) -> Hand:
        return self.record.deal[self.seat]

    @property
    def player(self) -> str:
        return self.record.citation.players[self.seat]

    def open(self) -> Record:
        return self.record

    def __str__(self) -> str:
        return example_text(self.hand, self.player, self.name)

    def to_json(self) -> dict[str, Any]:
        return {
            **Precedent.to_json(self),
            "hand": str(self.hand),
            "player": self.player,
            "auction": str(self.record.auction),
            "table": self.table,
        }


@dataclass(frozen=True, slots=True, repr=False)
class MeaningAnswer(Answer[MeaningQuestion, str]):
    """The hands that a call shows; its choices are the different senses of the call."""

    measure: ClassVar[Measure] = Measure.HANDS

    question: MeaningQuestion = field()
    meaning: Meaning | None
    """None if the pair or system that was named has too few hands."""
    examples: tuple[tuple[Example, ...], ...] = ()
    """Some named hands for each sense."""
    explained: tuple[Explained, ...] = ()
    known: int = 0
    """The number of hands after exactly this auction, if they are too few for an answer."""
    names: MeaningNames = MeaningNames()
    """The convention that the call is, if it has a name."""

    @property
    def choices(self) -> tuple[Choice[str], ...]:
        if self.meaning is None:
            return ()
        senses = self.meaning.senses
        total = sum(sense.hands for sense in senses) or 1
        shown = self.examples or ((),) * len(senses)
        return tuple(
            Choice(parts_of(sense), sense.hands / total or 1.0, (*_counts(sense), *examples))
            for sense, examples in zip(senses, shown, strict=True)
        )

    @property
    def confidence(self) -> float | None:
        """How often the range of points holds on other hands; None for a reading."""
        if self.meaning is None or self.meaning.kinship is Kinship.READING:
            return None
        return self.meaning.whole.points.range.cover

    @property
    def is_counted(self) -> bool:
        """Whether it is from hands, and not a reading or no answer at all."""
        return self.meaning is not None and self.meaning.kinship is not Kinship.READING

    @property
    def why_not(self) -> str:
        if self.meaning is not None:
            return ""
        return no_meaning(self.question, self.known, self.names)

    def details(self) -> dict[str, Any]:
        meaning = self.meaning
        return {
            **self.names.to_json(),
            "call": str(self.question.call),
            "auction": str(self.question.auction),
            "from": meaning.kinship.value if meaning else None,
            "shows": shows(self.question, meaning, self.names) if meaning else self.why_not,
            "hands": meaning.found if meaning else 0,
            "house": bool(meaning and meaning.is_house),
            "exact": meaning.exact if meaning else self.known,
            "means_the_same": [
                " ".join(map(str, calls)) for calls in (meaning.ways if meaning else ())
            ],
            "whole": meaning.whole.to_json() if meaning else None,
            "apart": [sense.to_json() for sense in meaning.apart] if meaning else [],
            "examples": [[one.to_json() for one in some] for some in self.examples],
            "explained": [
                {"words": one.words, "times": one.times} for one in self.explained[:_SHOWN]
            ],
        }

    def __str__(self) -> str:
        if self.meaning is None:
            return self.why_not
        named = [str(some[0]) for some in self.examples if some]
        return explain(self.question, self.meaning, self.names, named, self.explained)


def _counts(sense: Sense) -> tuple[Ground, ...]:
    """For each range, how many hands of the sense lie in it."""
    if not sense.hands:
        return (Proof("hands of the player who hears the call, dealt at random", LISTENERS, False),)
    whose = sense.whose
    found = [_count(sense, sense.points, f"hands of {whose} had {points_text(sense.points.range)}")]
    for suit in reversed(Suit):
        spread = sense.length(suit)
        had = length_text(spread.range, suit)
        found.append(_count(sense, spread, f"hands of {whose} had {had}"))
    return tuple(found)


def _count(sense: Sense, spread: Spread, what: str) -> Count:
    within = sum(spread.shares[spread.range.least : spread.range.most + 1])
    return Count(round(within * sense.hands), sense.hands, what)
