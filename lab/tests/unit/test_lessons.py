"""Lesson deals: what is known of a hand, scripts, and answers matched with the teacher's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz_lab.lessons.experiment import share
from kibitz_lab.lessons.lesson import LessonDeal, lessons_in, lessons_of
from kibitz_lab.lessons.matching import (
    PARTLY,
    RIGHT,
    WRONG,
    count_of,
    line_of,
    reasons_of,
)
from kibitz_lab.lessons.proving import results

DEAL = """
theme = "Holding up"
[[lesson]]
name = "Hold up once"
hands.N = "K72.52.A74.AQJ94"
hands.E = "QT65.JT987.T83.6"
hands.S = "A83.A64.KQ5.T852"
hands.W = "J94.KQ3.J962.K73"
dealer = "S"
auction = "1N P 3N"
played = "HK"
known = { W = "3-6 hearts, has HK" }
right = "H2 H4"
rival = "H2 HA"
line = [
  { hold = "H", rounds = 1 },
  { any = [{ do = "finesse", suit = "C", through = "W" }, { do = "towards", card = "CQ" }] },
]
winners = 7
reasons = ["none left"]
words = "Hold up once."
"""
FINESSE = {"do": "finesse", "suit": "C", "through": 1}
HOLD = {"do": "hold up", "suit": "H", "rounds": 1}


@pytest.fixture
def lesson(tmp_path: Path) -> LessonDeal:
    return lessons_of(_file(tmp_path, DEAL))[0]


def _file(folder: Path, text: str) -> Path:
    path = folder / "holding-up.toml"
    path.write_text(text)
    return path


def answer(line: object, tricks: int = 7) -> dict[str, object]:
    return {"line": line, "first_suit": "C", "card": "H2", "tricks": tricks, "steps": []}


def test_a_line_is_right_if_it_holds_all_that_the_teachers_does(lesson: LessonDeal) -> None:
    both = {"do": "both", "one": HOLD, "other": FINESSE}
    assert line_of(lesson, answer(both)) == RIGHT
    assert line_of(lesson, answer(FINESSE)) == PARTLY
    assert line_of(lesson, answer({"do": "towards", "card": "CQ", "through": 1})) == PARTLY
    assert line_of(lesson, answer({**FINESSE, "through": 3})) == WRONG
    assert line_of(lesson, answer({**HOLD, "rounds": 2})) == WRONG


def test_a_line_that_cannot_be_read_is_refused(lesson: LessonDeal) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        line_of(replace(lesson, line=({"play": "well"},)), answer(HOLD))


def test_a_count_is_right_if_it_is_the_teachers(lesson: LessonDeal) -> None:
    assert count_of(lesson, answer(HOLD)) is True
    assert count_of(lesson, answer(HOLD, tricks=8)) is False


def test_reasons_are_found_wherever_an_answer_gives_them() -> None:
    claim = {"claim": "because", "causes": [{"kind": "none left"}, {"kind": "lie"}]}
    assert reasons_of({"steps": [{"claim": claim}, {"claim": claim}]}) == ["none left", "lie"]
    assert reasons_of({"cause": {"kind": "our ruff"}}) == ["our ruff"]
    assert reasons_of({"steps": []}) == []


def test_the_layouts_of_a_lesson_are_as_it_says(lesson: LessonDeal) -> None:
    for deal in lesson.layouts(10, seed=1):
        assert lesson.known[Seat.WEST].allows(deal[Seat.WEST])
        assert deal[Seat.SOUTH] == lesson.state.deal[Seat.SOUTH]


def test_what_is_not_known_is_not_asked(lesson: LessonDeal) -> None:
    assert set(lesson.as_seen.hands) == {Seat.NORTH, Seat.SOUTH}


def test_both_lines_are_played_on_a_deal(lesson: LessonDeal, solver: DoubleDummy) -> None:
    right, rival = results(lesson, lesson.state.deal, solver)
    assert 0 <= rival <= right <= 13


def test_a_hand_that_is_not_as_its_lesson_says_is_refused(tmp_path: Path) -> None:
    _file(tmp_path, DEAL.replace("3-6 hearts", "5+ hearts"))
    with pytest.raises(UsageError, match="W's hand is not"):
        lessons_in(tmp_path)


def test_words_that_nobody_can_read_are_named(tmp_path: Path) -> None:
    _file(tmp_path, DEAL.replace("3-6 hearts", "many hearts"))
    with pytest.raises(UsageError, match="many hearts"):
        lessons_in(tmp_path)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no lessons"):
        lessons_in(tmp_path)


def test_a_share_has_an_interval_within_nought_and_one() -> None:
    found = share([False] * 5)
    assert found is not None
    assert (found["low"], found["right"]) == (0.0, 0)
    assert found["high"] < 0.5
    assert share([]) is None
