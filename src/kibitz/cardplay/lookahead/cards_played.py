"""Layouts weighed by the cards that the hidden hands have played, after they were by the calls.

Method:     each layout is weighed by the chance that a network gives to every card that a hidden
            hand chose: the defenders' network, and for a defender's view declarer's too. The lead
            counts in full; the chance of a later card, which says less than it seems to, is raised
            to a power below one
Checked by: tests/unit/cardplay/lookahead, tests/unit/plans
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.lookahead.playouts import Foretelling, remembering
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import Layouts, Weights
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Rows, Tables, Views
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.play import Play

_SURPRISE = 0.01
"""The least chance of any card, as experts do surprise."""
_HEAVIEST = 10.0
"""The most that a layout may weigh, as a multiple of the average."""
_LATER_CARDS = 0.5
"""The power to which the chance of a card after the lead is taken."""


@dataclass(frozen=True, slots=True)
class Networks:
    """The learned players of both sides; without one of declarer, his cards tell nothing."""

    declarer: Foretelling | None
    defenders: Foretelling


def weighed_by_cards(
    found: Layouts,
    seen: SeatKnowledge,
    state: Play,
    auction: Auction | None,
    networks: Networks,
) -> Layouts:
    """The layouts, weighed by the cards that were played so far from the hands not *seen*."""
    hidden = {(seat - state.contract.declarer) % 4 for seat in seen.shown}
    logs = np.zeros(len(found.owners))
    if state.played:
        tables = tables_of(found, state, auction)
        logs += _logs(networks.defenders, Views.of_tables(tables, DEFENDING), hidden)
        if 0 in hidden and networks.declarer is not None:
            logs += _logs(networks.declarer, Views.of_tables(tables, DECLARING), {0, 2})
    return _even(found.weighed_by(logs))


def _logs(network: Foretelling, views: Views, by: set[int]) -> Weights:
    """The log-likelihood, layout by layout, of the cards chosen by some seats, from declarer."""
    logs, size = np.zeros(len(views)), len(views.tables)
    choices = Choices.of(views)
    asked: Rows = np.flatnonzero(choices.are_decisions & np.isin(views.turns, list(by)))
    if len(asked):
        some = Choices(choices.legal[asked], choices.touching[asked], choices.small)
        chances = remembering(network).chances(views[asked]).reshape(-1, 4, 13)
        pooled = some.pooled(chances).reshape(-1, 52)
        chosen = views.chosen[asked].astype(np.int64)
        chance = pooled[np.arange(len(asked)), chosen].astype(np.float64)
        powers = np.where(views.plies[asked] == 0, 1.0, _LATER_CARDS)
        logs[asked] = powers * np.log(np.maximum(chance, _SURPRISE))
    return np.bincount(views.table, logs, minlength=size).astype(np.float64)


def _even(found: Layouts) -> Layouts:
    """The layouts with their weights capped, so that a few that the networks are too sure of do not
    decide everything."""
    weights = np.minimum(found.weights, _HEAVIEST * found.weights.mean())
    return replace(found, weights=weights / weights.sum())


def tables_of(found: Layouts, state: Play, auction: Auction | None) -> Tables:
    """The table of each layout, with the cards played so far."""
    start = Play.start(state.deal, state.contract), state.played, auction
    tables = Tables.of([start])[np.zeros(len(found.owners), np.int64)]
    return replace(tables, owners=(found.owners + 4 - state.contract.declarer) % 4)
