"""A player at the table, typing: what was said, what is asked, and what comes of an answer.

It is pure: text in, lines and a new session out. The terminal reads and prints, and keeps the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from kibitz.errors import KibitzError, UsageError
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import tricks_of
from kibitz.games.bridge.typed import typed_call, typed_card
from kibitz.plans.arithmetic import count
from kibitz.sitting.claiming import claimed_tricks, judged
from kibitz.sitting.coach import Coach, OtherCall, counts, is_to_plan
from kibitz.sitting.coached import CoachedDeal, DealStage, MarkKind
from kibitz.sitting.ending import Ending, ending
from kibitz.sitting.keeping import link
from kibitz.sitting.ladder.pointing import answered_text, ended_text, opened_text, pointer_text
from kibitz.sitting.moves import conceded, noted, playing, undo
from kibitz.sitting.sight import SeenDeal, seen
from kibitz.sitting.stops import Stop
from kibitz.sitting.whatif import WhatIf
from kibitz.sitting.words import (
    auction_text,
    calls_text,
    final_hands,
    hand_over_text,
    layout_text,
    looked,
    news,
    on_top_text,
    opening_text,
    position_text,
)
from kibitz.wording import card_text, contract_text, counted


class Asks(StrEnum):
    """What the player is asked."""

    CALL = "call"
    CALL_DIFFERS = "other call"
    CONTRACT = "contract"
    """Which contract is played: the player's, or the one that the house bids."""
    COUNT = "count"
    LINE = "line"
    """Which of some lines declarer takes."""
    CARD = "card"
    WHAT_IF = "what if"
    HAND_OVER = "hand over"
    """The screen is given to the other of two partners; nobody's cards are shown."""
    NOTHING = "nothing"
    """The deal is over."""


PROMPTS = {
    Asks.CALL: "Your call?",
    Asks.CALL_DIFFERS: "Take it back (back), or leave it (on)?",
    Asks.CONTRACT: "Which shall we play (mine, theirs)?",
    Asks.COUNT: "How many winners can you count on top?",
    Asks.LINE: "Which would you play?",
    Asks.CARD: "Which card do you play?",
    Asks.WHAT_IF: "Take it back (back), or play on (on)? (why, show)",
    Asks.HAND_OVER: "Press Enter when nobody else is looking.",
    Asks.NOTHING: "",
}
HELP = """A call: 1NT, 2H, pass, double. A card: H6, SK, D10.
  back      take back your last card or call
  on        leave it and play on; at a card: let the house play until the next decision
  hint      a hint; the second one asks a question, the third names the card
  claim N   claim N of the tricks left, when your side is to lead
  calls     what the calls mean that have a name
  table     show your cards and dummy's again; auction or tricks: all so far
  why, show after a wrong card: why the other is better; the tricks of that layout
  link      the deal in a word, for a friend
  quit      leave; kibitz sit --resume goes on"""


_CHOICE, _CONTRACT = 1, 2
"""What an open question is about: a call or a card, or which contract is played."""


