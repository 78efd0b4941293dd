"""Claims: so many of the rest, however the cards not yet seen lie and are played.

Method:     the cards that win from the top are counted as they can be cashed, with the entries for
            it: a lead is sure if the highest card of our two hands beats every card of the suit
            still out and none of them can ruff, or if a ruff of ours cannot be beaten. Each round
            at least one of the cards still out falls, as somebody has to follow; it is taken to be
            the lowest. So what is counted holds on every layout; finesses, squeezes and endplays
            are not counted
Checked by: tests/laws/test_sitting.py, against double-dummy play of every layout tried
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.chairs import viewer_of
from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.cardplay.lookahead.sampling import SeatKnowledge, TwoHidden, unknown_behind
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import DECK, FULL_DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import Solution
from kibitz.games.bridge.play import Play
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.moves import playing
from kibitz.sitting.sight import SeenDeal
from kibitz.sitting.telling import Lying, asked, from_declarer, telling
from kibitz.wording import counted

_LAYOUTS = 60
"""So many layouts are solved to find one that beats a claim."""
_NODES = 20_000
"""After so many positions the count is what was found until then: it may be too low, never too
high."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a claim is worth: whether it holds; if not, a layout that beats it, if one was found."""

    number: int
    holds: bool
    sure: int
    """The tricks that are sure from the top."""
    question: str = ""
    layout: Deal | None = None
    """Where fewer tricks are taken, however well it is played."""

    @property
    def text(self) -> str:
        """What is said about the claim."""
        if self.holds:
            return "Agreed."
        if self.layout is None:
            return "That is more than I can see from the top. Play on, and show it."
        return f"Not yet: play on. {self.question}".rstrip()


def judged(seen: SeenDeal, number: int, solver: Solver | None = None) -> Judged:
    """Whether the side to lead takes so many of the tricks left, whatever happens."""
    state = seen.state
    if not 0 <= number <= 13 - state.tricks:
        raise UsageError(f"There are {counted(13 - state.tricks, 'trick')} left to claim.")
    if not can_claim(state):
        raise UsageError("Claim when your side is to lead.")
    sure = sure_tricks(state)
    if number <= sure or solver is None:
        return Judged(number, number <= sure, sure)
    deals, tricks = _solved(state, seen.seed, solver)
    beaten = [one < number for one in tricks]
    if not any(beaten):
        return Judged(number, False, sure)
    question, layout = _question(state, deals, beaten)
    return Judged(number, False, sure, question, layout)


def claimed_tricks(deal: CoachedDeal, number: int) -> int:
    """Declarer's tricks in all, if the side to lead takes so many of the rest."""
    state = playing(deal)
    left = 13 - state.tricks
    ours = state.turn.is_with(state.contract.declarer)
    return state.declarer_tricks + (number if ours else left - number)


def can_claim(state: Play) -> bool:
    """Whether a claim is judged here: by the side that is to lead."""
    return not state.trick and not state.is_over


def sure_tricks(state: Play) -> int:
    """The tricks that the side to lead takes from the top, however the unseen cards lie.

    A defender counts on his own hand alone.
    """
    if not can_claim(state):
        return 0
    if state.turn.is_with(state.contract.declarer):
        mine, others = state.holding(state.turn), state.holding(state.turn.partner)
    else:
        mine, others = state.holding(state.turn), Hand()
    out = FULL_DECK - state.gone - mine - others
    trumps = -1 if state.trumps is None else int(state.trumps)
    return _Cashing(trumps).most(_suits(mine), _suits(others), _suits(out), 13 - state.tricks)


_Suits = tuple[int, int, int, int]


def _suits(hand: Hand) -> _Suits:
    clubs, diamonds, hearts, spades = (hand.holding(suit) for suit in Suit)
    return clubs, diamonds, hearts, spades


