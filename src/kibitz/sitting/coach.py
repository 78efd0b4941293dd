"""The coach: lets the house play, stops where lines part, and asks about a wrong card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kibitz.bidding.calls.reasons import Reason
from kibitz.bidding.conventions.naming import named
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.cards import Card
from kibitz.plans.lines.line import PlanLine
from kibitz.sitting.claiming import can_claim, claimed_tricks, sure_tricks
from kibitz.sitting.coached import (
    AnswerVerdict,
    CoachedDeal,
    DealStage,
    DealStart,
    FirstAnswer,
    FirstCall,
    MarkKind,
)
from kibitz.sitting.deals import bid_by_house
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import after, answered, chosen, conceded, noted, playing, spoke
from kibitz.sitting.planning import LineChoice, lines_to_choose
from kibitz.sitting.sight import SeenDeal, seen_by_decider
from kibitz.sitting.stops import Stop, Trials, has_choice
from kibitz.sitting.whatif import WhatIf, what_if
from kibitz.wording import call_text, call_word, card_text

_Opened: TypeAlias = tuple[DealStart, Auction, tuple[Card, ...]]
ALSO = 0.25
"""A call is also an expert's if it is at least so likely beside the likeliest."""
CERTAIN = 0.95
"""Where so many experts make the same call, it is no decision."""
CLEAR = 8
"""From so many tricks left on it is looked whether all of them are sure."""
MOST_STOPS = 5
"""After so many nothing more is asked."""
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
        both = None if self.reason is None else self.reason.together
        if both is None:
            return []
        return [f"With partner's you probably have {both.least} to {both.most} points."]


@dataclass(frozen=True, eq=False)
class Coach:
    """The house at the other seats, and the trials that find decisions.

    With *every* card is asked; else cards between two decisions are played as the house would.
    """

    house: HousePlayer
    trials: Trials
    every: bool = False
    _lines: dict[_Opened, LineChoice | None] = field(default_factory=dict, repr=False)
    """The lines of the deals at this table, which take a while to try."""

    def goes_on(self, deal: CoachedDeal) -> tuple[CoachedDeal, Stop | None]:
        """The deal when a person is next to decide, or at its end; and the decision, if it is one.

        What the rules force is played at once, and a side that is sure of all the rest claims it.
        """
        *_, last = self._turns(deal)
        return last

    def _turns(self, deal: CoachedDeal) -> Iterator[tuple[CoachedDeal, Stop | None]]:
        """The deal after each turn until then, the last one with its decision."""
        stop = None
        while deal.stage is not DealStage.OVER and stop is None:
            yield deal, None
            if not self.every and rest_is_clear(deal):
                left = 13 - playing(deal).tricks
                deal = conceded(deal, claimed_tricks(deal, left))
                break
            seen = seen_by_decider(deal)
            if not deal.is_persons:
                deal = after(deal, self.house.chooses(seen))
                continue
            if deal.stage is DealStage.BIDDING:
                break
            if not (has_choice(seen.state) or counts(deal) or is_to_plan(deal)):
                deal = after(deal, min(seen.state.legal_actions))
                continue
            if self.every or counts(deal) or is_to_plan(deal):
                break
            found, card = self._between(deal, seen)
            if found is not None and found.parts and _has_room(deal):
                stop = found
            else:
                deal = after(deal, card)
        yield deal, stop

    def _between(self, deal: CoachedDeal, seen: SeenDeal) -> tuple[Stop | None, Call | Card]:
        """The decision that a person is at, if it is one, and the card that goes on otherwise.

        A card that only the line asks for is tried too: where it is a mistake, that is a decision.
        """
        line = self.line(deal)
        card = self.house.chooses(seen, line)
        also = card if line is not None and isinstance(card, Card) else None
        return self.trials.at(seen, also), card

    def ahead(self, deal: CoachedDeal, stop: Stop | None) -> Iterator[CoachedDeal]:
        """How the deal goes on after each card of a decision, or on each line that is offered, a
        turn at a time, while somebody thinks.

        What was tried on the way is remembered, so that the next decision comes at once.
        """
        for begun in self._after_cards(deal, stop) if stop else self._on_lines(deal):
            yield from (one for one, _ in self._turns(begun))

    def _after_cards(self, deal: CoachedDeal, stop: Stop) -> Iterator[CoachedDeal]:
        order = sorted(stop.tried.cards, key=lambda one: -stop.shares[one])
        return (chosen(deal, card) for card in order)

    def _on_lines(self, deal: CoachedDeal) -> Iterator[CoachedDeal]:
        if not (counts(deal) or is_to_plan(deal)):
            return
        found = self.lines(deal)
        counted = deal if is_to_plan(deal) else noted(deal, MarkKind.COUNT)
        for number in range(1, 1 + (0 if found is None else len(found.lines))):
            yield noted(counted, MarkKind.LINE, number)

    def lines(self, deal: CoachedDeal) -> LineChoice | None:
        """The lines to choose from when dummy came down; None if there is nothing to choose."""
        opened = deal.until(len(deal.auction.calls) + 1)
        key = opened.start, opened.auction, opened.cards
        if key not in self._lines:
            seen = seen_by_decider(opened)
            self._lines[key] = lines_to_choose(seen, self.trials.playing, self.trials.seed)
        return self._lines[key]

    def line(self, deal: CoachedDeal) -> PlanLine | None:
        """The line that declarer has chosen, which cards between two decisions keep to."""
        number = line_chosen(deal)
        found = self.lines(deal) if number else None
        return None if found is None or number > len(found.lines) else found.lines[number - 1]

    def called(self, deal: CoachedDeal, call: Call) -> tuple[CoachedDeal, OtherCall | None]:
        """The deal after a person's call, and what experts call, where they would not call that."""
        then, seen = chosen(deal, call), seen_by_decider(deal)
        chances = self.house.forecast(seen)
        experts = next(iter(chances))
        is_right = call == experts or chances.get(call, 0.0) >= ALSO * chances[experts]
        if not is_right or chances[experts] < CERTAIN:
            verdict = AnswerVerdict.RIGHT if is_right else AnswerVerdict.WRONG
            then = spoke(then, FirstCall(deal.auction.calls, call, experts, verdict))
        if is_right:
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
        theirs = bare.called(*auction.calls)
        return replace(theirs, start=deal.start, marks=deal.marks, spoken=deal.spoken)

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
        wrong = [one for one in stop.tried.cards if stop.is_wrong(one)]
        asked = what_if(stop, max(wrong, key=lambda one: stop.imps(stop.best, one).mean))
        assert asked is not None
        return asked.nudge if number == 1 else asked.question


