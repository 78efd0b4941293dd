"""The lesson deals: sound deals, four or more a theme, and each lesson right double dummy."""

from __future__ import annotations

from collections import Counter

import pytest

from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz_lab.lessons.lesson import DECLARER_THEMES, DEFENCE_THEMES, LessonDeal, lessons_in
from kibitz_lab.lessons.proving import proof, results
from kit import ROOT

LESSONS = lessons_in(ROOT / "tests" / "lessons")
LAYOUTS = 100
each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.theme}: {one.name}")


def test_no_two_lessons_have_the_same_name_or_the_same_cards() -> None:
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS)
    assert len({lesson.state.deal for lesson in LESSONS}) == len(LESSONS)


@each
def test_a_lesson_is_a_sound_deal_and_its_auction_ends_in_its_contract(lesson: LessonDeal) -> None:
    assert set(lesson.table.hands) == set(Seat)  # and no card is in two hands, of 13 each
    assert lesson.table.closed.contract == lesson.table.contract
    assert lesson.decision.turn in lesson.students
    assert lesson.is_defence == (lesson.theme in DEFENCE_THEMES)
    assert lesson.words.endswith(".")
    assert lesson.reasons
    assert bool(lesson.line) != lesson.is_defence


@each
def test_the_typical_deal_shows_what_is_taught(lesson: LessonDeal, solver: DoubleDummy) -> None:
    deal, target = lesson.state.deal, lesson.table.contract.target
    right, rival = results(lesson, deal, solver)
    assert (right < target <= rival) if lesson.is_defence else (rival < target <= right)


@each
def test_a_student_cannot_tell_the_layouts_apart(lesson: LessonDeal) -> None:
    for deal in lesson.layouts(20, seed=2):
        assert all(deal[seat] == lesson.state.deal[seat] for seat in lesson.seen)
        Play.start(deal, lesson.table.contract).after_all(lesson.decision.played)


@pytest.mark.long
@each
def test_the_lesson_is_right_by_a_clear_margin_over_layouts(
    lesson: LessonDeal, solver: DoubleDummy
) -> None:
    found = proof(lesson, lesson.layouts(LAYOUTS, seed=1), solver)
    assert found.holds, found


def test_there_are_sixty_lessons_and_four_to_each_theme() -> None:
    assert len(LESSONS) >= 60
    number = Counter(lesson.theme for lesson in LESSONS)
    assert all(number[theme] >= 4 for theme in (*DECLARER_THEMES, *DEFENCE_THEMES))
