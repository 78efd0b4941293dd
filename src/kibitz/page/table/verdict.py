"""The worth of the cards once the player has guessed, and the replies to his own cards."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz.page.shelves import TableShelves
from kibitz.page.table.address import TableAddress
from kibitz.page.table.playthrough import is_choice, plays_declarer, spelled
from kibitz.page.words import seat_name
from kibitz.page.worker import Signal

if TYPE_CHECKING:
    from kibitz.games.bridge.cards import Card
    from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
    from kibitz.games.bridge.play import Play
    from kibitz.records.record import Record


def verdict(signal: Signal, shelves: TableShelves, address: TableAddress) -> dict[str, Any]:
    """The worth of each card double dummy; along the record also the card it played."""
    from kibitz.cardplay.scoring import are_touching

    play = address.read(shelves)
    worth = {"double_dummy": _worth(_solver().solve(play.state))}
    if play.has_left:
        return worth
    card = play.record.play[play.at]
    return {
        "played": str(card),
        "by": _by(play.record, play.state),
        "same": play.guess is not None and are_touching(play.state, card, play.guess),
        **worth,
    }


def summary(signal: Signal, shelves: TableShelves, address: TableAddress) -> dict[str, Any] | None:
    """How the guesses did over the whole play; None if nothing was guessed."""
    from kibitz.cardplay.scoring import are_touching
    from kibitz.errors import SolverError

    play = address.read(shelves)
    guessed = [
        (state, play.record.play[len(state.played)], guess)
        for state, guess in zip(play.decisions, play.guesses, strict=True)
        if guess is not None
    ]
    if not guessed:
        return None
    mine = theirs = 0
    moments: list[dict[str, Any]] = []
    solutions = _solver().solve_all(state for state, _, _ in guessed)
    for done, ((state, card, guess), solution) in enumerate(zip(guessed, solutions, strict=True)):
        signal.tell(done, len(guessed))
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
        "same": sum(are_touching(state, card, guess) for state, card, guess in guessed),
        "lost": mine,
        "lost_at_the_table": theirs,
        "moments": moments,
    }


def replies(signal: Signal, shelves: TableShelves, address: TableAddress) -> str:
    """The player's own line with every card played before he chooses again.

    The others see every hand and give nothing away; which of several equal cards they play
    follows from the deal and the moment, so that an address always leads to the same cards.
    """
    from kibitz.games.bridge.playing_out import perfect_card

    play = address.read(shelves)
    while play.waits_for_replies:
        state, cards = play.state, play.state.legal_actions
        rng = random.Random(f"{state.deal} {len(state.played)}")
        card = cards[0] if len(cards) == 1 else perfect_card(state, _solver(), rng)
        play = replace(play, own=(*play.own, card))
    return spelled(play.own)


def outcome(signal: Signal, shelves: TableShelves, address: TableAddress) -> dict[str, Any]:
    """The result of the player's own line, beside the record's."""
    from kibitz.wording import made_text, result_text

    play = address.read(shelves)
    analysis = _solver().analyse(play.state)
    tricks, there_were = play.state.declarer_tricks, analysis.totals[play.at]
    lost = there_were - tricks
    own = zip(play.states[play.at : -1], play.own, analysis.costs[play.at :], strict=True)
    return {
        "tricks": tricks,
        "result": made_text(play.state.contract, tricks),
        "record": {
            "tricks": play.record.tricks,
            "result": result_text(play.record.contract, play.record.tricks),
        },
        "there_were": there_were,
        "lost": lost if plays_declarer(play.state, play.player) else -lost,
        "moments": [
            {"place": place, "card": str(card), "lost": cost}
            for place, (state, card, cost) in enumerate(own)
            if cost and is_choice(state, play.player)
        ],
    }


def _by(record: Record, state: Play) -> str:
    """The player who chose the card: for dummy, declarer."""
    contract = state.contract
    chose = contract.declarer if state.turn is contract.dummy else state.turn
    return record.citation.players[chose] or seat_name(chose)


def _cost(solution: Solution, card: Card) -> int:
    """The tricks that a card gives away to the other side; those counted are always declarer's."""
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
