"""The whole experiment of declaring: files in, a result out; what is finished is not lost."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kibitz.cardplay.similarity import Similarity
from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.lab.cardplay_cases import read_tables
from kibitz.lab.cardplay_run import Watch, opened
from kibitz.lab.declaring import Outcome, apart, chosen, outcomes, rows
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.journal import finished, keeping
from kibitz.lab.players import ByBoth, ByPrecedents, Votes
from kibitz.lab.precedent_votes import PrecedentVotes
from kibitz.lab.results import cited
from kibitz.lab.tables import Player
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
    def methods(self) -> tuple[str, ...]:
        return METHODS if self.train else METHODS[:1]

    def mark(self, similarity: Similarity | None) -> str:
        """What the outcome of a deal depends on, besides its number."""
        told = [cited(path)["sha256"] for path in (*self.records, *self.train)]
        told += [similarity.name, str(self.limit_train), str(self.deals)] if similarity else []
        return hashlib.sha256(" ".join([*told, str(self.seed)]).encode()).hexdigest()[:16]


def players_of(votes: Votes | None, solver: DoubleDummy, seed: int) -> dict[str, Player]:
    """Who declares: lookahead alone, and where there are precedents, they alone and both."""
    alone, by_votes, both = METHODS
    players: dict[str, Player] = {alone: HousePlayer(solver, seed)}
    if votes is not None:
        players |= {by_votes: ByPrecedents(votes), both: ByBoth(votes, solver, seed)}
    return players


def run(task: Task, *, jobs: int, watch: Watch, similarity: Path | None = None) -> dict[str, Any]:
    """Declare the tables; deals finished before, by the same task, are taken from the cache."""
    learned, made_from = opened(similarity) if task.train else (None, None)
    reading = partial(watch, "reading records", None)
    played = {
        path: read_tables([path], seen=reading)
        for path in dict.fromkeys((*task.records, *task.train))
    }
    offered = [record for path in task.records for record in played[path]]

    def seen(deal: Deal) -> bool:
        return made_from is not None and deal in made_from

    tables = chosen(offered, task.seed, seen=seen)[: task.deals]
    if len(tables) < task.deals:
        raise UsageError(f"{task.deals} deals with play and result are needed, not {len(tables)}")
    lessons = [record for path in task.train for record in played[path]]
    taught = apart(lessons, tables, task.seed)[: task.limit_train]
    describing = partial(watch, "describing positions", len(taught))
    votes = PrecedentVotes.of(taught, learned, done=describing) if learned else None
    declaring = partial(watch, "declaring", task.deals, 1)
    found = list(_declared(task, tables, votes, jobs, task.mark(learned), declaring))
    return {
        "precedents": len(taught),
        "similarity": learned.name if learned else None,
        "deals": task.deals,
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
    kept = dict(finished(path, _parse))
    with DoubleDummy(jobs) as solver, keeping(path) as keep:
        players = players_of(votes, solver, task.seed)
        for number, record in enumerate(tables):
            if number not in kept:
                rng = random.Random(f"{task.seed} {number}")
                kept[number] = outcomes(record, players, solver, rng)
                told = {name: asdict(one) for name, one in kept[number].items()}
                keep(json.dumps({"number": number, "outcomes": told}))
            advance()
            yield kept[number]


def _parse(line: str) -> tuple[int, Found]:
    told = json.loads(line)
    return told["number"], {name: Outcome(**one) for name, one in told["outcomes"].items()}
