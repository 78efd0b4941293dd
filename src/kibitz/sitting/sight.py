"""What a seat may see of a deal: all that is shown, asked or judged there is made of it alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.play import Play, tricks_of
from kibitz.sitting.coached import CoachedDeal, DealStage


@dataclass(frozen=True)
class SeenDeal:
    """A deal as one seat sees it."""

    by: Seat
    known: KnownTable
    """The hands in view, with all thirteen cards each; the calls; the cards played."""
    stage: DealStage
    contract: Contract | None
    seed: int
    claimed: int | None = None

    @property
    def auction(self) -> Auction:
        return self.known.auction

    @property
    def vulnerability(self) -> Vulnerability:
        return self.known.vulnerability

    @property
    def hands(self) -> Mapping[Seat, Hand]:
        return self.known.hands

    @property
    def played(self) -> tuple[Card, ...]:
        return self.known.played

    @property
    def state(self) -> Play:
        """The play; hidden hands hold what they played, and other cards that fit."""
        return self.known.state

    def left(self, seat: Seat) -> Hand:
        """What a hand in view still holds."""
        return self.hands[seat] - Hand.of(self.played)

    def to_json(self) -> dict[str, Any]:
        """All that this seat sees, as plain data."""
        state = None if self.contract is None else self.state
        return {
            "seat": str(self.by),
            "stage": self.stage.value,
            "dealer": str(self.auction.dealer),
            "vulnerable": str(self.vulnerability),
            "calls": [str(call) for call in self.auction.calls],
            "contract": None if self.contract is None else str(self.contract),
            "hands": {str(seat): str(self.left(seat)) for seat in self.hands},
            "tricks": [
                {
                    "leader": str(trick.leader),
                    "cards": [str(card) for card in trick.cards],
                    "winner": None if trick.winner is None else str(trick.winner),
                }
                for trick in (
                    [] if self.contract is None else tricks_of(self.contract, self.played)
                )
            ],
            "turn": self._turn(state),
            "declarer_tricks": None if state is None else state.declarer_tricks,
            "options": self._options(state),
        }

    def _turn(self, state: Play | None) -> str | None:
        if self.stage is DealStage.OVER:
            return None
        return str(self.auction.turn if state is None else state.turn)

    def _options(self, state: Play | None) -> list[str]:
        """What this seat may call or play now; nothing if it is another's turn."""
        if self.stage is DealStage.OVER:
            return []
        if state is None:
            mine = self.auction.turn is self.by
            return [str(call) for call in self.auction.legal_actions] if mine else []
        if state.turn not in self.hands or not self._plays(state):
            return []
        return [str(card) for card in state.legal_actions]

    def _plays(self, state: Play) -> bool:
        """Whether the next card is this seat's to choose."""
        ours = state.turn.is_with(state.contract.declarer)
        return state.turn is self.by or (ours and self.by.is_with(state.contract.declarer))


def seen(deal: CoachedDeal, by: Seat) -> SeenDeal:
    """The deal as a seat sees it: its own hand, and dummy's once the lead is faced.

    Who plays dummy's cards sees declarer's. After the end all hands are shown.
    """
    open_to = _open_to(deal, by)
    known = KnownTable(
        {seat: deal.deal[seat] for seat in Seat if seat in open_to},
        deal.auction,
        deal.cards,
        deal.start.vulnerability,
    )
    return SeenDeal(by, known, deal.stage, deal.contract, deal.start.seed, deal.claimed)


def _open_to(deal: CoachedDeal, by: Seat) -> set[Seat]:
    if deal.stage is DealStage.OVER:
        return set(Seat)
    if deal.contract is None or not deal.cards:
        return {by}
    declarer, dummy = deal.contract.declarer, deal.contract.dummy
    takes_over = by is dummy and declarer not in deal.start.people
    return {by, dummy, declarer} if takes_over else {by, dummy}


def seen_by_decider(deal: CoachedDeal) -> SeenDeal:
    """The deal as the seat sees it that decides next."""
    return seen(deal, deal.decider)
