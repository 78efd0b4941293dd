"""The page about the starter library, docs/starter.md, from its result file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kibitz.bidding.calls.starter import HOUSE_CALLS
from kibitz.cardplay.starter import HOUSE_CASES
from kibitz.records.starter import HOUSE_FILE, HOUSE_OPENINGS
from kibitz.runtime.storage import write_atomically
from kibitz.sitting.house.calling import CALLING
from kibitz.sitting.house.playing import DEFENCE, LAYOUTS, LEADS, SURE, WEIGHED
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.house.starter import Task

PAGE = "starter.md"
KINDS = (
    Column("contract", "kind"),
    Column("tables", "tables", ","),
    Column("made", lambda row: f"{row['made'] / row['tables']:.0%}"),
)

_HOLDS = {
    HOUSE_FILE: "the match, as record lines",
    HOUSE_CASES: "what the similarities make of every card with a choice",
    HOUSE_CALLS: "what the network of calls makes of every call",
    HOUSE_OPENINGS: "deals opened by the [house rules](openings.md#the-house-rules)",
}


def write_page(task: Task, found: Mapping[str, Any], into: Path | None) -> None:
    """Write the page beside the library's files, if these are written."""
    if task.library is not None:
        write_atomically(task.library / PAGE, page(found).encode())


def page(found: Mapping[str, Any]) -> str:
    """The whole page, in Markdown."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    match = found["match"]
    yield f"""\
# The starter library

What a user finds before anything of his own was watched: a match that the house played against
itself, {match["deals"]:,} deals at two tables each. `kibitz lab starter` makes it, and this
page; all of it follows from one seed and is marked as the house's: `kind` is `generated`, every
player is *house*, and no answer from it speaks of experts. No record of a person is in it. What
the house knows it has from networks that were taught on games of experts, and they ship as
numbers.

| file in `kibitz/data` | bytes | what it holds |
|---|---:|---|"""
    for name, size in found["bytes"].items():
        yield f"| `{name}` | {size:,} | {_HOLDS[name]} |"
    yield from _played(match)
    yield from _how(found)


def _played(match: Mapping[str, Any]) -> Iterator[str]:
    yield f"""
`kibitz import` reads the first like any file of [record lines](formats.md). A board needs no
import: `starter:111` names it as it was played in the open room, `starter:111-closed` in the
closed room, as in `kibitz play starter:111 --card 2`. Every room answers from the match where
nothing of your own is close: cards for declarer, the opening lead and the defence, calls,
meanings, and what came next. Their library and memories are made in the cache when they are
first asked.

## What was played

{match["tables"]:,} tables, {match["different"]:,} of them different (where both rooms bid and
played alike they count once); {match["passed_out"]:,} passed out, {match["doubled"]:,} doubled;
{match["calls"]:,} calls. The rooms differ by {match["swing"]:.1f} IMPs a deal.
"""
    yield from table(KINDS, match["kinds"])


def _how(found: Mapping[str, Any]) -> Iterator[str]:
    yield f"""
How the house does beside experts, on deals of events that no network was taught on, stands in
[results](results.md#the-starter-library).

## How the house bids

Each player knows his hand and the calls before, and the network of calls says how likely an
expert's call each one is. All four open by the house rules, and the network is told so: it bids
as experts do who open like that. A call is taken by chance, its likelihood to the power of
{CALLING.power:g}; one with less than {CALLING.least:.0%} of the likeliest's chance is never
made. So the two rooms differ, as two tables of experts do. After three passes the last to speak
opens only what the rules open: deals that were passed out are not among those that the network was
taught on.

## How it plays

The card that the similarities foresee most of all is played, equal cards taken together. Where
that is less than {SURE:.0%} sure for declarer's side while the contract can still be made and
still be beaten, {WEIGHED} layouts of the hidden cards are weighed by the calls, {LAYOUTS} of
them are solved, and chances and tricks are joined as in every answer of Kibitz (`--lookahead`).
Defenders do not look ahead: it would change three of their cards in a hundred. Of several leads
chance takes one (none with less than {LEADS.least:.0%} of the likeliest's chance), and a
defender's card where two are nearly as likely (from {DEFENCE.least:.0%} on).

Nobody sees a hidden card: what a seat does not see is dealt anew in the tests, and it calls and
plays the same.

## Openings

{found["openings"]["cases"]:,} decisions on {found["openings"]["deals"]:,} deals by the
[house rules](openings.md#the-house-rules): they answer `kibitz open`, and the first call of
`kibitz call`, until you have learned from records of your own. They are still needed: of forty
hands of the books the match alone opens 38 as the books do, and these all forty.

## Making it again

    kibitz lab starter --jobs 2 --library starter

It takes about a quarter of an hour of one core, and says so beforehand (`--dry-run`). Finished
deals are kept in the cache until all are there, so that a run may be stopped and gone on with;
the files are the same, byte for byte, for any number of processes. `kibitz lab starter-cases`
describes the match anew where a network has changed."""
