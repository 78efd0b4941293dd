"""The cards that the hidden hands have played, as they make layouts likely or not.

Method:     each layout is weighed by the chance that a network gives to every card that a hidden
            hand chose: the defenders' network, and for a defender's view declarer's too. The lead
            counts in full; the chance of a later card, which says less than it seems to, is raised
            to a power below one. That power, and that the very card counts and not the card with
            its equals, were chosen on 240 decisions from validation events, by how likely the
            cards' true places are made
Checked by: tests/unit/cardplay/lookahead, `kibitz lab lookahead --every-chair`
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.lookahead.expected import Owners, Weights
from kibitz.cardplay.lookahead.playouts import Foretelling, remembering
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Rows, Tables, Views
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.play import Play

_SURPRISE = 0.01
"""The least chance of any card, as experts do surprise."""
_LATER_CARDS = 0.7
"""The power to which the chance of a card after the lead is taken."""


@dataclass(frozen=True, slots=True)
class Networks:
    """The learned players of both sides; without one of declarer, his cards tell nothing."""

    declarer: Foretelling | None
    defenders: Foretelling


def shipped_networks() -> Networks | None:
    """The learned players that ship with the package; None if it was built without defenders."""
    defenders = Similarity.shipped_defence()
    return None if defenders is None else Networks(Similarity.shipped(), defenders)


@dataclass(frozen=True, eq=False)
class CardsPlayed:
    """The cards played in a *state*, as evidence; no hidden card of it is read."""

    state: Play
    auction: Auction | None
    networks: Networks
    hidden: frozenset[int]
    """The seats that are not seen, from declarer."""

    def log_chances(self, owners: Owners) -> Weights:
        """The log-likelihood, layout by layout, of the cards that the hidden hands chose."""
        tables, logs = tables_of(owners, self.state, self.auction), np.zeros(len(owners))
        logs += _logs(self.networks.defenders, Views.of_tables(tables, DEFENDING), self.hidden)
        if 0 in self.hidden and self.networks.declarer is not None:
            logs += _logs(self.networks.declarer, Views.of_tables(tables, DECLARING), {0, 2})
        return logs


def cards_heard(
    seen: SeatKnowledge, state: Play, auction: Auction | None, networks: Networks | None
) -> CardsPlayed | None:
    """What the cards played so far say about the hands not *seen*; None if none was played."""
    if networks is None or not state.played:
        return None
    hidden = frozenset((seat - state.contract.declarer) % 4 for seat in seen.shown)
    return CardsPlayed(state, auction, networks, hidden)


def _logs(network: Foretelling, views: Views, by: Set[int]) -> Weights:
    """The log-likelihood, layout by layout, of the cards chosen by some seats, from declarer.

    Which of equal cards was chosen counts too: players lead the queen from queen and jack.
    """
    logs, size = np.zeros(len(views)), len(views.tables)
    choices = Choices.of(views)
    asked: Rows = np.flatnonzero(choices.are_decisions & np.isin(views.turns, list(by)))
    if len(asked):
        chances = remembering(network).chances(views[asked])
        chosen = views.chosen[asked].astype(np.int64)
        chance = chances[np.arange(len(asked)), chosen].astype(np.float64)
        powers = np.where(views.plies[asked] == 0, 1.0, _LATER_CARDS)
        logs[asked] = powers * np.log(np.maximum(chance, _SURPRISE))
    return np.bincount(views.table, logs, minlength=size).astype(np.float64)


def tables_of(owners: Owners, state: Play, auction: Auction | None) -> Tables:
    """The table of each layout, with the cards played so far."""
    start = Play.start(state.deal, state.contract), state.played, auction
    tables = Tables.of([start])[np.zeros(len(owners), np.int64)]
    return replace(tables, owners=(owners + 4 - state.contract.declarer) % 4)
