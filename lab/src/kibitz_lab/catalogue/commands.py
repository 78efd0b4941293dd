"""Runs the command of an experiment, in a process of its own or in this one.

A command is a list of words: what is typed after ``kibitz``, or a script of ``benchmarks/`` and
its options.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from importlib import import_module
from pathlib import Path

from kibitz import cli
from kibitz_lab.harness.provenance import CHECKOUT

RunCommand = Callable[[Sequence[str]], str]
"""Runs a command; returns its last line of output if it fails, else an empty text."""

_STOPPED = (130, -2)  # from the keyboard


def is_script(words: Sequence[str]) -> bool:
    return words[0].endswith(".py")


@contextmanager
def apart(environment: Mapping[str, str]) -> Iterator[RunCommand]:
    """Run each command in a process of its own, with *environment* added to ours."""
    yield partial(_run_apart, environment={**os.environ, **environment})


def _run_apart(words: Sequence[str], environment: Mapping[str, str]) -> str:
    begin = [str(CHECKOUT / words[0])] if is_script(words) else ["-m", "kibitz", words[0]]
    done = subprocess.run(
        [sys.executable, *begin, *words[1:]], capture_output=True, text=True, env=environment
    )
    if done.returncode in _STOPPED:
        raise KeyboardInterrupt
    return _complaint(done.returncode, done.stderr or done.stdout)


@contextmanager
def in_this_process(environment: Mapping[str, str]) -> Iterator[RunCommand]:
    """Run all commands in this process, so that they share its imports and caches."""
    variables, arguments, path = dict(os.environ), sys.argv, list(sys.path)
    os.environ.update(environment)
    sys.path.append(str(CHECKOUT / "benchmarks"))  # before workers start, since they inherit it
    try:
        yield _run_here
    finally:
        os.environ.clear()
        os.environ.update(variables)
        sys.argv, sys.path[:] = arguments, path


def _run_here(words: Sequence[str]) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            if is_script(words):
                sys.argv = [str(CHECKOUT / words[0]), *words[1:]]
                end = import_module(Path(words[0]).stem).main()
            else:
                sys.argv = ["kibitz", *words]
                end = cli.main(words)
        except SystemExit as stopped:
            end = stopped.code
        except Exception as error:  # whatever it was, the next experiment still runs
            end = f"{type(error).__name__}: {error}"
    if end in _STOPPED:
        raise KeyboardInterrupt
    return _complaint(end, printed.getvalue())


def _complaint(end: int | str | None, printed: str) -> str:
    if not end:
        return ""
    if isinstance(end, str):
        return end
    lines = printed.strip().splitlines()
    return lines[-1] if lines else f"exit code {end}"
