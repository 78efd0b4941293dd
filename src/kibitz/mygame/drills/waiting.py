"""A position does not come back before its theme has come on another deal.

Who sees the same cards again remembers the cards. So a mistake made at the table waits: first the
theme comes *wild*, on another deal and without its name; then the position itself, when it is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from kibitz.mygame.store import Answered, FirstGuess, KeptCard

Named: TypeAlias = Callable[[str], str]
"""What a theme is called: the same themes have the same name."""
WILD = timedelta(days=6)
"""A theme comes wild at most so often."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A theme that came on a deal, at some time, in practice or elsewhere."""

    theme: str
    deal: str
    when: datetime
    in_practice: bool


def meetings(
    cards: Sequence[KeptCard],
    answers: Iterable[Answered],
    guesses: Iterable[FirstGuess],
    named: Named = str,
) -> list[Meeting]:
    """Every time that a theme, as it is *named*, came on a deal, in practice or elsewhere."""
    kept = {card.id: card for card in cards}
    found = [Meeting(named(one.theme), one.deal, one.guessed, False) for one in guesses if one.deal]
    for answer in answers:
        card = kept.get(answer.card)
        if card is not None and card.deal:
            found.append(Meeting(named(card.theme), card.deal, answer.answered, True))
    return found


def waits(card: KeptCard, met: Sequence[Meeting], named: Named = str) -> bool:
    """Whether a card has to wait until its theme has come on another deal.

    A card whose deal was met in practice alone, such as one of an old match, does not; nor one
    without a theme.
    """
    here = [one for one in met if one.deal == card.deal]
    if not card.theme or all(one.in_practice for one in here):
        return False
    last, themes = max(one.when for one in here), {named(card.theme), named(card.asks)} - {""}
    return not any(one.theme in themes and one.deal != card.deal and one.when > last for one in met)


def wild(
    waiting: Iterable[KeptCard],
    met: Iterable[Meeting],
    shares: Mapping[str, float],
    now: datetime,
    named: Named = str,
) -> str:
    """The theme that the next deal should be about, untold; empty if none is at hand.

    It is one for which a card waits, the weakest of them, else the weakest of all in *shares*, the
    part of each theme that was right; of either only what did not come in the last days.
    """
    waiting = list(waiting)
    came, held = recent(met, waiting, now), {named(card.theme) for card in waiting}
    for among in (held - came, {one for one, share in shares.items() if share < 1} - came):
        if among:
            return min(among, key=lambda theme: (shares.get(theme, 0.0), theme))
    return ""


def recent(met: Iterable[Meeting], waiting: Iterable[KeptCard], now: datetime) -> set[str]:
    """The themes that came in the last days, and so do not come wild again yet.

    The deals of the cards that wait do not count.
    """
    deals = {card.deal for card in waiting}
    return {one.theme for one in met if now - one.when < WILD and one.deal not in deals}
