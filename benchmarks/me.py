"""How long does a report of my game take: a session of 24 boards, and a whole archive?

The memory is as large as one learned from 100,000 tables: three quarters of the house's match over
and over, a little changed, as `benchmarks/cardplay.py` makes it. The player is whoever sat at most
tables of the file named, in events that nothing was learned from: people leave what experts agree
on, and each time that is looked at closely. Without a file the tables are of the match's other
quarter, where the house hardly departs from itself. They are reviewed in a new store, with as many
processes for the solver as there are cores; a session is asked for twice, the first time with all
that is done once (the first machine code).

Run: python benchmarks/me.py [FILE] [--cases 2700000] [--tables 1000] [--into FOLDER]
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
from kibitz.asking import Kibitz
from kibitz.mygame.drills.cards import cards_from
from kibitz.mygame.experts import Experts
from kibitz.mygame.report import report
from kibitz.mygame.reviewing import open_reviewer, review_tables
from kibitz.mygame.sitting import Sitting, sittings
from kibitz.mygame.store import PracticeStore
from kibitz.places import Places
from kibitz.records.players import Player
from kibitz.records.record import Players, Record
from kibitz_lab.harness.results import result_of, write_result
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.mygame.tables import by_player, unlearned

SESSION = 24
ARCHIVE = 10_000
PLAYER = Player("Me")


def seated_at(records: list[Record], count: int) -> list[Sitting]:
    """So many tables, the player in the South."""
    names = Players.of(("Partner", "East", "Me", "West"))
    his = [replace(one, citation=replace(one.citation, players=names)) for one in records]
    return sittings(his, PLAYER)[:count]


def busiest(path: Path, count: int) -> tuple[Player, list[Sitting]]:
    """Who sat at most tables, and the last so many of them."""
    players = by_player(
        unlearned([path], (SplitPart.TESTS, SplitPart.VALIDATES), lambda done: None)
    )
    name, seated = max(players.items(), key=lambda one: len(one[1]))
    return Player(name), seated[-count:]


def timed(player: Player, seated: list[Sitting], library: Path, store: Path) -> dict[str, Any]:
    """Seconds until the reviewer is ready, and for the report of these tables."""
    begun, k = time.perf_counter(), Kibitz(Places.of(library))
    with (
        PracticeStore.open(store) as kept,
        open_reviewer(seated, k.cards, k.calls) as (reviewer, version),
    ):
        ready = time.perf_counter()
        reviewed = review_tables(seated, player, kept, reviewer, version)
        kept.add_cards(player.key, cards_from(reviewed))
        made = report(reviewed, player, Experts.shipped())
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
    parser.add_argument("records", type=Path, nargs="?")
    parser.add_argument("--cases", type=int, default=2_700_000)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library.kibitz"
        shelf = house()
        spread(library, shelf, given.cases)
        if given.records is None:
            player, seated = PLAYER, seated_at(asked_tables(shelf), given.tables)
        else:
            player, seated = busiest(given.records, given.tables)
        rows = [
            {
                "what": what,
                **timed(player, seated[:count], library, Path(folder) / f"{what}.kibitz"),
            }
            for what, count in (("first", SESSION), ("session", SESSION), ("archive", given.tables))
        ]
    found = {
        "cases": given.cases,
        "rows": rows,
        "archive_minutes": round(ARCHIVE * rows[-1]["a_table"] / 60, 1),
    }
    records = [given.records] if given.records else []
    result = result_of("mygame-speed", found, seed=0, records=records)
    if given.into is not None:
        write_result(given.into, result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
