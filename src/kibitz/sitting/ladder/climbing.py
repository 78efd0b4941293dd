"""What somebody has done of the ladder, and the next deal for him.

It reads what is kept anyway: the deals in the folder of sittings, and the practice cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.mygame.store import Answered, KeptCard, PracticeStore
from kibitz.places import Places
from kibitz.sitting.coached import AnswerVerdict, CoachedDeal, DealStage, MarkKind
from kibitz.sitting.keeping import SUFFIX, kept, name_of
from kibitz.sitting.ladder.rungs import LadderRung, ladder_rungs, rung_of, rungs_of
from kibitz.sitting.ladder.themes import LEVELS, LadderTheme, ladder_themes, of_mistake


class RungState(StrEnum):
    """How far somebody has come with a deal."""

    NEW = "new"
    BEGUN = "begun"
    RIGHT = "right"
    """Right the first time."""
    LATER = "later"
    """Not the first time, but when it came back."""
    MISSED = "missed"
    """Not yet right."""


@dataclass(frozen=True)
class Climbed:
    """How far somebody is: by the name of each deal; and which theme he is weak in."""

    states: Mapping[str, RungState]
    weakest: LadderTheme | None = None
    """The theme of most practice cards that were not answered rightly since."""

    def of(self, rung: LadderRung) -> RungState:
        return self.states.get(rung.name, RungState.NEW)

    def done(self, theme: LadderTheme, level: int) -> tuple[int, int]:
        """How many deals of a level were played, and how many rightly the first time."""
        states = [self.of(one) for one in rungs_of(theme, level)]
        played = [one for one in states if one not in (RungState.NEW, RungState.BEGUN)]
        return len(played), played.count(RungState.RIGHT)

    def following(self, theme: LadderTheme, level: int = 0) -> Iterator[LadderRung]:
        """The deals of a theme that come next: new ones first, then those not yet right."""
        rungs = rungs_of(theme, level)
        for wanted in (RungState.BEGUN, RungState.NEW, RungState.MISSED):
            yield from (one for one in rungs if self.of(one) is wanted)
        yield from (one for one in rungs if self.of(one) in (RungState.LATER, RungState.RIGHT))

    @property
    def next_theme(self) -> LadderTheme:
        """The theme that is next: the weak one, else the first that is not finished."""
        if self.weakest is not None and rungs_of(self.weakest):
            return self.weakest
        open_ones = (
            one
            for one in ladder_themes().values()
            if any(self.of(rung) is not RungState.RIGHT for rung in rungs_of(one))
        )
        return next(open_ones, next(iter(ladder_themes().values())))

    def next_rung(self) -> LadderRung:
        """The deal that is next."""
        return next(self.following(self.next_theme))

    def to_json(self) -> dict[str, Any]:
        return {
            "next": self.next_rung().name,
            "levels": list(LEVELS),
            "themes": [
                {
                    "key": theme.key,
                    "name": theme.name,
                    "family": theme.family.value,
                    "says": theme.says,
                    "deals": [
                        {"name": one.name, "level": one.level, "state": self.of(one).value}
                        for one in rungs_of(theme)
                    ],
                }
                for theme in ladder_themes().values()
            ],
        }


def climbed(places: Places) -> Climbed:
    """How far the player of these places is."""
    cards, answers = _practised(places)
    again = _right_again(cards, answers)
    states = {}
    for name, rung in ladder_rungs().items():
        deal = _sat(rung, places.sittings)
        if deal is not None:
            state = state_of(deal, rung)
            missed = state is RungState.MISSED and rung.place in again
            states[name] = RungState.LATER if missed else state
    return Climbed(states, weakest_of(cards, answers))


def _sat(rung: LadderRung, folder: Path) -> CoachedDeal | None:
    place = folder / _file_of(rung.name)
    try:
        return kept(place) if place.is_file() else None
    except KibitzError:  # damaged: as if it had not been played
        return None


@cache
def _file_of(name: str) -> str:
    """What the file of a deal of the ladder is called."""
    return f"{name_of(ladder_rungs()[name].start)}{SUFFIX}"


def state_of(deal: CoachedDeal, rung: LadderRung) -> RungState:
    """How somebody did on a deal: at its decision, or, if he never came there, at all others."""
    if rung.is_call:
        return _called(deal, rung)
    at = [one for one in deal.answers if one.before == rung.cards] or list(deal.answers)
    if at and all(one.verdict is AnswerVerdict.RIGHT for one in at):
        reached = any(one.before == rung.cards for one in at)
        return RungState.RIGHT if reached or deal.stage is DealStage.OVER else RungState.BEGUN
    if at:
        return RungState.MISSED
    return RungState.MISSED if deal.stage is DealStage.OVER else RungState.BEGUN


def _called(deal: CoachedDeal, rung: LadderRung) -> RungState:
    """The same where the decision is a call: the first one counts."""
    if rung_of(deal.start) is None or len(deal.auction.calls) <= rung.moment:
        return RungState.BEGUN
    back = any(one.kind is MarkKind.BACK and one.moment == rung.moment for one in deal.marks)
    first = deal.auction.calls[rung.moment]
    return RungState.RIGHT if first == rung.right and not back else RungState.MISSED


def _practised(places: Places) -> tuple[list[KeptCard], list[Answered]]:
    if not places.practice.is_file():
        return [], []
    with PracticeStore.open(places.practice) as store:
        return store.cards(), store.answers()


def _right_again(cards: Iterable[KeptCard], answers: Iterable[Answered]) -> set[str]:
    """The deals of which a practice card was answered rightly."""
    right = {one.card for one in answers if one.right}
    boards = ((card, card.content.get("record", {})) for card in cards if card.id in right)
    return {str(record.get("board", "")) for _, record in boards}


def weakest_of(cards: Iterable[KeptCard], answers: Iterable[Answered]) -> LadderTheme | None:
    """The theme of most practice cards whose last answer was not right; None if there is none."""
    last = {one.card: one.right for one in answers}
    themes = (of_mistake(card.theme) for card in cards if not last.get(card.id, False))
    order = list(ladder_themes().values())
    counts = Counter(one.key for one in themes if one is not None)
    if not counts:
        return None
    return max(order, key=lambda one: (counts[one.key], -order.index(one)))
