"""The files of the starter library, and their summary."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.bidding.calls import starter as calls_starter
from kibitz.bidding.openings.cases import cases_of
from kibitz.cardplay import starter as cards_starter
from kibitz.cardplay.learning import shipped
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Sign, Strain
from kibitz.games.bridge.scoring import imps, score
from kibitz.places import Places
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Record
from kibitz.records.starter import HOUSE_FILE, HOUSE_OPENINGS, pressed
from kibitz.runtime.running import Engine, Watch, unwatched
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness import study
from kibitz_lab.house.matches import Finished
from kibitz_lab.house.starter import Prepared, finish, records_of
from kibitz_lab.making.house_openings import house_records

OPENINGS = 20_200
"""The number of opened deals that ship."""

Match = Sequence[tuple[Finished, Finished]]


def run(ready: Prepared, *, engine: Engine, watch: study.StageWatch) -> study.Found:
    """Play the match, open the other deals, and write both if a folder is named."""
    task, deals = ready.task, ready.deals
    tell = study.begun(watch, "tasks of eight deals", ready.stages[0].tasks)
    match = finish(deals, seed=task.seed, engine=engine, parts=ready.parts, tell=tell)
    return make(
        task.library,
        match,
        seed=task.seed,
        openings=task.openings or OPENINGS,
        engine=engine,
        watch=study.reached(watch, "tables"),
    )


def make(
    folder: Path | None,
    match: Match,
    *,
    seed: int,
    openings: int,
    engine: Engine | None = None,
    watch: Watch = unwatched,
) -> dict[str, Any]:
    """Summarise the match and *openings* deals opened by the rules.

    If a *folder* is named, their files are written into it, with the networks' descriptions of the
    match.
    """
    records = records_of(match)
    opened = house_records(openings, seed=seed)
    content = pressed(_lines(records))
    files = {
        HOUSE_FILE: content,
        **(describe(content, engine, watch) if folder is not None else {}),
        HOUSE_OPENINGS: gzip.compress(_lines(opened), 9, mtime=0),
    }
    if folder is not None:
        for name, one in files.items():
            write_atomically(folder / name, one)
    return {
        "match": summary(match, records),
        "openings": _opened(opened),
        "bytes": {name: len(one) for name, one in files.items()},
    }


def describe(
    content: bytes, engine: Engine | None = None, watch: Watch = unwatched
) -> dict[str, bytes]:
    """The shipped networks' descriptions of a match, as the files to ship beside it."""
    places = Places.of()
    cards = cards_starter.make_house_memory(places, content, shipped(), watch=watch, engine=engine)
    calls = calls_starter.make_house_memory(places, content, watch=watch, engine=engine)
    if calls is None or calls.memory.shelf is None:
        raise UsageError("No table of this match was bid and played.")
    return {
        cards_starter.HOUSE_CASES: cards_starter.PACK.pack(cards.shelf),
        calls_starter.HOUSE_CALLS: calls_starter.PACK.pack(calls.memory.shelf),
    }


def _lines(records: Iterable[Record]) -> bytes:
    return "".join(write_lines(records)).encode()


def summary(match: Match, records: Sequence[Record]) -> dict[str, Any]:
    """What was played, by kind of contract, and how much the rooms differ."""
    ends = [one for both in match for one in both]
    played = [(r, r.contract, r.tricks) for r in records]
    kinds: dict[str, list[int]] = {}
    for _, contract, tricks in played:
        if contract is not None and tricks is not None:
            over = tricks - contract.target
            kinds.setdefault(_kind(contract.bid.level, contract.bid.strain), []).append(over)
    swings = [abs(imps(one - other)) for one, other in map(_scores, match)]
    return {
        "deals": len(match),
        "tables": len(ends),
        "different": len({(r.deal, r.auction, r.play) for r in records}),
        "passed_out": sum(contract is None for _, contract, _ in played),
        "doubled": sum(c is not None and c.doubling > 0 for _, c, _ in played),
        "calls": sum(len(one.auction.calls) for one in ends),
        "kinds": [
            {
                "kind": kind,
                "tables": len(kinds[kind]),
                "made": sum(over >= 0 for over in kinds[kind]),
            }
            for kind in _KINDS
            if kind in kinds
        ],
        "swing": sum(swings) / len(swings),
    }


_KINDS = (
    *("no-trump, part score", "suit, part score"),
    *("no-trump, game", "major, game", "minor, game", "slam"),
)


def _kind(level: int, strain: Strain) -> str:
    if level >= 6:
        return "slam"
    if strain is Strain.NOTRUMP:
        return "no-trump, game" if level >= 3 else "no-trump, part score"
    if strain >= Strain.HEARTS:
        return "major, game" if level >= 4 else "suit, part score"
    return "minor, game" if level == 5 else "suit, part score"


def _scores(both: tuple[Finished, Finished]) -> tuple[int, int]:
    """North-South's scores in the two rooms."""
    one, other = (score_of(end) for end in both)
    return one, other


def score_of(end: Finished) -> int:
    """North-South's score at the end of a table."""
    contract = end.auction.contract
    if contract is None or end.tricks is None:
        return 0
    own = score(contract, end.tricks, end.board.vulnerability)
    return own if contract.declarer % 2 == 0 else -own


def _opened(records: Sequence[Record]) -> Mapping[str, Any]:
    calls = [case.call for case in cases_of(records)]
    bids = Counter(str(call) for call in calls if call is not Sign.PASS)
    return {
        "deals": len(records),
        "cases": len(calls),
        "bids": bids.total(),
        "by_call": dict(sorted(bids.items())),
    }
