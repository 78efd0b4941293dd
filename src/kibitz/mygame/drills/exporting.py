"""All that is kept of a player, as plain data to take away."""

from __future__ import annotations

from typing import Any

from kibitz.mygame.store import PracticeStore


def exported(store: PracticeStore, player: str) -> dict[str, Any]:
    """First answers, cards with their schedules, and the answers to them."""
    return {
        "player": player,
        "guesses": [
            {
                "mark": one.mark,
                "deal": one.deal,
                "theme": one.theme,
                "what": one.what,
                "guessed": one.guessed.isoformat(),
                "right": one.right,
                "by_luck": one.by_luck,
            }
            for one in store.guesses(player)
        ],
        "cards": [
            {
                "id": card.id,
                "theme": card.theme,
                "content": dict(card.content),
                "schedule": dict(card.schedule),
                "due": card.due.isoformat(),
            }
            for card in store.cards(player)
        ],
        "answers": [
            {
                "card": one.card,
                "theme": one.theme,
                "answered": one.answered.isoformat(),
                "right": one.right,
            }
            for one in store.answers(player)
        ],
    }
