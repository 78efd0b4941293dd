"""What a card is worth, once the player has guessed, and what the defence replies."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz.page.shelves import Shelves
from kibitz.page.table.guessing import Moment
from kibitz.page.table.own_line import OwnLine, spelled
from kibitz.page.worker import Bell

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


def replies(bell: Bell, shelves: Shelves, shelf: str, number: int, left: int, own: str) -> str:
    """The line with all that is played before the player chooses again.

    The defenders see every hand and give nothing away; which of their equals they play follows
    from the deal and the place, so that an address always leads to the same cards.
    """
    from kibitz.games.bridge.playing_out import perfect_card

    line = OwnLine.of(shelves.entry(shelf, number).record, left, own)
    while line.waits_for_replies:
        state, cards = line.state, line.state.legal_actions
        rng = random.Random(f"{state.deal} {len(state.played)}")
        card = cards[0] if len(cards) == 1 else perfect_card(state, _solver(), rng)
        line = OwnLine(line.record, left, (*line.cards, card))
    return spelled(line.cards)


def worth(
    bell: Bell, shelves: Shelves, shelf: str, number: int, left: int, own: str
) -> dict[str, Any]:
    """What each card is worth double dummy, on the player's own line."""
    line = OwnLine.of(shelves.entry(shelf, number).record, left, own)
    return {"double_dummy": _worth(_solver().solve(line.state))}


def outcome(
    bell: Bell, shelves: Shelves, shelf: str, number: int, left: int, own: str
) -> dict[str, Any]:
    """How the player's own line came out, beside the record's result."""
    from kibitz.wording import made_text, result_text

    line = OwnLine.of(shelves.entry(shelf, number).record, left, own)
    tricks, totals = line.state.declarer_tricks, _solver().analyse(line.state).totals
    return {
        "tricks": tricks,
        "result": made_text(line.state.contract, tricks),
        "record": {
            "tricks": line.record.tricks,
            "result": result_text(line.record.contract, line.record.tricks),
        },
        "there_were": totals[left],
        "lost": totals[left] - tricks,
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
