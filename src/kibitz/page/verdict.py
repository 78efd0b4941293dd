"""What is told once the player has guessed, worked out beside the server."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz.page.beside import Bell
from kibitz.page.moment import Moment
from kibitz.page.shelves import Shelves

if TYPE_CHECKING:
    from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
    from kibitz.games.bridge.play import Play
    from kibitz.records.record import Record


def verdict(
    bell: Bell, shelves: Shelves, shelf: str, number: int, at: int, said: str
) -> dict[str, Any]:
    """The table's card, and what each card is worth double dummy."""
    from kibitz.cardplay.scoring import are_equal

    record = shelves.entry(shelf, number).record
    moment = Moment.of(record, at, said)
    state, card = moment.state, record.play[at]
    solution = _solver().solve(state)
    return {
        "played": str(card),
        "by": _by(record, state),
        "same": moment.guess is not None and are_equal(state, card, moment.guess),
        "double_dummy": _worth(solution),
    }


def summary(
    bell: Bell, shelves: Shelves, shelf: str, number: int, said: str
) -> dict[str, Any] | None:
    """How the guesses fared over the whole play; None where nothing was guessed."""
    from kibitz.cardplay.scoring import are_equal
    from kibitz.errors import SolverError

    record = shelves.entry(shelf, number).record
    moment = Moment.of(record, len(record.play), said)
    guessed = [
        (state, record.play[len(state.played)], guess)
        for state, guess in zip(moment.decisions, moment.said, strict=True)
        if guess is not None
    ]
    if not guessed:
        return None
    mine = theirs = 0
    solutions = _solver().solve_all(state for state, _, _ in guessed)
    for done, ((_, card, guess), solution) in enumerate(zip(guessed, solutions, strict=True)):
        bell.tell(done, len(guessed))
        if isinstance(solution, SolverError):
            raise solution
        mine += solution.best - solution.tricks[guess]
        theirs += solution.best - solution.tricks[card]
    return {
        "guesses": len(guessed),
        "same": sum(are_equal(state, card, guess) for state, card, guess in guessed),
        "lost": mine,
        "lost_at_the_table": theirs,
    }


def _by(record: Record, state: Play) -> str:
    declarer = state.contract.declarer
    name = record.citation.players[declarer]
    return name or declarer.name.capitalize()


def _worth(solution: Solution) -> dict[str, Any]:
    cards = sorted(solution.tricks.items(), key=lambda one: (-one[1], -one[0].suit, -one[0].rank))
    return {
        "best": solution.best,
        "cards": [
            {"card": str(card), "tricks": tricks, "cost": solution.best - tricks}
            for card, tricks in cards
        ],
    }


@cache
def _solver() -> DoubleDummy:
    from kibitz.games.bridge.double_dummy import DoubleDummy

    return DoubleDummy(1)
