"""How a suit's answer is printed, whether for one question or for a file of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.output import console
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.suits.question import SuitQuestion

SOLVING = "solving (the very first run compiles the solver)"

TimeLimit = Annotated[
    float | None, typer.Option(help="After this many seconds, print the bounds proved so far.")
]


class Deadline:
    """A `stop` for the solver: true once *seconds* have passed, in worker processes too."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not seconds > 0:
            raise UsageError(f"A time limit is more than 0 seconds, not {seconds}.")
        self.end = None if seconds is None else time.time() + seconds

    def __call__(self) -> bool:
        return self.end is not None and time.time() > self.end


@dataclass(frozen=True, slots=True)
class ShownParts:
    """Which parts of an answer are printed besides its text, and whether as JSON."""

    tree: bool
    layouts: bool
    as_json: bool


def answer_of(
    question: SuitQuestion, shown: ShownParts, stop: Callable[[], bool], variation: int = 0
) -> Any:
    """The answer as data or as text; the wording varies with the number of the question."""
    from kibitz.suits import explain
    from kibitz.suits.adviser import SuitAdviser

    answer = SuitAdviser(stop=stop).ask(question)
    if shown.as_json:
        content = answer.to_json()
        return {**content, "layouts": answer.layouts_json()} if shown.layouts else content
    lines = [explain.describe(answer, variation)]
    if question.all_lines:
        lines += ["", *explain.first_play_lines(answer)]
    if shown.layouts:
        lines += ["", *explain.group_lines(answer), "", *explain.layout_lines(answer)]
    if shown.tree:
        lines += ["", *explain.tree_lines(answer.plan.tree)]
    return "\n".join(lines)


def print_text(text: str) -> None:
    console().print(text, markup=False, soft_wrap=True)
