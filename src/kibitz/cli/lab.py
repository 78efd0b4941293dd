"""``kibitz lab``: the experiments, one module each; here they are only gathered."""

from __future__ import annotations

import typer

from kibitz.cli import lab_sibl

app = typer.Typer(no_args_is_help=True, help="Experiments: decisions measured against experts.")

app.command()(lab_sibl.sibl)
app.command()(lab_sibl.scale)
