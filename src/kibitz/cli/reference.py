"""Makes the reference of all commands from their own help.

Run: python -m kibitz.cli.reference docs/commands.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

Command = Any  # click's, which typer imports or carries itself, depending on its version

HEADING = """# Commands

Made from the commands' own help by `make docs`; a test compares the two.
Each takes `--json` and prints the same answer as data. Exit code 0 is an answer, 1 an error of ours
(one line), 2 a misuse.
"""


def commands(app: typer.Typer) -> Iterator[tuple[str, Command]]:
    """Every command with its full name, in the order of the help."""
    yield from _below("kibitz", typer.main.get_command(app))


def _below(name: str, command: Command) -> Iterator[tuple[str, Command]]:
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    for part in command.list_commands(None):
        yield from _below(f"{name} {part}", command.get_command(None, part))


def help_text(name: str, command: Command) -> str:
    """The help as a terminal of fixed width shows it."""
    context = command.make_context(name, [], resilient_parsing=True, terminal_width=96)
    return str(command.get_help(context))


def reference(app: typer.Typer) -> str:
    """The whole page."""
    parts = [HEADING]
    for name, command in commands(app):
        parts.append(f"## {name}\n\n```text\n{help_text(name, command)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    from kibitz.cli import app as whole

    Path(sys.argv[1]).write_text(reference(whole), encoding="utf-8")
