"""How a player is getting on: how often he was asked, how often he was right, and the trend.

First answers count, at the table and in practice. There are no points: a day counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from kibitz.mygame.drills.waiting import Named, meetings, waits, wild
from kibitz.mygame.store import PracticeStore
from kibitz.precedents.trust import wilson
from kibitz.wording import counted

NO_THEME = "no theme"
"""What is without a theme is called."""
LAST = 10
"""The answers of a theme that are shown one by one."""
_FEWEST = 5
"""The fewest answers of each half that make a trend."""
_NORMAL = 1.96


@dataclass(frozen=True, slots=True)
class Trend:
    """The share of right answers in the later half less that in the earlier one."""

    mean: float
    low: float
    high: float
    """The ends of its 95 % interval (Newcombe's, of two Wilson intervals)."""

    @classmethod
    def of(cls, rights: Sequence[bool]) -> Trend | None:
        """The trend of answers in their order; None if they are too few to tell."""
        half = len(rights) // 2
        if half < _FEWEST:
            return None
        early, late = rights[:half], rights[-half:]
        (p, low_p, high_p), (q, low_q, high_q) = map(_share, (early, late))
        below = ((q - low_q) ** 2 + (high_p - p) ** 2) ** 0.5
        above = ((high_q - q) ** 2 + (p - low_p) ** 2) ** 0.5
        return cls(q - p, max(-1.0, q - p - below), min(1.0, q - p + above))

    @property
    def text(self) -> str:
        """
        >>> Trend(0.4, -0.1, 0.7).text, Trend(0.5, 0.1, 0.8).text
        ('not clear yet whether it gets better (+40 points, from -10 to +70)', \
'better than before (+50 points, from +10 to +80)')
        """
        said = "not clear yet whether it gets better"
        if self.low > 0:
            said = "better than before"
        if self.high < 0:
            said = "worse than before"
        mean, low, high = (f"{round(100 * one):+d}" for one in (self.mean, self.low, self.high))
        return f"{said} ({mean} points, from {low} to {high})"


def _share(rights: Sequence[bool]) -> tuple[float, float, float]:
    hits, tries = sum(rights), len(rights)
    return hits / tries, *(wilson(hits, tries, _NORMAL, sign) for sign in (-1, 1))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class ThemeProgress:
    """Of one theme: the answers, in their order, and how many cards wait for another deal."""

    theme: str
    rights: tuple[bool, ...]
    waiting: int = 0

    @property
    def asked(self) -> int:
        return len(self.rights)

    @property
    def right(self) -> int:
        return sum(self.rights)

    @property
    def trend(self) -> Trend | None:
        return Trend.of(self.rights)

    @property
    def text(self) -> str:
        said = f"{self.theme}: right {self.right} of {self.asked}"
        return said if self.trend is None else f"{said}; {self.trend.text}"

    def to_json(self) -> dict[str, Any]:
        trend = self.trend
        return {
            "theme": self.theme,
            "asked": self.asked,
            "right": self.right,
            "last": list(self.rights[-LAST:]),
            "before": list(self.rights[-2 * LAST : -LAST]),
            "waiting": self.waiting,
            "trend": None
            if trend is None
            else {
                "mean": round(trend.mean, 3),
                "low": round(trend.low, 3),
                "high": round(trend.high, 3),
            },
        }


@dataclass(frozen=True, slots=True)
class PlayerProgress:
    """How a player is getting on."""

    themes: tuple[ThemeProgress, ...]
    """The weakest first."""
    due: int
    waiting: int
    """Cards that come back once their theme has come on another deal."""
    days: tuple[date, ...]
    """Those on which something was answered, in order."""
    streak: int
    longest: int
    wild: str
    """The theme that the next deal should be about, which the player is not told."""

    @classmethod
    def of(
        cls, store: PracticeStore, player: str | None, now: datetime, named: Named = str
    ) -> PlayerProgress:
        """From all that is kept of a player, by theme as it is *named*."""
        cards, answers, guesses = store.cards(player), store.answers(player), store.guesses(player)
        given = [(one.guessed, named(one.theme), one.right and not one.by_luck) for one in guesses]
        given += [(one.answered, named(one.theme), one.right) for one in answers]
        given.sort(key=lambda one: one[0])
        met = meetings(cards, answers, guesses, named)
        held = [card for card in cards if waits(card, met, named)]
        themes = [
            ThemeProgress(
                theme or NO_THEME,
                tuple(right for _, about, right in given if about == theme),
                sum(named(card.theme) == theme for card in held),
            )
            for theme in sorted({about for _, about, _ in given})
        ]
        themes.sort(key=lambda one: (one.right / one.asked, one.theme))
        days = days_of((when for when, _, _ in given), now)
        shares = {one.theme: one.right / one.asked for one in themes if one.theme != NO_THEME}
        due = sum(card.due <= now for card in cards) - sum(card.due <= now for card in held)
        return cls(
            tuple(themes), due, len(held), days, streak(days, now.date()), longest(days),
            wild(held, met, shares, now, named),
        )  # fmt: skip

    @property
    def asked(self) -> int:
        return sum(one.asked for one in self.themes)

    @property
    def right(self) -> int:
        return sum(one.right for one in self.themes)

    def __str__(self) -> str:
        if not self.themes:
            return "Nothing was asked yet: kibitz sit, or kibitz drill --suits 5."
        lines = [
            f"Right {self.right} of {self.asked:,}, on {counted(len(self.days), 'day')}; "
            f"{counted(self.streak, 'day')} in a row, longest {self.longest}.",
            *(f"  {one.text}" for one in self.themes),
        ]
        if self.due:
            lines.append(f"{counted(self.due, 'card')} due: kibitz drill.")
        if self.waiting:
            cards = counted(self.waiting, "card")
            verb = "comes" if self.waiting == 1 else "come"
            lines.append(f"{cards} {verb} back after the theme has come on another deal.")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "asked": self.asked,
            "right": self.right,
            "due": self.due,
            "waiting": self.waiting,
            "days": [str(day) for day in self.days],
            "streak": self.streak,
            "longest": self.longest,
            "themes": [one.to_json() for one in self.themes],
            "text": str(self),
        }


def days_of(times: Iterable[datetime], now: datetime) -> tuple[date, ...]:
    """The days, where the player lives, on which something happened."""
    return tuple(sorted({when.astimezone(now.tzinfo).date() for when in times}))


def streak(days: Iterable[date], today: date) -> int:
    """Days in a row, up to today or yesterday."""
    there, last, length = set(days), today, 0
    if last not in there:
        last -= timedelta(days=1)
    while last in there:
        length, last = length + 1, last - timedelta(days=1)
    return length


def longest(days: Iterable[date]) -> int:
    """The most days in a row.

    >>> longest([date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 4)])
    2
    """
    there = set(days)
    return max((streak(there, day) for day in there), default=0)
