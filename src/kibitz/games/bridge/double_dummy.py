"""Double dummy: what each card is worth if everybody sees all four hands and makes no mistake.

The one door to endplay's solver. Questions and answers cross it as text, endplay is imported only
in worker processes, and a state is replayed by our own rules before it is handed to native code.
All numbers are tricks that the declaring side ends with, those already won included.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Protocol, Self, TypeVar

from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.auction import Contract, Strain
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.workers import Answerer, SolverPool

Q = TypeVar("Q")
A = TypeVar("A")

Answers = Generator[A | SolverError, None, None]
"""The answers of a batch in the order asked, each as soon as that order allows."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The tricks that each legal card leads to, and the most of them; none when play is over."""

    tricks: Mapping[Card, int]
    best: int

    @property
    def best_cards(self) -> tuple[Card, ...]:
        return tuple(card for card, tricks in self.tricks.items() if tricks == self.best)


@dataclass(frozen=True, slots=True)
class DealTricks:
    """The tricks of every declarer in every strain, and the par score of North-South."""

    tricks: Mapping[tuple[Strain, Seat], int]
    par: int
    best: tuple[Contract, ...] = ()
    """The contracts in which par is scored."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The double-dummy result before the first card played, and after each."""

    totals: tuple[int, ...]

    @property
    def costs(self) -> tuple[int, ...]:
        """How many tricks each card gave away: declarer's side only loses, defenders only give."""
        return tuple(abs(after - before) for before, after in pairwise(self.totals))


