"""What a card is worth, once the player has guessed, and what the defence replies."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz.page.shelves import Shelves
from kibitz.page.table.guessing import Moment, is_choice, plays_declarer
from kibitz.page.table.own_line import OwnLine, spelled
from kibitz.page.words import seat_name
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.games.bridge.cards import Card
    from kibitz.games.bridge.deal import Seat
    from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
    from kibitz.games.bridge.play import Play
    from kibitz.records.record import Record


def verdict(
    bell: Bell, shelves: Shelves, shelf: str, number: int, player: Seat | None, at: int, said: str
) -> dict[str, Any]:
    """The table's card, and what each card is worth double dummy."""
    from kibitz.cardplay.scoring import are_equal

    record = shelves.entry(shelf, number).record
    moment = Moment.of(record, at, said, player=player)
    state, card = moment.state, record.play[at]
    solution = _solver().solve(state)
    return {
        "played": str(card),
        "by": _by(record, state),
        "same": moment.guess is not None and are_equal(state, card, moment.guess),
        "double_dummy": _worth(solution),
    }


def summary(
    bell: Bell, shelves: Shelves, shelf: str, number: int, player: Seat | None, said: str
) -> dict[str, Any] | None:
    """How the guesses fared over the whole play; None where nothing was guessed."""
    from kibitz.cardplay.scoring import are_equal
    from kibitz.errors import SolverError

    record = shelves.entry(shelf, number).record
    moment = Moment.of(record, len(record.play), said, player=player)
    guessed = [
        (state, record.play[len(state.played)], guess)
        for state, guess in zip(moment.decisions, moment.said, strict=True)
        if guess is not None
    ]
    if not guessed:
        return None
    mine = theirs = 0
    moments: list[dict[str, Any]] = []
    solutions = _solver().solve_all(state for state, _, _ in guessed)
    for done, ((state, card, guess), solution) in enumerate(zip(guessed, solutions, strict=True)):
        bell.tell(done, len(guessed))
        if isinstance(solution, SolverError):
            raise solution
        cost, theirs_cost = _cost(solution, guess), _cost(solution, card)
        mine, theirs = mine + cost, theirs + theirs_cost
        if cost or theirs_cost:
            moments.append(
                {
                    "at": len(state.played),
                    "guess": str(guess),
                    "played": str(card),
                    "lost": cost,
                    "lost_at_the_table": theirs_cost,
                }
            )
    return {
        "guesses": len(guessed),
        "same": sum(are_equal(state, card, guess) for state, card, guess in guessed),
        "lost": mine,
        "lost_at_the_table": theirs,
        "moments": moments,
    }


def replies(
    bell: Bell, shelves: Shelves, shelf: str, number: int, player: Seat | None, left: int, own: str
) -> str:
    """The line with all that is played before the player chooses again.

    The others see every hand and give nothing away; which of their equals they play follows
    from the deal and the place, so that an address always leads to the same cards.
    """
    from kibitz.games.bridge.playing_out import perfect_card

    line = OwnLine.of(shelves.entry(shelf, number).record, left, own, player=player)
    while line.waits_for_replies:
        state, cards = line.state, line.state.legal_actions
        rng = random.Random(f"{state.deal} {len(state.played)}")
        card = cards[0] if len(cards) == 1 else perfect_card(state, _solver(), rng)
        line = OwnLine(line.record, left, (*line.cards, card), player=player)
    return spelled(line.cards)


def worth(
    bell: Bell, shelves: Shelves, shelf: str, number: int, player: Seat | None, left: int, own: str
) -> dict[str, Any]:
    """What each card is worth double dummy, on the player's own line."""
    line = OwnLine.of(shelves.entry(shelf, number).record, left, own, player=player)
    return {"double_dummy": _worth(_solver().solve(line.state))}


def outcome(
    bell: Bell, shelves: Shelves, shelf: str, number: int, player: Seat | None, left: int, own: str
) -> dict[str, Any]:
    """How the player's own line came out, beside the record's result."""
    from kibitz.wording import made_text, result_text

    line = OwnLine.of(shelves.entry(shelf, number).record, left, own, player=player)
    analysis = _solver().analyse(line.state)
    tricks, totals = line.state.declarer_tricks, analysis.totals
    lost = totals[left] - tricks
    return {
        "tricks": tricks,
        "result": made_text(line.state.contract, tricks),
        "record": {
            "tricks": line.record.tricks,
            "result": result_text(line.record.contract, line.record.tricks),
        },
        "there_were": totals[left],
        "lost": lost if plays_declarer(line.state, player) else -lost,
        "moments": [
            {"place": place, "card": str(card), "lost": cost}
            for place, (state, card, cost) in enumerate(
                zip(line.states, line.cards, analysis.costs[left:], strict=False)
            )
            if cost and is_choice(state, player)
        ],
    }


def _by(record: Record, state: Play) -> str:
    """Who chose the card: for dummy, declarer did."""
    contract = state.contract
    chose = contract.declarer if state.turn is contract.dummy else state.turn
    return record.citation.players[chose] or seat_name(chose)


def _cost(solution: Solution, card: Card) -> int:
    """What a card gives away to the other side: the tricks counted are always declarer's."""
    return abs(solution.best - solution.tricks[card])


def _worth(solution: Solution) -> dict[str, Any]:
    order = {card: (_cost(solution, card), -card.suit, -card.rank) for card in solution.tricks}
    cards = [(card, solution.tricks[card]) for card in sorted(order, key=order.__getitem__)]
    return {
        "best": solution.best,
        "cards": [
            {"card": str(card), "tricks": tricks, "cost": _cost(solution, card)}
            for card, tricks in cards
        ],
    }


@cache
def _solver() -> DoubleDummy:
    from kibitz.games.bridge.double_dummy import DoubleDummy

    return DoubleDummy(1)
