"""``kibitz openings``: the cases behind the openings."""

from __future__ import annotations

import typer

from kibitz.cli import openings_cases, openings_own

group = typer.Typer(
    help="The cases behind the openings.\n\nExample: kibitz openings card",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command()(openings_cases.card)
group.command()(openings_cases.coverage)
group.command()(openings_cases.doctor)
group.command()(openings_own.fill)
group.command()(openings_own.accept)
group.command()(openings_own.correct)
group.command()(openings_own.withdraw)
