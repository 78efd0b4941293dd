"""Boards bid by the house system: contradictions, contracts against par, calls against others'.

Run:      kibitz lab system --boards 2000 --records FILE
Writes:   docs/results/system.json with --into, from which docs/results.md is made
Departs:  a contract is scored with its double-dummy tricks; the rules were written with one half
of the robots' deals in view, and are tested on the other half
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from kibitz.bidding.judging.contracts import north_south
from kibitz.bidding.systems.bidding import bid_deal, bids
from kibitz.bidding.systems.checking import check_board, forget
from kibitz.bidding.systems.file import house_system
from kibitz.errors import SolverError
from kibitz.forms import Said
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability, board_vulnerability
from kibitz.games.bridge.scoring import imps
from kibitz.games.bridge.solving import solving
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage, chance
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.statistics import MeanEstimate, clustered
from kibitz_lab.harness.study import Found, StageWatch, begun

SECONDS_A_BOARD = 0.15
LEAST_CARDS = 20
"""A table needs this many played cards for its auction to count as genuine."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as plain text, and its file."""

    file: str
    deal: str
    auction: str
    vulnerability: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The house system bids boards against itself: contradictions, and contracts beside par.

    With records, also how often it calls what others called, on the half of the deals that no rule
    was written with in view, and both contracts beside par.

    Example: kibitz lab system --boards 100
    """

    boards: Annotated[int, Said("Boards dealt and bid out.", bounds=(2, None))] = 2000
    records: Annotated[Sequence[Path], Said("Files of auctions that others bid.")] = ()
    tables: Annotated[int, Said("Tables of each file.", bounds=(1, None))] = 2000
    solved: Annotated[int, Said("Boards, and tables of each, beside par.", bounds=(2, None))] = 300
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables to bid again besides the boards, and where finished ones are kept."""

    task: Task
    tables: Sequence[Table]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        tasks = self.task.boards + len(self.tables)
        return [Stage(tasks, min(tasks, len(self.parts)), SECONDS_A_BOARD)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Draw the tables of each file."""
    tables = [table for path in task.records for table in tables_of(path, task.tables, task.seed)]
    return Prepared(task, tables, parts_of("system"))


@dataclass(frozen=True, slots=True)
class BidBoard:
    """A board to deal and bid, or a table to bid again; *solved* if compared with par."""

    number: int
    seed: int
    table: Table | None = None
    solved: bool = True


def is_kept_back(deal: Deal) -> bool:
    """Whether a deal is in the half that no rule was written with in view."""
    hands = " ".join(str(deal[seat]) for seat in Seat)
    return hashlib.sha256(hands.encode()).digest()[0] % 2 == 1


def tables_of(path: Path, limit: int, seed: int) -> list[Table]:
    """Up to *limit* tables of a file with a complete auction, from the half that is kept back."""
    found = [
        Table(path.name, str(one.deal), str(one.auction), str(one.vulnerability))
        for one in read_path(path)
        if isinstance(one, Record) and _is_witness(one)
    ]
    chance(seed, path.name).shuffle(found)
    return found[:limit]


def _is_witness(record: Record) -> bool:
    enough = not record.play or len(record.play) >= LEAST_CARDS
    return enough and record.auction.is_over and is_kept_back(record.deal)


def run_board(task: BidBoard) -> dict[str, Any]:
    """One board or table, as plain data."""
    system = house_system()
    forget(system)
    if task.table is not None:
        return _table(task.table, task.solved)
    board = check_board(system, task.number, task.seed)
    deal = Deal.shuffled(chance(task.seed, ("system", task.number)))
    vulnerability = board_vulnerability(task.number)
    found: dict[str, Any] = {
        "calls": len(board.auction.calls),
        "faults": [fault.to_json() for fault in board.faults],
        "silent": len(board.silent),
    }
    if task.solved:
        found |= _beside_par({"house": board.auction}, deal, vulnerability)
    return found


def _table(table: Table, solved: bool) -> dict[str, Any]:
    system = house_system()
    deal, auction = Deal.parse(table.deal), Auction.parse(table.auction)
    vulnerability = Vulnerability.parse(table.vulnerability)
    so_far, calls = Auction(auction.dealer), []
    for call in auction.calls:
        mine = bids(system, deal[so_far.turn], so_far, vulnerability).call
        calls.append([mine == call, call is not Sign.PASS, _kind(so_far)])
        so_far = so_far.after(call)
    found: dict[str, Any] = {"file": table.file, "agreed": calls}
    if solved:
        own = bid_deal(system, deal, Auction(auction.dealer), vulnerability).auction
        found |= _beside_par({"house": own, "theirs": auction}, deal, vulnerability)
    return found


def _kind(auction: Auction) -> str:
    """The kind of decision: an opening, one side bidding, or both sides."""
    spoke = {place % 2 for place, call in enumerate(auction.calls) if call is not Sign.PASS}
    return ("opening", "one side", "both sides")[len(spoke)]


def _beside_par(
    auctions: dict[str, Auction], deal: Deal, vulnerability: Vulnerability
) -> dict[str, Any]:
    """The IMPs between each auction's contract and par; empty if the solver failed."""
    dealer = next(iter(auctions.values())).dealer
    with solving() as solver:
        [solved] = solver.solve_deals([(deal, dealer, vulnerability)])
    if isinstance(solved, SolverError):
        return {}
    return {
        f"{name}_imps": imps(north_south(auction.contract, solved, vulnerability) - solved.par)
        for name, auction in auctions.items()
    }


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Bid all boards and tables; compare the first *solved* boards, and of each file, with par."""
    task, tables = ready.task, ready.tables
    dealing = (
        BidBoard(number, task.seed, solved=number <= task.solved)
        for number in range(1, task.boards + 1)
    )
    boards = [*dealing, *_again(tables, task.solved)]
    tell = begun(watch, "boards", len(boards))
    found = list(engine.run(run_board, boards, tell=tell, parts=ready.parts, key=asdict))
    dealt, again = found[: task.boards], found[task.boards :]
    files = list(dict.fromkeys(table.file for table in tables))
    return {
        "rules": len(house_system().rules),
        "dealt": _dealt(dealt),
        "tables": [_file(name, [one for one in again if one["file"] == name]) for name in files],
    }


def _again(tables: Iterable[Table], solved: int) -> Iterator[BidBoard]:
    seen: dict[str, int] = {}
    for number, table in enumerate(tables):
        seen[table.file] = seen.get(table.file, 0) + 1
        yield BidBoard(number, 0, table, solved=seen[table.file] <= solved)


def _dealt(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    faults = [fault for one in found for fault in one["faults"]]
    solved = [abs(one["house_imps"]) for one in found if "house_imps" in one]
    away = MeanEstimate.of(solved)
    return {
        "boards": len(found),
        "calls": sum(one["calls"] for one in found),
        "gaps": sum(one["silent"] for one in found),
        "boards_with_gaps": sum(one["silent"] > 0 for one in found),
        "contradictions": len(faults),
        "first_contradictions": faults[:20],
        "solved": len(solved),
        "away_from_par": away.mean,
        "away_from_par_within": away.within,
        "at_par": _share([imps_away == 0 for imps_away in solved]),
    }


def _file(name: str, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Agreement call by call, with intervals over tables; and both sides' contracts against par."""
    calls = [(table, *call) for table, one in enumerate(found) for call in one["agreed"]]
    spoken = [call for call in calls if call[2]]
    solved = [one for one in found if "house_imps" in one]
    row: dict[str, Any] = {
        "file": name,
        "tables": len(found),
        "calls": len(calls),
        **_agreement("all", calls),
        **_agreement("not_pass", spoken),
        **{
            kind.replace(" ", "_"): _share([call[1] for call in calls if call[3] == kind])
            for kind in ("opening", "one side", "both sides")
        },
        "always_pass": 1 - len(spoken) / len(calls),
        "solved": len(solved),
    }
    if len(solved) > 1:
        mine = [abs(one["house_imps"]) for one in solved]
        theirs = [abs(one["theirs_imps"]) for one in solved]
        more = [own - other for own, other in zip(mine, theirs, strict=True)]
        for label, values in (("house", mine), ("theirs", theirs), ("more_than_theirs", more)):
            estimate = MeanEstimate.of(values)
            row |= {f"{label}_away": estimate.mean, f"{label}_away_within": estimate.within}
    return row


def _agreement(name: str, calls: Sequence[tuple[Any, ...]]) -> dict[str, float]:
    found = clustered([float(call[1]) for call in calls], [call[0] for call in calls])
    return {name: found.mean, f"{name}_within": found.within}


def _share(right: Sequence[bool]) -> float | None:
    return sum(right) / len(right) if right else None
