"""The end of a deal: its score beside others, what was decided, and one lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.because.names import NAMES
from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import imps, score
from kibitz.records.record import Record
from kibitz.records.starter import ROOMS, starter_table
from kibitz.sitting.after.carding import carding_told
from kibitz.sitting.coach import Coach, at_answer, line_chosen
from kibitz.sitting.coached import AnswerVerdict, CoachedDeal, FirstAnswer, MarkKind
from kibitz.sitting.deals import bid_by_house
from kibitz.sitting.stops import Stop
from kibitz.sitting.whatif import WhatIf, what_if
from kibitz.wording import call_text, card_text, contract_text, counted, in_words, made_text

MOMENTS = 3
"""The most decisions that are looked at again."""
_STARTER = "starter:"
_NOTHING = "on this deal no card of yours was a decision."


@dataclass(frozen=True)
class OtherRoom:
    """The same board at another table."""

    name: str
    record: Record
    score: int
    """For the player's side."""
    imps: int
    """What the player won against it."""

    @property
    def text(self) -> str:
        contract = contract_text(self.record.contract)
        made = ""
        if self.record.contract is not None and self.record.tricks is not None:
            made = f" {made_text(self.record.contract, self.record.tricks)}"
        return f"{self.name}: {contract}{made}, {self.score:+}; {_imps_text(self.imps)}"


@dataclass(frozen=True)
class ReviewedAnswer:
    """One decision of the player, looked at when all cards are known."""

    answer: FirstAnswer
    asked: WhatIf | None
    """The question about it, if it was wrong."""
    luck: str = ""
    """``lucky`` if it cost nothing as the cards lay, ``unlucky`` if the right card lost; empty if
    it was taken back."""

    @property
    def cost(self) -> tuple[float, float]:
        """What it cost on average: of the contract's chance, and tricks."""
        gain = None if self.asked is None else self.asked.gain
        return (0.0, 0.0) if gain is None else (gain.chance.mean, gain.tricks.mean)

    @property
    def text(self) -> str:
        trick = len(self.answer.before) // 4 + 1
        did, best = card_text(self.answer.did), card_text(self.answer.best)
        said = f"Trick {trick}, {did}: "
        match self.answer.verdict:
            case AnswerVerdict.SHOWN:
                return f"{said}shown."
            case AnswerVerdict.RIGHT:
                return f"{said}right{', badly dealt' if self.luck else ''}."
            case AnswerVerdict.WRONG:
                lucky = ". You were lucky: as the cards lay it cost nothing" if self.luck else ""
                return f"{said}{best} was better{lucky}."


@dataclass(frozen=True)
class Ending:
    """All that is said at the end."""

    deal: CoachedDeal
    score: int
    """For the player's side."""
    par: int | None
    rooms: tuple[OtherRoom, ...]
    house: Auction | None
    """The auction of the house with these hands, where it is another one."""
    decisions: tuple[ReviewedAnswer, ...]
    plan: str = ""
    """What is said of the line that was chosen when dummy came down."""
    carding: tuple[str, ...] = ()
    """What the house's lead and signals told."""

    @property
    def lesson(self) -> str:
        """One line to take home: about the dearest mistake, or else about nothing."""
        worst = self._worst
        if worst is None:
            if self.deal.contract is None:
                return ""
            return "no mistake that I could find." if self.decisions else _NOTHING
        if worst.why is not None:
            return f"{card_text(worst.better)} was better. {worst.why.text}"
        return f"{card_text(worst.better)} was better. {worst.question} {worst.outcome}"

    @property
    def _worst(self) -> WhatIf | None:
        """The dearest mistake."""
        wrong = [one.asked for one in self.decisions if one.asked is not None]
        return max(
            wrong, key=lambda one: (one.gain.chance.mean, one.gain.tricks.mean), default=None
        )

    @property
    def text(self) -> list[str]:
        """The end in lines."""
        return [
            self._result(),
            *(room.text for room in self.rooms),
            *([] if self.par is None else [f"Par is {self.par:+}."]),
            *self.bidding,
            *([self.plan] if self.plan else []),
            *(one.text for one in self.moments),
            *([self.others] if self.others else []),
            *self.carding,
            *self.notes,
            *([f"The lesson: {self.lesson}"] if self.lesson else []),
        ]

    @property
    def moments(self) -> list[ReviewedAnswer]:
        """Up to three decisions, the dearest mistakes first chosen, in the order of the play."""
        order = sorted(self.decisions, key=lambda one: (one.cost, one.answer.verdict), reverse=True)
        return [one for one in self.decisions if one in order[:MOMENTS]]

    @property
    def others(self) -> str:
        """What is said of the decisions that are no moments; empty if there are none."""
        shown = self.moments
        left = [one for one in self.decisions if one not in shown]
        if not left:
            return ""
        wrong = sum(one.answer.verdict is AnswerVerdict.WRONG for one in left)
        rest = "no other mistake" if not wrong else f"{counted(wrong, 'more mistake')}"
        return f"{counted(len(left), 'more decision')}: {rest}."

    def _result(self) -> str:
        contract, tricks = self.deal.contract, self.deal.tricks
        if contract is None or tricks is None:
            return "Passed out: 0."
        name = contract_text(contract, by=True)
        return f"{name}, {made_text(contract, tricks)}: {self.score:+}."

    @property
    def theme(self) -> str:
        """What the dearest mistake was about; empty if there was none, or no reason was found."""
        why = None if self._worst is None else self._worst.why
        return "" if why is None else NAMES[why.found.kind]

    @property
    def bidding(self) -> list[str]:
        """The auctions of others with these hands, where they differ."""
        mine = self.deal.auction.calls
        found = {
            f"{room.name} bid": room.record.auction.calls
            for room in self.rooms
            if room.record.auction.calls != mine
        }
        if self.house is not None and self.house.calls != mine and not self.rooms:
            found["The house bids"] = self.house.calls
        return [f"{who}: {' '.join(map(call_text, calls))}." for who, calls in found.items()]

    @property
    def notes(self) -> list[str]:
        """Hints, and what was taken back."""
        kinds = [mark.kind for mark in self.deal.marks]
        hints, back = kinds.count(MarkKind.HINT), kinds.count(MarkKind.BACK)
        said = [counted(hints, "hint")] if hints else []
        if back:
            said.append(f"{in_words(back)} taken back")
        return [f"{', '.join(said).capitalize()}."] if said else []


