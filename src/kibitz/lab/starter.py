"""The starter library: what a user finds before anything of his own is watched.

Run:      kibitz lab starter
Writes:   in the folder named: finished deals as they come, so that nothing is lost when it is
          stopped; the deals that made and the openings as record lines; the result file

Each deal follows from the seed and its number alone: any number of processes, and any number of
interruptions, give the same library.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.errors import SolverError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.workers import Answerer, Workers
from kibitz.lab.house_deals import HouseDeal, house_deal
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.journal import finished, keeping
from kibitz.lab.tables import declared
from kibitz.openings.rules import HOUSE_SYSTEM
from kibitz.records.record import Citation, Players, Record, ResultSource, Source
from kibitz.records.starter import HOUSE_DEALS

SEED = 1
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
    def parse(cls, line: str) -> Finished:
        told = json.loads(line)
        play = told["play"]
        cards = tuple(Card.parse(play[at : at + 2]) for at in range(0, len(play), 2))
        return cls(int(told["number"]), int(told["par"]), int(told["tricks"]), cards)

    def __str__(self) -> str:
        told = {"number": self.number, "par": self.par, "tricks": self.tricks}
        return json.dumps(told | {"play": "".join(map(str, self.cards))})


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


def journal(folder: Path, seed: int) -> Path:
    """Where finished deals are kept while others are still played."""
    return folder / f"house-3nt-{seed}.journal"


def finish(
    folder: Path,
    numbers: range,
    *,
    seed: int,
    jobs: int,
    advance: Callable[[], object] = lambda: None,
) -> list[Finished]:
    """Every deal of these numbers, those of the journal and those still to be played.

    A deal that kills the solver again and again is left out.
    """
    path = journal(folder, seed)
    found = {one.number: one for one in finished(path, Finished.parse)}
    missing = [number for number in numbers if number not in found]
    for _ in range(len(numbers) - len(missing)):
        advance()
    questions = (json.dumps({"seed": seed, "number": number}) for number in missing)
    workers = Workers(_load_house, jobs)
    try:
        with keeping(path) as keep:
            for answer in workers.answers(questions):
                advance()
                if not isinstance(answer, SolverError):
                    keep(answer)
                    one = Finished.parse(answer)
                    found[one.number] = one
    finally:
        workers.close()
    return [found[number] for number in numbers if number in found]


def _load_house() -> Answerer:
    """What a worker answers with: the whole of a deal, solved in the worker itself."""
    solver = DoubleDummy.unprotected()

    def answer(question: str) -> str:
        asked = json.loads(question)
        return str(played(asked["seed"], asked["number"], solver))

    return answer
