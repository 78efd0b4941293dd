"""The whole experiment of declaring: files in, a result out; what is finished is not lost."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.cardplay.similarity import Similarity
from kibitz.errors import UsageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.lab.declaring import Outcome, apart, chosen, outcomes, rows
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.players import ByBoth, ByPrecedents, Votes
from kibitz.lab.precedent_votes import PrecedentVotes
from kibitz.lab.results import provenance
from kibitz.lab.tables import Player
from kibitz.records.reading import read_path
from kibitz.records.record import Record
from kibitz.storage import cache_folder

METHODS = ("lookahead", "precedents", "precedents with lookahead")

Found = dict[str, Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be declared, and from which precedents (none: by lookahead alone)."""

    records: Sequence[Path]
    train: Sequence[Path] = ()
    deals: int = 200
    limit_train: int = 5000
    seed: int = 1

    @property
    def command(self) -> list[str]:
        files = [f"--records {one.name}" for one in self.records]
        files += [f"--train {one.name}" for one in self.train]
        limit = [f"--limit-train {self.limit_train}"] if self.train else []
        return ["lab", "declare", *files, *limit, f"--deals {self.deals} --seed {self.seed}"]

    @property
    def methods(self) -> tuple[str, ...]:
        return METHODS if self.train else METHODS[:1]

    def mark(self, similarity: Similarity | None) -> str:
        """What the outcome of a deal depends on, besides its number."""
        told = [_cited(path)["sha256"] for path in (*self.records, *self.train)]
        told += [similarity.name, str(self.limit_train), str(self.deals)] if similarity else []
        return hashlib.sha256(" ".join([*told, str(self.seed)]).encode()).hexdigest()[:16]


def players_of(votes: Votes | None, solver: DoubleDummy, seed: int) -> dict[str, Player]:
    """Who declares: lookahead alone, and where there are precedents, they alone and both."""
    alone, by_votes, both = METHODS
    players: dict[str, Player] = {alone: HousePlayer(solver, seed)}
    if votes is not None:
        players |= {by_votes: ByPrecedents(votes), both: ByBoth(votes, solver, seed)}
    return players


def run(
    task: Task,
    *,
    jobs: int,
    similarity: Similarity | None = None,
    advance: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Declare the tables; deals finished before, by the same task, are taken from the cache."""
    if task.train and similarity is None:
        similarity = Similarity.shipped()
    tables = chosen(_read(task.records), task.seed)[: task.deals]
    if len(tables) < task.deals:
        raise UsageError(f"{task.deals} deals with play and result are needed, not {len(tables)}")
    learned = apart(_read(task.train), tables, task.seed)[: task.limit_train]
    votes = PrecedentVotes.of(learned, similarity) if similarity is not None else None
    found = list(_declared(task, tables, votes, jobs, task.mark(similarity), advance))
    return {
        "experiment": "declare",
        "made_by": provenance(task.command),
        "records": [_cited(path) for path in task.records],
        "train": [_cited(path) for path in task.train],
        "precedents": len(learned),
        "similarity": similarity.name if similarity else None,
        "deals": task.deals,
        "seed": task.seed,
        "rows": rows(found),
    }


def _declared(
    task: Task,
    tables: Sequence[Record],
    votes: Votes | None,
    jobs: int,
    mark: str,
    advance: Callable[[], object],
) -> Iterator[Found]:
    path = cache_folder() / "declare" / f"{mark}.jsonl"
    kept = _kept(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with DoubleDummy(jobs) as solver, path.open("a", encoding="utf-8") as file:
        players = players_of(votes, solver, task.seed)
        for number, record in enumerate(tables):
            if number not in kept:
                rng = random.Random(f"{task.seed} {number}")
                kept[number] = outcomes(record, players, solver, rng)
                told = {name: asdict(one) for name, one in kept[number].items()}
                file.write(json.dumps({"number": number, "outcomes": told}) + "\n")
                file.flush()
            advance()
            yield kept[number]


def _kept(path: Path) -> dict[int, Found]:
    """The deals finished before; a line that was cut off counts for nothing."""
    found: dict[int, Found] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            told = json.loads(line)
            found[told["number"]] = {k: Outcome(**v) for k, v in told["outcomes"].items()}
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _read(paths: Iterable[Path]) -> Iterator[Record]:
    for path in paths:
        for found in read_path(path):
            if isinstance(found, Record) and found.contract is not None and found.play:
                yield found


def _cited(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            return {"file": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
