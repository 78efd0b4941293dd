"""The house against itself with one part exchanged: a table of strength, in IMPs a board.

Run:      kibitz lab match --boards 200
Writes:   match.json, from which docs/results.md is made
Method:   every board is played in both rooms over the table-manager protocol; the home team sits
          North-South in the open room. Intervals are over boards
Departs:  no program but Kibitz's own plays here; who knows all hands is no player
Splits:   none is needed: the boards are dealt, and nothing is learned from them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, Any, TypeAlias

from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import imps
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.seats.advisers import HouseSeat, adviser_named
from kibitz.seats.boards import BoardToPlay, dealt
from kibitz.seats.kept import KeptBoards, score_of
from kibitz.seats.match import ROOMS, MatchTeam, play_match
from kibitz.seats.member import SeatAdviser
from kibitz.sitting.coached import DealStage
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.sight import SeenDeal
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun

SECONDS_A_BOARD = 6.0
"""About how long one core takes for a board of one match, both rooms."""


class AllHandsSeat(HouseSeat):
    """The house's calls, and the best card with all hands seen; among equals, the house's card."""

    def __init__(self, house: HousePlayer, board: BoardToPlay, solver: DoubleDummy) -> None:
        super().__init__(house)
        self._board, self._solver = board, solver

    def chooses(self, seen: SeenDeal) -> Call | Card:
        quick = super().chooses(seen)
        if seen.stage is DealStage.BIDDING or seen.contract is None:
            return quick
        state = Play.start(self._board.deal, seen.contract).after_all(seen.played)
        best = self._solver.solve(state).best_cards
        return quick if quick in best else min(best)


Sits: TypeAlias = Callable[[BoardToPlay, DoubleDummy], SeatAdviser]


def _looks_ahead(board: BoardToPlay, solver: DoubleDummy) -> SeatAdviser:
    return adviser_named("house", solver)


def _quick(board: BoardToPlay, solver: DoubleDummy) -> SeatAdviser:
    return adviser_named("quick", solver)


def _by_rules(board: BoardToPlay, solver: DoubleDummy) -> SeatAdviser:
    return adviser_named("quick", solver, "house system")


def _sees_all(board: BoardToPlay, solver: DoubleDummy) -> SeatAdviser:
    return AllHandsSeat(HousePlayer.shipped(), board, solver)


MATCHES: dict[str, tuple[str, Sits, str, Sits]] = {
    "lookahead": ("the house", _looks_ahead, "the house without lookahead", _quick),
    "rules": (
        "the house without lookahead",
        _quick,
        "written rules for calls, the same cards",
        _by_rules,
    ),
    "all hands": (
        "the house without lookahead",
        _quick,
        "the same calls, cards with all hands seen",
        _sees_all,
    ),
}
"""By name: the home team and the visitors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The house against itself without lookahead, with written rules, and against all hands seen.

    What looking ahead is worth, what the learned calls are worth beside written rules, and how much
    is left to gain in card play: IMPs a board.

    Example: kibitz lab match --boards 20
    """

    boards: Annotated[int, Said("How many boards a match.", bounds=(2, 100_000))] = 200
    against: Annotated[
        Sequence[str], Said("Only this match: lookahead, rules or 'all hands'.")
    ] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The matches, and where finished boards are kept."""

    task: Task
    matches: Sequence[str]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        number = self.task.boards * len(self.matches)
        return [Stage(number, len(self.parts), SECONDS_A_BOARD)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Nothing is read."""
    for name in task.against:
        if name not in MATCHES:
            raise UsageError(f"There is no match {name!r}, only {', '.join(MATCHES)}.")
    matches = [name for name in MATCHES if not task.against or name in task.against]
    return Prepared(task, matches, parts_of("match", task.seed))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Play the boards that are not finished yet."""
    task = ready.task
    boards = list(islice(dealt(task.seed), task.boards))
    asked = [(name, board) for board in boards for name in ready.matches]
    tell = begun(watch, "boards", len(asked))
    found = list(
        engine.run(_played, asked, tell=tell, parts=ready.parts, key=lambda one: _key(*one))
    )
    return {
        "boards": task.boards,
        "matches": [
            _row(name, [one for (match, _), one in zip(asked, found, strict=True) if match == name])
            for name in ready.matches
        ],
    }


def _key(name: str, board: BoardToPlay) -> str:
    return f"{name} {board.number}"


def _played(asked: tuple[str, BoardToPlay]) -> dict[str, Any]:
    """One board of one match, in both rooms; plain JSON."""
    name, board = asked
    home, home_sits, away, away_sits = MATCHES[name]
    with solving() as solver:
        teams = (
            MatchTeam(home, partial(home_sits, board, solver)),
            MatchTeam(away, partial(away_sits, board, solver)),
        )
        kept = KeptBoards(None)
        play_match([board], *teams, kept, "match")
    mine, theirs = (kept.find(board.number, room) for room in ROOMS)
    if mine is None or theirs is None:
        return {"imps": None}
    return {
        "imps": imps(score_of(mine) - score_of(theirs)),
        "same_contract": mine.contract == theirs.contract,
    }


def _row(name: str, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """IMPs a board of one match."""
    home, _, away, _ = MATCHES[name]
    whole = [one for one in found if one["imps"] is not None]
    won = [float(one["imps"]) for one in whole]
    estimate = clustered(won, range(len(won)))
    return {
        "match": name,
        "home": home,
        "away": away,
        "boards": len(won),
        "broken": len(found) - len(whole),
        "imps": estimate.mean,
        "imps_within": estimate.within,
        "same_contract": sum(one["same_contract"] for one in whole) / len(whole),
        "swings": sum(one["imps"] != 0 for one in whole) / len(whole),
    }
