"""``kibitz suit``: how to play one suit."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.suits.answer import SuitAnswer

MOST_PROBLEMS = 10_000


def suit(
    north: Annotated[str | None, typer.Argument(help="North's cards: AKQ9, A10x, xxx, -.")] = None,
    south: Annotated[str | None, typer.Argument(help="South's cards.")] = None,
    tricks: Annotated[int | None, typer.Option(help="Plan for at least so many tricks.")] = None,
    goal: Annotated[str | None, typer.Option(help="Plan for: average or matchpoints.")] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Print the whole plan.")] = False,
    layouts: Annotated[
        bool, typer.Option("--layouts", help="Print which layouts the plan wins.")
    ] = False,
    all_lines: Annotated[
        bool, typer.Option("--all-lines", help="Print each sensible first play by goal.")
    ] = False,
    vacant: Annotated[
        str | None,
        typer.Option(help="Unseen cards of West and East, this suit's among them, as 9-13."),
    ] = None,
    west: Annotated[str, typer.Option(help="Cards that West is known to hold.")] = "",
    east: Annotated[str, typer.Option(help="Cards that East is known to hold.")] = "",
    west_length: Annotated[int | None, typer.Option(help="How many cards West still has.")] = None,
    east_length: Annotated[int | None, typer.Option(help="How many cards East still has.")] = None,
    played: Annotated[str, typer.Option(help="Cards played already, by whomever.")] = "",
    west_played: Annotated[
        str, typer.Option(help="Cards West has played: a vacant place fewer for each.")
    ] = "",
    east_played: Annotated[str, typer.Option(help="Cards East has played.")] = "",
    entries_north: Annotated[
        int | None,
        typer.Option(help="How often a side suit can start a trick from North (default: always)."),
    ] = None,
    entries_south: Annotated[int | None, typer.Option(help="The same for South.")] = None,
    time_limit: Annotated[
        float | None, typer.Option(help="Seconds; then proven bounds are printed.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="A file of problems, North and South on each line.")
    ] = None,
    quiz: Annotated[
        bool, typer.Option("--quiz", help="Practise: name the first play, hear what it costs.")
    ] = False,
    problems: Annotated[int, typer.Option(help="How many problems a quiz has.")] = 5,
    seed: Annotated[int, typer.Option(help="Which problems a quiz has.")] = 1,
    as_json: Json = False,
) -> None:
    """How to play a suit: the exact chances, the best plan in words, and the reasons for it.

    The plan is printed line by line; where it is silent, cash a top card. Ctrl-C ends a long
    search with the bounds proved so far. With --quiz you name the first play yourself.

    Example: kibitz suit AKQ9 xxx
    """
    if quiz:
        from kibitz.cli.suit_quiz import practise

        if north is not None or file is not None:
            raise UsageError("a quiz draws its suits itself: --seed and --problems choose them")
        return practise(problems, seed, as_json=as_json)
    if (file is None) == (north is None or south is None):
        raise UsageError("name North's and South's cards, or --file; see 'kibitz suit --help'")
    known: dict[str, Any] = {
        "west": west,
        "east": east,
        "played": played + west_played + east_played,
        "vacant": _vacant(vacant, west_played, east_played),
        "west_length": west_length,
        "east_length": east_length,
        "entries_north": entries_north,
        "entries_south": entries_south,
    }
    pairs = _problems(file) if file is not None else [(north or "", south or "")]
    shown = {"tree": tree, "layouts": layouts, "all_lines": all_lines}
    with _patience(time_limit, len(pairs)) as (stop, advance):
        answers, variation = [], 0
        for pair in pairs:
            answers.append(_answer(pair, {"tricks": tricks, "goal": goal, **known}, stop, shown))
            advance()
            if file is not None and not as_json:
                _print(answers.pop(), shown, variation)
                variation += 1
    if as_json:
        every = [_as_json(answer, shown) for answer in answers]
        print_json(every if file is not None else every[0])
    elif file is None:
        _print(answers[0], shown)


def _answer(
    pair: tuple[str, str],
    question: dict[str, Any],
    stop: Callable[[], bool],
    shown: dict[str, bool],
) -> SuitAnswer:
    """The answer, with all that will be printed worked out."""
    from kibitz.suits.answer import suit as ask

    answer = ask(*pair, stop=stop, **question)
    _ = answer.plan, answer.average, answer.statements
    if shown["all_lines"]:
        _ = answer.all_lines
    return answer


def _print(answer: SuitAnswer, shown: dict[str, bool], variation: int = 0) -> None:
    from kibitz.suits import explain

    lines = [explain.describe(answer, variation)]
    if shown["all_lines"]:
        lines += ["", *explain.say_lines(answer)]
    if shown["layouts"]:
        lines += ["", *explain.say_groups(answer), "", *explain.say_layouts(answer)]
    if shown["tree"]:
        lines += ["", *explain.say_tree(answer.plan.tree)]
    console().print("\n".join(lines), markup=False, soft_wrap=True)


def _as_json(answer: SuitAnswer, shown: dict[str, bool]) -> dict[str, Any]:
    content = answer.to_json()
    if shown["layouts"]:
        content["layouts"] = answer.layouts_json()
    if shown["all_lines"]:
        content["lines"] = answer.lines_json()
    return content


def _vacant(text: str | None, west_played: str, east_played: str) -> tuple[int, int]:
    """The unseen cards of West and East; thirteen less those they have played, unless told."""
    if text is not None:
        match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
        if match is None:
            raise UsageError(f"vacant places are West's and East's, like 9-13: {text!r}")
        return int(match[1]), int(match[2])
    from kibitz.suits.combination import letters

    return 13 - len(letters(west_played)), 13 - len(letters(east_played))


def _problems(file: Path) -> list[tuple[str, str]]:
    """The problems of a file: two holdings a line; empty lines and # comments are skipped."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error
    problems = []
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].split()
        if words and len(words) != 2:
            raise UsageError(f"{file}:{number}: write North's cards, a space, South's cards")
        if words:
            problems.append((words[0], words[1]))
    if not 1 <= len(problems) <= MOST_PROBLEMS:
        raise UsageError(f"{file} has {len(problems)} problems; from 1 to {MOST_PROBLEMS} are read")
    return problems


@contextmanager
def _patience(
    limit: float | None, problems: int
) -> Iterator[tuple[Callable[[], bool], Callable[[], None]]]:
    """A progress bar, and a `stop` that says yes after the limit or a Ctrl-C."""
    from rich.progress import Progress

    if limit is not None and not limit > 0:
        raise UsageError(f"a time limit is a number of seconds: {limit}")
    end = None if limit is None else time.monotonic() + limit
    interrupted = False

    def interrupt(signum: int, frame: object) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True

    def stop() -> bool:
        return interrupted or (end is not None and time.monotonic() > end)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        screen = progress_console()
        with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task(
                "solving (the very first run compiles the solver)", total=problems
            )
            yield stop, lambda: progress.advance(task)
    finally:
        signal.signal(signal.SIGINT, before)
