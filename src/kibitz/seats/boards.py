"""Boards to be played at a table, and what came of them, as records."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import (
    Deal,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from kibitz.games.bridge.scoring import score
from kibitz.records.record import Citation, Players, Record, ResultSource, Source


@dataclass(frozen=True, slots=True)
class BoardToPlay:
    """A board as it is dealt."""

    number: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability

    @property
    def turned(self) -> BoardToPlay:
        """The same board with every hand one seat further, for an instant replay."""
        deal = Deal.of({seat.next: self.deal[seat] for seat in Seat})
        vulnerability = self.vulnerability
        if vulnerability in (Vulnerability.NORTH_SOUTH, Vulnerability.EAST_WEST):
            north_south = vulnerability is Vulnerability.NORTH_SOUTH
            vulnerability = Vulnerability.EAST_WEST if north_south else Vulnerability.NORTH_SOUTH
        return BoardToPlay(self.number, deal, self.dealer.next, vulnerability)


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """What came of a board; if it is *broken*, why, and who broke it."""

    board: BoardToPlay
    auction: Auction
    played: tuple[Card, ...] = ()
    tricks: int | None = None
    """Declarer's."""
    alerts: tuple[tuple[int, str], ...] = ()
    broken: str = ""
    by: Seat | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    """What North-South and East-West took."""

    @property
    def score(self) -> int | None:
        """What North-South score; None for a board that was not finished."""
        contract = self.auction.contract if self.auction.is_over else None
        if contract is None:
            return 0 if self.auction.is_passed_out and not self.broken else None
        if self.tricks is None:
            return None
        return north_souths(contract, self.tricks, self.board.vulnerability)

    def turned_back(self, board: BoardToPlay) -> BoardPlayed:
        """What came of the *board* that was played one seat further."""
        auction = Auction(board.dealer, self.auction.calls)
        return replace(self, board=board, auction=auction, seconds=self.seconds[::-1])

    def record(self, file: str, game: int, citation: Citation) -> Record | None:
        """The table as it was played; None if it was not finished."""
        if self.score is None:
            return None
        contract = self.auction.contract
        return Record(
            source=Source(file, game),
            deal=self.board.deal,
            auction=self.auction,
            vulnerability=self.board.vulnerability,
            contract=contract,
            play=self.played,
            tricks=self.tricks,
            result_source=None if contract is None else ResultSource.PLAY,
            citation=citation,
            alerts=self.alerts,
        )


def north_souths(contract: Contract, tricks: int, vulnerability: Vulnerability) -> int:
    """What North-South score.

    >>> north_souths(Contract.parse("4S by E"), 9, Vulnerability.NONE)
    50
    """
    points = score(contract, tricks, vulnerability)
    return points if contract.declarer % 2 == 0 else -points


def dealt(seed: int, first: int = 1) -> Iterator[BoardToPlay]:
    """Boards without end, the same for the same *seed*; dealer and vulnerability go round.

    >>> boards = dealt(1)
    >>> [str(next(boards).dealer) for _ in range(5)]
    ['N', 'E', 'S', 'W', 'N']
    """
    for number in count(first):
        deal = Deal.shuffled(random.Random(f"match {seed}, board {number}"))
        yield BoardToPlay(number, deal, board_dealer(number), board_vulnerability(number))


def recorded(records: Iterable[Record]) -> Iterator[BoardToPlay]:
    """The boards of records, each once, with the numbers that they have there."""
    seen = set[Deal]()
    for place, record in enumerate(records, 1):
        if record.deal in seen:
            continue
        seen.add(record.deal)
        board = record.citation.board
        number = int(board) if board.isascii() and board.isdigit() and len(board) < 7 else place
        yield BoardToPlay(number, record.deal, record.dealer, record.vulnerability)


def citation(board: BoardToPlay, teams: Mapping[Seat, str], event: str, room: str = "") -> Citation:
    """How a table of a match is named: everybody by the name of the team."""
    players = Players.of(teams.get(seat, "") for seat in Seat)
    return Citation(event=event, board=str(board.number), room=room, players=players)
