"""The table's part of the conversation: four seats, board after board, without a socket.

Lines come in by seat; lines go out by seat. The session is written as one generator that names the
seat whose next line it needs, so that it reads in the order of the protocol, whatever the order in
which lines arrive. An illegal call or card is told to its seat and the board begins again, once;
the second time it is broken. A seat that is lost breaks its board and no other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias, TypeVar

from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.seats.boards import BoardPlayed, BoardToPlay
from kibitz.seats.messages import (
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

MOST_WAITING = 64
"""Lines of one seat that nobody has asked for yet; no honest program is so far ahead."""


class _BreachError(Exception):
    """A seat said what it must not."""

    def __init__(self, seat: Seat, words: str, answer: str = "") -> None:
        super().__init__(words)
        self.seat, self.words, self.answer = seat, words, answer


class _LostError(Exception):
    """A seat's connection is gone."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"{seat.name.capitalize()} was lost")
        self.seat = seat


@dataclass(frozen=True, slots=True)
class _Arrived:
    message: Message
    at: float


T = TypeVar("T")
_Steps: TypeAlias = Generator[Seat, _Arrived, T]
"""A part of the session: it names a seat, and is given that seat's next message."""
_KIND = TypeVar("_KIND", Calls, PlaysCard)


@dataclass
class _Going:
    """A board under way."""

    board: BoardToPlay
    auction: Auction
    alerts: list[tuple[int, str]] = field(default_factory=list)
    state: Play | None = None
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def ended(self, broken: str = "", by: Seat | None = None) -> BoardPlayed:
        state = self.state
        over = state is not None and state.is_over
        return BoardPlayed(
            self.board,
            self.auction,
            () if state is None else state.played,
            state.declarer_tricks if state is not None and over else None,
            tuple(self.alerts),
            broken,
            by,
            (self.seconds[0], self.seconds[1]),
        )


