"""A library of tables played at random, what was learned from it, and who advises from it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.learning import learn
from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cardplay.similarity.sights import DEFENCE
from kibitz.cardplay.store import Cases
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.places import Places
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.record import Citation, Players, Record, Source
from kibitz.runtime.arrays import unpack
from played import random_play


@cache
def untrained(seed: int) -> Similarity:
    """A small similarity that has learned nothing."""
    network = Network.drawn(np.random.default_rng(seed), width=16, layers=1, heads=2)
    return Similarity(network, unpack(FORM, network.packed(), name="untrained").digest[:12])


def write_untrained(file: Path, seed: int = 1) -> Path:
    """The file of such a similarity, for workers, who read it by its path."""
    network = replace(untrained(seed).network, about={"trust": [0.0, 1.0, 0.0]})
    file.write_bytes(network.packed())
    return file


@cache
def untrained_defence(seed: int) -> Similarity:
    """The like for defenders' decisions."""
    drawn = np.random.default_rng(seed)
    network = Network.drawn(drawn, width=16, layers=1, heads=2, sight=DEFENCE)
    return Similarity(network, unpack(FORM, network.packed(), name="untrained").digest[:12])


SIMILARITY = untrained(0)
DEFENDERS = untrained_defence(0)
CONTRACTS = ("3N", "4S", "2H", "5D", "6N")


def table(
    seed: int, contract: str = "3N", cards: int = 30, *, players: Players | None = None
) -> Record:
    """One table, played at random so far; no auction is recorded."""
    start, play = random_play(random.Random(seed), contract, cards)
    return recorded(start, play, str(seed), players or Players())


def recorded(start: Play, play: Sequence[Card], board: str, players: Players) -> Record:
    return Record(
        source=Source("made.lin", int(board) + 1),
        deal=start.deal,
        auction=Auction(Seat.NORTH),
        vulnerability=Vulnerability.NONE,
        contract=start.contract,
        play=tuple(play),
        citation=Citation(event="Made / Match", board=board, room="open", players=players),
    )


def tables(count: int, first: int = 0) -> list[Record]:
    """Tables of several contracts and lengths."""
    lengths = (20, 31, 44, 52)
    return [
        table(seed, CONTRACTS[seed % len(CONTRACTS)], lengths[seed % len(lengths)])
        for seed in range(first, first + count)
    ]


def fill(path: Path, records: Iterable[Record], name: str = "made.lin") -> None:
    """Put records into the library at *path*."""
    with Library.open(path) as library, library.writing() as writer:
        file = writer.begin_file(f"{name} {len(library)}".encode(), name)
        for record in records:
            writer.add(record, file)


def taught(path: Path, similarity: Similarity = SIMILARITY) -> Shelf[Cases]:
    """What can be learned from the library at *path*."""
    with Library.open(path) as library:
        learn(library, Places.of(path).cards, [similarity])
    return Shelf.open(Cases, Places.of(path).cards)


def memory(
    path: Path,
    records: Iterable[Record],
    *,
    is_house: bool = False,
    similarity: Similarity = SIMILARITY,
) -> CardMemory:
    """A library made of *records*, and its cases."""
    fill(path, records)
    return CardMemory(taught(path, similarity), path, is_house)


def adviser(path: Path, records: Iterable[Record]) -> CardAdviser:
    return CardAdviser(SIMILARITY, (memory(path, records),))


def adviser_of_all(path: Path, records: Iterable[Record]) -> CardAdviser:
    """Who advises every chair."""
    fill(path, records)
    with Library.open(path) as library:
        learn(library, Places.of(path).cards, [SIMILARITY, DEFENDERS])
    cases = CardMemory(Shelf.open(Cases, Places.of(path).cards), path)
    return CardAdviser(SIMILARITY, (cases,), defence=DEFENDERS)


def answered_card(record: Record, coach: CardAdviser) -> int:
    """The number of the first of declarer's cards to which precedents have something to say."""
    for state, _ in decisions(record.opening_state(), record.play):
        if is_real(state) and coach.ask(CardQuestion(state, record.auction, record)).precedents:
            return len(state.played) + 1
    raise AssertionError("nothing at this table is like what was learned")


def real_card(record: Record, at: int = 4) -> int:
    """The number of one of declarer's cards with a choice."""
    states = [state for state, _ in decisions(record.opening_state(), record.play)]
    return len([state for state in states if is_real(state)][at].played) + 1


SLIPPED = 4
"""The number of the slip: the ace to trick one, where experts play the four."""

WON_TOO_SOON = Record(
    source=Source("made.lin", 1),
    deal=Deal.parse("N:K72.52.A74.AQJ94 T965.983.9863.K3 A83.A64.KQ5.T852 QJ4.KQJT7.JT2.76"),
    auction=Auction.of(Seat.SOUTH, "1N P 3N P P P"),
    vulnerability=Vulnerability.NONE,
    contract=Contract.parse("3N by S"),
    play=tuple(map(Card.parse, ("HK", "H2", "H3", "HA"))),
)
"""Holding up would keep the defenders apart."""
