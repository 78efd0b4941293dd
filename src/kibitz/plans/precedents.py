"""Declarers in similar positions, by name: those who began with the same suit or held up as long,
and those who did not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.cardplay.answer import CardAnswer, CardPrecedent
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.line import HoldUp
from kibitz.records.record import Record

_NAMED = 2


@dataclass(frozen=True, slots=True)
class Parted:
    """Precedents that did as the plan does, and others that did not, the most similar first."""

    same: tuple[CardPrecedent, ...]
    others: tuple[CardPrecedent, ...]

    @classmethod
    def by(cls, agrees: Mapping[CardPrecedent, bool]) -> Parted | None:
        """None where there are none at all."""
        parts = (tuple(one for one in agrees if agrees[one] is so) for so in (True, False))
        return cls(*parts) if agrees else None

    @property
    def named(self) -> tuple[CardPrecedent, ...]:
        """A few of each kind, to open."""
        return (*self.same[:_NAMED], *self.others[:_NAMED])

    def to_json(self) -> dict[str, Any]:
        return {
            "same": len(self.same),
            "others": len(self.others),
            "named": [
                {**one.to_json(), "player": one.player, "agrees": one in self.same}
                for one in self.named
            ],
        }


@dataclass(frozen=True, slots=True)
class Fellows:
    """The precedents for the next card, divided by what they began with and how long they held up.

    Their suits are renamed to those of the question.
    """

    suit: Suit
    began: Parted
    hold: HoldUp | None = None
    held: Parted | None = None
    """By how long they held up; None where the plan does not say, or no precedent applies."""
    after: tuple[Card, ...] = ()
    """The cards from now to the position that was compared, where there is no choice now."""

    @classmethod
    def of(
        cls,
        answer: CardAnswer,
        suit: Suit,
        hold: HoldUp | None = None,
        after: tuple[Card, ...] = (),
    ) -> Fellows | None:
        """By what they began with; None where no precedent shows a start."""
        close = answer.precedents if answer.ballot.close else ()
        leads = {one: first_lead(one.record, one.state) for one in close}
        began = Parted.by(
            {one: one.renaming.card(led).suit is suit for one, led in leads.items() if led}
        )
        if began is None:
            return None
        if hold is None:
            return cls(suit, began, after=after)
        rounds = {one: rounds_let_go(one.record, one.state) for one in close}
        held = {one: let == hold.rounds for one, let in rounds.items() if let is not None}
        return cls(suit, began, hold, Parted.by(held), after)

    @property
    def named(self) -> tuple[CardPrecedent, ...]:
        """A few precedents that did as the plan does and a few that did not, to open."""
        held = () if self.held is None else self.held.named
        return tuple(dict.fromkeys((*self.began.named, *held)))

    def to_json(self) -> dict[str, Any]:
        return {
            "suit": str(self.suit),
            "after": [str(card) for card in self.after],
            **self.began.to_json(),
            "hold_up": None
            if self.hold is None or self.held is None
            else {"rounds": self.hold.rounds, **self.held.to_json()},
        }


def first_lead(record: Record, state: Play) -> Card | None:
    """The first card that declarer's side led in a record after the trick that *state* is in."""
    now, begun = state, state.tricks + bool(state.trick)
    for card in record.play[len(state.played) :]:
        ours = now.turn.is_with(state.contract.declarer)
        if now.tricks >= begun and not now.trick and ours:
            return card
        now = now.after(card)
    return None


def rounds_let_go(record: Record, state: Play) -> int | None:
    """How many rounds of the suit first led a declarer lost before he won one; None: never."""
    suit, now, lost = state.played[0].suit, Play.start(record.deal, state.contract), 0
    for card in record.play:
        led = now.trick[0].suit if now.trick else card.suit
        won, now = now.declarer_tricks, now.after(card)
        if not now.trick and led is suit:
            if now.declarer_tricks > won:
                return lost
            lost += 1
    return None
