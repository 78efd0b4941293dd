"""Lesson deals for the ladder: written by hand, taken where the table agrees with the teacher.

They stand where too few dealt deals were found for a theme, and are tried as those are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.sitting.coached import CoachedDeal, DealStart
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.ladder.themes import ladder_theme
from kibitz.sitting.moves import after
from kibitz.sitting.sight import seen_by_decider
from kibitz.sitting.stops import Trials
from kibitz_lab.harness.provenance import CHECKOUT
from kibitz_lab.ladder.positions import SEATED, PartedCards, seated
from kibitz_lab.ladder.searching import candidate
from kibitz_lab.ladder.sorting import told
from kibitz_lab.lessons.lesson import LessonDeal, lessons_in

_SEED = 1
"""Of the house's luck in every one of them."""


@cache
def lessons() -> tuple[LessonDeal, ...]:
    """The lessons of the repository; none where it is not there."""
    folder = CHECKOUT / "tests" / "lessons"
    return tuple(lessons_in(folder)) if folder.is_dir() else ()


def written(task: tuple[int, str, int]) -> list[dict[str, Any]]:
    """The candidate that a lesson is, if the table agrees with it; seed, search, its number."""
    lesson, house = lessons()[task[2]], HousePlayer.shipped(None)
    try:
        found = _parted(lesson, house)
        at = None if found is None else seated(found, house)
    except KibitzError:
        return []
    if at is None or at.gain < SEATED:
        return []
    theme = ladder_theme(lesson.theme).key
    return [{**candidate(at, told(at, house)), "lesson": theme}]


def _parted(lesson: LessonDeal, house: HousePlayer) -> PartedCards | None:
    """Where the teacher's cards and the student's part, the others played by the house."""
    table = lesson.table
    start = DealStart(
        Deal.of({seat: table.hands[seat] for seat in Seat}),
        table.auction.dealer,
        table.vulnerability,
        _SEED,
        people=(),
    )
    deal = CoachedDeal.at(start).called(*table.auction.calls)
    while not deal.auction.is_over:  # the closing passes are left out
        deal = deal.called(Sign.PASS)
    deal = deal.played(*table.played, *lesson.before)
    for right, rival in zip(lesson.right, lesson.rival, strict=False):
        while deal.turn not in lesson.students:
            deal = after(deal, house.chooses(seen_by_decider(deal)))
        assert deal.play is not None
        one, other = (_of(turn, deal.play) for turn in (right, rival))
        if one != other:
            stop = Trials(house.playing).at(seen_by_decider(deal))
            return None if stop is None else PartedCards(deal, stop, one, other, 0.0)
        deal = after(deal, one)
    return None


def _of(turn: tuple[Card, ...], state: Play) -> Card:
    """The first card of a turn that wins so far, else the last."""
    for card in turn:
        trick = (*state.trick, card)
        if trick_winner(trick, state.trumps) == len(trick) - 1:
            return card
    return turn[-1]
