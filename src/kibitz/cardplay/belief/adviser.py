"""Who holds what? Answered from layouts of the hidden cards, weighed by calls and cards."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.ranges import Numbers, Spread
from kibitz.bidding.calls.network import LENGTHS, POINTS
from kibitz.cardplay.belief.answer import BeliefAnswer, HiddenHand
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.leads.agreements import NOTHING_AGREED, Agreed
from kibitz.cardplay.lookahead.cards_played import CardsPlayed, cards_heard, shipped_networks
from kibitz.cardplay.lookahead.expected import Weights
from kibitz.cardplay.lookahead.sampling import unknown_behind
from kibitz.cardplay.lookahead.weighing import Layouts, believed, hear
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.places import Places

_WORTH = np.maximum(np.arange(52) % 13 - 8, 0)


@dataclass(frozen=True, slots=True)
class BeliefAdviser:
    """Weighs layouts drawn with the *seed*; the same seed gives the same answer.

    >>> import kibitz
    >>> question = kibitz.BeliefQuestion.hand("KQT94.73.862.J54", "1N P 3N", seat="E")
    >>> BeliefAdviser().ask(question).best.said
    '♥A is with North'
    """

    seed: int = 0
    agreed: Agreed = NOTHING_AGREED
    """By which the defenders' leads and signals are heard, where they are written down."""

    def ask(self, question: BeliefQuestion) -> BeliefAnswer:
        rng = np.random.default_rng([self.seed, len(question.auction.calls)])
        seen = question.seen
        believer = hear(question.auction, question.vulnerability)
        layouts = believed(seen, question.viewer, believer, rng, cards=self._cards_heard(question))
        return BeliefAnswer(
            question,
            tuple(_hand(layouts, seat) for seat in seen.shown),
            {card: _places(layouts, card, tuple(seen.shown)) for card in seen.hidden},
            len(layouts.weights),
            min(layouts.worth, float(unknown_behind(seen).count)),
            layouts.are_all,
        )

    def _cards_heard(self, question: BeliefQuestion) -> CardsPlayed | None:
        """The cards played, on a deal that agrees with what the viewer has seen."""
        contract = question.contract
        if contract is None or not question.played:
            return None
        deal = unknown_behind(question.seen).drawn(random.Random(0))
        state = Play.start(deal, contract).after_all(question.played)
        pair = [question.players[seat] for seat in (contract.leader, contract.leader.partner)]
        agreements = self.agreed.heard(*pair, by_partner=question.viewer.is_with(contract.leader))
        return cards_heard(question.seen, state, question.auction, shipped_networks(), agreements)


def open_adviser(places: Places) -> BeliefAdviser:
    """The adviser, with the agreements that were written down."""
    return BeliefAdviser(agreed=Agreed.read(places.agreements))


def _hand(layouts: Layouts, seat: Seat) -> HiddenHand:
    held = layouts.owners == seat
    lengths = held.reshape(-1, 4, 13).sum(axis=2)
    clubs, diamonds, hearts, spades = (
        _spread(lengths[:, suit], layouts.weights, LENGTHS) for suit in Suit
    )
    points = _spread(held @ _WORTH, layouts.weights, POINTS)
    return HiddenHand(seat, points, (clubs, diamonds, hearts, spades))


def _spread(numbers: Numbers, weights: Weights, size: int) -> Spread:
    shares: Weights = np.bincount(numbers, weights, size).astype(np.float64)
    return Spread.of_shares(shares)


def _places(layouts: Layouts, card: Card, seats: tuple[Seat, ...]) -> dict[Seat, float]:
    owner = layouts.owners[:, card.bit.bit_length() - 1]
    return {seat: float(layouts.weights[owner == seat].sum()) for seat in seats}
