"""``kibitz lab``: the experiments, one module each; here they are only gathered."""

from __future__ import annotations

import typer

from kibitz.cli import (
    lab_all,
    lab_cardplay,
    lab_declare,
    lab_openings,
    lab_routing,
    lab_seqlearner,
    lab_sibl,
    lab_starter,
    lab_starter_cases,
    lab_suits,
)

app = typer.Typer(
    help="Measure: run an experiment and print its tables.\n\nExample: kibitz lab suits",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command("all")(lab_all.all_)
app.command("sibl")(lab_sibl.sibl)
app.command("scale")(lab_sibl.scale)
app.command("suits")(lab_suits.suits)
app.command("cbridge")(lab_openings.cbridge)
app.command("openings")(lab_openings.openings)
app.command("seqlearner")(lab_seqlearner.seqlearner)
app.command("routing")(lab_routing.routing)
app.command("starter")(lab_starter.starter)
app.command("starter-cases")(lab_starter_cases.starter_cases)
app.command("declare")(lab_declare.declare)
app.command("lookahead")(lab_declare.lookahead)
app.command("cardplay")(lab_cardplay.cardplay)
app.command("train-similarity")(lab_cardplay.train_similarity)
