"""Every room that answers keeps the one contract of `kibitz.advice`.

A room is found by its adviser.py; what to ask it stands in `tests/advisers.py`. A new room inherits
every promise below by existing, and fails here until it says what it can be asked.
"""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from advisers import ROOMS, Room
from kibitz.advice import Adviser, Answer, Count, Measure, Precedent, Proof, Rule
from kibitz.errors import UsageError
from kit import ROOT
from pile.answer import PileAnswer
from pile.question import PileQuestion
from suite import homes

PYTHON = re.compile(
    r"\b(None|True|False|Traceback|dict|tuple|list\[|np\.|__\w+__|<\w+ object)\b|\w\(\)"
)
PATH = re.compile(r"(^|\s)(/\w+){2,}|\w+\.(py|json|kibitz|jsonl|safetensors)\b")
FLAG = re.compile(r"(^|\s)--?[a-z]")


def test_every_room_with_an_adviser_is_asked_here() -> None:
    found = {path.parent.name for path in (ROOT / "src" / "kibitz").rglob("adviser.py")}
    assert set(ROOMS) == {*found, "pile"}


@cache
def _adviser(name: str) -> Adviser[Any, Any]:
    return ROOMS[name].adviser()


@cache
def _answers(name: str) -> tuple[Answer[Any, Any], ...]:
    return tuple(_adviser(name).ask(question) for question in ROOMS[name].questions())


def _asked(name: str) -> list[dict[str, Any]]:
    return [answer.to_json() for answer in _answers(name)]


_ELSEWHERE = """
import json, sys
from advisers import ROOMS
def told(room):
    adviser = room.adviser()
    return [adviser.ask(question).to_json() for question in room.questions()]
with open(sys.argv[1], "w") as file:
    json.dump({name: told(room) for name, room in reversed(ROOMS.items())}, file)
"""


def _ask_elsewhere(place: Path) -> None:
    """A process of its own asks every room the same: everything is made there anew."""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])
    subprocess.run(
        [sys.executable, "-c", _ELSEWHERE, str(place)],
        check=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": paths},
    )


LONG = ("plans",)
"""Rooms that take seconds to answer."""


@pytest.fixture(
    params=[
        pytest.param(name, marks=[pytest.mark.long] if name in LONG else [])
        for name in sorted(ROOMS)
    ]
)
def room(request: pytest.FixtureRequest) -> Room:
    return ROOMS[request.param]


@pytest.mark.process
def test_the_same_question_has_the_same_answer_in_processes_side_by_side(
    room: Room, run_folder: Path
) -> None:
    there = homes.made_once(run_folder / "asked-elsewhere.json", _ask_elsewhere)
    assert json.loads(there.read_text())[room.name] == _asked(room.name)


def test_asking_changes_nothing(room: Room) -> None:
    """The adviser who was asked is asked again, in another order."""
    questions = room.questions()
    before = [copy.deepcopy(str(question)) for question in questions]
    first = _asked(room.name)
    again = [_adviser(room.name).ask(question).to_json() for question in reversed(questions)]
    assert first == list(reversed(again))
    assert before == [str(question) for question in questions]


def test_an_answer_carries_its_question_and_choices_best_first(room: Room) -> None:
    for question, answer in zip(room.questions(), _answers(room.name), strict=True):
        assert isinstance(answer, Answer)
        assert answer.question == question
        assert isinstance(answer.measure, Measure)
        weights = [choice.weight for choice in answer.choices]
        assert weights == sorted(weights, reverse=True) or not room.is_ordered_by_weight
        assert answer.best == (answer.choices[0] if answer.choices else None)


def test_an_answer_is_plain_data_that_survives_the_trip_through_json(room: Room) -> None:
    for answer in _answers(room.name):
        content = answer.to_json()
        assert json.loads(json.dumps(content)) == content
        assert content["text"] == str(answer)
        for choice, data in zip(answer.choices, content["choices"], strict=True):
            assert data["action"] == str(choice.action)
            assert len(data["grounds"]) == len(choice.grounds)


def test_an_answer_is_finished_when_it_is_given(room: Room) -> None:
    """It cannot be changed, and a copy made before it was ever printed prints the same."""
    answer = room.adviser().ask(room.questions()[0])
    with pytest.raises((AttributeError, TypeError)):
        answer.question = None
    untouched = copy.deepcopy(answer)
    assert str(answer) == str(answer) == str(untouched) == untouched.to_json()["text"]


def test_every_choice_that_is_advised_has_grounds(room: Room) -> None:
    for answer in _answers(room.name):
        if answer.best is not None:
            assert answer.best.grounds
        for choice in answer.choices:
            for ground in choice.grounds:
                assert isinstance(ground, Precedent | Proof | Count | Rule)


def test_every_precedent_opens(room: Room) -> None:
    for answer in _answers(room.name):
        for choice in answer.choices:
            for ground in choice.grounds:
                if isinstance(ground, Precedent):
                    assert ground.name
                    assert ground.did
                    assert ground.open() is not None


def test_the_english_names_no_path_no_flag_and_no_word_of_python(room: Room) -> None:
    for answer in _answers(room.name):
        text = str(answer)
        assert text.strip()
        for pattern in (PYTHON, PATH, FLAG):
            assert not pattern.search(text), (pattern.search(text), text)


def test_no_answer_is_an_answer_with_a_reason(room: Room) -> None:
    silent = room.adviser().ask(room.unanswerable()) if room.unanswerable is not None else None
    for answer in (*_answers(room.name), *([silent] if silent is not None else [])):
        assert bool(answer.why_not) == (answer.best is None)
        if answer.why_not:
            assert answer.why_not in str(answer)
    assert silent is None or silent.best is None


def test_an_answer_is_shown_on_one_line_and_computes_nothing_for_it(room: Room) -> None:
    silent = [] if room.unanswerable is None else [room.adviser().ask(room.unanswerable())]
    for answer in (*_answers(room.name), *silent):
        shown = repr(answer)
        assert shown == repr(copy.deepcopy(answer)) == f"<{shown[1:-1]}>"
        assert len(shown) <= 200
        assert shown.isprintable()
        assert shown.startswith(f"<{type(answer).__name__} ")
        assert answer.best is None or f" {answer.best.said}: " in shown


def test_an_answer_is_drawn_in_a_notebook_with_every_choice(room: Room) -> None:
    for answer in _answers(room.name):
        drawn = answer._repr_html_()
        parsed = ElementTree.fromstring(f"<div>{drawn.replace('<br>', ' ')}</div>")
        text = "".join(parsed.itertext())
        if room.name != "suits":  # draws its plan
            assert [row.findtext("td") for row in parsed.iter("tr")][1:] == [
                choice.said for choice in answer.choices
            ]
            assert str(answer.question) in text


def test_what_an_answer_draws_is_escaped() -> None:
    answer = PileAnswer(_Sly(7), (3,))
    assert "<b>" in repr(answer)
    assert "<b>" not in answer._repr_html_()


class _Sly(PileQuestion):
    def __str__(self) -> str:
        return "<b>bold</b>"


def test_a_measured_chance_is_a_chance(room: Room) -> None:
    for answer in _answers(room.name):
        assert answer.confidence is None or 0 <= answer.confidence <= 1


def test_a_bad_question_is_one_clear_error(room: Room) -> None:
    assert room.bad_questions
    for ask in room.bad_questions:
        with pytest.raises(UsageError) as error:
            ask()
        message = str(error.value)
        assert message
        assert "\n" not in message
        assert not PYTHON.search(message)
