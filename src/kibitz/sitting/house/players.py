"""The house as a player of any chair: it is given what its seat sees, and answers with a call or
a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.bidding.calls.foresight import foresee
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.reasons import Reason
from kibitz.bidding.calls.shown.hand import partner_shown
from kibitz.cardplay.learning import shipped
from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.plans.lines.line import PlanLine
from kibitz.sitting.coached import DealStage
from kibitz.sitting.house.calling import chances_of_calls, house_calls
from kibitz.sitting.house.habits import house_habits
from kibitz.sitting.house.memory import SeatPlayer
from kibitz.sitting.house.playing import HeardCalls, house_plays
from kibitz.sitting.sight import SeenDeal


@dataclass(frozen=True, eq=False)
class HousePlayer:
    """The networks of the house; with a *solver* declarer's side looks ahead where in doubt.

    *guests* sit in some of its chairs.
    """

    calling: CallNetwork
    playing: tuple[Similarity, Similarity]
    solver: Solver | None = None
    guests: Mapping[Seat, SeatPlayer] = field(default_factory=dict)

    @classmethod
    def shipped(cls, solver: Solver | None = None) -> HousePlayer:
        playing = shipped()
        if len(playing) < 2:
            raise UsageError("The house needs the network of defenders, which this package lacks.")
        return cls(CallNetwork.shipped(), (playing[0], playing[1]), solver)

    def chooses(self, seen: SeenDeal, line: PlanLine | None = None) -> Call | Card:
        """The next call or card; the same for everything that looks the same to its seat.

        Declarer may be kept to a *line*.
        """
        guest = self.guests.get(seen.by) if line is None else None
        choice = None if guest is None else guest.chooses(seen)
        if choice is not None:
            return choice
        if seen.stage is DealStage.BIDDING:
            hand = seen.hands[seen.by]
            return house_calls(self.calling, hand, seen.auction, seen.vulnerability, seen.seed)
        heard = HeardCalls(seen.auction, seen.vulnerability, seen.seed)
        return house_plays(self.playing, seen.state, heard, self.solver, line)

    def reason(self, seen: SeenDeal) -> Reason:
        """What the hand to call has, and what its partner has shown."""
        asked = CallQuestion(seen.hands[seen.by], seen.auction, seen.vulnerability)
        found = foresee(self.calling, asked, house_habits(), house_habits())
        shown = partner_shown(self.calling, asked.auction, asked.colours, None)
        return Reason.of(asked, found.belief, shown)

    def forecast(self, seen: SeenDeal) -> dict[Call, float]:
        """The chance of each call that an expert makes it with the hand to call."""
        hand = seen.hands[seen.by]
        return chances_of_calls(self.calling, hand, seen.auction, seen.vulnerability)