class TableManager:
    """A session at one table: who sits where, the boards, and what came of them."""

    def __init__(
        self,
        boards: Iterable[BoardToPlay],
        now: Callable[[], float] = float,
        ended: Callable[[BoardPlayed], None] | None = None,
        plain: bool = False,
    ) -> None:
        """*plain* tells neither times nor explanations, for programs that know neither."""
        self.played: list[BoardPlayed] = []
        self.notes: list[str] = []
        """What was heard and ignored."""
        self.teams: dict[Seat, str] = {}
        self.is_over = False
        self.waits_for: Seat | None = None
        """The seat without whose next line nothing goes on."""
        self._now, self._ended, self._plain = now, ended, plain
        self._inbox: dict[Seat, deque[_Arrived]] = {seat: deque() for seat in Seat}
        self._out: list[tuple[Seat, str]] = []
        self._totals = [0.0, 0.0]
        self._session = self._run(list(boards))
        self.waits_for = next(self._session)

    def join(self, asked: Connecting) -> Seated | str:
        """Give a program its seat, or say in a line why not."""
        free = [seat for seat in Seat if seat not in self.teams]
        if asked.seat is None:
            fits = [seat for seat in free if not self._refusal(seat, asked.team)]
            if not fits:
                return "No seat is free"
            seat = fits[0]
        else:
            seat = asked.seat
            refusal = self._refusal(seat, asked.team)
            if refusal:
                return refusal
        self.teams[seat] = asked.team
        return Seated(seat, asked.team)

    def _refusal(self, seat: Seat, team: str) -> str:
        if seat in self.teams:
            return "Seat was already taken"
        partners = self.teams.get(seat.partner)
        if partners is not None and partners != team:
            return f"Team name must be '{partners}'"
        others = {self.teams.get(seat.next), self.teams.get(seat.partner.next)}
        return f"Team name must not be '{team}'" if team in others else ""

    def hear(self, seat: Seat, line: str) -> list[tuple[Seat, str]]:
        """The lines to send after a seat's line, each with its seat."""
        waiting = self._inbox[seat]
        if len(waiting) >= MOST_WAITING:
            self.notes.append(f"{seat.name}: too many lines at once")
            return []
        waiting.append(_Arrived(heard(line), self._now()))
        return self._advance()

    def lose(self, seat: Seat) -> list[tuple[Seat, str]]:
        """A seat's connection is gone: its board is broken, and its seat is free."""
        self.teams.pop(seat, None)
        self._inbox[seat].clear()
        if self.is_over:
            return []
        self._step_on(partial(self._session.throw, _LostError(seat)))
        return self._advance()

    def close(self) -> list[tuple[Seat, str]]:
        """End the session now; the board under way is lost."""
        self._session.close()
        self.is_over, self.waits_for = True, None
        self._tell(*self.teams, message=EndOfSession())
        return self._sent()

    def _advance(self) -> list[tuple[Seat, str]]:
        while self.waits_for is not None and self._inbox[self.waits_for]:
            arrived = self._inbox[self.waits_for].popleft()
            self._step_on(partial(self._session.send, arrived))
        return self._sent()

    def _step_on(self, go: Callable[[], Seat]) -> None:
        """Let the session go on to the next seat that it waits for; it is over if it ends."""
        self.is_over, self.waits_for = True, None
        try:
            self.waits_for = go()
        except StopIteration:
            return
        self.is_over = False

    def _sent(self) -> list[tuple[Seat, str]]:
        sent, self._out = self._out, []
        return sent

    def _tell(self, *seats: Seat, message: object) -> None:
        self._out += [(seat, str(message)) for seat in seats]

    def _run(self, boards: Sequence[BoardToPlay]) -> _Steps[None]:
        yield from self._greet(*Seat)
        for board in boards:
            played = yield from self._board(board)
            self.played.append(played)
            if self._ended is not None:
                self._ended(played)
            if not self._plain:
                self._time(played)
        self._tell(*Seat, message=EndOfSession())

    def _time(self, played: BoardPlayed) -> None:
        for side, seconds in enumerate(played.seconds):
            self._totals[side] += seconds
        board, total = (tuple(int(one) for one in each) for each in (played.seconds, self._totals))
        timing = Timing((board[0], board[1]), (total[0], total[1]))
        self._tell(*self.teams, message=timing)

    def _greet(self, *seats: Seat) -> _Steps[None]:
        """Wait until these seats have come, and tell them who plays."""
        while True:
            try:
                for seat in seats:
                    yield from self._step(seat, Step.TEAMS)
                teams = Teams(*(self.teams.get(seat, "") for seat in (Seat.NORTH, Seat.EAST)))
                self._tell(*seats, message=teams)
                for seat in seats:
                    yield from self._step(seat, Step.START)
            except _LostError as lost:
                seats = tuple({*seats, lost.seat})
                continue
            return

    def _step(self, seat: Seat, step: Step) -> _Steps[None]:
        """Wait for a step; whatever else the seat says belongs to a board that is gone."""
        while True:
            message = (yield seat).message
            if isinstance(message, ReadyFor) and message.step is step:
                return
            self._ignore(seat, message)

    def _ignore(self, seat: Seat, message: Message) -> None:
        if len(self.notes) < 1000:
            self.notes.append(f"{seat.name}: {str(message)[:200]}")

    def _board(self, board: BoardToPlay) -> _Steps[BoardPlayed]:
        going = _Going(board, Auction(board.dealer))
        for attempt in range(2):
            going = _Going(board, Auction(board.dealer))
            try:
                yield from self._play(going)
                return going.ended()
            except _BreachError as breach:
                if breach.answer:
                    self._tell(breach.seat, message=breach.answer)
                if attempt:
                    return going.ended(breach.words, breach.seat)
            except _LostError as lost:
                ended = going.ended(str(lost), lost.seat)
                yield from self._greet(lost.seat)
                return ended
        raise AssertionError

    def _play(self, going: _Going) -> _Steps[None]:
        """One board from its start to the last card."""
        board = going.board
        self._tell(*Seat, message=StartOfBoard())
        for seat in Seat:
            yield from self._step(seat, Step.DEAL)
        dealt = BoardDealt(board.number, board.dealer, board.vulnerability)
        self._tell(*Seat, message=dealt)
        for seat in Seat:
            yield from self._step(seat, Step.CARDS)
        for seat in Seat:
            self._tell(seat, message=CardsOf(seat, board.deal[seat]))
        while not going.auction.is_over:
            yield from self._call(going)
        contract = going.auction.contract
        if contract is None:
            return
        going.state = Play.start(board.deal, contract)
        while not going.state.is_over:
            going.state = yield from self._card(going, going.state)

    def _call(self, going: _Going) -> _Steps[None]:
        caller = going.auction.turn
        since = yield from self._others_ready(caller, ReadyForCall)
        arrived, said = yield from self._said(caller, Calls)
        _took(going, caller, arrived.at - since)
        if said.call not in going.auction.legal_actions:
            raise _BreachError(caller, f"{said} is not legal", "illegal Bid")
        if said.explained:
            going.alerts.append((len(going.auction.calls), said.explained))
        going.auction = going.auction.after(said.call)
        told = Calls(caller, said.call, said.explained, said.alerted)
        self._tell(caller.next, caller.partner.next, message=told.plain if self._plain else told)
        self._tell(caller.partner, message=told.plain)

    def _card(self, going: _Going, state: Play) -> _Steps[Play]:
        """The next card, and after the lead dummy's hand."""
        contract, turn = state.contract, state.turn
        controller = contract.declarer if turn is contract.dummy else turn
        since = yield from self._others_ready(controller, ReadyForCard)
        if len(state.played) % 4 == 0:
            leader = None if turn is contract.dummy else turn
            self._tell(controller, message=ToLead(leader))
        arrived, said = yield from self._said(controller, PlaysCard)
        _took(going, controller, arrived.at - since)
        if said.card not in state.legal_actions:
            raise _BreachError(controller, f"{said} is not legal", "illegal Card")
        others = [seat for seat in Seat if seat is not controller]
        self._tell(*others, message=PlaysCard(turn, said.card))
        if not state.played:
            waiting = [seat for seat in Seat if seat is not contract.dummy]
            for seat in waiting:
                yield from self._step(seat, Step.DUMMY)
            dummy = CardsOf(None, going.board.deal[contract.dummy])
            self._tell(*waiting, message=dummy)
        return state.after(said.card)

    def _others_ready(
        self, actor: Seat, kind: type[ReadyForCall] | type[ReadyForCard]
    ) -> _Steps[float]:
        """Wait until all others are ready; since when they are."""
        since = 0.0
        for seat in Seat:
            while seat is not actor:
                arrived = yield seat
                since = max(since, arrived.at)
                if isinstance(arrived.message, kind):
                    break
                self._expected(seat, arrived.message)
        return since

    def _said(self, seat: Seat, kind: type[_KIND]) -> _Steps[tuple[_Arrived, _KIND]]:
        """What a seat calls or plays."""
        while True:
            arrived = yield seat
            if isinstance(arrived.message, kind):
                return arrived, arrived.message
            self._expected(seat, arrived.message)

    def _expected(self, seat: Seat, message: Message) -> None:
        """Ignore what is no call and no card; those out of turn break the board."""
        if isinstance(message, Calls | PlaysCard):
            raise _BreachError(seat, f"{message} is out of turn", "illegal Bid")
        self._ignore(seat, message)


def _took(going: _Going, seat: Seat, seconds: float) -> None:
    going.seconds[seat % 2] += max(0.0, seconds)
