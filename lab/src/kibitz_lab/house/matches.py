"""Deals that the house plays at two tables, as a team match: dealt, bid and played to the end.

A table depends only on the seed, the number of its deal and its room: any number of processes and
of interruptions gives the same match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import LONGEST, Auctions, call_of
from kibitz.bidding.calls.network import CallNetwork
from kibitz.cardplay.learning import shipped
from kibitz.cardplay.lookahead.playouts import play_out
from kibitz.cardplay.similarity.positions import Tables
from kibitz.games.bridge.auction import CALLS, Auction, Sign
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from kibitz.games.bridge.solving import solving
from kibitz.records.starter import ROOMS
from kibitz.runtime.running import chance
from kibitz.sitting.house.calling import CALLING, passes_out
from kibitz.sitting.house.drawing import Taste
from kibitz.sitting.house.habits import house_habits
from kibitz_lab.house.bidding import bid_out
from kibitz_lab.house.players import BidTable, declarer, defenders


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board to bid and play: the deal, the dealer, the vulnerability, and a seed."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    seed: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished table; without cards and tricks if it was passed out."""

    board: MatchBoard
    auction: Auction
    cards: tuple[Card, ...]
    tricks: int | None

    def plain(self) -> dict[str, Any]:
        """Calls, cards and tricks as plain JSON."""
        return {
            "calls": " ".join(map(str, self.auction.calls)),
            "play": "".join(map(str, self.cards)),
            "tricks": self.tricks,
        }

    @classmethod
    def of(cls, board: MatchBoard, part: Mapping[str, Any]) -> Finished:
        """The table of a board from what `plain` gave."""
        play, calls = part["play"], part["calls"].split()
        cards = tuple(Card.parse(play[at : at + 2]) for at in range(0, len(play), 2))
        auction = Auction(board.dealer, tuple(CALLS[name] for name in calls))
        return cls(board, auction, cards, part["tricks"])


def dealt(seed: int, number: int) -> tuple[MatchBoard, MatchBoard]:
    """Deal *number* in both rooms."""
    deal = Deal.shuffled(chance(seed, f"deal {number}"))
    one, other = (
        MatchBoard(
            deal,
            board_dealer(number),
            board_vulnerability(number),
            chance(seed, f"deal {number}, {room}").getrandbits(32),
        )
        for room in ROOMS
    )
    return one, other


def play_boards(boards: Sequence[MatchBoard], taste: Taste = CALLING) -> list[Finished]:
    """Every board bid and played by the house in all four chairs."""
    auctions = bid(boards, taste)
    tables = [
        BidTable(board.deal, auction, board.vulnerability, auction.contract, board.seed)
        for board, auction in zip(boards, auctions, strict=True)
        if auction.contract is not None
    ]
    ends = iter(play_tables(tables))
    return [
        Finished(board, auction, *(((), None) if auction.contract is None else next(ends)))
        for board, auction in zip(boards, auctions, strict=True)
    ]


def bid(boards: Sequence[MatchBoard], taste: Taste = CALLING) -> list[Auction]:
    """The auctions of the house."""
    network = CallNetwork.shipped()
    unbid = Auctions.of([(b.deal, Auction(b.dealer), b.vulnerability) for b in boards])
    luck = np.array([np.random.default_rng(board.seed).random(LONGEST) for board in boards])
    weak = np.array([_is_weak(board) for board in boards], np.bool_)
    said = bid_out(network, unbid, house_habits(), luck.reshape(-1, LONGEST), taste, weak).calls
    return [
        Auction(board.dealer, tuple(call_of(call) for call in calls if call))
        for board, calls in zip(boards, said.tolist(), strict=True)
    ]


def _is_weak(board: MatchBoard) -> bool:
    """Whether the last player passes the board out."""
    passed = Auction(board.dealer, (Sign.PASS,) * 3)
    return passes_out(board.deal[passed.turn], passed, board.vulnerability)


def play_tables(tables: Sequence[BidTable]) -> list[tuple[tuple[Card, ...], int]]:
    """The cards and declarer's tricks at each table, played by the house in all four chairs."""
    of_declarer, of_defenders = shipped()
    begun = Tables.of([(table.start, (), table.auction) for table in tables])
    with solving() as solver:
        end, tricks = play_out(
            begun, 0, declarer(of_declarer, tables, solver), defenders(of_defenders, tables)
        )
    return [
        (tuple(DECK[card] for card in cards), won)
        for cards, won in zip(end.played.tolist(), tricks.tolist(), strict=True)
    ]
