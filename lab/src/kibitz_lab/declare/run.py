"""The experiment of declaring from files to a result; finished deals are kept."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.playing_out import SidePlayer
from kibitz.games.bridge.solving import solving
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.cardplay.cases import blocks, decisions_of, description, read_tables
from kibitz_lab.cardplay.players import ByBoth, ByPrecedents, Votes
from kibitz_lab.cardplay.precedent_votes import Precedents, PrecedentVotes
from kibitz_lab.cardplay.run import open_similarity
from kibitz_lab.declare.experiment import DealOutcome, apart, chosen, outcomes, rows
from kibitz_lab.harness.options import SimilarityFile
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.making.house_player import LookaheadPlayer

METHODS = ("lookahead", "precedents", "precedents with lookahead")
SECONDS_A_DEAL = 2.2
"""About how long one core takes to declare a deal by one method."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Declare experts' deals to the end against defenders who see all four hands.

    Contracts made and tricks taken by lookahead alone and, with --train, by precedents alone and
    by both together, beside the experts' own results. A run that was stopped goes on from there.

    Example: kibitz lab declare --records human_3nt_made.jsonl.gz --deals 20
    """

    records: Annotated[
        Sequence[Path], Said("A file of experts' deals; may be given several times.")
    ]
    train: Annotated[
        Sequence[Path], Said("Files of precedents; events that are declared are left out.")
    ] = ()
    limit_train: Annotated[int, Said("At most so many tables of --train.", bounds=(1, None))] = 5000
    similarity: SimilarityFile = None
    deals: Annotated[int, Said("How many deals.", bounds=(2, 100_000))] = 200
    seed: int = 1

    @property
    def methods(self) -> tuple[str, ...]:
        return METHODS if self.train else METHODS[:1]


def players_of(
    votes: Votes | None, solver: DoubleDummy, seed: int, *, by_auction: bool = False
) -> dict[str, SidePlayer]:
    """The players: lookahead alone and, with precedents, these alone and both together.

    *by_auction* says whether lookahead alone takes the auction into account.
    """
    alone, by_votes, both = METHODS
    players: dict[str, SidePlayer] = {alone: LookaheadPlayer(solver, seed, by_auction=by_auction)}
    if votes is not None:
        players |= {by_votes: ByPrecedents(votes), both: ByBoth(votes, solver, seed)}
    return players


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables to declare, those to learn from, and where finished deals are kept."""

    task: Task
    similarity: Similarity | None
    tables: Sequence[Record]
    lessons: Sequence[Record]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        seconds = SECONDS_A_DEAL * len(self.task.methods)
        declared = Stage(len(self.tables), len(self.parts), seconds)
        if self.similarity is None:
            return [declared]
        return [description(decisions_of(self.lessons, self.similarity), self.similarity), declared]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    learned, made_from = open_similarity(task.similarity) if task.train else (None, None)
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
    files = contents_of(task.records, task.train)
    by = (learned.name, task.limit_train, task.deals) if learned else ()
    return Prepared(task, learned, tables, taught, parts_of("declare", files, task.seed, *by))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Declare the tables that are not finished yet."""
    task, learned, taught = ready.task, ready.similarity, ready.lessons
    path = None
    if learned is not None:
        describing = begun(watch, "describing positions", blocks(taught))
        path = Precedents.of(taught, learned, engine=engine, tell=describing).save()
    declaring = begun(watch, "declaring", len(ready.tables))
    work, tables = partial(_declared, learned, path, task.seed), enumerate(ready.tables)
    answers = engine.run(work, tables, tell=declaring, parts=ready.parts, key=lambda one: one[0])
    found = [{name: DealOutcome(**one) for name, one in deal.items()} for deal in answers]
    return {
        "precedents": len(taught),
        "similarity": learned.name if learned else None,
        "deals": task.deals,
        "rows": rows(found),
    }


def _declared(
    similarity: Similarity | None, path: Path | None, seed: int, numbered: tuple[int, Record]
) -> dict[str, Any]:
    """How each method and the experts fared on one deal, as plain JSON."""
    number, record = numbered
    votes = None
    if similarity is not None and path is not None:
        votes = PrecedentVotes(similarity, Precedents.at(path))
    with solving() as solver:
        players = players_of(votes, solver, seed)
        found = outcomes(record, players, solver, random.Random(f"{seed} {number}"))
    return {name: asdict(one) for name, one in found.items()}
