"""The one place of the tests that knows how each room's adviser is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.advice import Adviser
from kibitz.bidding.calls import adviser as calls_room
from kibitz.bidding.meanings import adviser as meanings_room
from kibitz.bidding.openings import adviser as openings_room
from kibitz.cardplay import adviser as cards_room
from kibitz.cardplay.belief import adviser as belief_room
from kibitz.explorer import adviser as explorer_room
from kibitz.games.boards import LOSE_TIC_TAC_TOE
from kibitz.plans import adviser as plans_room
from kibitz.strategies import adviser as strategies_room
from kibitz.suits import adviser as suits_room

NOWHERE = Path("/nowhere/at/all")
"""A folder that is not there: whoever is opened over it knows what ships, and nothing else."""


def library_in(folder: Path) -> Path:
    return folder / "library.kibitz"


def cards(folder: Path = NOWHERE) -> Adviser[Any, Any]:
    return cards_room.open_adviser(library_in(folder))


def openings(folder: Path = NOWHERE) -> Adviser[Any, Any]:
    return openings_room.open_adviser(folder)


def calls(folder: Path = NOWHERE) -> Adviser[Any, Any]:
    return calls_room.open_adviser(library_in(folder), folder)


def meanings(folder: Path = NOWHERE) -> Adviser[Any, Any]:
    return meanings_room.open_adviser(library_in(folder))


def belief() -> Adviser[Any, Any]:
    return belief_room.open_adviser()


def plans(folder: Path = NOWHERE) -> plans_room.PlanAdviser:
    return plans_room.open_adviser(library_in(folder))


def explorer(library: Path) -> Adviser[Any, Any]:
    return explorer_room.open_adviser(library)


def suits() -> Adviser[Any, Any]:
    return suits_room.SuitAdviser()


def strategies(folder: Path = NOWHERE) -> Adviser[Any, Any]:
    return strategies_room.open_adviser(LOSE_TIC_TAC_TOE, folder)
