"""``kibitz learn``: learn by watching, and keep what was learned."""

from __future__ import annotations

import typer

from kibitz.cli import strategies
from kibitz.cli.learn import calls as learn_calls
from kibitz.cli.learn import cardplay as learn_cardplay
from kibitz.cli.learn import openings as learn_openings

app = typer.Typer(
    help="Learn by watching, and keep what was learned.\n\n"
    "Example: kibitz learn strategies lose-tic-tac-toe",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command("strategies")(strategies.learn)
app.command("openings")(learn_openings.openings)
app.command("calls")(learn_calls.calls)
app.command("cardplay")(learn_cardplay.cardplay)
