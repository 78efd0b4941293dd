"""Each method's call at many decisions, and its first three choices."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import NONE, PASS, Bools, Bytes, call_of, number_of
from kibitz.bidding.calls.likeness.decisions import NO_DECISION, CallKind, codes, kinds
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.vote import PendingCall, vote
from kibitz.bidding.judging.experts import VULNERABLE
from kibitz.bidding.openings.question import Colours
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.checking import forget
from kibitz.bidding.systems.file import house_system
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz_lab.calls.rule import CallerTurn, by_rules
from kibitz_lab.calls.sample import CallTables, ForeseenCalls
from kibitz_lab.harness.splits import Digests
from kibitz_lab.harness.study import StageWatch, begun

PASSES, NATURAL, RULES, EXPERTS, NETWORK, LEARNED, BOTH = METHODS = (
    "pass", "natural", "rules", "experts", "network", "learned", "rules+cases",
)  # fmt: skip
KNOWING = (NETWORK, LEARNED, BOTH)
"""Methods that are asked twice: with what we know about the pairs, and without."""

_STEP = 256


@dataclass(frozen=True, slots=True, eq=False)
class GivenCalls:
    """A method's calls at some decisions, beside the experts'; `NONE` where it declines."""

    method: str
    known: bool
    kinds: Bytes
    chosen: Bytes
    groups: Digests
    """The event of each decision; the deal, where all are of one event."""
    calls: Bytes
    first: Bytes | None = None
    """(n, 3): its first three choices, if it ranks several."""
    sure: npt.NDArray[np.float64] | None = None


def always_pass(asked: ForeseenCalls, tables: CallTables) -> GivenCalls:
    calls = np.full(len(asked), PASS, np.uint8)
    return GivenCalls(PASSES, False, asked.kinds, asked.chosen, tables.groups[asked.table], calls)


def natural(asked: ForeseenCalls, tables: CallTables) -> GivenCalls:
    """The calls of a page of natural bidding."""
    found = np.empty(len(asked), np.uint8)
    for row, (table, place) in enumerate(zip(asked.table, asked.place, strict=True)):
        sides = int(tables.auctions.vulnerable[table])
        colours = Colours((sides >> place % 2 & 1) + 2 * (sides >> (place + 1) % 2 & 1))
        calls = tables.auctions.calls[table, :place].tolist()
        hand = _hand(tables, table, place)
        found[row] = by_rules(CallerTurn(hand, calls, colours, asked.legal[row]))
    return GivenCalls(NATURAL, False, asked.kinds, asked.chosen, tables.groups[asked.table], found)


_BITS = np.left_shift(np.uint64(1), np.arange(52, dtype=np.uint64))


def _hand(tables: CallTables, table: int, place: int) -> Hand:
    return Hand(int(_BITS[tables.auctions.owners[table] == place % 4].sum()))


def ruled(asked: ForeseenCalls, tables: CallTables, watch: StageWatch) -> tuple[GivenCalls, Bools]:
    """The calls of the house system, which passes where no rule applies, and where one does."""
    system = house_system()
    found, spoken = np.empty(len(asked), np.uint8), np.zeros(len(asked), np.bool_)
    telling = begun(watch, "asking rules", -(-len(asked) // _STEP))
    for row, (table, place) in enumerate(zip(asked.table, asked.place, strict=True)):
        heard = tables.auctions.calls[table, :place].tolist()
        auction = Auction(Seat.NORTH, tuple(map(call_of, heard)))
        sides = int(tables.auctions.vulnerable[table])
        colours = VULNERABLE[bool(sides & 1), bool(sides & 2)]
        decision = bids(system, _hand(tables, table, place), auction, colours)
        found[row], spoken[row] = number_of(decision.call), decision.rule != NO_RULE
        forget(system)
        if row % _STEP == _STEP - 1 or row == len(asked) - 1:
            telling()
    given = GivenCalls(RULES, False, asked.kinds, asked.chosen, tables.groups[asked.table], found)
    return given, spoken


def rules_first(rules: GivenCalls, spoken: Bools, cases: GivenCalls) -> GivenCalls:
    """The rule's call where one applies, followed by the cases' choices; elsewhere the cases'."""
    assert cases.first is not None
    first = cases.first.copy()
    for row in np.flatnonzero(spoken).tolist():
        others = [call for call in cases.first[row].tolist() if call != rules.calls[row]]
        first[row] = [int(rules.calls[row]), *others[:2]]
    return replace(cases, method=BOTH, calls=first[:, 0], first=first, sure=None)


def another_expert(tables: CallTables, seed: int) -> GivenCalls:
    """The call of an expert at another table, with the same hand after the same calls."""
    rng = np.random.default_rng(seed)
    of_places, calls = kinds(tables.auctions.calls), tables.auctions.calls
    met: dict[tuple[int, bytes], list[tuple[int, int]]] = {}
    for table, place in zip(*np.nonzero(of_places != NO_DECISION), strict=True):
        point = int(tables.deals[table]), calls[table, :place].tobytes()
        met.setdefault(point, []).append((table, place))
    pairs = [
        (*one, *same[(at + 1 + int(rng.integers(len(same) - 1))) % len(same)])
        for same in met.values()
        if len(same) > 1
        for at, one in enumerate(same)
    ]
    table, place, other, there = np.array(pairs, np.int64).reshape(-1, 4).T
    chosen, answer = calls[table, place], calls[other, there]
    return GivenCalls(EXPERTS, False, of_places[table, place], chosen, tables.groups[table], answer)


def foreseen(
    network: CallNetwork, asked: ForeseenCalls, tables: CallTables, known: Bools
) -> GivenCalls:
    """The network's own calls; *known* says where anything is known about the caller's pair."""
    order = np.argsort(-asked.chances, axis=1, kind="stable")[:, :3].astype(np.uint8)
    return _judged(NETWORK, network, asked, tables, order, known)


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    """The decisions that vote."""

    codes: Bytes
    calls: Bytes


def precedents(
    network: CallNetwork,
    asked: ForeseenCalls,
    tables: CallTables,
    known: Bools,
    lessons: ForeseenCalls,
    watch: StageWatch,
) -> GivenCalls:
    """The vote of the nearest decisions of the same kind."""
    learned = _Learned(codes(lessons.chances), lessons.chosen)
    questions = codes(asked.chances)
    of_kind = [np.flatnonzero(lessons.kinds == kind) for kind in CallKind]
    order = np.full((len(asked), 3), NONE, np.uint8)
    telling = begun(watch, "asking precedents", -(-len(asked) // _STEP))
    for row in range(len(asked)):
        question = PendingCall(questions[row], asked.legal[row], asked.chances[row])
        election = vote(question, learned, of_kind[asked.kinds[row]])
        if election is not None:
            best = election.order[:3]
            order[row, : len(best)] = best
        if row % _STEP == _STEP - 1 or row == len(asked) - 1:
            telling()
    return _judged(LEARNED, network, asked, tables, order, known)


def _judged(
    method: str,
    network: CallNetwork,
    asked: ForeseenCalls,
    tables: CallTables,
    order: Bytes,
    known: Bools,
) -> GivenCalls:
    calls = order[:, 0]
    chances = asked.chances[np.arange(len(asked)), calls]
    weighed = zip(chances.tolist(), asked.kinds.tolist(), known.tolist(), strict=True)
    sure = [network.confidence(chance, kind, known=one) for chance, kind, one in weighed]
    groups = tables.groups[asked.table]
    knows = bool(known.any())
    return GivenCalls(
        method, knows, asked.kinds, asked.chosen, groups, calls, order, np.array(sure, np.float64)
    )
