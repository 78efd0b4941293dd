"""Lesson deals: whether Kibitz's plan is the teacher's line, and its card in defence his card.

Run:      kibitz lab lessons
Writes:   docs/results/lessons.json
Method:   every lesson asked once: the plan at the position of the lesson, "Which card?" with its
          reason in defence; what a teacher would do is data (`tests/lessons`), and what Kibitz
          says is read from its JSON. Intervals are Wilson's
Departs:  a lesson's line is proved double dummy, so it is right, not the only right one
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.asking import Kibitz
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.lookahead.trying import LAYOUTS
from kibitz.cardplay.question import CardQuestion
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.solving import solving
from kibitz.places import Places
from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.question import PlanQuestion
from kibitz.precedents.trust import wilson
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import CHECKOUT, parts_of
from kibitz_lab.harness.results import cited, contents_of
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.lessons.lesson import LessonDeal, lessons_in
from kibitz_lab.lessons.matching import (
    PARTLY,
    RIGHT,
    card_of,
    count_of,
    line_of,
    reasons_of,
)
from kibitz_lab.lessons.proving import proof

SECONDS_A_LESSON = 20.0
"""About how long one core takes to plan a deal; a card takes less."""
_Z = 1.96


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether plans are the teacher's on deals that teach one thing, and cards in defence.

    For each theme: the plan's line right, or part of it, its count, and the kind of its reason;
    in defence the card and that kind. With --prove, each lesson's own line is also tried against
    a student's, double dummy over layouts.

    Example: kibitz lab lessons --theme Entries
    """

    lessons: Annotated[
        Path | None, Said("The folder of the lessons; else that of the repository.")
    ] = None
    theme: Annotated[Sequence[str], Said("Only this theme; may be given several times.")] = ()
    layouts: Annotated[
        int, Said("Layouts that cards are tried on in defence.", bounds=(1, 1000))
    ] = LAYOUTS
    prove: Annotated[int, Said("Also prove each lesson on so many layouts.", bounds=(0, None))] = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The lessons to ask, and where finished answers are kept."""

    task: Task
    files: Sequence[Path]
    lessons: Sequence[LessonDeal]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        return [Stage(len(self.lessons), len(self.parts), SECONDS_A_LESSON)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the lessons."""
    folder = task.lessons or CHECKOUT / "tests" / "lessons"
    found = lessons_in(folder)
    themes = {lesson.theme for lesson in found}
    for name in task.theme:
        if name not in themes:
            raise UsageError(f"There is no theme {name!r}, only {', '.join(sorted(themes))}.")
    asked = [lesson for lesson in found if not task.theme or lesson.theme in task.theme]
    files = sorted(folder.glob("*.toml"))
    circumstances = (task.theme, task.layouts, task.prove, task.seed)
    return Prepared(task, files, asked, parts_of("lessons", contents_of(files), *circumstances))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Ask every lesson."""
    tell = begun(watch, "asking", len(ready.lessons))
    numbered = list(enumerate(ready.lessons))
    asked = partial(outcome, ready.task)
    deals = list(engine.run(asked, numbered, tell=tell, parts=ready.parts, key=lambda one: one[0]))
    themes = list(dict.fromkeys(deal["theme"] for deal in deals))
    return {
        "records": [cited(path) for path in ready.files],
        "layouts": ready.task.layouts,
        "themes": {name: shares([one for one in deals if one["theme"] == name]) for name in themes},
        "declarer": shares([one for one in deals if not one["defence"]]),
        "defence": shares([one for one in deals if one["defence"]]),
        "lessons": deals,
    }


def outcome(task: Task, numbered: tuple[int, LessonDeal]) -> dict[str, Any]:
    """One lesson asked; plain JSON."""
    _, lesson = numbered
    with solving() as solver:
        answer = json.loads(json.dumps(_answer(lesson, task, solver)))
        found = {
            "theme": lesson.theme,
            "name": lesson.name,
            "defence": lesson.is_defence,
            "line": card_of(lesson, answer) if lesson.is_defence else line_of(lesson, answer),
            "count": None if lesson.is_defence else count_of(lesson, answer),
            "reason": any(kind in lesson.reasons for kind in reasons_of(answer)),
            "reasons": reasons_of(answer),
            "card": answer["card"],
            "said": answer.get("line"),
            "first_suit": answer.get("first_suit"),
            "tricks": answer.get("tricks"),
        }
        if task.prove:
            proved = proof(lesson, lesson.layouts(task.prove, task.seed), solver)
            found["proof"] = {**proved.to_json(), "holds": proved.holds}
        return found


def _answer(lesson: LessonDeal, task: Task, solver: DoubleDummy) -> dict[str, Any]:
    """What Kibitz says, knowing what the student knows."""
    table = lesson.as_seen
    if lesson.is_defence:
        cards = replace(_cards(), seed=task.seed)
        return cards.explained(cards.ask(CardQuestion.at(table)), task.layouts).to_json()
    plans = PlanAdviser(shipped_players(), _cards(), seed=task.seed, solver=solver)
    return plans.ask(PlanQuestion(table.state, table.closed, table.vulnerability)).to_json()


@cache
def _cards() -> CardAdviser:
    """The adviser for "Which card?", with the memory that ships."""
    return Kibitz(Places.of()).cards


def shares(deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many are right, each with its interval."""
    counted = [one for one in deals if one["count"] is not None]
    return {
        "deals": len(deals),
        "line": share([one["line"] == RIGHT for one in deals]),
        "partly": sum(one["line"] == PARTLY for one in deals),
        "count": share([one["count"] for one in counted]),
        "reason": share([one["reason"] for one in deals]),
    }


def share(right: Sequence[bool]) -> dict[str, Any] | None:
    """So many of so many, with Wilson's interval; None of none."""
    if not right:
        return None
    hits, of = sum(right), len(right)
    low, high = (wilson(hits, of, _Z, sign) for sign in (-1.0, 1.0))
    return {"right": hits, "of": of, "share": hits / of, "low": max(0.0, low), "high": high}
