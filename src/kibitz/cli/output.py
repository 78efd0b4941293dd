"""How commands print: rich text for a person, JSON for a program."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console

Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


# text from files is shown as it is: no markup, no emoji codes, no highlighting
_PLAIN: Any = {"markup": False, "emoji": False, "highlight": False}


def console() -> Console:
    """Standard output: coloured in a terminal, plain and 100 columns wide in a pipe."""
    terminal = Console(**_PLAIN)
    return terminal if terminal.is_terminal else Console(width=100, **_PLAIN)


def progress_console() -> Console:
    """Standard error, so that progress never mixes with an answer."""
    return Console(stderr=True, **_PLAIN)


def print_json(answer: Any) -> None:
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
