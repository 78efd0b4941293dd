"""``kibitz openings``: the cases behind the opening bids."""

from __future__ import annotations

import typer

from kibitz.cli.bidding import cases as openings_cases
from kibitz.cli.bidding import own as openings_own

app = typer.Typer(
    help="The cases behind the opening bids.\n\nExample: kibitz openings card",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(openings_cases.card)
app.command()(openings_cases.coverage)
app.command()(openings_cases.doctor)
app.command()(openings_own.fill)
app.command()(openings_own.accept)
app.command()(openings_own.correct)
app.command()(openings_own.withdraw)
