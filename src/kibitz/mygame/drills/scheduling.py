"""When a card comes again, by FSRS, the free spaced repetition scheduler (the package `fsrs`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fsrs import Scheduler

AGAIN = timedelta(minutes=10)
"""After a wrong answer a card comes again in the same sitting."""


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # no fuzz: the same answers give the same days
    return Scheduler(learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False)


def new_schedule(mark: str, now: datetime | None = None) -> dict[str, Any]:
    """The schedule of a card that nobody has seen yet: it is due at once."""
    from fsrs import Card

    number = int.from_bytes(hashlib.sha256(mark.encode()).digest()[:6], "big")
    return dict(Card(card_id=number, due=now or datetime.now(UTC)).to_dict())


def next_schedule(
    schedule: Mapping[str, Any], right: bool, now: datetime
) -> tuple[dict[str, Any], int]:
    """The schedule after an answer, and the grade that FSRS was given."""
    from fsrs import Card, Rating

    grade = Rating.Good if right else Rating.Again
    card = Card.from_dict(dict(schedule))  # type: ignore[arg-type]
    after, _ = _scheduler().review_card(card, grade, review_datetime=now.astimezone(UTC))
    return dict(after.to_dict()), int(grade)


def retrievability(schedule: Mapping[str, Any], now: datetime) -> float:
    """The chance that it is still known, as FSRS foresees it."""
    from fsrs import Card

    card = Card.from_dict(dict(schedule))  # type: ignore[arg-type]
    return float(_scheduler().get_card_retrievability(card, now.astimezone(UTC)))
