"""Cards tried on the same layouts of a seat's own belief, each played to its end by networks.

Double dummy everybody sees all hands. Here nobody does: what a card is worth is what players like
those of the records make of it, and their play can be read for the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.chairs import Chair, viewer_of
from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.lookahead.cards_played import Networks, cards_heard, tables_of
from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.cardplay.lookahead.evaluation import Lookahead, chance_at
from kibitz.cardplay.lookahead.playouts import learned_player, play_out, remembering
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import Believer, Layouts, believed
from kibitz.cardplay.similarity.positions import Bytes, Tables, number
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play

LAYOUTS = 300
"""The number of layouts that the cards are tried on."""
_DRAWN, _WEIGHED = 8192, 1000
"""The number of layouts drawn, and how many of them are weighed at most."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What one card gains on another for the side to play, on average over the layouts."""

    chance: Estimate
    """Of making the contract, or of beating it."""
    tricks: Estimate


@dataclass(frozen=True, eq=False)
class TriedCards:
    """Some cards of a state, played out on weighted layouts."""

    state: Play
    layouts: Layouts
    cards: tuple[Card, ...]
    tricks: Bytes
    """Declarer's, (cards, layouts)."""
    played: Bytes
    """The play with each card on each layout, (cards, layouts, 52)."""

    @property
    def ahead(self) -> Lookahead:
        """The averages of each card."""
        target, weights = self.state.contract.target, self.layouts.weights
        tricks = self.tricks.astype(np.float64) @ weights
        made = (self.tricks >= target).astype(np.float64) @ weights
        return Lookahead(
            dict(zip(self.cards, tricks.tolist(), strict=True)),
            dict(zip(self.cards, made.tolist(), strict=True)),
            len(weights),
            Chair.of(self.state),
            is_played_out=True,
        )

    def gain(self, card: Card, than: Card) -> Gain:
        """What *card* gains on another, layout by layout."""
        one, other = (self.tricks[self.cards.index(each)] for each in (card, than))
        sign = -1 if Chair.of(self.state).is_defender else 1
        target, weights = self.state.contract.target, self.layouts.weights
        made = (one >= target).astype(np.float64) - (other >= target)
        tricks = one.astype(np.float64) - other
        return Gain(Estimate.of(sign * made, weights), Estimate.of(sign * tricks, weights))


def try_cards(
    state: Play,
    auction: Auction | None,
    cards: Sequence[Card],
    networks: Networks,
    *,
    believer: Believer | None,
    seed: int = 0,
    layouts: int = LAYOUTS,
    agreements: Agreements | None = None,
) -> TriedCards:
    """Play each of the *cards* on the same layouts; the same seed gives the same layouts.

    They are weighed by all that the seat to play knows: the calls, the lead and the cards.
    """
    rng = chance_at(state, seed)
    seen = SeatKnowledge.of(state)
    heard = cards_heard(seen, state, auction, networks, agreements)
    found = believed(
        seen, viewer_of(state), believer, rng,
        cards=heard, drawn=_DRAWN, weighed=_WEIGHED, enough=layouts,
    )  # fmt: skip
    found = found.some(layouts, rng).shuffled(rng)
    assert networks.declarer is not None
    begun = tables_of(found.owners, state, auction)
    tables = Tables.joined([begun] * len(cards))
    ply = len(state.played)
    tables.played[:, ply] = np.repeat([number(card) for card in cards], len(found.weights))
    declarer, defenders = (
        learned_player(remembering(one)) for one in (networks.declarer, networks.defenders)
    )
    full, tricks = play_out(tables, ply + 1, declarer, defenders)
    shape = len(cards), len(found.weights)
    return TriedCards(
        state, found, tuple(cards), tricks.reshape(shape), full.played.reshape(*shape, 52)
    )
