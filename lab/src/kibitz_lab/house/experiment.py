"""Experts' deals of unseen events, bid and played by the house in all four chairs.

Run:      kibitz lab house --records FILE... --boards N
Writes:   house.json, from which docs/results.md is made
Departs:  no expert sits at the house's table, so points won against the recorded table do not tell
          who is better: instead, the difference between its table and the recorded one is compared
          with that between two tables of experts. Tricks lost are compared in the experts' own
          contracts, which the house plays as well; the experts' are counted over recorded cards
Splits:   events that the frozen split keeps for testing, without deals that a similarity was
          trained on
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.scoring import is_real
from kibitz.errors import SolverError, UsageError
from kibitz.forms import Said
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import score
from kibitz.games.bridge.solving import solving
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage, chance
from kibitz_lab.defending.solved import share_kept
from kibitz_lab.harness import seen_deals, splits
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.splits import SplitPart, event_of, parts_of_events
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.house.answers import ask_all
from kibitz_lab.house.library import score_of
from kibitz_lab.house.matches import MatchBoard, play_boards, play_tables
from kibitz_lab.house.players import BidTable
from kibitz_lab.house.scores import EXPERTS, HOUSE, summary

SECONDS_A_BOARD = 4.0
"""About how long one core takes per board, mostly for judging leads."""
AVERAGED = 20
"""The number of layouts by which a lead is judged."""
_PLAYED = 20  # cards that must be recorded for a table to tell anything about the experts


@dataclass(frozen=True, slots=True)
class Task:
    """Bid and play experts' deals of unseen events by the house, in all four chairs.

    How far its table lies from the recorded one, beside two tables of experts; the contracts; the
    tricks in the experts' own contracts, and those lost double dummy in each chair, beside theirs.

    Example: kibitz lab house --records human_players.jsonl.xz --boards 20
    """

    records: Annotated[Sequence[Path], Said("Files of experts' tables.")]
    boards: Annotated[int, Said("How many boards.", bounds=(2, 100_000))] = 300
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Recorded:
    """A board as experts played it, at one or two tables."""

    tables: tuple[Record, ...]

    @property
    def first(self) -> Record:
        return self.tables[0]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The boards to play, and where finished ones are kept."""

    task: Task
    boards: Sequence[Recorded]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        return [Stage(len(self.boards), len(self.parts), SECONDS_A_BOARD)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw boards of them."""
    boards = draw(_unseen(task.records, watch), task.boards, task.seed)
    parts = parts_of("house", contents_of(task.records), task.boards, task.seed)
    return Prepared(task, boards, parts)


def draw(records: Iterable[Record], count: int, seed: int) -> list[Recorded]:
    """*count* boards drawn from the seed, each with the tables at which it was played."""
    of_deal: dict[Deal, list[Record]] = {}
    for record in records:
        of_deal.setdefault(record.deal, []).append(record)
    if len(of_deal) < count:
        raise UsageError(f"{count} boards of unseen events are needed, not {len(of_deal)}.")
    chosen = chance(seed, "boards").sample(list(of_deal.values()), count)
    return [Recorded(tuple(tables[:2])) for tables in chosen]


def _unseen(paths: Sequence[Path], watch: StageWatch) -> Iterator[Record]:
    """Tables of events for testing, with enough play, whose deals trained no shipped similarity."""
    seen = [SeenDeals.shipped(name) for name in (seen_deals.SHIPPED, seen_deals.SHIPPED_DEFENCE)]
    tests: dict[str, bool] = {}
    for path in paths:
        for found in read_path(path):
            watch("reading records", None, 1)
            if not isinstance(found, Record) or not _is_whole(found):
                continue
            event = event_of(found)
            if event not in tests:
                digests = np.array([splits.digest(event)], np.uint64)
                tests[event] = bool(parts_of_events(digests)[0] == SplitPart.TESTS)
            if tests[event] and not any(found.deal in one for one in seen):
                yield found


def _is_whole(record: Record) -> bool:
    return (
        record.contract is not None
        and record.contract == record.auction.contract
        and record.tricks is not None
        and len(record.play) >= _PLAYED
    )


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Play the boards that are not finished yet."""
    tell = begun(watch, "boards", len(ready.boards))
    tasks = enumerate(ready.boards)
    work = partial(_played, ready.task.seed)
    found = list(engine.run(work, tasks, tell=tell, parts=ready.parts, key=lambda one: one[0]))
    asking = begun(watch, "asking the starter library", len(ready.boards))
    answers = ask_all([board.first for board in ready.boards], ready.task.seed, asking)
    events = [event_of(board.first) for board in ready.boards]
    done = [(one, event) for one, event in zip(found, events, strict=True) if one is not None]
    if not done:
        raise SolverError("the solver died over every board")
    return {
        "boards": len(done),
        "events": len({event for _, event in done}),
        "layouts": AVERAGED,
        **summary([one for one, _ in done], [event for _, event in done]),
        "answers": answers,
    }


def _played(seed: int, numbered: tuple[int, Recorded]) -> dict[str, Any] | None:
    """One board played by the house and by the experts, as plain JSON."""
    number, board = numbered
    record = board.first
    contract = record.contract
    assert contract is not None
    luck = chance(seed, number).getrandbits(32)
    [own] = play_boards([MatchBoard(record.deal, record.dealer, record.vulnerability, luck)])
    table = BidTable(record.deal, record.auction, record.vulnerability, contract, luck)
    [(cards, tricks)] = play_tables([table])
    with solving() as solver:
        try:
            played = {HOUSE: table.start.after_all(cards), EXPERTS: _play_of(record)}
            losses = {who: _losses(play, solver) for who, play in played.items()}
            leads = _leads(table, {who: play.played[0] for who, play in played.items()}, solver)
        except SolverError:
            return None
    return {
        "contract": str(own.auction.contract),
        "experts_contract": str(contract),
        "score": score_of(own),
        "experts_scores": [_score(one) for one in board.tables],
        "declarer": contract.declarer % 2,
        "tricks": tricks,
        "experts_tricks": record.tricks,
        "target": contract.target,
        "losses": losses,
        "leads": leads,
    }


def _play_of(record: Record) -> Play:
    return record.opening_state().after_all(record.play)


def _score(record: Record) -> int:
    """North-South's score."""
    contract, tricks = record.contract, record.tricks
    assert contract is not None
    assert tricks is not None
    own = score(contract, tricks, record.vulnerability)
    return own if contract.declarer % 2 == 0 else -own


def _losses(play: Play, solver: DoubleDummy) -> dict[str, list[int]]:
    """Real decisions and tricks lost: of declarer's side, of the lead, of the defence after it."""
    totals = solver.analyse(play).totals
    found = {"declarer": [0, 0], "lead": [0, 0], "defence": [0, 0]}
    state = Play.start(play.deal, play.contract)
    for card, (before, after) in zip(play.played, pairwise(totals), strict=True):
        if is_real(state):
            chair = Chair.of(state)
            name = "declarer" if not chair.is_defender else "defence"
            kind = found["lead" if chair is Chair.OPENING_LEAD else name]
            kind[0] += 1
            kind[1] += abs(after - before)
        state = state.after(card)
    return found


def _leads(
    table: BidTable, leads: Mapping[str, Card], solver: DoubleDummy
) -> dict[str, dict[str, float]]:
    """Whether each lead cost nothing on the actual layout, and the share of others where so."""
    start = table.start
    rng = chance(table.seed, "leads judged")
    kept = share_kept(start, table.auction, AVERAGED, rng, solver)
    solution = solver.solve(start)
    return {
        who: {"ddolar": float(solution.tricks[card] == solution.best), "addolar": kept[card]}
        for who, card in leads.items()
    }
