"""``kibitz lab``: the experiments, if the package `kibitz_lab` is installed."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer
from typer.core import TyperGroup

from kibitz.errors import UsageError

Command = Any  # click's, which typer imports or carries itself, depending on its version
MISSING = "The lab is not installed; in a clone of Kibitz: pip install ./lab"


class Experiments(TyperGroup):
    """The commands of `kibitz_lab`; each is imported when it is asked for."""

    @cached_property
    def _lab(self) -> Any:
        if find_spec("kibitz_lab") is None:
            raise UsageError(MISSING)
        return import_module("kibitz_lab.cli")

    def list_commands(self, ctx: Command) -> list[str]:
        return list(self._lab.COMMANDS)

    def get_command(self, ctx: Command, cmd_name: str) -> Command | None:
        return self._lab.command(cmd_name) if cmd_name in self._lab.COMMANDS else None


app = typer.Typer(
    cls=Experiments,
    help="Measure: run an experiment and print its tables.\n\nExample: kibitz lab suits",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def root() -> None:
    """Measure: run an experiment and print its tables.

    Example: kibitz lab suits
    """
