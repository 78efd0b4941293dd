"""How the house plays a card: as experts do, looking ahead where it is in doubt and it matters.

The card that the learned network thinks likeliest is played. Declarer's side looks ahead if the
network is in doubt and the contract still open: layouts of the hidden cards are drawn, weighted by
the calls, and solved; chances and tricks are combined as in every answer of Kibitz. For defenders
that would change three cards in a hundred at the same cost, so they do without. Among several
leads that experts make, and among a defender's cards that are nearly as likely, one is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.lookahead.evaluation import Solver, look_ahead, ranked
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bytes, Views, number
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.line import PlanLine, allowed
from kibitz.sitting.house.drawing import Taste, Uniform, taken

SURE = 0.55
"""The chance at which a card, with those equal to it, is played at once."""
LAYOUTS = 8
"""The number of layouts solved if the house is in doubt."""
WEIGHED = 32
"""The number of layouts weighted by the calls before some are solved."""
LEADS, DEFENCE = Taste(power=1.0, least=0.2), Taste(power=2.0, least=0.5)
"""How cards are drawn at random: none that is far less likely than the likeliest."""
_CARDS = 52


@dataclass(frozen=True, slots=True)
class HeardCalls:
    """What the house knows of a table beside the cards: the calls and the colours; and its seed."""

    auction: Auction
    vulnerability: Vulnerability
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class ForeseenCards:
    """The network's chances at some decisions: of each card, and of all cards equal to it."""

    own: Floats
    """(n, 52)"""
    together: Floats
    """(n, 52)"""

    @classmethod
    def of(cls, similarity: Similarity, views: Views, choices: Choices) -> ForeseenCards:
        legal = choices.legal.reshape(-1, 52)
        own = np.maximum(similarity.chances(views), np.float32(1e-6)) * legal
        own /= own.sum(axis=1, keepdims=True)
        return cls(own, choices.pooled(own.reshape(-1, 4, 13)).reshape(-1, 52))

    @property
    def best(self) -> Bytes:
        """The likeliest card of the likeliest group of equals."""
        most = self.together.max(axis=1, keepdims=True)
        found: Bytes = np.where(self.together == most, self.own, 0).argmax(axis=1).astype(np.uint8)
        return found

    def drawn(self, luck: Uniform, taste: Taste) -> Bytes:
        """A card drawn at random: first a group of equals, then its likeliest card."""
        first = self.own * (self.own == _largest_alike(self.own, self.together))
        return taken(self.together * (first > 0), luck, taste)


def _largest_alike(own: Floats, together: Floats) -> Floats:
    """For each card the largest chance of a card equal to it."""
    one, all_alike = own.reshape(-1, 4, 13), together.reshape(-1, 4, 13)
    same = all_alike[..., :, None] == all_alike[..., None, :]
    found: Floats = np.where(same, one[..., None, :], 0).max(axis=3).reshape(-1, 52)
    return found


def is_open(state: Play) -> bool:
    """Whether the contract can still both be made and be beaten."""
    won, target = state.declarer_tricks, state.contract.target
    return won < target and state.tricks - won <= 13 - target


def foreseen_cards(similarity: Similarity, state: Play, auction: Auction) -> ForeseenCards:
    """The network's chances at one decision."""
    views = Views.of([state], [auction])
    return ForeseenCards.of(similarity, views, Choices.of(views))


def house_plays(
    networks: tuple[Similarity, Similarity],
    state: Play,
    heard: HeardCalls,
    solver: Solver | None,
    line: PlanLine | None = None,
) -> Card:
    """The card that the house plays; the same seed gives the same one.

    *networks* are those of declarer and of the defenders. Of the *state* only what the seat to play
    sees is read. Declarer may be kept to a *line*.
    """
    views = Views.of([state], [heard.auction])
    choices = Choices.of(views)
    if line is not None:
        kept = allowed(line, views).reshape(-1, 4, 13)
        choices, solver = Choices(choices.legal & kept, choices.touching, choices.small), None
    if not choices.are_decisions[0]:
        return DECK[int(choices.legal.argmax())]
    defends = Chair.of(state).is_defender
    foreseen = ForeseenCards.of(networks[defends], views, choices)
    if defends:
        luck = np.random.default_rng([heard.seed, _CARDS]).random(_CARDS)
        place, taste = len(state.played), DEFENCE if state.played else LEADS
        return DECK[int(foreseen.drawn(luck[place : place + 1], taste)[0])]
    if solver is not None and foreseen.together.max() < SURE and is_open(state):
        return second_thought(state, heard, foreseen, 0, solver)
    return DECK[int(foreseen.best[0])]


def second_thought(
    state: Play, heard: HeardCalls, foreseen: ForeseenCards, at: int, solver: Solver
) -> Card:
    """The best card by chances and tricks together."""
    own, together = foreseen.own[at], foreseen.together[at]
    order = sorted(
        state.legal_actions, key=lambda card: (-together[number(card)], -own[number(card)])
    )
    shares = {card: float(together[number(card)]) for card in order}
    believer = hear(heard.auction, heard.vulnerability)
    try:
        ahead = look_ahead(
            state, heard.auction, layouts=LAYOUTS, seed=heard.seed, solver=solver,
            believer=believer, quickly=WEIGHED,
        )  # fmt: skip
    except SolverError:
        return order[0]
    return ranked(shares, ahead)[0]
