"""``kibitz suit``: how to play one suit."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kibitz.cli.forms import command
from kibitz.cli.output import Json, print_json
from kibitz.cli.progress import progress
from kibitz.cli.suits.output import SOLVING, Deadline, ShownParts, TimeLimit, answer_of, print_text
from kibitz.suits.form import SuitForm


@command
def suit(form: SuitForm, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """How to play a suit: the exact chances, the best plan in words, and the reasons for it.

    The plan is printed line by line; where it says nothing, cash a top card. Ctrl-C ends a long
    search with the bounds proved so far. Practise with kibitz quiz; ask many with kibitz suits.

    Example: kibitz suit AKQ9 xxx
    """
    question, shown = form.question(), ShownParts(form.tree, form.layouts, as_json)
    with _patience(time_limit) as stop:
        answer = answer_of(question, shown, stop)
    (print_json if as_json else print_text)(answer)


@contextmanager
def _patience(limit: float | None) -> Iterator[Callable[[], bool]]:
    """Show a progress bar; yields a `stop` that is true after the time limit or a first Ctrl-C."""
    late, interrupted = Deadline(limit), False

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with progress(SOLVING, None):
            yield lambda: interrupted or late()
    finally:
        signal.signal(signal.SIGINT, before)
