"""An advice as data: the card, the vote, the precedents by name. No English in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.cardplay.explain import explain
from kibitz.cardplay.lookahead.evaluation import Lookahead
from kibitz.cardplay.sibl.comparison import Comparison
from kibitz.cardplay.similarity.renaming import Renaming
from kibitz.cardplay.similarity.voting import Ballot, Candidate
from kibitz.cardplay.wording import differences
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

SHOWN = 5
"""Precedents that are told of; the others only vote."""


@dataclass(frozen=True)
class Precedent:
    """What somebody did in a similar position: which card of which record, and how alike it is.

    *table* is its number in its library. *renaming* leads from its suits to the question's, and
    *distance* is SIBL's under it.
    """

    asked: Play
    record: Record
    ply: int
    table: int
    renaming: Renaming
    distance: float
    is_house: bool
    """Whether it comes with the program, and not from the user's library."""

    @property
    def number(self) -> int:
        """Which card of the record it is, from 1."""
        return self.ply + 1

    @property
    def card(self) -> Card:
        """The card as it was played there."""
        return self.record.play[self.ply]

    @property
    def stands_for(self) -> Card:
        """The same card in the question's suits; the asker need not hold it."""
        return self.renaming.card(self.card)

    @property
    def votes_for(self) -> Card | None:
        """The legal card that its vote goes to: of that suit the closest, the lower of two."""
        own = self.stands_for
        legal = [card for card in self.asked.legal_actions if card.suit is own.suit]
        return min(legal, key=lambda card: (abs(card.rank - own.rank), card.rank), default=None)

    @property
    def declarer(self) -> str:
        """Declarer by name where it is recorded, else the seat."""
        seat = self.state.contract.declarer
        return self.record.citation.players[seat] or seat.name.capitalize()

    @cached_property
    def state(self) -> Play:
        """The position as it was there, before the card."""
        return self.record.opening_state().after_all(self.record.play[: self.ply])

    @cached_property
    def comparison(self) -> Comparison:
        """What is alike and what differs, the parts of the distance included."""
        return Comparison(self.asked, self.renaming.play(self.state))


@dataclass(frozen=True)
class Advice:
    """What the experts would play, and why.

    *card* is None where there is no close precedent (and no lookahead to go by). *precedents* are
    all that voted, the most similar positions first.
    """

    state: Play
    card: Card | None
    ballot: Ballot
    precedents: tuple[Precedent, ...]
    known: int
    """How many cases were asked."""
    lookahead: Lookahead | None = None
    seed: int = 0

    @property
    def number(self) -> int:
        """Which card of the play it is about, from 1."""
        return len(self.state.played) + 1

    @property
    def is_forced(self) -> bool:
        return len(self.state.legal_actions) == 1

    @property
    def favoured(self) -> Candidate:
        """The card that the precedents alone speak for."""
        return self.ballot.candidates[0]

    @property
    def confidence(self) -> float | None:
        """The measured chance that an expert would play *card*, where precedents decide."""
        if self.is_forced:
            return 1.0
        return self.ballot.confidence if self.card == self.favoured.card else None

    def candidate(self, card: Card) -> Candidate:
        """What the precedents say of a legal card."""
        return next(one for one in self.ballot.candidates if one.card == card)

    def __str__(self) -> str:
        return explain(self)

    def to_json(self) -> dict[str, Any]:
        """The same content as plain data; docs/formats.md describes it."""
        return {
            "card": None if self.card is None else str(self.card),
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "candidates": [
                {"card": str(one.card), "share": round(one.share, 4), "count": one.count}
                for one in self.ballot.candidates
            ],
            "precedents": [
                {
                    "source": f"{one.record.source}, card {one.number}",
                    "event": one.record.citation.event,
                    "board": one.record.citation.board,
                    "room": one.record.citation.room,
                    "declarer": one.declarer,
                    "card": str(one.card),
                    "distance": round(one.distance, 4),
                    "differs": differences(one),
                }
                for one in self.precedents[:SHOWN]
            ],
            "lookahead": None if self.lookahead is None else _ahead(self.lookahead, self.seed),
            "text": explain(self),
        }


def _ahead(ahead: Lookahead, seed: int) -> dict[str, Any]:
    return {
        "layouts": ahead.layouts,
        "seed": seed,
        "tricks": _by_name(ahead.tricks),
        "made": _by_name(ahead.made),
    }


def _by_name(values: Mapping[Card, float]) -> dict[str, float]:
    return {str(card): round(value, 4) for card, value in values.items()}