class _Cashing:
    """Counts the winners that can be cashed one after the other, by looking at every order."""

    def __init__(self, trumps: int) -> None:
        self.trumps, self.nodes = trumps, 0
        self._known = dict[tuple[_Suits, _Suits, _Suits], int]()

    def most(self, leads: _Suits, other: _Suits, out: _Suits, left: int) -> int:
        """The most tricks in a row from here; *leads* is the hand that leads."""
        key = (leads, other, out)
        if key in self._known:
            return self._known[key]
        self.nodes += 1
        if not left or self.nodes > _NODES:
            return 0
        best = 0
        for one, two, wins_here in self._tricks(leads, other, out):
            suit = next(at for at in range(4) if one[at] != leads[at])
            fallen = _without(out, suit, _lowest(out[suit])) if out[suit] else out
            then = (one, two) if wins_here else (two, one)
            best = max(best, 1 + self.most(*then, fallen, left - 1))
            if best == left:
                break
        self._known[key] = best
        return best

    def _tricks(
        self, leads: _Suits, other: _Suits, out: _Suits
    ) -> Iterator[tuple[_Suits, _Suits, bool]]:
        """Our hands after each trick that is surely won; whether the leading hand wins it."""
        for suit in range(4):
            if not leads[suit]:
                continue
            for mine in {_highest(leads[suit]), _lowest(leads[suit])}:
                for where, his in self._followed(suit, other):
                    won_by = self._wins(suit, mine, where, his, out)
                    if won_by is None:
                        continue
                    rest = other if where < 0 else _without(other, where, his)
                    yield _without(leads, suit, mine), rest, won_by

    def _followed(self, suit: int, other: _Suits) -> Iterator[tuple[int, int]]:
        """What the other hand may play: suit and card; -1 if it is no hand of ours."""
        if not any(other):
            yield -1, 0
        elif other[suit]:
            for card in {_highest(other[suit]), _lowest(other[suit])}:
                yield suit, card
        else:
            for held in range(4):
                if other[held]:
                    yield held, _lowest(other[held])
                    if held == self.trumps:
                        yield held, _highest(other[held])

    def _wins(self, suit: int, mine: int, where: int, his: int, out: _Suits) -> bool | None:
        """Whether the leading hand wins; None if the trick is not surely ours."""
        trumps = self.trumps
        out_of_trumps = trumps < 0 or not out[trumps]
        if where == trumps != suit:  # a ruff of ours
            return False if out_of_trumps or his > _highest(out[trumps]) else None
        if suit != trumps and not out_of_trumps:
            return None
        best = max(mine, his) if where == suit else mine
        if out[suit] and best < _highest(out[suit]):
            return None
        return best == mine


def _without(cards: _Suits, suit: int, card: int) -> _Suits:
    clubs, diamonds, hearts, spades = (
        held & ~card if at == suit else held for at, held in enumerate(cards)
    )
    return clubs, diamonds, hearts, spades


def _lowest(cards: int) -> int:
    return cards & -cards


def _highest(cards: int) -> int:
    return 1 << (cards.bit_length() - 1)


def _solved(state: Play, seed: int, solver: Solver) -> tuple[list[Deal], list[int]]:
    """Layouts that the leading side must reckon with, and the most it takes of the rest on each."""
    unknown = unknown_behind(SeatKnowledge.of(state))
    few = isinstance(unknown, TwoHidden) and unknown.count <= _LAYOUTS
    rng = random.Random(f"claim {seed} {state.contract} {' '.join(map(str, state.played))}")
    deals = unknown.all() if few else [unknown.drawn(rng) for _ in range(_LAYOUTS)]
    ours = state.turn.is_with(state.contract.declarer)
    left = 13 - state.tricks
    found = [
        (deal, more if ours else left - more)
        for deal, answer in zip(
            deals, solver.solve_all(replace(state, deal=one) for one in deals), strict=True
        )
        if isinstance(answer, Solution)
        for more in [answer.best - state.declarer_tricks]
    ]
    return [deal for deal, _ in found], [tricks for _, tricks in found]


def _question(state: Play, deals: list[Deal], beaten: list[bool]) -> tuple[str, Deal]:
    """What is asked about a claim that does not hold, and the layout that it is asked of."""
    contract, viewer = state.contract, viewer_of(state)
    owners = from_declarer(
        np.array([[_holder(deal, card) for card in DECK] for deal in deals], np.uint8), contract
    )
    chosen, weights = np.array(beaten), np.full(len(deals), 1 / len(deals))
    lie = telling(owners, weights, chosen, viewer, contract)
    if lie is None:
        said = "On no layout that I tried do you get so many." if all(beaten) else ""
        return said, deals[beaten.index(True)]
    layout = deals[int((chosen & lie.holds(owners)).argmax())]
    return asked(lie, Lying(layout, contract, viewer, state.played)), layout


def _holder(deal: Deal, card: Card) -> Seat:
    return next(seat for seat in Seat if card in deal[seat])
