"""The cards that the hidden hands have played, as they make layouts likely or not.

Method:     each layout is weighed by the chance that a network gives to every card that a hidden
            hand chose: the defenders' network, and for a defender's view declarer's too. The lead
            counts in full; the chance of a later card, which says less than it seems to, is raised
            to a power below one. That power, and that the very card counts and not the card with
            its equals, were chosen on 240 decisions from validation events, by how likely the
            cards' true places are made. Where the defenders' agreements are written down, they
            say how the chance of all small cards of a suit is shared among them: most of it goes to
            those that tell the truth
Checked by: tests/unit/cardplay/lookahead, `kibitz lab lookahead --every-chair`
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.leads.signals import truth
from kibitz.cardplay.lookahead.expected import Owners, Weights
from kibitz.cardplay.lookahead.playouts import Foretelling, remembering
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Bools, Rows, Tables, Views
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Rank
from kibitz.games.bridge.play import Play

_SURPRISE = 0.01
"""The least chance of any card, as experts do surprise."""
_LATER_CARDS = 0.7
"""The power to which the chance of a card after the lead is taken."""
_TRUE = 0.8
"""How often a small card is believed to be the one agreed, where agreements are written down."""
_SMALL = 8
"""Ranks from the two on that are small: up to the nine."""


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
    agreements: Agreements | None = None
    """The defenders', if they are written down."""

    def log_chances(self, owners: Owners) -> Weights:
        """The log-likelihood, layout by layout, of the cards that the hidden hands chose."""
        tables, logs = tables_of(owners, self.state, self.auction), np.zeros(len(owners))
        views = Views.of_tables(tables, DEFENDING)
        logs += _logs(self.networks.defenders, views, self.hidden, self._as_agreed)
        if 0 in self.hidden and self.networks.declarer is not None:
            logs += _logs(self.networks.declarer, Views.of_tables(tables, DECLARING), {0, 2})
        return logs

    def _as_agreed(self, views: Views, chances: Floats) -> Floats:
        """The chance of each card played, in views of defenders; of a signal, as agreed."""
        found = _of_chosen(views, chances)
        if self.agreements is None:
            return found
        for ply in np.unique(views.plies).tolist():
            card = self.state.played[ply]
            before = Play.start(self.state.deal, self.state.contract)
            before = before.after_all(self.state.played[:ply])
            if card.rank > Rank.NINE or card.suit is before.trumps:
                continue
            rows = np.flatnonzero(views.plies == ply)
            first = 13 * card.suit
            given = chances[rows, first : first + 13]
            own = views.tables.owners[views.table[rows], first : first + 13]
            held = own == views.turns[rows, None]
            gone = [(before.gone.holding(card.suit) >> rank) & 1 for rank in range(13)]
            held &= ~np.array(gone, np.bool_)
            found[rows] = _shared(before, card, given, held, self.agreements)
        return found


def _shared(before: Play, card: Card, given: Floats, held: Bools, agreements: Agreements) -> Floats:
    """The chance of a small card, (n,), of what the small cards of its suit have together.

    *given* are the chances of all cards of the suit, and *held* who has which, (n, 13).
    """
    at = card.rank - Rank.TWO
    found: Floats = given[:, at].copy()
    holdings, each = np.unique(held, axis=0, return_inverse=True)
    each = each.reshape(-1)
    for number, holding in enumerate(holdings):
        ranks = "".join(str(Rank(one + 2)) for one in range(12, -1, -1) if holding[one])
        small = [one for one in range(_SMALL) if holding[one]]
        agreed = _agreed(before, card, ranks, small, agreements) if len(small) > 1 else None
        if agreed is None:
            continue
        alike = agreed if at in agreed else [one for one in small if one not in agreed]
        share = (_TRUE if at in agreed else 1 - _TRUE) / len(alike)
        rows = np.flatnonzero(each == number)
        found[rows] = share * given[rows][:, small].sum(axis=1)
    return found


def _agreed(
    before: Play, card: Card, ranks: str, small: list[int], agreements: Agreements
) -> list[int] | None:
    """The small cards that tell the truth of a holding; None where nothing is agreed, or all do."""
    if not before.played:
        at_notrump = before.trumps is None
        rank = agreements.small_card(ranks, at_notrump=at_notrump)
        return [rank - Rank.TWO] if rank is not None and rank <= Rank.NINE else None
    if not before.trick:
        return None
    high = truth(before, ranks, card.suit, agreements)
    if high is None:
        return None
    return small[1:] if high else small[:1]


def cards_heard(
    seen: SeatKnowledge,
    state: Play,
    auction: Auction | None,
    networks: Networks | None,
    agreements: Agreements | None = None,
) -> CardsPlayed | None:
    """What the cards played so far say about the hands not *seen*; None if none was played."""
    if networks is None or not state.played:
        return None
    hidden = frozenset((seat - state.contract.declarer) % 4 for seat in seen.shown)
    return CardsPlayed(state, auction, networks, hidden, agreements)


def _of_chosen(views: Views, chances: Floats) -> Floats:
    """The chance of each card played."""
    found: Floats = chances[np.arange(len(views)), views.chosen.astype(np.int64)]
    return found


def _logs(
    network: Foretelling,
    views: Views,
    by: Set[int],
    of_chosen: Callable[[Views, Floats], Floats] = _of_chosen,
) -> Weights:
    """The log-likelihood, layout by layout, of the cards chosen by some seats, from declarer.

    Which of equal cards was chosen counts too: players lead the queen from queen and jack.
    """
    logs, size = np.zeros(len(views)), len(views.tables)
    choices = Choices.of(views)
    asked: Rows = np.flatnonzero(choices.are_decisions & np.isin(views.turns, list(by)))
    if len(asked):
        chances = remembering(network).chances(views[asked])
        chance = of_chosen(views[asked], chances).astype(np.float64)
        powers = np.where(views.plies[asked] == 0, 1.0, _LATER_CARDS)
        logs[asked] = powers * np.log(np.maximum(chance, _SURPRISE))
    return np.bincount(views.table, logs, minlength=size).astype(np.float64)


def tables_of(owners: Owners, state: Play, auction: Auction | None) -> Tables:
    """The table of each layout, with the cards played so far."""
    start = Play.start(state.deal, state.contract), state.played, auction
    tables = Tables.of([start])[np.zeros(len(owners), np.int64)]
    return replace(tables, owners=(owners + 4 - state.contract.declarer) % 4)
