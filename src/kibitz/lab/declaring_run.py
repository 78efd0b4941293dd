"""The whole experiment of declaring: files in, a result out."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.lab.declaring import chosen, experiment
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.players import ByBoth, ByPrecedents, Votes
from kibitz.lab.results import provenance, write_result
from kibitz.lab.tables import Player
from kibitz.records.reading import read_path
from kibitz.records.record import Record

METHODS = ("lookahead", "precedents", "precedents with lookahead")


def players_of(votes: Votes | None, solver: DoubleDummy, seed: int) -> dict[str, Player]:
    """Who declares: lookahead alone, and where there are precedents, they alone and both."""
    alone, by_votes, both = METHODS
    players: dict[str, Player] = {alone: HousePlayer(solver, seed)}
    if votes is not None:
        players |= {by_votes: ByPrecedents(votes), both: ByBoth(votes, solver, seed)}
    return players


def run(
    records: Sequence[Path],
    train: Sequence[Path],
    *,
    deals: int,
    seed: int,
    jobs: int,
    into: Path | None = None,
    advance: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Declare *deals* tables of the files; *train* are the precedents' files, if any."""
    learned = list(_read(train))
    tables = chosen(_read(records), deals, random.Random(seed), apart_from=learned)
    with DoubleDummy(jobs) as solver:
        players = players_of(None, solver, seed)
        rows = experiment(tables, players, solver, seed=seed, advance=advance)
    told = [
        *(f"--records {one.name}" for one in records),
        *(f"--train {one.name}" for one in train),
    ]
    result = {
        "experiment": "declare",
        "made_by": provenance(["lab", "declare", *told, f"--deals {deals} --seed {seed}"]),
        "records": [_cited(path) for path in records],
        "train": [_cited(path) for path in train],
        "deals": deals,
        "seed": seed,
        "rows": rows,
    }
    if into is not None:
        write_result(into, result)
    return result


def _read(paths: Iterable[Path]) -> Iterable[Record]:
    return (found for path in paths for found in read_path(path) if isinstance(found, Record))


def _cited(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        return {"file": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
