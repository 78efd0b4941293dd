"""Two teams over the same boards: each sits North-South in one room and East-West in the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.scoring import imps
from kibitz.records.record import Record
from kibitz.seats.boards import BoardPlayed, BoardToPlay, citation
from kibitz.seats.kept import KeptBoards, score_of
from kibitz.seats.manager import TableManager
from kibitz.seats.member import SeatAdviser, TableMember
from kibitz.seats.messages import Connecting
from kibitz.seats.reading import heard

ROOMS = ("Open", "Closed")
_WIDE = 1.96


@dataclass(frozen=True, slots=True)
class MatchTeam:
    """A name, and who decides for each of its seats."""

    name: str
    adviser: Callable[[], SeatAdviser]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """IMPs a board of the home team, by boards whose both tables were finished."""

    boards: Mapping[int, tuple[int, int]]
    """By board: the score of North-South in the open room and in the closed room."""
    broken: tuple[int, ...] = ()

    @property
    def imps(self) -> dict[int, int]:
        return {board: imps(mine - theirs) for board, (mine, theirs) in self.boards.items()}

    @property
    def mean(self) -> float:
        won = self.imps.values()
        return sum(won) / len(won) if won else 0.0

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the mean."""
        won = list(self.imps.values())
        if len(won) < 2:
            return 0.0
        spread = sum((one - self.mean) ** 2 for one in won) / (len(won) - 1)
        return _WIDE * sqrt(spread / len(won))

    def to_json(self) -> dict[str, Any]:
        return {
            "boards": [
                {"board": board, "open": mine, "closed": theirs, "imps": self.imps[board]}
                for board, (mine, theirs) in self.boards.items()
            ],
            "broken": list(self.broken),
            "imps": sum(self.imps.values()),
            "imps_a_board": self.mean,
            "error": self.error,
        }


def play_here(
    boards: Iterable[BoardToPlay],
    held: Mapping[Seat, tuple[str, SeatAdviser]],
    ended: Callable[[BoardPlayed], None] | None = None,
) -> list[BoardPlayed]:
    """Play boards with all four seats in this process, line by line as over a wire."""
    manager = TableManager(boards, ended=ended)
    members = {seat: TableMember(seat, *who) for seat, who in held.items()}
    waiting = deque[tuple[Seat, str]]()
    for seat, member in members.items():
        asked = heard(member.greeting())
        assert isinstance(asked, Connecting)
        waiting.append((seat, str(manager.join(asked))))
    while waiting:
        seat, line = waiting.popleft()
        for said in members[seat].hear(line):
            waiting += manager.hear(seat, said)
    return manager.played


def play_match(
    boards: Sequence[BoardToPlay],
    home: MatchTeam,
    away: MatchTeam,
    kept: KeptBoards,
    event: str,
    watch: Callable[[], object] = lambda: None,
) -> MatchScore:
    """Play what the file does not hold yet, and score it all."""
    scores = dict[int, tuple[int, int]]()
    broken = list[int]()
    for board in boards:
        found = [_table(board, room, home, away, kept, event) for room in range(2)]
        match found:
            case [Record() as mine, Record() as theirs]:
                scores[board.number] = (score_of(mine), score_of(theirs))
            case _:
                broken.append(board.number)
        watch()
    return MatchScore(scores, tuple(broken))


def _table(
    board: BoardToPlay, room: int, home: MatchTeam, away: MatchTeam, kept: KeptBoards, event: str
) -> Record | None:
    """A board in one room, from the file or played now; None if it was broken."""
    found = kept.find(board.number, ROOMS[room])
    if found is not None and found.deal == board.deal:
        return found
    sides = (home, away) if room == 0 else (away, home)
    held = {seat: (sides[seat % 2].name, sides[seat % 2].adviser()) for seat in Seat}
    [played] = play_here([board], held)
    teams = {seat: name for seat, (name, _) in held.items()}
    cite = citation(board, teams, event, ROOMS[room])
    record = played.record("match", len(kept.records) + 1, cite)
    if record is not None:
        kept.add(record)
    return record