def ending(deal: CoachedDeal, coach: Coach, solver: DoubleDummy | None) -> Ending:
    """What is said at the end of a deal."""
    me = deal.start.people[0] if deal.start.people else Seat.SOUTH
    own = _score(deal.contract, deal.tricks, deal.start.vulnerability, me)
    return Ending(
        deal,
        own,
        None if solver is None else _par(deal, me, solver),
        tuple(_rooms(deal, me, own)),
        bid_by_house(deal.start, coach.house) if len(deal.own) and not deal.start.auction else None,
        tuple(reviewed(deal, one, coach, solver) for one in deal.answers),
        _plan(deal, coach),
        tuple(carding_told(deal)),
    )


def _plan(deal: CoachedDeal, coach: Coach) -> str:
    number = line_chosen(deal)
    found = coach.lines(deal) if number else None
    return "" if found is None or number > len(found.lines) else found.verdict(number)


def reviewed(
    deal: CoachedDeal, answer: FirstAnswer, coach: Coach, solver: Solver | None
) -> ReviewedAnswer:
    """A decision, looked at again, with the luck that it had on the real cards."""
    asked = None
    if answer.verdict is AnswerVerdict.WRONG:
        stop = stop_of(deal, answer, coach)
        asked = None if stop is None else what_if(stop, answer.did, solver)
    if solver is None or not followed(answer, deal.cards):
        return ReviewedAnswer(answer, asked)
    return ReviewedAnswer(answer, asked, _luck(deal, answer, solver))


def stop_of(deal: CoachedDeal, answer: FirstAnswer, coach: Coach) -> Stop | None:
    """The decision of an answer, tried again as it was then."""
    seen = at_answer(deal, answer)
    return coach.trials.beside(seen, answer.did, coach.trials.at(seen))


def _luck(deal: CoachedDeal, answer: FirstAnswer, solver: Solver) -> str:
    """Whether the contract depended on the card, on the real cards and double dummy."""
    if deal.play is None:
        return ""
    state = Play.start(deal.deal, deal.play.contract).after_all(answer.before)
    [found] = list(solver.solve_all([state]))
    if not isinstance(found, Solution):
        return ""
    defends = not state.turn.is_with(state.contract.declarer)
    sign = -1 if defends else 1
    did, best = sign * found.tricks[answer.did], sign * found.tricks[answer.best]
    if answer.verdict is AnswerVerdict.WRONG:
        return "lucky" if did >= best else ""
    most = max(sign * tricks for tricks in found.tricks.values())
    target = sign * (state.contract.target - (1 if defends else 0))
    return "unlucky" if did < target <= most else ""


def _score(
    contract: Contract | None, tricks: int | None, vulnerability: Vulnerability, me: Seat
) -> int:
    """The score of a result for the side of a seat."""
    if contract is None or tricks is None:
        return 0
    points = score(contract, tricks, vulnerability)
    return points if me.is_with(contract.declarer) else -points


def _par(deal: CoachedDeal, me: Seat, solver: DoubleDummy) -> int | None:
    start = deal.start
    [found] = list(solver.solve_deals([(start.deal, start.dealer, start.vulnerability)]))
    if not hasattr(found, "par"):
        return None
    return int(found.par) if me.is_with(Seat.NORTH) else -int(found.par)


def _rooms(deal: CoachedDeal, me: Seat, own: int) -> Sequence[OtherRoom]:
    """Both rooms of the house's match, if the deal comes from there."""
    place = deal.start.origin.removeprefix(_STARTER).partition("-")[0]
    if not deal.start.origin.startswith(_STARTER) or not place.isdecimal():
        return []
    there = Seat((me - deal.start.turned) % 4)
    found = []
    for room in ROOMS:
        record = starter_table(int(place), room)
        if record is not None:
            theirs = _score(record.contract, record.tricks, record.vulnerability, there)
            found.append(OtherRoom(f"{room.capitalize()} room", record, theirs, imps(own - theirs)))
    return found


def _imps_text(won: int) -> str:
    if not won:
        return "level with it."
    return f"{counted(abs(won), 'IMP')} {'better' if won > 0 else 'worse'} than it."


def followed(answer: FirstAnswer, cards: Sequence[Card]) -> bool:
    """Whether the deal went on with the card that was answered first."""
    at = len(answer.before)
    return tuple(cards[:at]) == answer.before and tuple(cards[at : at + 1]) == (answer.did,)
