"""Drill cards: a position as the player saw it, the experts' answer, and what punishes the slip."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kibitz.cardplay.leads.signals import is_signal
from kibitz.cardplay.scoring import are_equal, are_small
from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.auction import Call, parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.typed import typed_card
from kibitz.mygame.drills.scheduling import new_schedule
from kibitz.mygame.explain import lesson_of, slip_circumstances, teachers_word
from kibitz.mygame.report import unnamed
from kibitz.mygame.reviewing import Reviewed
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.slips import Slip
from kibitz.records.formats.lines import to_json
from kibitz.records.formats.reading import read_stream
from kibitz.records.record import Record
from kibitz.wording import call_text, card_text, counted

NewCard = tuple[str, str, Mapping[str, Any], Mapping[str, Any]]
"""A card to add: its mark, its theme, what it asks, how it is scheduled."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A decision to be taken again: at the player's own table, or at an expert's that is alike."""

    sitting: Sitting
    number: int
    is_call: bool
    experts: str
    theme: str
    slip: Slip | None = None
    """What the player did there; None at another's table."""

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Drill:
        """From what a card keeps."""
        record = record_of(content["record"])
        slip = None if content["slip"] is None else Slip(**content["slip"])
        return cls(
            Sitting(record, Seat.parse(content["seat"])),
            content["number"],
            content["is_call"],
            content["experts"],
            content["theme"],
            slip,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "table",
            "record": to_json(self.sitting.record),
            "seat": str(self.sitting.seat),
            "number": self.number,
            "is_call": self.is_call,
            "experts": self.experts,
            "theme": self.theme,
            "slip": None if self.slip is None else self.slip.to_json(),
        }

    @property
    def asks(self) -> str:
        """The theme by the rule: what the position asks."""
        return self.theme if self.slip is None else self.slip.asked

    @property
    def mark(self) -> str:
        """What tells the card from all others."""
        return f"{self.sitting.key} {'call' if self.is_call else 'card'} {self.number}"

    @property
    def options(self) -> tuple[Card, ...] | tuple[Call, ...]:
        """What may be done."""
        if self.is_call:
            return self.sitting.auction(self.number).legal_actions
        return self.sitting.state(self.number).legal_actions

    def guess(self, text: str) -> Card | Call:
        """What a person types, if it may be done here."""
        try:
            guessed = parse_call(text.strip().upper()) if self.is_call else typed_card(text)
        except ValueError as error:
            raise UsageError(f"{text.strip() or 'That'} is no {self.what}: {error}") from None
        if guessed not in self.options:
            raise UsageError(f"{said(guessed)} cannot be chosen here.")
        return guessed

    @property
    def what(self) -> str:
        return "call" if self.is_call else "card"

    def is_right(self, guessed: Card | Call) -> bool:
        """Whether it is the experts' choice, or comes to the same."""
        if isinstance(guessed, Card):
            state, experts = self.sitting.state(self.number), Card.parse(self.experts)
            if are_equal(state, guessed, experts) or self._is_also_right(state, guessed):
                return True
            return self._is_signal(state, guessed, experts)
        return guessed == parse_call(self.experts)

    def _is_also_right(self, state: Play, guessed: Card) -> bool:
        """Whether a card is about as good as the experts', as far as it was tried."""
        also = [] if self.slip is None else self.slip.also
        return any(are_equal(state, guessed, Card.parse(one)) for one in also)

    def _is_signal(self, state: Play, guessed: Card, experts: Card) -> bool:
        """Whether the card differs from the experts' in what it tells partner alone."""
        did = "" if self.slip is None else self.slip.did
        return is_signal(state, guessed) and are_small(guessed, experts) and str(guessed) != did

    def verdict(self, guessed: Card | Call) -> list[str]:
        """What is said after a guess: the experts, the lesson, the counts, the punishing layout."""
        right = parse_call(self.experts) if self.is_call else Card.parse(self.experts)
        head = "Right" if self.is_right(guessed) else f"Not {said(guessed)}"
        lines = [f"{head}: experts choose {said(right)}."]
        if self.slip is None:
            who = self.sitting.record.citation
            lines += teachers_word(self.theme)
            return [*lines, f"So it was done at {who or self.sitting.record.source}."]
        did = parse_call(self.slip.did) if self.is_call else Card.parse(self.slip.did)
        lines += lesson_of(self.slip)
        if did == right:
            return [*lines, "At the table you found it with a hint."]
        cost = f"{self.slip.cost:.1f} {self.slip.unit} on average of "
        cost = f": {cost}{counted(self.slip.layouts, 'layout')}" if self.slip.layouts else ""
        lines.append(f"At the table you chose {said(did)}{cost}.")
        return [*lines, *slip_circumstances(self.slip)]


def said(choice: Card | Call) -> str:
    """A card or a call as people write it."""
    return card_text(choice) if isinstance(choice, Card) else call_text(choice)


def cards_from(reviewed: Iterable[Reviewed]) -> Iterator[NewCard]:
    """A card of every slip; nobody but the player is named on it."""
    for one in reviewed:
        for slip in one.review.slips:
            drill = Drill(
                unnamed(one.sitting), slip.number, slip.is_call, slip.experts, slip.theme, slip
            )
            yield new_card(drill)


def new_card(drill: Drill) -> NewCard:
    return drill.mark, drill.theme, drill.to_json(), new_schedule(drill.mark)


def record_of(kept: Mapping[str, Any]) -> Record:
    """The table that a card keeps."""
    content = json.dumps(kept).encode()
    for found in read_stream(BytesIO(content), name="card.jsonl"):
        if isinstance(found, Record):
            return found
    raise StorageError("a drill card is damaged: its table cannot be read")