class DoubleDummy:
    """The solver, in *workers* processes; the answers do not depend on their number.

    A batch is answered in order; where the native code died or failed, a SolverError stands in the
    place of the answer, and a single question raises it. One batch at a time. Close the solver, or
    use it in a ``with`` statement, to end its processes.
    """

    def __init__(self, workers: int = 1) -> None:
        self._workers: _Answering = SolverPool(_load_solver, workers)

    @classmethod
    def unprotected(cls) -> Self:
        """The solver in the calling process itself: for one that is a worker already."""
        solver = cls()
        solver._workers = _Here()
        return solver

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._workers.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process numbers of the workers now alive."""
        return self._workers.pids

    def solve(self, play: Play) -> Solution:
        """What each legal card of the player to move leads to."""
        return _only(self.solve_all([play]))

    def analyse(self, play: Play) -> Analysis:
        """What each card played so far has cost."""
        return _only(self.analyse_all([play]))

    def solve_all(self, plays: Iterable[Play]) -> Answers[Solution]:
        return self._ask_all(plays, _position, _solution)

    def analyse_all(self, plays: Iterable[Play]) -> Answers[Analysis]:
        return self._ask_all(plays, _history, _analysis)

    def solve_deals(
        self, boards: Iterable[tuple[Deal, Seat, Vulnerability]]
    ) -> Answers[DealTricks]:
        """What every contract of each deal makes, and its par: deal, dealer and vulnerability."""
        return self._ask_all(boards, _board, _deal_tricks)

    def _ask_all(
        self,
        values: Iterable[Q],
        ask: Callable[[Q], dict[str, Any]],
        read: Callable[[Q, Any], A | SolverError],
    ) -> Answers[A]:
        asked: deque[Q] = deque()
        refused: list[UsageError] = []

        def questions() -> Iterator[str]:
            for value in values:
                try:
                    question = json.dumps(ask(value))
                except UsageError as error:
                    refused.append(error)  # raised below, after the answers that precede it
                    return
                asked.append(value)
                yield question

        with closing(self._workers.answers(questions())) as answers:
            for answer in answers:
                value = asked.popleft()
                yield answer if isinstance(answer, SolverError) else read(value, json.loads(answer))
        if refused:
            raise refused[0]


class _Answering(Protocol):
    """Answers questions in order: in workers (`SolverPool`) or in this process (`_Here`)."""

    @property
    def pids(self) -> tuple[int, ...]: ...

    def answers(self, questions: Iterable[str]) -> Generator[str | SolverError, None, None]: ...

    def close(self) -> None: ...


class _Here:
    """Answers in this process: if the solver dies, so does the caller."""

    pids = ()

    def answers(self, questions: Iterable[str]) -> Generator[str | SolverError, None, None]:
        answer = _loaded()
        for question in questions:
            yield answer(question)

    def close(self) -> None:
        pass


def _only(answers: Answers[A]) -> A:
    [answer] = answers
    if isinstance(answer, SolverError):
        raise answer
    return answer


def _position(play: Play) -> dict[str, Any]:
    _check(play)
    hands = " ".join(str(play.holding(seat)) for seat in Seat)
    return {
        "solve": f"N:{hands}",
        "leader": str(Seat((play.turn - len(play.trick)) % 4)),
        "strain": str(play.contract.bid.strain),
        "trick": [str(card) for card in play.trick],
    }


def _solution(play: Play, taken: dict[str, int]) -> Solution | SolverError:
    if taken.keys() != {str(card) for card in play.legal_actions}:
        return SolverError(f"the solver and the rules disagree about {play.turn}'s legal cards")
    if play.turn.is_with(play.contract.declarer):
        tricks = {card: play.declarer_tricks + taken[str(card)] for card in play.legal_actions}
        return Solution(tricks, max(tricks.values(), default=play.declarer_tricks))
    most = play.declarer_tricks + 13 - play.tricks
    tricks = {card: most - taken[str(card)] for card in play.legal_actions}
    return Solution(tricks, min(tricks.values(), default=play.declarer_tricks))


def _history(play: Play) -> dict[str, Any]:
    _check(play)
    return {
        "analyse": str(play.deal),
        "leader": str(play.contract.leader),
        "strain": str(play.contract.bid.strain),
        "played": [str(card) for card in play.played],
    }


def _analysis(play: Play, totals: list[int]) -> Analysis | SolverError:
    forced = max(0, len(play.played) - 48)  # the last trick plays itself; the solver skips it
    if len(totals) + forced != len(play.played) + 1:
        return SolverError(f"the solver gave {len(totals)} totals for {len(play.played)} cards")
    return Analysis((*totals, *[totals[-1]] * forced))


def _board(board: tuple[Deal, Seat, Vulnerability]) -> dict[str, Any]:
    deal, dealer, vulnerability = board
    return {"table": str(deal), "dealer": str(dealer), "vulnerability": str(vulnerability)}


def _deal_tricks(board: object, answer: dict[str, Any]) -> DealTricks:
    rows = zip((*reversed(Suit), None), answer["tricks"], strict=True)
    tricks = {
        (Strain.NOTRUMP if suit is None else Strain(suit), seat): taken
        for suit, row in rows
        for seat, taken in zip(Seat, row, strict=True)
    }
    best = tuple(Contract.named(name, Seat.parse(seat)) for name, seat in answer["best"])
    return DealTricks(tricks, answer["par"], best)


def _check(play: Play) -> None:
    """Refuse a state built by hand that no legal play leads to."""
    try:
        sound = Play.start(play.deal, play.contract).after_all(play.played) == play
    except ValueError as error:
        raise UsageError(f"no legal play leads to this state: {error}") from None
    if not sound:
        raise UsageError("no legal play leads to this state: its parts contradict each other")


@cache
def _loaded() -> Answerer:
    return _load_solver()


def _load_solver() -> Answerer:
    """Load what a worker answers with; endplay is imported only here, in a second or two."""
    from endplay.dds import analyse_play, calc_dd_table, par, solve_board
    from endplay.types import Deal as Board
    from endplay.types import Denom, Player, Vul

    seats = {str(seat): Player(seat) for seat in Seat}
    strains = dict(zip("CDHSN", Denom.bidorder(), strict=True))
    letters = {denom: letter for letter, denom in strains.items()}

    def solve(question: dict[str, Any]) -> dict[str, int]:
        board = Board(question["solve"], seats[question["leader"]], strains[question["strain"]])
        for card in question["trick"]:
            board.play(card, from_hand=False)
        if not len(board.curhand):
            return {}
        return {"SHDC"[card.suit] + card.rank.abbr: tricks for card, tricks in solve_board(board)}

    def analyse(question: dict[str, Any]) -> list[int]:
        board = Board(question["analyse"], seats[question["leader"]], strains[question["strain"]])
        return list(analyse_play(board, question["played"]))

    def table(question: dict[str, Any]) -> dict[str, Any]:
        tricks = calc_dd_table(Board(question["table"]))
        vulnerable = Vul.find(question["vulnerability"])
        found = par(tricks, vulnerable, seats[question["dealer"]])
        best = [
            (f"{one.level}{letters[one.denom]}{'x' * (one.penalty > 1)}", one.declarer.abbr)
            for one in found
            if one.level
        ]
        return {"tricks": tricks.to_list(), "par": int(found.score), "best": best}

    def answer(question: str) -> str:
        asked = json.loads(question)
        if "table" in asked:
            return json.dumps(table(asked))
        return json.dumps(solve(asked) if "solve" in asked else analyse(asked))

    return answer
