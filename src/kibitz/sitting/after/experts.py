"""The table of an expert who did what was better, in a position like the player's."""

from __future__ import annotations

from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.question import CardQuestion
from kibitz.games.bridge.cards import Card
from kibitz.records.record import Record
from kibitz.wording import card_text


def expert_table(record: Record, number: int, better: Card, adviser: CardAdviser) -> str:
    """Who did it, where: of the nearest precedents the first that did; empty if none is known.

    *number* is the card in question, counted from 1. The house is no expert.
    """
    answer = adviser.ask(CardQuestion.of(record, number))
    for one in answer.precedents:
        if not one.is_house and one.chose(better):
            who = f"{one.player} ({one.record.citation})"
            return f"An expert's table: {who} played {card_text(one.card)} in a position like it."
    return ""
