"""From the tables of a library to the index of auctions; only new tables are read."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np

from kibitz.explorer.question import passes_before_opening
from kibitz.explorer.store import (
    A_PART,
    CODES,
    NO_LEAD,
    NO_SCORE,
    ROW,
    UNKNOWN,
    parts_done,
    save_part,
)
from kibitz.games.bridge.auction import CALLS, Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.scoring import score
from kibitz.records.library import Library
from kibitz.runtime.running import Watch, unwatched

FEWEST_CARDS = 20
"""The number of played cards that proves that people sat there and bid."""

_ROOMS = {"open": 1, "closed": 2}
_NEW = """
SELECT sources.id, deal, dealer, vulnerability, auction, contract, declarer,
       length(play) / 2, substr(play, 1, 2), tricks, origin, file, event, board, room,
       north, east, south, west, conflicts
FROM sources JOIN tables ON tables.id = table_id
WHERE sources.id BETWEEN ? AND ? AND NOT EXISTS (
    SELECT 1 FROM sources AS earlier
    WHERE earlier.table_id = sources.table_id AND earlier.id < sources.id
      AND (contract IS NOT NULL OR (
        earlier.north, earlier.east, earlier.south, earlier.west
      ) = (sources.north, sources.east, sources.south, sources.west)))
ORDER BY sources.id
"""
"""A table that is in two files counts once; a board passed out in both rooms counts twice."""


def learn(library: Library, watch: Watch = unwatched) -> None:
    """Bring the index up to date; after a kill, it continues where it stopped."""
    done = parts_done(library)
    [[last]] = library.tally("SELECT coalesce(max(id), -1) FROM sources")
    for part in range(last // A_PART + 1):
        until = min(last, (part + 1) * A_PART - 1)
        if done.get(part, -1) < until:
            _learn_part(library, part, until)
        watch(until, last)


def _learn_part(library: Library, part: int, last: int) -> None:
    tables = library.tally(_NEW, part * A_PART, last)
    described = [_described(*table) for table in tables]
    rows = np.array([row for row, _ in described], ROW)
    calls = b"".join(spoken for _, spoken in described)
    events = [table[12] for table in tables]
    players = [_from_dealer(table[15:19], Seat.parse(table[2])) for table in tables]
    save_part(library, part, last, rows, calls, events, players)


def _described(
    source: int,
    deal: str,
    dealer_letter: str,
    vulnerability: str,
    auction: str,
    contract: str | None,
    declarer: str | None,
    cards: int,
    led: str,
    tricks: int | None,
    *cited: str,
) -> tuple[tuple[Any, ...], bytes]:
    """The row of a table, without names, and its calls as numbers."""
    dealer = Seat.parse(dealer_letter)
    origin, file, _, board, room, *_, conflicts = cited
    known = hashlib.blake2b(
        repr((origin, file, board, deal, dealer_letter, vulnerability)).encode(), digest_size=8
    )
    words = auction.split()
    hands = [Hand.parse(hand) for hand in deal.removeprefix("N:").split()]
    around = _from_dealer(hands, dealer)
    result = NO_SCORE if contract is not None or not words else 0
    margin, place = UNKNOWN, 0
    if contract is not None and declarer is not None:
        place = (Seat.parse(declarer) - dealer) % 4
        if tricks is not None:
            own, margin = _outcome(contract, declarer, vulnerability, tricks)
            result = -own if place % 2 else own
    passed_out = contract is None and bool(words)
    was_bid = passed_out or (bool(words) and cards >= FEWEST_CARDS)
    lead = Card.parse(led) if led else None
    row = (
        source,
        int.from_bytes(known.digest(), "little", signed=True),
        _ROOMS.get(room.lower(), 0),
        result,
        was_bid and "contract" not in conflicts.split(),
        len(words),
        passes_before_opening(tuple(map(CALLS.__getitem__, words))),
        int(dealer),
        _vulnerable(vulnerability, dealer),
        [(hand.points, *hand.shape) for hand in around],
        place,
        margin,
        NO_LEAD if lead is None else 13 * lead.suit + lead.rank - 2,
        0 if lead is None else around[(place + 1) % 4].holding(lead.suit),
        0,
        (0, 0, 0, 0),
    )
    return row, bytes(CODES[word] for word in words)


@cache  # there are a few thousand, and each recurs many times
def _outcome(contract: str, declarer: str, vulnerability: str, tricks: int) -> tuple[int, int]:
    """The score of declarer's side, and the tricks over the contract."""
    played = Contract.named(contract, Seat.parse(declarer))
    return (
        score(played, tricks, Vulnerability.parse(vulnerability)),
        tricks - played.target,
    )


@cache
def _vulnerable(vulnerability: str, dealer: Seat) -> int:
    sides = Vulnerability.parse(vulnerability)
    return sides.includes(dealer) + 2 * sides.includes(dealer.next)


def _from_dealer(four: Any, dealer: Seat) -> tuple[Any, ...]:
    """Four values of the seats, North first, reordered to start with the dealer."""
    return (*four[dealer:], *four[:dealer])
