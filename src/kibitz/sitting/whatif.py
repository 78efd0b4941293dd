"""A wrong card becomes a question: what if the cards lie like this?

The layout shown is one that the seat must reckon with, the likeliest on which the card fails and
the better one works; what is said of it was played out on it, card by card.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from kibitz.because.cards import WhyCard
from kibitz.because.lies import Lie
from kibitz.because.story import Bools, Rows
from kibitz.cardplay.chairs import viewer_of
from kibitz.cardplay.lookahead.comparing import compared
from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.cardplay.lookahead.trying import Gain, TriedCards
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import Solution
from kibitz.games.bridge.play import replay, tricks_of
from kibitz.sitting.stops import PARTS, Stop
from kibitz.sitting.telling import Lying, asked, from_declarer, nudged, of_suit, telling
from kibitz.wording import card_text, listed, made_text

_TRIED = 12
"""So many of the likeliest layouts are solved double dummy, to find one that beats the card however
it goes on."""


@dataclass(frozen=True)
class WhatIf:
    """A layout on which a card fails and a better one works, with the play of each to its end."""

    card: Card
    better: Card
    contract: Contract
    viewer: Seat
    ply: int
    layout: Deal
    fails: tuple[Card, ...]
    works: tuple[Card, ...]
    gain: Gain
    lie: Lie | None = None
    why: WhyCard | None = None
    layouts: int = 0
    """The number of layouts that the cards were tried on."""
    is_certain: bool = False
    """Whether the card fails there however well it goes on, and the better one works so."""

    @property
    def declares(self) -> bool:
        return self.viewer.is_with(self.contract.declarer)

    @property
    def tricks(self) -> tuple[int, int]:
        """Declarer's tricks on the layout, with the card and with the better one."""
        one, other = (replay(self.layout, self.contract, all_) for all_ in (self.fails, self.works))
        return one.tricks, other.tricks

    @property
    def holds(self) -> bool:
        """Whether it is true: both plays are legal on the layout, and the card does worse."""
        plays = [replay(self.layout, self.contract, all_) for all_ in (self.fails, self.works)]
        if any(one.problem is not None or one.cards != len(DECK) for one in plays):
            return False
        loss = plays[1].tricks - plays[0].tricks
        return loss > 0 if self.declares else loss < 0

    @property
    def question(self) -> str:
        """What is asked: one way that the cards may lie."""
        begun = self.fails[: self.ply]
        return asked(self.lie, Lying(self.layout, self.contract, self.viewer, begun))

    @property
    def nudge(self) -> str:
        """What to think about, without what to find."""
        return nudged(self.lie, Lying(self.layout, self.contract, self.viewer, ()))

    @property
    def outcome(self) -> str:
        """How it ends there with either card."""
        one, other = self.tricks
        target = self.contract.target
        better = f"With {card_text(self.better)}: {made_text(self.contract, other)}."
        if not self.declares and one == target:
            return f"Then {card_text(self.card)} lets it make. {better}"
        result = made_text(self.contract, one)
        lost = f": {self._lost()}" if self.declares else ""
        return f"Then {card_text(self.card)}, and it is {result}{lost}. {better}"

    def _lost(self) -> str:
        """The tricks that the defenders take there, those already taken included."""
        declarer = self.contract.declarer
        won = Counter(
            trick.by_seat[trick.winner].suit
            for trick in tricks_of(self.contract, self.fails)
            if trick.winner is not None and not trick.winner.is_with(declarer)
        )
        said = [of_suit(number, suit) for suit, number in sorted(won.items(), reverse=True)]
        return f"they take {listed(said)}" if said else "they take nothing"


def what_if(stop: Stop, card: Card, solver: Solver | None = None) -> WhatIf | None:
    """The question about a card that a stop has found wrong; None if it is not wrong.

    A *solver* is asked whether the card fails there even double dummy; such layouts are preferred.
    """
    mine = stop.alike(card)
    if mine is None or not stop.is_wrong(card):
        return None
    tried, best = stop.tried, stop.best
    one, other = (tried.tricks[tried.cards.index(each)] for each in (mine, best))
    gain = tried.gain(best, mine)
    bad = _is_bad(tried, one, other, gain)
    why = compared(best, only(tried, best, mine)).why
    if why is not None and (bad & why.found.shows).any():
        bad = bad & why.found.shows
    owners = from_declarer(tried.layouts.owners, tried.state.contract)
    lie = telling(owners, tried.layouts.weights, bad, viewer_of(tried.state), tried.state.contract)
    fitting = bad if lie is None else bad & lie.holds(owners)
    row, is_certain = _likeliest(tried, fitting, mine, best, solver)
    state = tried.state
    return WhatIf(
        mine,
        best,
        state.contract,
        viewer_of(state),
        len(state.played),
        tried.layouts.deals[row],
        _cards(tried, mine, row),
        _cards(tried, best, row),
        gain,
        lie,
        why,
        len(tried.layouts.weights),
        is_certain,
    )


def only(tried: TriedCards, *cards: Card) -> TriedCards:
    """The trial of some of the cards."""
    rows = [tried.cards.index(card) for card in cards]
    return replace(tried, cards=cards, tricks=tried.tricks[rows], played=tried.played[rows])


def _is_bad(tried: TriedCards, mine: Rows, best: Rows, gain: Gain) -> Bools:
    """The layouts on which the card loses the contract, or a trick where that is not at stake."""
    target, defends = tried.state.contract.target, tried.ahead.chair.is_defender
    made = [(each >= target) != defends for each in (mine, best)]
    lost: Bools = made[1] & ~made[0]
    if gain.chance.mean >= PARTS and lost.any():
        return lost
    less: Bools = mine > best if defends else mine < best
    return less


def _likeliest(
    tried: TriedCards, fitting: Bools, mine: Card, best: Card, solver: Solver | None
) -> tuple[int, bool]:
    """The heaviest of these layouts; of a few the first that beats the card even double dummy."""
    order = np.argsort(-np.where(fitting, tried.layouts.weights, -1.0), kind="stable")
    rows = [int(row) for row in order[:_TRIED] if fitting[row]]
    if solver is None:
        return rows[0], False
    states = [
        replace(tried.state, deal=tried.layouts.deals[row]).after(card)
        for row in rows
        for card in (mine, best)
    ]
    target = tried.state.contract.target
    answers = [one.best if isinstance(one, Solution) else None for one in solver.solve_all(states)]
    for at, row in enumerate(rows):
        one, other = answers[2 * at : 2 * at + 2]
        if one is not None and other is not None and (one >= target) != (other >= target):
            return row, (one < target) != tried.ahead.chair.is_defender
    return rows[0], False


def _cards(tried: TriedCards, card: Card, row: int) -> tuple[Card, ...]:
    return tuple(DECK[one] for one in tried.played[tried.cards.index(card), row].tolist())
