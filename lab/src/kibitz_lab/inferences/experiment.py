"""How often the rules about hidden hands are right, and the table of rates that ships.

Run:      kibitz lab inferences --records FILE...
Writes:   inferences.json, from which docs/results.md is made; with --table also
src/kibitz/data/inferences.json, the rates by which statements are said
Method:   every reading of every rule is tried at every table: is it true of the deal? Where partner
asked for a suit that the leader holds: was it led? Rates are counted on events that teach
or validate, and what they allow to be said is counted again on events for testing, with
95 % intervals over events
Splits:   by event, the frozen split of `harness.splits`
"""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.cardplay.inferences.asked import asked
from kibitz.cardplay.inferences.played import played
from kibitz.cardplay.inferences.rates import Certainty, Rates, RuleRate
from kibitz.cardplay.inferences.telling import every_rule
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.records.formats.compressed import unpack
from kibitz.records.formats.reading import read_stream
from kibitz.records.record import Record
from kibitz.runtime.running import Engine, Stage
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness.results import cited
from kibitz_lab.harness.splits import SplitPart, digest, event_named, parts_of_tables
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import Found, StageWatch, begun

BLOCK = 2000
_SECONDS = 3.0
"""About how long one core takes for a block of tables."""
_TRICK = 4
RULES, ASKED = "rules", "asked"

