"""The starter library: what a user has before adding records of his own.

Run:      kibitz lab starter --library FOLDER
Writes:   into FOLDER the house's match as record lines, with the shipped networks' descriptions of
          its decisions; the result file if asked for; finished deals into the cache, so that
          nothing is lost when it is stopped

Each table depends only on the seed, its deal's number and its room: any number of processes and of
interruptions gives the same library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.forms import Said
from kibitz.records.record import Citation, Players, Record, ResultSource, Source
from kibitz.records.starter import HOUSE_FILE, HOUSE_PLAYER, ROOMS
from kibitz.runtime.parts import NOT_KEPT, Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.house.matches import Finished, MatchBoard, dealt, play_boards

SEED = 1
DEALS = 2_100
"""The number of deals that ship."""
AT_ONCE = 8
"""Deals bid and played together, as one task."""
SECONDS_A_TASK = 2.0
"""About how long one core takes for a task, at both tables."""
EVENT = "Kibitz house match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Make the starter library: a match of the house, and openings by the house rules.

    Each deal is bid and played at two tables by the networks that ship; nobody sees a hidden card.
    What is finished is kept when it is stopped, and a second run goes on from there. The library is
    the same for any number of processes.

    Example: kibitz lab starter --deals 100 --library starter
    """

    deals: Annotated[
        int | None,
        Said("How many deals to play; else as many as ship.", bounds=(1, 1_000_000)),
    ] = None
    openings: Annotated[
        int | None,
        Said("How many deals are opened; else as many as ship.", bounds=(1, 1_000_000)),
    ] = None
    library: Annotated[
        Path | None, Said("A folder to write the library's files and its page into.")
    ] = None
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The deals to play, and where finished ones are kept."""

    task: Task
    deals: int
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        return [stage(self.deals, self.parts)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task, task.deals or DEALS, parts_of("starter", task.seed))


def finish(
    deals: int,
    *,
    seed: int,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> list[tuple[Finished, Finished]]:
    """Deals 1 to *deals* at both tables; *parts* keeps what is finished."""
    work = partial(_played, seed)
    found = (engine or Engine()).run(work, _tasks(deals), tell=tell, parts=parts)
    plain = [one for block in found for one in block]
    boards = [dealt(seed, number) for number in range(1, deals + 1)]
    return [
        (Finished.of(both[0], one), Finished.of(both[1], other))
        for both, (one, other) in zip(boards, plain, strict=True)
    ]


def stage(deals: int, kept: Parts) -> Stage:
    """How much there is to do."""
    tasks = _tasks(deals)
    done = sum(kept.find(task) is not NOT_KEPT for task in tasks)
    return Stage(len(tasks), done, SECONDS_A_TASK)


def records_of(match: Sequence[tuple[Finished, Finished]]) -> list[Record]:
    """Every table of the match as a record, marked as the house's, the open room first."""
    return [
        _record(number, room, one)
        for number, both in enumerate(match, start=1)
        for room, one in zip(ROOMS, both, strict=True)
    ]


def _tasks(deals: int) -> list[tuple[int, int]]:
    """The first and the last deal of each task."""
    return [(first, min(first + AT_ONCE - 1, deals)) for first in range(1, deals + 1, AT_ONCE)]


def _played(seed: int, task: tuple[int, int]) -> list[list[dict[str, Any]]]:
    """Some deals at both tables, as plain JSON."""
    first, last = task
    boards: list[MatchBoard] = [one for n in range(first, last + 1) for one in dealt(seed, n)]
    ends = [one.plain() for one in play_boards(boards)]
    return [ends[at : at + 2] for at in range(0, len(ends), 2)]


def _record(number: int, room: str, one: Finished) -> Record:
    board, contract = one.board, one.auction.contract
    return Record(
        source=Source(HOUSE_FILE.removesuffix(".xz"), 2 * number - 1 + ROOMS.index(room)),
        deal=board.deal,
        auction=one.auction,
        vulnerability=board.vulnerability,
        contract=contract,
        play=one.cards,
        tricks=one.tricks,
        result_source=ResultSource.PLAY if contract is not None else None,
        citation=Citation(
            event=EVENT,
            board=str(number),
            room=room,
            players=Players(*4 * [HOUSE_PLAYER]),
            kind="generated",
            system=HOUSE_PLAYER,
        ),
    )
