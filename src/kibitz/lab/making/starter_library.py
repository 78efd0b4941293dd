"""The files of the starter library, and the result file that reports on them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kibitz.bidding.openings.cases import cases_of
from kibitz.cardplay.scoring import is_real
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.play import Play
from kibitz.lab.harness.statistics import Estimate
from kibitz.lab.making.house_openings import house_records
from kibitz.lab.making.starter import Finished, dealt, record_of
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Record
from kibitz.records.starter import HOUSE_DEALS, HOUSE_OPENINGS
from kibitz.runtime.storage import write_atomically

OPENINGS = 20_200
"""How many deals of openings ship."""


def make(
    folder: Path | None, finished: Sequence[Finished], *, seed: int, openings: int
) -> dict[str, Any]:
    """The deals that made and *openings* deals that are opened or passed out; what is to be said.

    Their files are written into *folder*, where one is named.
    """
    made = [record_of(seed, one) for one in finished if one.made]
    opened = house_records(openings, seed=seed)
    packed = {HOUSE_DEALS: _packed(made), HOUSE_OPENINGS: _packed(opened)}
    if folder is not None:
        for name, content in packed.items():
            write_atomically(folder / name, content)
    return {
        "deals": _played(seed, finished),
        "openings": _opened(opened),
        "bytes": {name: len(content) for name, content in packed.items()},
    }


def _packed(records: Iterable[Record]) -> bytes:
    """Record lines, compressed to the same bytes whenever they are the same records."""
    return gzip.compress("".join(write_lines(records)).encode(), 9, mtime=0)


def _played(seed: int, finished: Sequence[Finished]) -> dict[str, Any]:
    real = [_real_decisions(seed, one) for one in finished]
    lost = [float(one.lost) for one in finished]
    made = Estimate.of([float(one.made) for one in finished])
    a_deal = Estimate.of(lost)
    return {
        "played": len(finished),
        "made": sum(one.made for one in finished),
        "made_rate": made.mean,
        "made_rate_within": made.within,
        "makeable": sum(one.par >= 9 for one in finished),
        "lost_a_deal": a_deal.mean,
        "lost_a_deal_within": a_deal.within,
        "real_decisions": sum(real),
        "lost_a_real_decision": sum(lost) / sum(real),
    }


def _real_decisions(seed: int, finished: Finished) -> int:
    board = dealt(seed, finished.number)
    state, count = Play.start(board.deal, board.contract), 0
    for card in finished.cards:
        count += state.turn.is_with(board.contract.declarer) and is_real(state)
        state = state.after(card)
    return count


def _opened(records: Sequence[Record]) -> dict[str, Any]:
    calls = [case.call for case in cases_of(records)]
    bids = [str(call) for call in calls if call is not Sign.PASS]
    return {
        "deals": len(records),
        "cases": len(calls),
        "bids": len(bids),
        "by_call": {name: bids.count(name) for name in sorted(set(bids))},
    }
