"""One seat's part of the conversation, as a state machine without a socket or a clock.

A line that is heard is answered by lines to say; whose turn it is, an adviser is asked. A table
manager may start a board again at any moment; what makes no sense is noted and waited out until
then, because a match is not lost for one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Auction, Call, Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.play import tricks_of
from kibitz.seats.messages import (
    VERSION,
    BoardDealt,
    Calls,
    CardsOf,
    Connecting,
    EndOfSession,
    Message,
    PlaysCard,
    ReadyFor,
    ReadyForCall,
    ReadyForCard,
    Seated,
    StartOfBoard,
    Step,
    Teams,
    Timing,
    ToLead,
)
from kibitz.seats.reading import heard
from kibitz.sitting.coached import DealStage
from kibitz.sitting.sight import SeenDeal


class SeatAdviser(Protocol):
    """What decides for a seat."""

    def starts(self, board: int) -> None:
        """A board begins."""
        ...

    def chooses(self, seen: SeenDeal) -> Call | Card:
        """The next call or card, by what the seat sees."""
        ...

    def explains(self, auction: Auction) -> str:
        """What the last call of an auction says, where opponents must be told; else nothing."""
        ...


@dataclass
class _Board:
    """A board as one seat knows it."""

    number: int = 0
    vulnerability: Vulnerability = Vulnerability.NONE
    auction: Auction = Auction(Seat.NORTH)
    contract: Contract | None = None
    """What is played, once the auction is over."""
    hands: dict[Seat, Hand] = field(default_factory=dict)
    played: list[Card] = field(default_factory=list)
    may_lead: bool = False
    """The manager has asked for the first card of the trick to come."""
    waits: bool = False
    """What is said for the turn to come has been said."""

    def called(self, call: Call) -> None:
        self.auction = self.auction.after(call)
        if self.auction.is_over:
            self.contract = self.auction.contract

    @property
    def turn(self) -> Seat:
        """Whose card is next."""
        contract = self.contract
        assert contract is not None
        if not self.played:
            return contract.leader
        *_, last = tricks_of(contract, self.played)
        if last.winner is not None:
            return last.winner
        return Seat((last.leader + len(last.cards)) % 4)

    def seen(self, by: Seat, seed: int) -> SeenDeal:
        known = KnownTable(dict(self.hands), self.auction, tuple(self.played), self.vulnerability)
        stage = DealStage.BIDDING if not self.auction.is_over else DealStage.PLAY
        return SeenDeal(by, known, stage, self.contract, seed)


class TableMember:
    """A seat of a team at a table that somebody else manages."""

    def __init__(
        self, seat: Seat, team: str, adviser: SeatAdviser, seed: int = 0, plain: bool = False
    ) -> None:
        """A *plain* seat explains no call, for tables that know no alerts."""
        self.seat, self.team, self.seed, self._plain = seat, team, seed, plain
        self.is_over = False
        self.boards = 0
        """How many boards were begun."""
        self.notes: list[str] = []
        """What was heard and made no sense."""
        self._adviser = adviser
        self._board: _Board | None = None

    def greeting(self) -> str:
        """The first line, which the seat says unasked."""
        return str(Connecting(self.team, self.seat, VERSION))

    def hear(self, line: str) -> list[str]:
        """The lines to say after a line was heard."""
        return [str(one) for one in self._hear(heard(line))]

    def _hear(self, message: Message) -> Iterator[Message]:
        match message:
            case Seated():
                yield ReadyFor(self.seat, Step.TEAMS)
            case Teams():
                yield ReadyFor(self.seat, Step.START)
            case StartOfBoard():
                self._board = _Board()
                yield ReadyFor(self.seat, Step.DEAL)
            case EndOfSession():
                self.is_over = True
            case Timing():
                pass  # how long the board took
            case _ if self._board is not None:
                yield from self._at_board(self._board, message)

    def _at_board(self, board: _Board, message: Message) -> Iterator[Message]:
        match message:
            case BoardDealt(number, dealer, vulnerability) if not board.hands:
                board.number, board.auction = number, Auction(dealer)
                board.vulnerability = vulnerability
                self.boards += 1
                self._adviser.starts(number)
                yield ReadyFor(self.seat, Step.CARDS)
            case CardsOf(whose, hand) if whose is self.seat and not board.hands:
                board.hands[self.seat] = hand
                yield from self._go_on(board)
            case CardsOf(whose, hand) if self._is_dummys(board, whose):
                contract = board.contract
                assert contract is not None
                board.hands[contract.dummy] = hand
                yield from self._go_on(board)
            case Calls(seat, call) if self._fits(board, seat, call):
                board.called(call)
                board.waits = False
                yield from self._go_on(board)
            case PlaysCard(seat, card) if self._may_be_played(board, seat, card):
                yield from self._played(board, card)
                yield from self._go_on(board)
            case ToLead(seat) if board.contract is not None:
                board.may_lead = True
                yield from self._go_on(board)
            case _:
                self.notes.append(f"board {board.number}: {message}")

    def _is_dummys(self, board: _Board, whose: Seat | None) -> bool:
        contract = board.contract
        return (
            contract is not None
            and whose in (None, contract.dummy)
            and contract.dummy not in board.hands
        )

    def _fits(self, board: _Board, seat: Seat, call: Call) -> bool:
        auction = board.auction
        return (
            bool(board.hands)
            and not auction.is_over
            and auction.turn is seat
            and call in auction.legal_actions
        )

    def _may_be_played(self, board: _Board, seat: Seat | None, card: Card) -> bool:
        if board.contract is None or len(board.played) == 52 or card in board.played:
            return False
        return seat in (None, board.turn)

    def _played(self, board: _Board, card: Card) -> Iterator[Message]:
        board.played.append(card)
        board.waits, board.may_lead = False, False
        contract = board.contract
        assert contract is not None
        if len(board.played) == 1 and contract.dummy is not self.seat:
            yield ReadyFor(self.seat, Step.DUMMY)

    def _go_on(self, board: _Board) -> Iterator[Message]:
        """Call or play if it is this seat's turn; else say that it is ready for another's."""
        while not board.waits:
            said = self._turn(board)
            if said is None:
                return
            yield from said

    def _turn(self, board: _Board) -> list[Message] | None:
        """What the next turn asks of this seat; None if there is something to wait for first."""
        auction = board.auction
        if not board.hands:
            return None
        if not auction.is_over:
            if auction.turn is self.seat:
                return [self._call(board)]
            board.waits = True
            return [ReadyForCall(self.seat, auction.turn)]
        contract = board.contract
        if contract is None or len(board.played) == 52:
            return None
        if board.played and contract.dummy not in board.hands and contract.dummy is not self.seat:
            return None
        turn = board.turn
        controller = contract.declarer if turn is contract.dummy else turn
        if controller is self.seat:
            return self._card(board, turn)
        board.waits = True
        trick = 1 + len(board.played) // 4
        return [ReadyForCard(self.seat, None if turn is contract.dummy else turn, trick)]

    def _call(self, board: _Board) -> Message:
        call = self._adviser.chooses(board.seen(self.seat, self.seed))
        assert not isinstance(call, Card)
        board.called(call)
        words = "" if self._plain else self._adviser.explains(board.auction)
        return Calls(self.seat, call, words, alerted=bool(words))

    def _card(self, board: _Board, turn: Seat) -> list[Message] | None:
        if len(board.played) % 4 == 0 and not board.may_lead:
            return None
        try:
            card = self._adviser.chooses(board.seen(self.seat, self.seed))
        except KibitzError as error:  # what was heard does not fit the cards
            self.notes.append(f"board {board.number}: {error}")
            return None
        assert isinstance(card, Card)
        return [PlaysCard(turn, card), *self._played(board, card)]
