"""``kibitz lab``: the experiments, one command a paper."""

from __future__ import annotations

import typer

from kibitz.cli import lab_openings

group = typer.Typer(
    help="Measure: run an experiment and print its tables.\n\nExample: kibitz lab cbridge",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("cbridge")(lab_openings.cbridge)
group.command("openings")(lab_openings.openings)
