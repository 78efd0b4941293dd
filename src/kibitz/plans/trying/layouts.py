"""The layouts that a plan is tried on, weighed by the calls, the lead and the cards played.

`kibitz.cardplay.lookahead` weighs them; here are as many as a plan needs, in two sets.
"""

from __future__ import annotations

import numpy as np

from kibitz.cardplay.lookahead.cards_played import Networks, cards_heard
from kibitz.cardplay.lookahead.playouts import Foretelling
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import Layouts, believed, hear
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Vulnerability
from kibitz.games.bridge.play import Play

_DRAWN, _WEIGHED = 8192, 5120
"""The number of layouts drawn at a time, and the most that are weighed."""
_PLENTY, _MOST = 1.0, 1.5
"""As multiples of the number asked for: what the weighed layouts must be worth before no more are
drawn, and the most layouts that are played out."""


def layouts(
    state: Play,
    auction: Auction | None,
    vulnerability: Vulnerability | None,
    defenders: Foretelling,
    rng: np.random.Generator,
    enough: float,
) -> Layouts:
    """The layouts of the hidden hands, weighed by all that declarer has heard and seen.

    More are weighed until they are worth *enough* equally likely ones, up to a bound, or until none
    are left.
    """
    declarer = state.contract.declarer
    seen = SeatKnowledge.by(state, (declarer, state.contract.dummy))
    cards = cards_heard(seen, state, auction, Networks(None, defenders))
    return believed(
        seen, declarer, hear(auction, vulnerability), rng,
        cards=cards, drawn=_DRAWN, weighed=_WEIGHED, enough=_PLENTY * enough,
    )  # fmt: skip


def two_parts(
    found: Layouts, sizes: tuple[int, int], rng: np.random.Generator
) -> tuple[Layouts, Layouts]:
    """Two sets of layouts, to choose by and to state from, disjoint unless everything is known.

    If there are enough, the first set has its size in layouts, and the second is worth its size in
    equally likely ones.
    """
    if len(found.owners) == 1:
        return found, found
    order = rng.permutation(len(found.owners))
    share = sizes[0] / sum(sizes)
    cut = min(max(1, round(share * len(order))), len(order) - 1)
    chosen, stated = (
        Layouts(found.owners[rows], found.weights[rows] / found.weights[rows].sum())
        for rows in (order[:cut], order[cut:])
    )
    return chosen.some(sizes[0], rng), worth_so_many(stated, sizes[1], rng)


def worth_so_many(found: Layouts, number: int, rng: np.random.Generator) -> Layouts:
    """About as few layouts, in random order, as are worth *number* equally likely ones."""
    count = number
    while True:
        some = found.some(count, rng)
        if some.effective >= number or count >= min(_MOST * number, len(found.owners)):
            break
        count = round(1.1 * count)
    order = rng.permutation(len(some.owners))
    return Layouts(some.owners[order], some.weights[order])
