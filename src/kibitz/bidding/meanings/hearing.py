"""How likely the players' calls are, for each of many hands that they may hold.

Notation:   a layout is one possible distribution of the cards that a player does not see
Method:     by Bayes' rule, a layout is as likely as the calls that the hidden players made with the
            hands it gives them, by the chances of the network. A call that seems impossible to the
            network keeps a small chance, because experts surprise it, and so do conventions that it
            does not know
Checked by: tests/unit/bidding/meanings/test_hearing.py, `kibitz lab belief`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import (
    LONGEST,
    Auctions,
    Bytes,
    Floats,
    Rows,
    legal_calls,
    number_of,
)
from kibitz.bidding.calls.network import CallNetwork, HandBelief, inputs
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability

SURPRISE = 0.001
"""The least chance of any call, whatever the network says."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What the table has heard: the calls so far, and the vulnerability."""

    network: CallNetwork
    auction: Auction
    vulnerability: Vulnerability | None = None

    def log_chances(self, owners: Bytes, seats: Sequence[Seat]) -> Floats:
        """The log-likelihood of the calls of the players in *seats*, for each layout, (n,).

        *owners* gives the holder of each card in each layout, (n, 52).
        """
        total = np.zeros(len(owners), np.float32)
        for seat in seats:
            hands, each = _distinct(owners, seat)
            total += self._of_player(hands, seat)[each]
        return total

    def _of_player(self, held: Bytes, seat: Seat) -> Floats:
        """The same for one player and his possible hands, (n, 52)."""
        calls = self._calls()
        size, places = len(held), len(self.auction.calls[:LONGEST])
        player = (seat - self.auction.dealer) % 4
        own = list(range(player, places, 4))
        found = np.zeros(size, np.float32)
        if not own:
            return found
        heard = self._auctions(np.where(held == 1, player, (player + 1) % 4).astype(np.uint8))
        tables, seats = np.arange(size), np.full(size, player)
        spoken = inputs.spoken(heard, tables, seats)[:, : own[-1]]
        states = self.network.states(inputs.hands(heard, tables, seats), spoken)
        legal = legal_calls(calls[None])[0]
        for place in own:
            chances = self.network.chances(
                np.ascontiguousarray(states[:, place]), np.tile(legal[place], (size, 1))
            )
            found += np.log(np.maximum(chances[:, calls[place]], SURPRISE))
        return found

    def belief(self, viewer: Seat, hand: Hand) -> HandBelief:
        """What the network lets the *viewer*, who holds *hand*, believe about the other hands."""
        player = (viewer - self.auction.dealer) % 4
        mine = np.zeros(52, np.uint8)
        mine[[card.bit.bit_length() - 1 for card in hand]] = 1
        heard = self._auctions(np.where(mine == 1, player, (player + 1) % 4).astype(np.uint8)[None])
        places = len(self.auction.calls[:LONGEST])
        table, seat = np.zeros(1, np.int64), np.array([player])
        spoken = inputs.spoken(heard, table, seat)[:, :places]
        states = self.network.states(inputs.hands(heard, table, seat), spoken)
        return self.network.belief(np.ascontiguousarray(states[:, places]))

    def _calls(self) -> Bytes:
        calls = np.zeros(LONGEST, np.uint8)
        said = [number_of(call) for call in self.auction.calls[:LONGEST]]
        calls[: len(said)] = said
        return calls

    def _auctions(self, owners: Bytes) -> Auctions:
        size, dealer = len(owners), self.auction.dealer
        colours = self.vulnerability or Vulnerability.NONE
        sides = colours.includes(dealer) + 2 * colours.includes(dealer.next)
        return Auctions(owners, np.tile(self._calls(), (size, 1)), np.full(size, sides, np.uint8))


def _distinct(owners: Bytes, seat: Seat) -> tuple[Bytes, Rows]:
    """The distinct hands of a seat, and the index of the hand in each layout."""
    held: Bytes = (owners == seat).astype(np.uint8)
    _, first, each = np.unique(
        np.packbits(held, axis=1), axis=0, return_index=True, return_inverse=True
    )
    return held[first], each.reshape(-1)
