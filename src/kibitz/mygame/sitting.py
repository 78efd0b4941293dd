"""A table at which the player sat, and what he decided there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.scoring import are_small
from kibitz.cardplay.similarity.positions import Bytes
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Card, Named
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.records.library import Row
from kibitz.records.players import Player
from kibitz.records.record import Record


class Role(Named, Enum):
    """The player's part in a decision."""

    DECLARER = "declarer"
    LEAD = "opening lead"
    DEFENCE = "defence"
    CALLS = "calls"

    @classmethod
    def of(cls, chair: Chair) -> Role:
        """His part when he is to play a card; dummy's cards are declarer's choice."""
        if not chair.is_defender:
            return cls.DECLARER
        return cls.LEAD if chair is Chair.OPENING_LEAD else cls.DEFENCE


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table, seen from the player's seat."""

    record: Record
    seat: Seat

    @property
    def key(self) -> str:
        """What the table is known by in any library."""
        return Row.of(self.record).digest.hex()

    def state(self, number: int) -> Play:
        """The play before card *number*, from 1."""
        return self.record.opening_state().after_all(self.record.play[: number - 1])

    def states(self, numbers: Iterable[int]) -> Iterator[Play]:
        """The play before each of some cards, as it went on."""
        wanted = set(numbers)
        if not wanted:
            return
        state = self.record.opening_state()
        for number, card in enumerate(self.record.play[: max(wanted)], 1):
            if number in wanted:
                yield state
            state = state.after(card)

    def auction(self, number: int) -> Auction:
        """The auction before call *number*, from 1."""
        return Auction(self.record.dealer, self.record.auction.calls[: number - 1])


@dataclass(frozen=True, slots=True)
class Decision:
    """What the player did at one moment, and what experts would have done; *number* is from 1."""

    role: Role
    number: int
    did: Card | Call
    experts: Card | Call
    sure: float
    """How often such an answer is the expert's, as it was measured."""
    agrees: bool
    """Whether he did the experts' choice, or what comes to the same."""
    code: Bytes = field(compare=False, repr=False)
    """What the moment is compared by."""
    kind: CallKind | None = None
    """Of a call: what the player is asked to do."""

    @property
    def is_signal(self) -> bool:
        """Whether a defender's small card differs from the experts' in what it tells partner."""
        if self.role is not Role.DEFENCE:
            return False
        did, experts = self.did, self.experts
        return isinstance(did, Card) and isinstance(experts, Card) and are_small(did, experts)


def sittings(records: Iterable[Record], player: Player) -> list[Sitting]:
    """The tables at which a player sat, each once, in their order."""
    found: dict[str, Sitting] = {}
    for record in records:
        cite = record.citation.players
        seat = player.seat_at((cite.north, cite.east, cite.south, cite.west))
        if seat is not None:
            sitting = Sitting(record, seat)
            found.setdefault(sitting.key, sitting)
    return list(found.values())
