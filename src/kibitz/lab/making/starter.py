"""The starter library: what a user finds before anything of his own is watched.

Run:      kibitz lab starter --library FOLDER
Writes:   in FOLDER the deals that made and the openings as record lines; the result file where
          asked; in the cache finished deals as they come, so that nothing is lost when it stops

Each deal follows from the seed and its number alone: any number of processes, and any number of
interruptions, give the same library.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kibitz.bidding.openings.rules import HOUSE_SYSTEM
from kibitz.errors import SolverError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import declared
from kibitz.games.bridge.solving import solving
from kibitz.lab.making.house_deals import HouseDeal, house_deal
from kibitz.lab.making.house_player import HousePlayer
from kibitz.records.record import Citation, Players, Record, ResultSource, Source
from kibitz.records.starter import HOUSE_DEALS
from kibitz.runtime.parts import NOT_KEPT, Parts
from kibitz.runtime.provenance import parts_of
from kibitz.runtime.running import Engine, Stage

SEED = 1
SECONDS_A_DEAL = 1.7
"""That a deal takes one core, about."""
EVENT = "Kibitz house deals"
DECLARER, DEFENDER = "house player", "double dummy"


@dataclass(frozen=True, slots=True)
class Finished:
    """One deal played out; *par* is what declarer takes when everybody sees all four hands."""

    number: int
    par: int
    tricks: int
    cards: tuple[Card, ...]

    @property
    def made(self) -> bool:
        return self.tricks >= 9

    @property
    def lost(self) -> int:
        """Tricks that declarer gave away; the defenders never do."""
        return self.par - self.tricks

    @classmethod
    def of(cls, part: Mapping[str, Any]) -> Finished:
        play = part["play"]
        cards = tuple(Card.parse(play[at : at + 2]) for at in range(0, len(play), 2))
        return cls(part["number"], part["par"], part["tricks"], cards)

    def plain(self) -> dict[str, Any]:
        """The same as plain JSON."""
        counts = {"number": self.number, "par": self.par, "tricks": self.tricks}
        return counts | {"play": "".join(map(str, self.cards))}


def dealt(seed: int, number: int) -> HouseDeal:
    """The deal of that number."""
    return house_deal(random.Random(f"{seed} {number}"))


def played(seed: int, number: int, solver: DoubleDummy) -> Finished:
    """The deal of that number, declared and defended."""
    board = dealt(seed, number)
    start = Play.start(board.deal, board.contract)
    rng = random.Random(f"{seed} {number} defence")
    end = declared(start, board.auction, HousePlayer(solver, seed), solver, rng)
    return Finished(number, solver.solve(start).best, end.declarer_tricks, end.played)


def record_of(seed: int, deal: Finished) -> Record:
    """The record of a finished deal, marked as the house's."""
    board = dealt(seed, deal.number)
    declarer = board.contract.declarer
    names = [DECLARER if seat.is_with(declarer) else DEFENDER for seat in Seat]
    return Record(
        source=Source(HOUSE_DEALS.removesuffix(".gz"), deal.number),
        deal=board.deal,
        auction=board.auction,
        vulnerability=board.vulnerability,
        contract=board.contract,
        play=deal.cards,
        tricks=deal.tricks,
        result_source=ResultSource.PLAY,
        citation=Citation(
            event=EVENT,
            board=str(deal.number),
            players=Players(*names),
            kind="generated",
            system=HOUSE_SYSTEM,
        ),
    )


def finish(
    numbers: range,
    *,
    seed: int,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> list[Finished]:
    """Every deal of these numbers; *parts* keeps those that are finished.

    A deal over which the solver dies again and again is left out.
    """
    parted = (engine or Engine()).run(partial(_played, seed), numbers, tell=tell, parts=parts)
    found = [Finished.of(one) for one in parted if one is not None]
    if not found:
        raise SolverError("the solver died over every deal")
    return found


def parts(seed: int) -> Parts:
    """Where finished deals are kept while others are still played."""
    return parts_of("starter", seed)


def stage(numbers: range, seed: int) -> Stage:
    """How much there is to do."""
    kept = parts(seed)
    done = sum(kept.find(number) is not NOT_KEPT for number in numbers)
    return Stage(len(numbers), done, SECONDS_A_DEAL)


def _played(seed: int, number: int) -> dict[str, Any] | None:
    with solving() as solver:
        try:
            return played(seed, number, solver).plain()
        except SolverError:
            return None
