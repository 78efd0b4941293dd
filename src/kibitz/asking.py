"""One user's Kibitz: it alone opens what was learned, and everybody asks through it.

A script has ``kibitz.open()``; a command, a process of the page and an experiment have theirs, one
for each `Places`. A room is opened when it is first asked, and again when something was written
that its answers follow from. A `Kibitz` is never sent to a process: its places are.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.rooms import Rooms
from kibitz.runtime.running import Watch, unwatched

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser
    from kibitz.bidding.calls.answer import CallAnswer
    from kibitz.bidding.conventions.looking import ByAuction, ByName
    from kibitz.bidding.meanings.answer import MeaningAnswer
    from kibitz.bidding.openings.answer import OpeningAnswer
    from kibitz.cardplay.adviser import CardAdviser
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.belief.answer import BeliefAnswer
    from kibitz.cardplay.question import CardQuestion
    from kibitz.cardplay.review import Review
    from kibitz.explorer.answer import ExplorerAnswer
    from kibitz.games.bridge.auction import Auction
    from kibitz.games.bridge.cards import Card, Hand
    from kibitz.games.bridge.deal import Seat, Vulnerability
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.games.bridge.play import Play
    from kibitz.plans.answer import PlanAnswer
    from kibitz.plans.question import Scoring
    from kibitz.records.record import Record
    from kibitz.strategies.answer import StrategyAnswer
    from kibitz.suits.answer import SuitAnswer


class Kibitz(Rooms):
    """One user's Kibitz: a method for every question, and an adviser behind each.

    >>> import kibitz
    >>> k = kibitz.open()
    >>> k.suit("AKQT", "xxx", tricks=4)
    <SuitAnswer cash A: 61 % chance of success; AKQT opposite xxx, for 4 tricks>
    >>> k.calls.ask(kibitz.CallQuestion.parse("KJ4.Q85.A962.T73 after 1H P")).best.said
    '2♥'
    """

    def advise(
        self,
        position: Record | Play | str,
        card: int | None = None,
        *,
        lookahead: int = 0,
        seed: int = 0,
        like: str = "",
        solver: DoubleDummy | None = None,
        reason: bool = False,
    ) -> CardAnswer:
        """Which card? Of a record, before its *card* from 1; in a state; or of a table in words.

        With *lookahead*, so many layouts of the hidden cards are sampled with the *seed* and
        solved. With *reason*, cards that others would choose are played out beside it, to say why.

        >>> import kibitz
        >>> kibitz.advise(kibitz.table("starter:111"), 2).best.said
        '♦7'
        """
        from kibitz.cardplay.question import CardQuestion
        from kibitz.records.record import Record

        if card is not None and not isinstance(position, Record):
            raise UsageError("Only a record is asked about by the number of a card.")
        match position:
            case Record():
                question = CardQuestion.of(position, card)
            case str():
                question = CardQuestion.parse(position, self.places.library)
            case _:
                question = CardQuestion(position)
        return self._card(question, lookahead, seed, like, solver, reason)

    def lead(
        self,
        hand: Hand | str,
        auction: Auction | str,
        *,
        dealer: Seat | str = "N",
        vulnerability: Vulnerability | str = "none",
        seat: Seat | str | None = None,
        considered: Card | str | None = None,
        lookahead: int = 0,
        seed: int = 0,
        like: str = "",
        solver: DoubleDummy | None = None,
        reason: bool = False,
    ) -> CardAnswer:
        """Which opening lead? From thirteen cards and the auction, with or without its last passes.

        With *lookahead*, so many layouts that fit the auction are sampled with the *seed* and
        solved. With *reason*, the leads that others would choose are played out, to say why.

        >>> import kibitz
        >>> kibitz.lead("KQT94 73 862 J54", "1N P 3N").best.said
        '♠K'
        """
        from kibitz.cardplay.question import CardQuestion

        question = CardQuestion.lead(
            hand,
            auction,
            dealer=dealer,
            vulnerability=vulnerability,
            seat=seat,
            considered=considered,
        )
        return self._card(question, lookahead, seed, like, solver, reason)

    def _card(
        self,
        question: CardQuestion,
        lookahead: int,
        seed: int,
        like: str,
        solver: DoubleDummy | None,
        reason: bool,
    ) -> CardAnswer:
        adviser: CardAdviser = self.adviser(question, like=like)
        adviser = replace(adviser, lookahead=lookahead, seed=seed, solver=solver)
        answer = adviser.ask(question)
        return adviser.explained(answer) if reason else answer

    def call(
        self,
        hand: Hand | Record | str,
        auction: Auction | str | int = "",
        *,
        dealer: Seat | str = "N",
        vulnerability: Vulnerability | str = "none",
        pair: str = "",
        system: str = "",
        like: str = "",
    ) -> CallAnswer:
        """What to call with *hand* after *auction*?

        The *system* is a file of rules ("mine.toml", or "house system"), which go before the
        cases, or what pairs play ("strong club"), or a program: then only those are asked. Of a
        record, name the number of the call, from 1; what was called there is not looked at.

        >>> import kibitz
        >>> kibitz.call("KJ4 Q85 A962 T73", "1H P").best.said
        '2♥'
        """
        from kibitz.bidding.calls.question import CallQuestion
        from kibitz.records.record import Record

        if isinstance(hand, Record):
            if not isinstance(auction, int):
                raise UsageError("Of a record name the number of the call that is asked about.")
            question = CallQuestion.of(hand, auction)
        elif isinstance(auction, int):
            raise UsageError("Only a record is asked about by the number of a call.")
        else:
            question = CallQuestion.typed(
                hand, auction, dealer=dealer, vulnerability=vulnerability, pair=pair, system=system
            )
        adviser: CallAdviser = self.adviser(question, like=like)
        return adviser.ask(question)

    def opening(
        self,
        hand: Hand | str,
        seat: int = 1,
        vulnerability: str = "none",
        system: str | None = None,
    ) -> OpeningAnswer:
        """What to open with *hand*?

        >>> import kibitz
        >>> kibitz.opening("AQ7.KJ985.K2.T43", seat=1, system="house rules").best.weight
        1.0
        """
        from kibitz.bidding.openings.question import Situation

        return self.openings.of(system).ask(Situation.parse(hand, seat, vulnerability))

    def meaning(
        self,
        auction: Auction | str,
        dealer: Seat | str = "N",
        vulnerability: Vulnerability | str | None = None,
        pair: str = "",
        system: str = "",
    ) -> MeaningAnswer:
        """What does the last call of *auction* mean?

        >>> import kibitz
        >>> print(kibitz.meaning("1N P 2D").best.grounds[0])
        23 of 25 hands of the house had 4 to 17 points
        """
        from kibitz.bidding.meanings.question import MeaningQuestion

        question = MeaningQuestion.parse(auction, dealer, vulnerability, pair, system)
        return self.meanings.ask(question)

    def convention(self, text: str, dealer: str = "N") -> ByName | ByAuction:
        """A convention by its name or a part of it; of an auction, what its calls are called.

        >>> import kibitz
        >>> str(kibitz.convention("Smolen").conventions[0].sentence)
        'Smolen: shows four a major and five the other major, and forces to game.'
        >>> [str(one) for one in kibitz.convention("1N P 2C P 2D P 3H").calls if one][-1]
        '3♥, Smolen: four hearts and five spades'
        """
        from kibitz.bidding.conventions.looking import look_up

        return look_up(text, dealer)

    def belief(
        self,
        position: Record | str,
        seat: Seat | str | None = None,
        *,
        card: int | None = None,
        calls: int | None = None,
        auction: str | None = None,
        dealer: Seat | str = "N",
        vulnerability: Vulnerability | str = "none",
        seed: int = 0,
    ) -> BeliefAnswer:
        """Who holds what? At a table for a *seat*, before a *card* or after some *calls*; of a
        table in words; or from thirteen cards and the *auction* so far.

        >>> import kibitz
        >>> kibitz.belief("KQT94 73 862 J54", "E", auction="1N P 3N").best.said
        '♥A is with North'
        """
        from kibitz.cardplay.belief.question import BeliefQuestion
        from kibitz.records.record import Record

        if isinstance(position, Record):
            if seat is None:
                raise UsageError("Say which seat asks: N, E, S or W.")
            question = BeliefQuestion.of(position, seat, card, calls)
        elif auction is not None:
            question = BeliefQuestion.hand(
                position, auction, dealer=dealer, vulnerability=vulnerability, seat=seat
            )
        else:
            question = BeliefQuestion.parse(position, self.places.library)
        return replace(self.beliefs, seed=seed).ask(question)

    def explore(
        self,
        auction: str = "",
        *,
        lead: bool = False,
        pair: str = "",
        player: str = "",
        event: str = "",
        vulnerability: str = "",
        dealer: str = "",
        any_seat: bool = False,
        by: str = "",
    ) -> ExplorerAnswer:
        """What came next after these calls, or what was led against them, in the library?

        *by* pair, player or event: the same for each of them too.

        >>> import kibitz
        >>> kibitz.explore("1N P").best.said
        '2♣'
        """
        from kibitz.explorer.question import ExplorerQuestion, Whose

        whose = Whose.of(pair, player, event, vulnerability, dealer)
        question = ExplorerQuestion.of(auction, lead=lead, whose=whose, any_seat=any_seat, by=by)
        return self.explorer.ask(question)

    def suit(
        self,
        north: str,
        south: str,
        *,
        tricks: int | None = None,
        goal: str | None = None,
        **known: Any,
    ) -> SuitAnswer:
        """How do I play this suit? Exact chances and the best plan, against best defence.

        *tricks* or *goal* ("average", "matchpoints", "most") choose the plan. *known* are the
        keywords of `Combination.parse`: vacant places, known cards and lengths, cards already
        played, entries.

        >>> import kibitz
        >>> kibitz.suit("AKQT", "xxx", tricks=4)
        <SuitAnswer cash A: 61 % chance of success; AKQT opposite xxx, for 4 tricks>
        """
        from kibitz.suits.question import SuitQuestion

        return self.suits.ask(SuitQuestion.of(north, south, tricks=tricks, goal=goal, **known))

    def strategy(self, text: str) -> StrategyAnswer:
        """What to play after these moves: ``kibitz.strategy("lose-tic-tac-toe: 5 1")``.

        >>> import kibitz
        >>> kibitz.strategy("lose-tic-tac-toe: 5 1").best.said
        '9'
        """
        from kibitz.strategies.question import StrategyQuestion

        question = StrategyQuestion.parse(text)
        return self.strategies(question.game).ask(question)

    def plan(
        self,
        position: Record | str,
        card: int | None = None,
        *,
        scoring: Scoring | str = "teams",
        lead: Card | str | None = None,
        contract: str = "",
        declarer: Seat | str = "",
        auction: str = "",
        dealer: Seat | str = "N",
        vulnerability: Vulnerability | str = "none",
    ) -> PlanAnswer:
        """What is the plan? Of a record before its *card*, of a table in words; or, with a *lead*,
        of two hands written as ``S:AQ7.KJ9.K2.T9843,N:...``.

        >>> import kibitz
        >>> kibitz.plan("starter:1, card 1")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        kibitz.errors.UsageError: There is no plan before card 1: ...
        """
        from kibitz.plans.question import PlanQuestion
        from kibitz.records.record import Record

        if lead is not None:
            if isinstance(position, Record):
                raise UsageError("A record has its lead: name none.")
            question = PlanQuestion.typed(
                position,
                lead=lead,
                contract=contract,
                declarer=declarer,
                auction=auction,
                dealer=dealer,
                vulnerability=vulnerability,
                scoring=scoring,
            )
        elif isinstance(position, Record):
            question = PlanQuestion.of(position, card, scoring)
        else:
            question = PlanQuestion.parse(position, self.places.library)
        return self.plans.ask(question)

    def review(
        self, record: Record, *, solver: DoubleDummy | None = None, watch: Watch = unwatched
    ) -> Review:
        """Every decision of all four hands in a record, beside what experts did, and its cost.

        >>> import kibitz
        >>> from dataclasses import replace
        >>> record = kibitz.table("starter:111")
        >>> begun = replace(record, play=record.play[:2], tricks=None, result_source=None)
        >>> len(kibitz.review(begun).decisions)
        2
        """
        from kibitz.cardplay.review import review_record
        from kibitz.games.bridge.double_dummy import DoubleDummy

        with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
            return review_record(record, self.cards, solving, watch, calls=self.calls)


def open(library: Path | str | None = None, folder: Path | None = None) -> Kibitz:
    """The Kibitz over a library and a player's folder: the user's own, unless others are named.

    >>> import kibitz
    >>> kibitz.open("club.kibitz").places.library.name
    'club.kibitz'
    """
    return at(Places.of(library, folder))


@lru_cache(maxsize=4)
def at(places: Places) -> Kibitz:
    """The one Kibitz that this process has at *places*."""
    return Kibitz(places)
