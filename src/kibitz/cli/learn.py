"""``kibitz learn``: from the library to a memory that can be asked, one command a room."""

from __future__ import annotations

import typer

from kibitz.cli import learn_openings

group = typer.Typer(
    help="Learn from what was watched.\n\nExample: kibitz learn openings",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("openings")(learn_openings.openings)