@dataclass(frozen=True, eq=False)
class TableSession:
    """A deal with its coach, and what is being asked."""

    deal: CoachedDeal
    coach: Coach
    asks: Asks = Asks.NOTHING
    lines: tuple[str, ...] = ()
    """What is said since the last answer."""
    stop: Stop | None = None
    whatif: WhatIf | None = None
    at: Seat | None = None
    """Of several people, the one before the screen; None while it changes hands."""
    other: OtherCall | None = None
    solver: DoubleDummy | None = None
    end: Ending | None = field(default=None)

    @classmethod
    def sit_down(cls, deal: CoachedDeal, coach: Coach, solver: DoubleDummy | None) -> TableSession:
        """The session from where the deal stands, to its first question."""
        begun = cls(deal, coach, solver=solver)
        if len(deal.start.people) > 1:
            return begun._go_on()
        if deal.is_open:
            return begun._asked_again()
        opening = replace(begun, lines=(*opening_text(deal, begun.me), *opened_text(deal)))
        return opening._go_on()

    def _asked_again(self) -> TableSession:
        """The session of a deal that was left at a question: it is asked as it was then."""
        deal, moment = self.deal, self.deal.own[-1]
        calls, number = deal.auction.calls, deal.marks[-1].number
        choice = calls[moment] if moment < len(calls) else deal.cards[moment - len(calls)]
        before = replace(deal.until(moment), marks=deal.marks[:-1])
        asked = replace(self, deal=before)._go_on().does(str(choice))
        if number == _CONTRACT and asked.asks is Asks.CALL_DIFFERS:
            asked = asked.does("on")
        return replace(asked, deal=deal)

    @property
    def me(self) -> Seat:
        """The seat of the player; where there are several, the one before the screen."""
        people = self.deal.start.people
        if self.at is not None:
            return self.at
        if self.deal.is_persons:
            return self.deal.decider
        return people[0] if people else Seat.SOUTH

    @property
    def seen(self) -> SeenDeal:
        return seen(self.deal, self.me)

    @property
    def prompt(self) -> str:
        """The question that is asked now."""
        if self.asks is not Asks.CARD:
            return PROMPTS[self.asks]
        state = playing(self.deal)
        verb = "lead" if not state.trick else "play"
        hand = " from dummy" if state.turn is state.contract.dummy else ""
        return f"Which card do you {verb}{hand}?"

    def does(self, text: str) -> TableSession:
        """The session after what the player typed; what is wrong is said, and nothing changes."""
        word, _, rest = text.strip().partition(" ")
        fresh = replace(self, lines=())
        if self.asks is Asks.HAND_OVER:
            return fresh._handed_over()
        try:
            return fresh._done(word.lower(), rest.strip(), text.strip())
        except KibitzError as error:
            return replace(fresh, lines=(str(error),))

    def _done(self, word: str, rest: str, text: str) -> TableSession:
        match word:
            case "?" | "help":
                return self._say(*HELP.splitlines())
            case "table" | "t":
                return self._say(*position_text(self.seen))
            case "auction" | "tricks":
                return self._say(*news(self._begun, self.deal, self.me))
            case "calls":
                return self._say(*calls_text(self.deal.auction))
            case "link":
                return self._say(link(self.deal))
            case "hint":
                return self._hint()
            case "back" | "b" | "undo":
                return self._back()
            case "claim":
                return self._claim(rest)
            case "why" | "show":
                return self._explain(word)
            case "on" | "o" | "":
                return self._on()
        return self._answer(text)

    @property
    def _begun(self) -> CoachedDeal:
        """The deal before anything was called."""
        start = replace(self.deal.start, auction=(), cards=())
        return CoachedDeal(start, Auction(start.dealer), None)

    def _say(self, *lines: str) -> TableSession:
        return replace(self, lines=(*self.lines, *lines))

    def _answer(self, text: str) -> TableSession:
        match self.asks:
            case Asks.CALL:
                return self._call(typed_call(text))
            case Asks.CARD:
                return self._card(typed_card(text))
            case Asks.COUNT:
                return self._count(text)
            case Asks.CONTRACT:
                return self._contract(text)
            case Asks.LINE:
                return self._line(text)
            case Asks.NOTHING:
                raise UsageError("The deal is over.")
        raise UsageError("Type back to take it back, or on to play on.")

    def _call(self, choice: Call) -> TableSession:
        deal, other = self.coach.called(self.deal, choice)
        if other is None:
            said = self._say(*answered_text(self.deal, choice))
            return replace(said, deal=deal)._go_on(shown=self.deal)
        opened = noted(deal, MarkKind.OPEN, _CHOICE)
        said = replace(self, deal=opened, asks=Asks.CALL_DIFFERS, other=other)
        return said._say(other.text)

    def _card(self, card: Card) -> TableSession:
        deal, asked = self.coach.played(self.deal, card, self.stop)
        if asked is None:
            return replace(self, deal=deal, stop=None)._go_on(shown=self.deal)
        opened = noted(deal, MarkKind.OPEN, _CHOICE)
        said = replace(self, deal=opened, stop=None, asks=Asks.WHAT_IF, whatif=asked)
        hidden = [seat for seat in Seat if seat not in seen(deal, asked.viewer).hands]
        return said._say(
            asked.question,
            *layout_text(asked.layout, asked.fails[: asked.ply], hidden),
            asked.outcome,
        )

    def _contract(self, text: str) -> TableSession:
        found = self.coach.theirs(self.deal)
        if text.lower() not in ("mine", "theirs") or found is None:
            raise UsageError("Mine or theirs?")
        deal = self.deal if text.lower() == "mine" else found
        return replace(self, deal=noted(deal, MarkKind.OFFERED))._go_on(shown=self.deal)

    def _line(self, text: str) -> TableSession:
        found = self.coach.lines(self.deal)
        most = 0 if found is None else len(found.lines)
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise UsageError(f"A number from 1 to {most}, please.")
        return replace(self, deal=noted(self.deal, MarkKind.LINE, int(text)))._go_on()

    def _count(self, text: str) -> TableSession:
        if not text.isdecimal() or int(text) > 13:
            raise UsageError("A number from 0 to 13, please.")
        found = count(self.seen.state)
        marked = noted(self.deal, MarkKind.COUNT, int(text))
        total = on_top_text(found)
        right = int(text) == sum(found.on_top.values())
        need = f"you need {found.target}." if found.to_find else "that is enough."
        said = f"{'Yes' if right else 'Count again'}: {total}; {need}"
        return replace(self, deal=marked)._say(said)._plan()

    def _plan(self) -> TableSession:
        """The lines to choose from; where there is nothing to choose, the play goes on."""
        found = self.coach.lines(self.deal)
        if found is None:
            return replace(self, deal=noted(self.deal, MarkKind.LINE))._go_on()
        lines = [f"  {at}  {text}" for at, text in enumerate(found.texts, 1)]
        return replace(self, asks=Asks.LINE)._say("Where will the others come from?", *lines)

    def _hint(self) -> TableSession:
        if self.asks is not Asks.CARD:
            raise UsageError("There is a hint when you are to play a card.")
        deal = noted(self.deal, MarkKind.HINT)
        return replace(self, deal=deal)._say(self.coach.hint(deal, self.stop))

    def _back(self) -> TableSession:
        before = undo(self.deal)
        again = replace(self, deal=before, stop=None, whatif=None, other=None, end=None)
        return again._go_on(shown=before)

    def _on(self) -> TableSession:
        if self.asks in (Asks.CALL_DIFFERS, Asks.WHAT_IF):
            before = self.deal.until(self.deal.moment - 1)
            left = replace(self, deal=noted(self.deal, MarkKind.OPEN), whatif=None, other=None)
            return left._go_on(shown=before)
        if self.asks is Asks.COUNT:
            return replace(self, deal=noted(self.deal, MarkKind.COUNT))._plan()
        if self.asks is Asks.LINE:
            return replace(self, deal=noted(self.deal, MarkKind.LINE))._go_on()
        if self.asks is Asks.CONTRACT:
            return self._contract("mine")
        if self.asks is Asks.CARD and self.coach.every:
            through = replace(self.coach, every=False)
            deal, stop = through.goes_on(self.deal)
            return replace(self, deal=deal, stop=stop)._asked(self.deal)
        raise UsageError("Your answer, please; ? for help.")

    def _claim(self, text: str) -> TableSession:
        if self.asks is not Asks.CARD:
            raise UsageError("Claim when you are to lead.")
        if not text.isdecimal():
            raise UsageError("How many? As in: claim 5")
        found = judged(self.seen, int(text), self.solver)
        if found.holds:
            deal = conceded(self.deal, claimed_tricks(self.deal, int(text)))
            return replace(self, deal=deal, stop=None)._say(found.text)._go_on()
        refused = replace(self, deal=noted(self.deal, MarkKind.REFUSED, int(text)))
        shown: list[str] = []
        if found.layout is not None:
            hidden = [seat for seat in Seat if seat not in self.seen.hands]
            shown = layout_text(found.layout, self.deal.cards, hidden)
        return refused._say(found.text, *shown)

    def _explain(self, word: str) -> TableSession:
        asked = self.whatif
        if asked is None:
            raise UsageError("There is nothing to explain.")
        if word == "why":
            if asked.why is None:
                return self._say("No one reason stands out: show plays both out.")
            return self._say(asked.why.text)
        return self._say(
            f"With {card_text(asked.card)}:",
            *_tricks(asked, asked.fails),
            f"With {card_text(asked.better)}:",
            *_tricks(asked, asked.works),
        )

    def _go_on(self, shown: CoachedDeal | None = None) -> TableSession:
        """The session when a person is asked again, with what happened until then."""
        before = self.deal if shown is None else shown
        bid = self.coach.bids_on(self.deal)
        if bid.auction.is_over and not before.auction.is_over:
            theirs = self.coach.theirs(bid)
            if theirs is not None:
                return self._offered(before, bid, theirs)
        deal, stop = self.coach.goes_on(bid)
        return replace(self, deal=deal, stop=stop)._asked(before)

    def _offered(self, before: CoachedDeal, bid: CoachedDeal, theirs: CoachedDeal) -> TableSession:
        """The session at the end of an auction whose contract is not the house's."""
        lines = [
            *news(before, bid, self.me),
            auction_text(theirs.auction),
        ]
        said = f"So the house bids it: {contract_text(theirs.contract, by=True)}."
        opened = noted(bid, MarkKind.OPEN, _CONTRACT)
        return replace(self, deal=opened, asks=Asks.CONTRACT)._say(*lines, said)

    def _handed_over(self) -> TableSession:
        """The session before the partner who decides next, told all that happened since he looked."""
        at = self.deal.decider
        opening = opening_text(self.deal, at)
        return replace(self, at=at, lines=tuple(opening))._asked(looked(self.deal, at))

    def _asked(self, before: CoachedDeal) -> TableSession:
        deal = self.deal
        if len(deal.start.people) > 1 and deal.is_persons and deal.decider is not self.at:
            said = hand_over_text(deal, self.at)
            return replace(self, asks=Asks.HAND_OVER, at=None, lines=(*self.lines, said))
        lines = [*self.lines, *news(before, deal, self.me)]
        if deal.claimed is not None and before.claimed is None:
            lines.append(f"The rest is clear: declarer has {counted(deal.claimed, 'trick')}.")
        if deal.stage is DealStage.OVER:
            end = ending(deal, self.coach, self.solver)
            lines += [*final_hands(deal), *end.text, *ended_text(deal)]
            return replace(self, asks=Asks.NOTHING, lines=tuple(lines), end=end)
        lines += [*position_text(self.seen), *pointer_text(deal)]
        asks = Asks.CALL if deal.stage is DealStage.BIDDING else Asks.CARD
        if counts(deal):
            asks = Asks.COUNT
        then = replace(self, asks=asks, lines=tuple(lines))
        return then._plan() if is_to_plan(deal) else then

    def to_json(self) -> dict[str, Any]:
        """What is seen, said and asked, as plain data."""
        return {
            "seen": None if self.asks is Asks.HAND_OVER else self.seen.to_json(),
            "asks": self.asks.value,
            "prompt": self.prompt,
            "said": list(self.lines),
            "decisions": [
                {
                    "card": len(one.before) + 1,
                    "did": str(one.did),
                    "best": str(one.best),
                    "verdict": one.verdict.value,
                }
                for one in self.deal.answers
            ],
        }


def _tricks(asked: WhatIf, cards: Sequence[Card]) -> list[str]:
    """The tricks of a play from where the card was played."""
    found = []
    for number, trick in enumerate(tricks_of(asked.contract, cards), 1):
        if 4 * number > asked.ply:
            told = " ".join(f"{seat}{card_text(card)}" for seat, card in trick.by_seat.items())
            found.append(f"  {number:>2}  {told}  {trick.winner} wins")
    return found