Counts = dict[str, dict[str, dict[str, list[int]]]]
"""By event, by part (rules or asked), by rule: how often it held, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How often each rule about hidden hands is right, and what it may therefore be said with.

    Rates are counted on events that teach or validate; what they allow to be said, surely or
    usually, is counted again on events for testing. The same for the suits that partner asks for
    with a double: how often experts lead them.

    Example: kibitz lab inferences --records human_players.jsonl.xz
    """

    records: Annotated[Sequence[Path], Said("Files of record lines.")]
    every: Annotated[
        int, Said("Read only one in so many lines that teach or validate.", bounds=(1, None))
    ] = 1
    table: Annotated[
        Path | None, Said("Write the rates to this file, which the package ships.")
    ] = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """The task as it is, with the part of every line."""

    task: Task
    parts: Sequence[int]

    @property
    def stages(self) -> list[Stage]:
        return [Stage(1 + len(self.parts) // BLOCK, 0, _SECONDS)]

    def clear(self) -> None:
        """Nothing is kept on the way."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read every line's event and deal, and so the part it belongs to."""
    reading = partial(watch, "reading records", None)
    events, deals = list[int](), list[int]()
    for line in _lines(task.records):
        said = json.loads(line)
        events.append(digest(event_named(str(said.get("event") or "")) or str(said.get("file"))))
        deals.append(digest(json.dumps(said.get("hands"), sort_keys=True)))
        reading(1)
    parts = parts_of_tables(np.array(events, np.uint64), np.array(deals, np.uint64))
    return Prepared(task, parts.tolist())


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Count every rule, write the table if asked, and hold what is said against the tests."""
    known: Counts = {"": {RULES: {}, ASKED: {}}}
    tested: Counts = {}
    tables = [0, 0]
    tell = begun(watch, "tables", 1 + len(ready.parts) // BLOCK)
    for found in engine.run(_counted, _blocks(ready), tell=tell):
        tables[found["tests"]] += found["tables"]
        _add(tested if found["tests"] else known, found["counts"])
    if not tables[True] or not tables[False]:
        raise UsageError("No table is left to count or to test on: too few events.")
    rates = _rates(known[""])
    if ready.task.table is not None:
        write_atomically(ready.task.table, rates.write().encode())
    rules = list(_rows(rates.rules, tested, RULES))
    return {
        "records": [cited(path) for path in ready.task.records],
        "learned": tables[False],
        "tested": tables[True],
        "events": len(tested),
        "readings": len(rates.rules),
        "said": [_all_of(rules, certainty) for certainty in ("surely", "usually")],
        "rows": rules,
        "asked": list(_rows(rates.asked, tested, ASKED, every=True)),
    }


def _lines(paths: Sequence[Path]) -> Iterator[bytes]:
    for path in paths:
        with path.open("rb") as packed:
            yield from (line for line in unpack(packed) if line.strip())


def _blocks(ready: Prepared) -> Iterator[tuple[bool, list[bytes]]]:
    """Lines in blocks: those that teach or validate, and those for testing."""
    waiting: dict[bool, list[bytes]] = {False: [], True: []}
    lines = zip(_lines(ready.task.records), ready.parts, strict=True)
    for number, (line, part) in enumerate(lines):
        tests = part == SplitPart.TESTS
        if not tests and number % ready.task.every:
            continue
        waiting[tests].append(line)
        if len(waiting[tests]) == BLOCK:
            yield tests, waiting[tests]
            waiting[tests] = []
    yield from ((tests, lines) for tests, lines in waiting.items() if lines)


def _counted(block: tuple[bool, list[bytes]]) -> dict[str, Any]:
    """The counts of a block; of events for testing, each event's apart."""
    tests, lines = block
    counts: Counts = {}
    tables = 0
    for record in read_stream(io.BytesIO(b"".join(lines)), name="tables.jsonl"):
        if isinstance(record, Record) and record.contract is not None:
            event = event_named(record.citation.event) or record.source.file
            of_event = counts.setdefault(event if tests else "", {RULES: {}, ASKED: {}})
            for part, rule, held in _tried(record):
                count = of_event[part].setdefault(rule, [0, 0])
                count[0] += held
                count[1] += 1
            tables += 1
    return {"tests": tests, "tables": tables, "counts": counts}


def _tried(record: Record) -> Iterator[tuple[str, str, bool]]:
    """Every reading at a table: whether it held. And a suit asked for: whether it was led."""
    contract, deal = record.contract, record.deal
    assert contract is not None
    told = list(every_rule(record.auction))
    if record.play:
        told += played(record.opening_state().after_all(record.play[:_TRICK]))
        one = asked(record.auction, contract.leader)
        if one is not None and deal[contract.leader].length(one.suit):
            yield ASKED, one.kind, record.play[0].suit is one.suit
    for each in told:
        for rule, statement in each.readings:
            yield RULES, rule, statement.holds(deal)


def _add(whole: Counts, some: Counts) -> None:
    for event, parts in some.items():
        mine = whole.setdefault(event, {RULES: {}, ASKED: {}})
        for part, rules in parts.items():
            for rule, (held, said) in rules.items():
                count = mine[part].setdefault(rule, [0, 0])
                count[0] += held
                count[1] += said


def _rates(counts: Mapping[str, Mapping[str, Sequence[int]]]) -> Rates:
    rules, suits = (
        {rule: RuleRate(*count) for rule, count in counts[part].items()} for part in (RULES, ASKED)
    )
    return Rates({rule: rate for rule, rate in rules.items() if rate.is_enough}, suits)


def _rows(
    rates: Mapping[str, RuleRate], tested: Counts, part: str, *, every: bool = False
) -> Iterator[dict[str, Any]]:
    """A row for each rule that may be said, with its rate on events for testing."""
    each = defaultdict[str, list[tuple[str, list[int]]]](list)
    for event, parts in tested.items():
        for rule, count in parts[part].items():
            each[rule].append((event, count))
    for rule, rate in sorted(rates.items()):
        if not every and rate.certainty is Certainty.UNSAID:
            continue
        values, groups = list[float](), list[str]()
        for event, (held, said) in each[rule]:
            values += [1.0] * held + [0.0] * (said - held)
            groups += [event] * said
        found = clustered(values, groups) if values else None
        yield {
            "rule": rule,
            "certainty": rate.certainty.value,
            "rate": rate.share,
            "count": rate.said,
            "tested": len(values),
            "tested_rate": None if found is None else found.mean,
            "within": None if found is None else found.within,
        }


def _all_of(rules: Sequence[dict[str, Any]], certainty: str) -> dict[str, Any]:
    """All that is said with one word, counted together on events for testing."""
    some = [one for one in rules if one["certainty"] == certainty]
    tested = sum(one["tested"] for one in some)
    held = sum(one["tested"] * one["tested_rate"] for one in some if one["tested"])
    bar = {"surely": 0.995, "usually": 0.9}[certainty]
    below = [
        one["rule"] for one in some
        if one["tested"] and one["tested_rate"] + (one["within"] or 0.0) < bar
    ]  # fmt: skip
    return {
        "certainty": certainty,
        "rules": len(some),
        "times": tested,
        "rate": held / tested if tested else None,
        "below": below,
    }
