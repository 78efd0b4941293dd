"""The question "what do I keep doing wrong?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from kibitz.forms import Said, Spelled


@dataclass(frozen=True, slots=True)
class MyGameForm(Spelled):
    """Whose game, and whether the report names others."""

    player: Annotated[str, Said("Whose game: 'G Helgemo' or 'Helgemo'.", longest=100)] = ""
    names: Annotated[bool, Said("Name partner and opponents in the tables shown.")] = False
