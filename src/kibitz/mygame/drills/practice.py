"""What is due today, how long the streak is, and how much of each theme is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kibitz.because.names import theme_named
from kibitz.errors import UsageError
from kibitz.mygame.drills.progress import NO_THEME, days_of, streak
from kibitz.mygame.drills.scheduling import next_schedule, retrievability
from kibitz.mygame.drills.waiting import Named, meetings, waits
from kibitz.mygame.store import Answered, KeptCard, PracticeStore
from kibitz.wording import counted, listed, percent


@dataclass(frozen=True, slots=True)
class Retention:
    """Of one theme: its cards, answers after the first, how many were right, what is known now."""

    theme: str
    cards: int
    repeated: int
    right: int
    known: float | None
    """The chance, on average, that a card seen before would be answered rightly now."""

    def to_json(self) -> dict[str, Any]:
        return {
            "theme": self.theme,
            "cards": self.cards,
            "repeated": self.repeated,
            "right": self.right,
            "known": None if self.known is None else round(self.known, 3),
        }


@dataclass(frozen=True, slots=True)
class Practice:
    """How practice stands."""

    due: tuple[KeptCard, ...]
    cards: int
    streak: int
    """Days in a row with an answer, in practice or at the table, up to today or yesterday."""
    answered_today: int
    themes: tuple[Retention, ...]
    next_due: datetime | None
    waiting: tuple[KeptCard, ...] = ()
    """Cards that are due, but whose theme has not come on another deal since."""

    @classmethod
    def of(
        cls,
        store: PracticeStore,
        player: str | None,
        now: datetime,
        theme: str = "",
        named: Named = str,
    ) -> Practice:
        """With a *theme*, by its name or the kind of its cause, only its cards are due.

        Themes of one name, as they are *named*, release each other's positions.
        """
        cards, answers, guesses = store.cards(player), store.answers(player), store.guesses(player)
        about = _of_theme(cards, theme, named) if theme else cards
        met = meetings(cards, answers, guesses, named)
        held = tuple(card for card in about if card.due <= now and waits(card, met, named))
        due = tuple(card for card in about if card.due <= now and card not in held)
        later = [card.due for card in cards if card.due > now]
        today = now.date()
        times = [*(one.answered for one in answers), *(one.guessed for one in guesses)]
        return cls(
            due,
            len(cards),
            streak(days_of(times, now), today),
            sum(one.answered.astimezone(now.tzinfo).date() == today for one in answers),
            tuple(_retention(cards, answers, now)),
            min(later, default=None),
            held,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "due": len(self.due),
            "waiting": len(self.waiting),
            "cards": self.cards,
            "streak": self.streak,
            "answered_today": self.answered_today,
            "next_due": None if self.next_due is None else self.next_due.isoformat(),
            "themes": [theme.to_json() for theme in self.themes],
            "text": str(self),
        }

    def __str__(self) -> str:
        lines = [
            f"{counted(len(self.due), 'card')} due of {self.cards:,}; "
            f"streak {counted(self.streak, 'day')}; {self.answered_today:,} answered today."
        ]
        if self.waiting:
            verb = "waits" if len(self.waiting) == 1 else "wait"
            cards = counted(len(self.waiting), "card")
            lines.append(f"{cards} {verb} until the theme has come on another deal.")
        for one in self.themes:
            again = (
                f"{one.right} of {one.repeated} right again" if one.repeated else "not seen again"
            )
            known = "" if one.known is None else f", {percent(one.known)} known now"
            lines.append(f"  {one.theme}: {counted(one.cards, 'card')}, {again}{known}")
        return "\n".join(lines)


def _of_theme(cards: Sequence[KeptCard], theme: str, named: Named) -> list[KeptCard]:
    """The cards of one theme, if there are any."""
    wanted = theme_named(theme)
    found = [
        card
        for card in cards
        if wanted in (card.theme or NO_THEME, card.asks, named(card.theme).lower())
    ]
    if not found:
        kept = listed(sorted({card.theme or NO_THEME for card in cards})) or "nothing yet"
        raise UsageError(f"No card is about {theme!r}; there are cards about {kept}.")
    return found


def _retention(
    cards: Sequence[KeptCard], answers: Sequence[Answered], now: datetime
) -> list[Retention]:
    seen = {one.card for one in answers}
    found = []
    for theme in sorted({card.theme for card in cards}):
        own = [card for card in cards if card.theme == theme]
        again = [one for one in answers if one.theme == theme and not one.is_first]
        known = [retrievability(card.schedule, now) for card in own if card.id in seen]
        found.append(
            Retention(
                theme or NO_THEME,
                len(own),
                len(again),
                sum(one.right for one in again),
                sum(known) / len(known) if known else None,
            )
        )
    return found


def record_answer(store: PracticeStore, card: KeptCard, right: bool, now: datetime) -> datetime:
    """Write an answer down; when the card comes again."""
    schedule, grade = next_schedule(card.schedule, right, now)
    store.answer(card.id, schedule, now, grade, right)
    return datetime.fromisoformat(schedule["due"])
