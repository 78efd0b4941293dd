"""The commands of ``kibitz lab``, one module each; `kibitz_lab.cli` finds them here."""

from __future__ import annotations

import typer

from kibitz_lab.cli import all as lab_all
from kibitz_lab.cli import calls as lab_calls
from kibitz_lab.cli import cardplay as lab_cardplay
from kibitz_lab.cli import declare as lab_declare
from kibitz_lab.cli import defending as lab_defending
from kibitz_lab.cli import locality as lab_locality
from kibitz_lab.cli import meanings as lab_meanings
from kibitz_lab.cli import mygame as lab_mygame
from kibitz_lab.cli import openings as lab_openings
from kibitz_lab.cli import routing as lab_routing
from kibitz_lab.cli import seqlearner as lab_seqlearner
from kibitz_lab.cli import sibl as lab_sibl
from kibitz_lab.cli import starter as lab_starter
from kibitz_lab.cli import suits as lab_suits
from kibitz_lab.cli import system as lab_system

app = typer.Typer(rich_markup_mode=None)
app.command("all")(lab_all.all_)
app.command("sibl")(lab_sibl.sibl)
app.command("scale")(lab_sibl.scale)
app.command("suits")(lab_suits.suits)
app.command("cbridge")(lab_openings.cbridge)
app.command("openings")(lab_openings.openings)
app.command("system")(lab_system.system)
app.command("seqlearner")(lab_seqlearner.seqlearner)
app.command("locality")(lab_locality.locality)
app.command("routing")(lab_routing.routing)
app.command("house")(lab_starter.house)
app.command("starter")(lab_starter.starter)
app.command("starter-cases")(lab_starter.starter_cases)
app.command("meanings")(lab_meanings.meanings)
app.command("slips")(lab_mygame.slips)
app.command("halves")(lab_mygame.halves)
app.command("declare")(lab_declare.declare)
app.command("plans")(lab_declare.plans)
app.command("lookahead")(lab_declare.lookahead)
app.command("cardplay")(lab_cardplay.cardplay)
app.command("leads")(lab_defending.leads)
app.command("defence")(lab_defending.defence)
app.command("defend")(lab_defending.defend)
app.command("calls")(lab_calls.calls)
app.command("belief")(lab_calls.belief)
app.command("pack-tables")(lab_cardplay.pack_tables)
app.command("train-similarity")(lab_cardplay.train_similarity)
app.command("pack-auctions")(lab_calls.pack_auctions)
app.command("train-calls")(lab_calls.train_calls)
