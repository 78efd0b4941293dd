"""``kibitz lab``: the experiments, one command a paper."""

from __future__ import annotations

import typer

from kibitz.cli import lab_routing, lab_seqlearner

group = typer.Typer(
    help="Measure: run an experiment and print its tables.\n\nExample: kibitz lab seqlearner",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("routing")(lab_routing.routing)
group.command("seqlearner")(lab_seqlearner.seqlearner)
