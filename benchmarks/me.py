"""How long does a report of my game take: a session of 24 boards, and a whole archive?

The memory is as large as one learned from 100,000 tables: three quarters of the house's match over
and over, a little changed, as `benchmarks/cardplay.py` makes it. The player's own tables are of the
other quarter, so that he plays about as people do and slips as rarely; they are reviewed from the
files of a library, in a new store, with as many processes for the solver as there are cores. What
takes the time is told apart from what is done once (opening the memory, the first machine code).

Run: python benchmarks/me.py [--cases 2700000] [--tables 1000] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardplay import asked_tables, house, spread
from kibitz.lab.harness.results import result_of, write_result
from kibitz.mygame.drills.cards import cards_from
from kibitz.mygame.experts import Experts
from kibitz.mygame.report import report
from kibitz.mygame.reviewing import open_reviewer, review_tables
from kibitz.mygame.sitting import Sitting, sittings
from kibitz.mygame.store import Store
from kibitz.records.players import Player
from kibitz.records.record import Players, Record

SESSION = 24
ARCHIVE = 10_000
PLAYER = Player("Me")


def seated_at(records: list[Record], count: int) -> list[Sitting]:
    """So many tables, the player in the South."""
    names = Players.of(("Partner", "East", "Me", "West"))
    his = [replace(one, citation=replace(one.citation, players=names)) for one in records]
    return sittings(his, PLAYER)[:count]


def timed(seated: list[Sitting], library: Path, store: Path) -> dict[str, Any]:
    """Seconds until the reviewer is ready, and for the report of these tables."""
    begun = time.perf_counter()
    with Store.open(store) as kept, open_reviewer(seated, library) as (reviewer, version):
        ready = time.perf_counter()
        reviewed = review_tables(seated, PLAYER, kept, reviewer, version)
        kept.add_cards(PLAYER.key, cards_from(reviewed))
        made = report(reviewed, PLAYER, Experts.shipped())
        str(made)
    ended = time.perf_counter()
    return {
        "tables": len(seated),
        "decisions": made.total.mine.decisions,
        "departures": made.departures,
        "slips": made.total.mine.slips,
        "opening": round(ready - begun, 2),
        "seconds": round(ended - begun, 2),
        "a_table": round((ended - ready) / len(seated), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2_700_000)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library.kibitz"
        shelf = house()
        spread(library, shelf, given.cases)
        tables = asked_tables(shelf)
        rows = [
            {
                "what": what,
                **timed(seated_at(tables, count), library, Path(folder) / f"{what}.kibitz"),
            }
            for what, count in (("first", SESSION), ("session", SESSION), ("archive", given.tables))
        ]
    found = {
        "cases": given.cases,
        "rows": rows,
        "archive_minutes": round(ARCHIVE * rows[-1]["a_table"] / 60, 1),
    }
    result = result_of("mygame-speed", found, seed=0)
    if given.into is not None:
        write_result(given.into, result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
