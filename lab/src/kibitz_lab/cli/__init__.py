"""The commands of ``kibitz lab``; `kibitz.cli.lab` imports only the one that is asked for.

A command is a study, declared beside its report, or a function in this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer

COMMANDS = {
    "all": "cli.all",
    "sibl": "sibl.report",
    "scale": "sibl.report",
    "suits": "suits.report",
    "cbridge": "cbridge.report",
    "openings": "openings.report",
    "system": "systems.report",
    "seqlearner": "seqlearner.report",
    "locality": "locality.report",
    "routing": "routing.report",
    "house": "house.report",
    "starter": "house.report",
    "starter-cases": "cli.making",
    "meanings": "meanings.report",
    "conventions": "conventions.report",
    "inferences": "inferences.report",
    "slips": "mygame.report",
    "halves": "mygame.report",
    "declare": "declare.report",
    "plans": "plans.report",
    "reasons": "reasons.report",
    "lessons": "lessons.report",
    "steady": "plans.report",
    "lookahead": "lookahead.report",
    "cardplay": "cardplay.report",
    "leads": "defending.report",
    "defence": "defending.report",
    "defend": "defending.report",
    "calls": "calls.report",
    "belief": "calls.report",
    "table": "table.report",
    "ladder": "cli.ladder",
    "match": "match.report",
    "pack-tables": "cli.making",
    "train-similarity": "cli.making",
    "pack-auctions": "cli.making",
    "train-calls": "cli.making",
}
"""The module of each command, in the order of the help."""


def command(name: str) -> Any:
    """The command *name*, as an object of click."""
    from kibitz_lab.cli.studies import command_of

    module = import_module(f"kibitz_lab.{COMMANDS[name]}")
    studies = {study.name: study for study in getattr(module, "STUDIES", ())}
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name)(command_of(studies[name]) if name in studies else module.COMMANDS[name])
    return typer.main.get_command(alone)
