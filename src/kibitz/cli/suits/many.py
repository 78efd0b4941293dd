"""``kibitz suits``: answer a file of questions about single suits, in order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run
from kibitz.cli.suits.output import SOLVING, Deadline, ShownParts, TimeLimit, answer_of, print_text
from kibitz.errors import UsageError
from kibitz.suits.form import AllLinesText, GoalText, LayoutsText, TreeText, TricksText

if TYPE_CHECKING:
    from kibitz.suits.question import SuitQuestion

MOST_QUESTIONS = 10_000
_SECONDS = 0.2  # for a question in one process, roughly


@command
def suits(
    file: Annotated[Path, typer.Argument(help="A suit on each line: AKQ9 xxx, for 4 tricks.")],
    tricks: TricksText = None,
    goal: GoalText = "",
    tree: TreeText = False,
    layouts: LayoutsText = False,
    all_lines: AllLinesText = False,
    time_limit: TimeLimit = None,
    *,
    run: Run,
) -> None:
    """How to play each suit of a file: North's and South's cards on a line, then what is known.

    A line may continue after commas: for 4 tricks, at matchpoints, West holds Q, East has 3 cards,
    vacant places 9-13, played J, 1 entry to North. Ctrl-C keeps what was answered, and the same
    command continues from there.

    Example: kibitz suits my-suits.txt --jobs 2
    """
    from kibitz.runtime.provenance import parts_of

    questions = _read(file, tricks, goal, all_lines)
    shown, stop = ShownParts(tree, layouts, run.as_json), Deadline(time_limit)
    # answers given under a time limit are not kept
    asked = [str(question) for question in questions]
    parts = parts_of("suits", asked, repr(shown)) if time_limit is None else None
    if run.dry_run:
        run.announce("suits", len(questions), _SECONDS, parts)
        return
    answers: list[Any] = []
    with bars() as watch:
        watch(SOLVING, len(questions), 0)
        found = run.workers.for_at_most(len(questions)).run(
            partial(_answer, shown, stop), enumerate(questions), parts=parts,
            key=lambda one: one[0], tell=partial(watch, SOLVING, len(questions), 1),
        )  # fmt: skip
        for answer in found:
            if run.as_json:
                answers.append(answer)
                continue
            with watch.aside():
                print_text(answer)
    if run.as_json:
        print_json(answers)
    if parts is not None:
        parts.clear()


def _answer(shown: ShownParts, stop: Deadline, numbered: tuple[int, SuitQuestion]) -> Any:
    number, question = numbered
    return answer_of(question, shown, stop, number)


def _read(file: Path, tricks: int | None, goal: str, all_lines: bool) -> list[SuitQuestion]:
    """The questions of a file, one per line; empty lines and # comments are skipped."""
    from kibitz.suits.goal import parse_goal
    from kibitz.suits.question import SuitQuestion

    wanted = None if tricks is None and not goal else parse_goal(tricks, goal or None)
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error
    questions = []
    for number, line in enumerate(lines, 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        try:
            question = replace(SuitQuestion.parse(text), all_lines=all_lines)
        except UsageError as error:
            raise UsageError(f"{file}:{number}: {error}") from error
        questions.append(question if wanted is None else replace(question, goal=wanted))
    if not 1 <= len(questions) <= MOST_QUESTIONS:
        raise UsageError(f"{file} has {len(questions)} suits; from 1 to {MOST_QUESTIONS} are read.")
    return questions