def _has_room(deal: CoachedDeal) -> bool:
    """Whether so few decisions were asked that one more may be asked.

    One that was asked before, and taken back, is asked again.
    """
    asked_before = any(one.before == deal.cards for one in deal.answers)
    return asked_before or len(deal.answers) < MOST_STOPS


def rest_is_clear(deal: CoachedDeal) -> bool:
    """Whether the side to lead is sure of all tricks left, by what it sees itself."""
    if deal.play is None or not can_claim(deal.play) or deal.play.tricks < 13 - CLEAR:
        return False
    state = seen_by_decider(deal).state
    return sure_tricks(state) == 13 - state.tricks


def counts(deal: CoachedDeal) -> bool:
    """Whether a person is to count winners: declarer, as soon as dummy is down."""
    if deal.stage is not DealStage.PLAY or not deal.is_persons or deal.defends(deal.decider):
        return False
    kinds = [one.kind for one in deal.marks if one.moment == deal.moment]
    return len(deal.cards) == 1 and MarkKind.COUNT not in kinds


def is_to_plan(deal: CoachedDeal) -> bool:
    """Whether a person is to choose a line: declarer, once the winners are counted."""
    kinds = [one.kind for one in deal.marks if one.moment == deal.moment]
    return MarkKind.COUNT in kinds and MarkKind.LINE not in kinds and deal.is_persons


def line_chosen(deal: CoachedDeal) -> int:
    """The number of the line that was chosen last in this contract; 0 for none."""
    opened = len(deal.auction.calls) + 1
    said = [one.number for one in deal.marks if (one.kind, one.moment) == (MarkKind.LINE, opened)]
    return said[-1] if said else 0


def hints(deal: CoachedDeal) -> int:
    """How many hints were taken at this moment."""
    return sum(one.kind is MarkKind.HINT and one.moment == deal.moment for one in deal.marks)


def at_answer(deal: CoachedDeal, answer: FirstAnswer) -> SeenDeal:
    """What the person saw who gave an answer."""
    opened = CoachedDeal.at(replace(deal.start, auction=(), cards=()))
    return seen_by_decider(opened.called(*deal.auction.calls).played(*answer.before))
