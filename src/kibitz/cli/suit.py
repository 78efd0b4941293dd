"""``kibitz suit``: how to play one suit."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.engines import (
    Address,
    DryRun,
    EngineName,
    Jobs,
    announce,
    bars,
    engine_of,
    progress,
)
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.runtime.running import Engine
    from kibitz.suits.answer import SuitAnswer

MOST_PROBLEMS = 10_000
_SECONDS = 0.2  # that a problem takes one process, about


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
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """How to play a suit: the exact chances, the best plan in words, and the reasons for it.

    The plan is printed line by line; where it is silent, cash a top card. Ctrl-C ends a long
    search with the bounds proved so far; of a file it keeps what is answered, and the same command
    goes on from there. With --quiz you name the first play yourself.

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
    asked = {"tricks": tricks, "goal": goal, **known}
    shown = {"tree": tree, "layouts": layouts, "all_lines": all_lines, "as_json": as_json}
    workers = engine_of(jobs, engine, address)
    if file is not None:
        _answer_all(_problems(file, known), asked, shown, time_limit, workers, dry_run)
        return
    if dry_run:
        announce("suit", 1, _SECONDS, workers, None, as_json)
        return
    with _patience(time_limit) as stop:
        answer = _told(asked, shown, stop, (0, (north or "", south or "")))
    if as_json:
        print_json(answer)
    else:
        _print(answer)


def _answer_all(
    problems: list[tuple[str, str]],
    asked: dict[str, Any],
    shown: dict[str, bool],
    time_limit: float | None,
    engine: Engine,
    dry_run: bool,
) -> None:
    """Answer a file of problems in order; what is answered within a time limit is not kept."""
    from kibitz.runtime.provenance import parts_of

    as_json = shown["as_json"]
    parts = parts_of("suit", problems, asked, shown) if time_limit is None else None
    if dry_run:
        announce("suit", len(problems), _SECONDS, engine, parts, as_json)
        return
    stop = _Deadline(time_limit)
    work, answers = partial(_told, asked, shown, stop), []
    with bars() as watch:
        words = "solving (the very first run compiles the solver)"
        watch(words, len(problems), 0)
        told = engine.for_at_most(len(problems)).run(
            work, enumerate(problems), parts=parts, key=lambda one: one[0],
            tell=partial(watch, words, len(problems), 1),
        )  # fmt: skip
        for answer in told:
            if as_json:
                answers.append(answer)
                continue
            with watch.aside():
                _print(answer)
    if as_json:
        print_json(answers)
    if parts is not None:
        parts.clear()


def _told(
    asked: dict[str, Any],
    shown: dict[str, bool],
    stop: Callable[[], bool],
    problem: tuple[int, tuple[str, str]],
) -> Any:
    """The answer to a problem as it is printed: as data, or in words that vary by its number."""
    from kibitz.suits import explain
    from kibitz.suits.answer import suit as ask

    number, pair = problem
    answer = ask(*pair, stop=stop, **asked)
    if shown["as_json"]:
        return _as_json(answer, shown)
    lines = [explain.describe(answer, number)]
    if shown["all_lines"]:
        lines += ["", *explain.say_lines(answer)]
    if shown["layouts"]:
        lines += ["", *explain.say_groups(answer), "", *explain.say_layouts(answer)]
    if shown["tree"]:
        lines += ["", *explain.say_tree(answer.plan.tree)]
    return "\n".join(lines)


def _print(text: str) -> None:
    console().print(text, markup=False, soft_wrap=True)


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
    from kibitz.suits.question import letters

    return 13 - len(letters(west_played)), 13 - len(letters(east_played))


def _problems(file: Path, known: dict[str, Any]) -> list[tuple[str, str]]:
    """The problems of a file: two holdings a line; empty lines and # comments are skipped."""
    from kibitz.suits.question import Combination

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
            try:
                Combination.parse(*words, **known)
            except UsageError as error:
                raise UsageError(f"{file}:{number}: {error}") from error
            problems.append((words[0], words[1]))
    if not 1 <= len(problems) <= MOST_PROBLEMS:
        raise UsageError(f"{file} has {len(problems)} problems; from 1 to {MOST_PROBLEMS} are read")
    return problems


class _Deadline:
    """A `stop` that says yes after so many seconds, to whichever process asks."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not seconds > 0:
            raise UsageError(f"a time limit is a number of seconds: {seconds}")
        self.end = None if seconds is None else time.time() + seconds

    def __call__(self) -> bool:
        return self.end is not None and time.time() > self.end


@contextmanager
def _patience(limit: float | None) -> Iterator[Callable[[], bool]]:
    """A bar, and a `stop` that says yes after the limit or a Ctrl-C."""
    late, interrupted = _Deadline(limit), False

    def interrupt(signum: int, frame: object) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with progress("solving (the very first run compiles the solver)", None):
            yield lambda: interrupted or late()
    finally:
        signal.signal(signal.SIGINT, before)
