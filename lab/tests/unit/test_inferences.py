"""The rates of rules about hidden hands: counted on some events, checked on others."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.cardplay.inferences.rates import Rates, RuleRate
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Citation, Record
from kibitz.runtime.running import Engine
from kibitz_lab.harness.splits import SplitPart, digest, parts_of_events
from kibitz_lab.inferences.experiment import Task, prepared, run
from kit import random_record

RULE = "did not open: at most 11 points"


def quiet(stage: str, total: int | None, done: int) -> None: ...


def event_for(part: SplitPart) -> str:
    """The name of an event that belongs to a part of the frozen split."""
    names = (f"Cup {number}" for number in range(10_000))
    return next(
        one for one in names if parts_of_events(np.array([digest(one)], np.uint64))[0] == part
    )


def a_table(seed: int, event: str) -> Record:
    """Any deal, on which the dealer passes and the next player plays in one spade."""
    record = random_record(random.Random(seed))
    auction = Auction.of(Seat.NORTH, "P 1S P P P")
    return replace(
        record, auction=auction, contract=auction.contract, play=(), tricks=None,
        result_source=None, alerts=(), citation=Citation(event=event, board=str(seed)),
    )  # fmt: skip


def lines(folder: Path, *events: str) -> Path:
    path = folder / "tables.jsonl"
    tables = [a_table(seed, events[seed % len(events)]) for seed in range(200)]
    path.write_text("".join(write_lines(tables)), "utf-8")
    return path


def test_rates_are_counted_on_some_events_and_checked_on_others(tmp_path: Path) -> None:
    path = lines(tmp_path, event_for(SplitPart.TEACHES), event_for(SplitPart.TESTS))
    table = tmp_path / "rates.json"
    ready = prepared(Task(records=[path], table=table), quiet)
    found = run(ready, engine=Engine(jobs=1), watch=quiet)
    assert (found["learned"], found["tested"], found["events"]) == (100, 100, 1)
    rate = Rates.read(table.read_text("utf-8")).of(RULE)
    passed = [a_table(seed, "").deal[Seat.NORTH].points for seed in range(0, 200, 2)]
    assert rate == RuleRate(sum(points <= 11 for points in passed), 100)
    assert all(one["certainty"] in ("surely", "usually") for one in found["rows"])


def test_events_for_testing_alone_teach_no_rate(tmp_path: Path) -> None:
    path = lines(tmp_path, event_for(SplitPart.TESTS))
    ready = prepared(Task(records=[path]), quiet)
    with pytest.raises(UsageError, match="too few events"):
        run(ready, engine=Engine(jobs=1), watch=quiet)
