"""Learned memories on disk, one file for each system.

A file (kind ``openings``) holds arrays: the cases as columns, their sources as JSON, the forest,
the calibration. Learning the system again replaces it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.cases import OPENING_CALLS, OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.memory import OpeningMemory, restore_memory
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.similarity.calibration import Calibration
from kibitz.bidding.openings.similarity.features import FEATURES
from kibitz.bidding.openings.similarity.forest import Forest
from kibitz.errors import StorageError
from kibitz.games.bridge.cards import Hand
from kibitz.runtime import arrays as array_files

FORM = array_files.FileForm("openings", 2)
_FOREST = ("roots", "features", "thresholds", "lefts", "rights")

Arrays = dict[str, npt.NDArray[Any]]


def memory_path(folder: Path, system: OpeningSystem) -> Path:
    """The file of a system's memory, with a readable and unique name."""
    name = re.sub(r"[^a-z0-9]+", "-", system.name.lower()).strip("-")[:40] or "system"
    mark = blake2b(str(system).encode(), digest_size=3).hexdigest()
    return folder / f"{name}-{mark}.kibitz"


def content_of(path: Path) -> str:
    """A digest of the content of a file."""
    return sha256(path.read_bytes()).hexdigest()


def save_memory(folder: Path, memory: OpeningMemory) -> Path:
    """Write a learned memory; it replaces that of the same system."""
    forest = memory.forest
    if forest is None:
        raise StorageError(f"{memory.system}: nothing was learned that could be kept")
    about = {
        "system": memory.system.name,
        "inferred": memory.system.inferred,
        "cases": len(memory.watched),
        "features": FEATURES,
        "reach": memory.reach,
        "power": memory.voter.power,
    }
    arrays: Arrays = {
        "sources": _json([case.source for case in memory.cases]),
        "hands": memory.voter.columns.hands,
        "seats": memory.voter.columns.seats,
        "colours": memory.voter.columns.colours,
        "calls": memory.voter.calls,
        "origins": np.array([case.origin for case in memory.cases], dtype=np.uint8),
        "deals": np.array([case.deal for case in memory.cases], dtype=np.int64),
        "shares": memory.calibration.shares,
        "chances": memory.calibration.chances,
        **{name: getattr(forest, name) for name in _FOREST},
    }
    path = memory_path(folder, memory.system)
    array_files.save(FORM, path, arrays, about)
    return path


def _json(value: Any) -> npt.NDArray[np.uint8]:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A memory on disk that was not read yet: its system and the number of its cases."""

    path: Path
    system: OpeningSystem
    cases: int


def load_memory(path: Path) -> OpeningMemory:
    """Read a memory; a file that is not sound raises a StorageError with its name."""
    packed = array_files.load(FORM, path)
    arrays, about = packed.arrays, packed.about
    try:
        if about["features"] != list(FEATURES):
            raise StorageError(f"{path} was learned from other features: learn it again")
        sources = json.loads(arrays["sources"].tobytes())
        system = OpeningSystem(about["system"], about["inferred"])
        cases = [
            OpeningCase(
                Situation(Hand(int(hand)), int(seat), Colours(int(colours))),
                OPENING_CALLS[call],
                source,
                system,
                Origin(int(origin)),
                int(deal),
            )
            for hand, seat, colours, call, source, origin, deal in zip(
                *(arrays[name] for name in ("hands", "seats", "colours", "calls")),
                *(sources, arrays["origins"], arrays["deals"]),
                strict=True,
            )
        ]
        calibration = Calibration(arrays["shares"], arrays["chances"])
        forest = Forest(*(arrays[name] for name in _FOREST))
        power = int(about["power"])
        return restore_memory(system, cases, forest, power, calibration, float(about["reach"]))
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise StorageError(f"{path} is not a memory of openings: {error}") from error


def stored_memories(folder: Path) -> list[StoredMemory]:
    """All learned memories, in the order of their file names."""
    return [_peek(path) for path in sorted(folder.glob("*.kibitz"))]


def _peek(path: Path) -> StoredMemory:
    about = array_files.map_file(FORM, path).about
    try:
        system = OpeningSystem(str(about["system"]), bool(about["inferred"]))
        return StoredMemory(path, system, int(about["cases"]))
    except (KeyError, ValueError, TypeError) as error:
        raise StorageError(f"{path} is not a memory of openings: {error}") from error
