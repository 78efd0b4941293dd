"""How every command prints: rich text for a person, JSON for a program."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console

Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


def console() -> Console:
    """Standard output: coloured in a terminal, plain and unwrapped when piped."""
    terminal = Console(highlight=False)
    return terminal if terminal.is_terminal else Console(highlight=False, width=100)


def progress_console() -> Console:
    """Standard error: progress never mixes with an answer."""
    return Console(stderr=True, highlight=False)


def print_json(answer: Any) -> None:
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
