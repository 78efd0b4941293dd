"""The coach: lets the house play, stops where lines part, and asks about a wrong card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.bidding.calls.reasons import Reason
from kibitz.bidding.conventions.naming import named
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.cards import Card
from kibitz.sitting.coached import AnswerVerdict, CoachedDeal, DealStage, FirstAnswer, MarkKind
from kibitz.sitting.deals import bid_by_house
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import after, answered, chosen
from kibitz.sitting.sight import SeenDeal, seen_by_decider
from kibitz.sitting.stops import Stop, Trials, has_choice
from kibitz.sitting.whatif import WhatIf, what_if
from kibitz.wording import call_text, call_word, card_text

ALSO = 0.25
"""A call is also an expert's if it is at least so likely beside the likeliest."""
FOR_TRICKS = 3
"""After so many decisions only those are asked that the contract depends on."""
SHOWN = 3
"""The last hint names the card."""


@dataclass(frozen=True, slots=True)
class OtherCall:
    """A call that experts would hardly make, and the one that they make."""

    did: Call
    experts: Call
    auction: Auction
    """The calls before it."""
    reason: Reason | None = None

    @property
    def text(self) -> str:
        """One sentence with both hands in it, and what the calls mean where they have a name."""
        verb = "pass" if self.experts is Sign.PASS else f"bid {call_text(self.experts)}"
        if self.experts in (Sign.DOUBLE, Sign.REDOUBLE):
            verb = call_word(self.experts)
        said = [f"Experts {verb} here.", *self._points()]
        for call in (self.experts, self.did):
            name = named(self.auction.after(call))
            if name is not None:
                said.append(name.line)
        return " ".join(said)

    def _points(self) -> list[str]:
        """The points of both hands, if partner has shown some."""
        if self.reason is None or self.reason.together is None or self.reason.partner_passed:
            return []
        both = self.reason.together
        return [f"With partner's you have {both.least} to {both.most} points."]


@dataclass(frozen=True, eq=False)
class Coach:
    """The house at the other seats, and the trials that find decisions.

    With *every* card is asked; else cards between two decisions are played as the house would.
    """

    house: HousePlayer
    trials: Trials
    every: bool = False

    def goes_on(self, deal: CoachedDeal) -> tuple[CoachedDeal, Stop | None]:
        """The deal when a person is next to decide, or at its end; and the decision, if it is one.

        What the rules force is played at once.
        """
        while deal.stage is not DealStage.OVER:
            seen = seen_by_decider(deal)
            if not deal.is_persons:
                deal = after(deal, self.house.chooses(seen))
                continue
            if deal.stage is DealStage.BIDDING:
                break
            if not has_choice(seen.state) and not counts(deal):
                deal = after(deal, min(seen.state.legal_actions))
                continue
            if self.every or counts(deal):
                break
            stop = self.trials.at(seen)
            if stop is not None and stop.parts and (_has_room(deal) or stop.is_for_contract):
                return deal, stop
            deal = after(deal, self.house.chooses(seen))
        return deal, None

    def called(self, deal: CoachedDeal, call: Call) -> tuple[CoachedDeal, OtherCall | None]:
        """The deal after a person's call, and what experts call, where they would not call that."""
        then, seen = chosen(deal, call), seen_by_decider(deal)
        chances = self.house.forecast(seen)
        experts = next(iter(chances))
        if call == experts or chances.get(call, 0.0) >= ALSO * chances[experts]:
            return then, None
        return then, OtherCall(call, experts, deal.auction, self.house.reason(seen))

    def bids_on(self, deal: CoachedDeal) -> CoachedDeal:
        """The deal when a person is next to call, or when the auction is over."""
        while deal.stage is DealStage.BIDDING and not deal.is_persons:
            deal = after(deal, self.house.chooses(seen_by_decider(deal)))
        return deal

    def theirs(self, deal: CoachedDeal) -> CoachedDeal | None:
        """The deal in the house's contract, if a person's calls have led to another one.

        The house bids all four hands; its contract is not offered again once it was.
        """
        if not deal.own or any(one.kind is MarkKind.OFFERED for one in deal.marks):
            return None
        auction = bid_by_house(deal.start, self.house)
        if auction.contract is None or auction.contract == deal.auction.contract:
            return None
        bare = CoachedDeal.at(replace(deal.start, auction=(), cards=()))
        return replace(bare.called(*auction.calls), start=deal.start, marks=deal.marks)

    def played(
        self, deal: CoachedDeal, card: Card, stop: Stop | None
    ) -> tuple[CoachedDeal, WhatIf | None]:
        """The deal after a person's card, and the question about it, if it is wrong.

        At a decision the first answer is kept.
        """
        seen = seen_by_decider(deal)
        then = chosen(deal, card)
        if stop is None and self.every:
            stop = self.trials.at(seen)
        beside = self.trials.beside(seen, card, stop)
        if beside is None:
            return then, None
        asked = what_if(beside, card, self.house.solver)
        if asked is not None or (stop is not None and stop.parts):
            verdict = AnswerVerdict.WRONG if asked is not None else AnswerVerdict.RIGHT
            if hints(deal) >= SHOWN:
                verdict = AnswerVerdict.SHOWN
            then = answered(then, FirstAnswer(deal.cards, card, beside.best, verdict))
        return then, asked

    def hint(self, deal: CoachedDeal, stop: Stop | None) -> str:
        """The next hint at this moment: what to count, then a question, then the card."""
        number = hints(deal)
        if stop is None:
            stop = self.trials.at(seen_by_decider(deal))
        if stop is None or not stop.parts:
            return "There is nothing special here: play what looks natural."
        if number >= SHOWN:
            return f"Play {card_text(stop.best)}."
        worst = max(
            (one for one in stop.tried.cards if stop.is_wrong(one)),
            key=lambda one: stop.tried.gain(stop.best, one).chance.mean,
        )
        asked = what_if(stop, worst)
        assert asked is not None
        return asked.nudge if number == 1 else asked.question


def _has_room(deal: CoachedDeal) -> bool:
    """Whether so few decisions were asked that one about tricks alone may be asked too."""
    return len(deal.answers) < FOR_TRICKS


def counts(deal: CoachedDeal) -> bool:
    """Whether a person is to count winners: declarer, as soon as dummy is down."""
    if deal.stage is not DealStage.PLAY or not deal.is_persons or deal.defends(deal.decider):
        return False
    is_new = 0 < len(deal.cards) < 4
    return is_new and not any(one.kind is MarkKind.COUNT for one in deal.marks)


def hints(deal: CoachedDeal) -> int:
    """How many hints were taken at this moment."""
    return sum(one.kind is MarkKind.HINT and one.moment == deal.moment for one in deal.marks)


def at_answer(deal: CoachedDeal, answer: FirstAnswer) -> SeenDeal:
    """What the person saw who gave an answer."""
    opened = CoachedDeal.at(replace(deal.start, auction=(), cards=()))
    return seen_by_decider(opened.called(*deal.auction.calls).played(*answer.before))
