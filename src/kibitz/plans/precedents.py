"""Declarers in like positions: who began with the same suit, and who chose otherwise, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.cardplay.answer import CardAnswer, Precedent
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

_NAMED = 2


@dataclass(frozen=True, slots=True)
class Fellows:
    """Of the precedents of the next card those that began with the plan's suit, and the others.

    Their suits are those of the question; the most alike come first.
    """

    suit: Suit
    same: tuple[Precedent, ...]
    others: tuple[Precedent, ...]

    @classmethod
    def of(cls, answer: CardAnswer, suit: Suit) -> Fellows | None:
        """None where nobody in a like position was seen to begin with anything."""
        same, others = list[Precedent](), list[Precedent]()
        for one in answer.precedents if answer.ballot.close else ():
            led = first_lead(one.record, one.state)
            if led is not None:
                (same if one.renaming.card(led).suit is suit else others).append(one)
        return cls(suit, tuple(same), tuple(others)) if same or others else None

    @property
    def named(self) -> tuple[Precedent, ...]:
        """Some of both, to be opened."""
        return (*self.same[:_NAMED], *self.others[:_NAMED])

    def to_json(self) -> dict[str, Any]:
        return {
            "suit": str(self.suit),
            "same": len(self.same),
            "others": len(self.others),
            "named": [
                {**one.to_json(), "player": one.player, "agrees": one in self.same}
                for one in self.named
            ],
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
