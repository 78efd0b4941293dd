"""One user's Kibitz: it alone opens what was learned, and everybody asks through it.

A script has ``kibitz.open()``; a command, a process of the page and an experiment have theirs, one
for each `Places`. A room is opened when it is first asked, and again when something was written
that its answers follow from. A `Kibitz` is never sent to a process: its places are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.runtime.running import Watch, unwatched

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser
    from kibitz.bidding.calls.answer import CallAnswer
    from kibitz.bidding.meanings.adviser import MeaningAdviser
    from kibitz.bidding.meanings.answer import MeaningAnswer
    from kibitz.bidding.openings.adviser import Openings
    from kibitz.bidding.openings.answer import OpeningAnswer
    from kibitz.cardplay.adviser import Adviser as CardAdviser
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.belief.adviser import BeliefAdviser
    from kibitz.cardplay.belief.answer import BeliefAnswer
    from kibitz.cardplay.question import Question
    from kibitz.cardplay.review import Review
    from kibitz.explorer.adviser import ExplorerAdviser
    from kibitz.explorer.answer import ExplorerAnswer
    from kibitz.games.boards.lines import LineGame
    from kibitz.games.bridge.auction import Auction
    from kibitz.games.bridge.cards import Card, Hand
    from kibitz.games.bridge.deal import Seat, Vulnerability
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.games.bridge.play import Play
    from kibitz.plans.adviser import PlanAdviser
    from kibitz.plans.answer import PlanAnswer
    from kibitz.plans.question import Scoring
    from kibitz.records.players import Player
    from kibitz.records.record import Record
    from kibitz.strategies.adviser import StrategyAdviser
    from kibitz.strategies.answer import StrategyAnswer
    from kibitz.suits.adviser import SuitAdviser
    from kibitz.suits.answer import SuitAnswer

R = TypeVar("R")

_ROOMS: Mapping[str, str] = {
    "kibitz.bidding.openings": "openings",
    "kibitz.bidding.calls": "calls",
    "kibitz.bidding.meanings": "meanings",
    "kibitz.cardplay": "cards",
    "kibitz.cardplay.belief": "beliefs",
    "kibitz.explorer": "explorer",
    "kibitz.plans": "plans",
    "kibitz.suits": "suits",
}
"""Who answers, by the package that the question's type belongs to."""


class Kibitz:
    """The advisers over one library and one player's folder.

    *watch* is called while something large is made that a room needs the very first time.
    """

    def __init__(self, places: Places, *, watch: Watch = unwatched) -> None:
        self.places, self.watch = places, watch
        self._rooms: dict[str, tuple[int, Any]] = {}

    def _opened(self, room: str, question: str, opened: Callable[[], R]) -> R:
        """The adviser of a room, opened once for as long as nothing is written anew."""
        stamp = self.places.stamp(question)
        if room not in self._rooms or self._rooms[room][0] != stamp:
            self._rooms[room] = (stamp, opened())
        found: R = self._rooms[room][1]
        return found

    @property
    def cards(self) -> CardAdviser:
        """Which card?"""
        from kibitz.cardplay.adviser import open_adviser

        return self._opened("cards", "card", lambda: open_adviser(self.places, watch=self.watch))

    @property
    def calls(self) -> CallAdviser:
        """What do I call?"""
        from kibitz.bidding.calls.adviser import open_adviser

        def opened() -> CallAdviser:
            return open_adviser(self.places, self.openings, watch=self.watch)

        return self._opened("calls", "call", opened)

    @property
    def openings(self) -> Openings:
        """What do I open?"""
        from kibitz.bidding.openings.adviser import open_adviser

        return self._opened("openings", "opening", lambda: open_adviser(self.places))

    @property
    def meanings(self) -> MeaningAdviser:
        """What does it mean?"""
        from kibitz.bidding.meanings.adviser import open_adviser

        return self._opened(
            "meanings", "meaning", lambda: open_adviser(self.places, watch=self.watch)
        )

    @property
    def explorer(self) -> ExplorerAdviser:
        """What came next?"""
        from kibitz.explorer.adviser import open_adviser

        return self._opened(
            "explorer", "exploration", lambda: open_adviser(self.places, watch=self.watch)
        )

    @property
    def beliefs(self) -> BeliefAdviser:
        """Who holds what?"""
        from kibitz.cardplay.belief.adviser import BeliefAdviser

        return BeliefAdviser()

    @property
    def plans(self) -> PlanAdviser:
        """What is the plan for this deal?"""
        from kibitz.plans.adviser import PlanAdviser, shipped_players

        return PlanAdviser(shipped_players(), self.cards)

    @property
    def suits(self) -> SuitAdviser:
        """How do I play this suit?"""
        from kibitz.suits.adviser import SuitAdviser

        return SuitAdviser()

    def strategies(self, game: LineGame) -> StrategyAdviser:
        """What is the plan in this board game?"""
        from kibitz.strategies.adviser import open_adviser

        return self._opened(game.name, "strategy", lambda: open_adviser(self.places, game))

    def player(self, name: str) -> Player:
        """Whoever has this name, with the others that the user's file of aliases joins to it."""
        from kibitz.records.players import Aliases

        return Aliases.read(self.places.aliases).player(name)

    def ask(self, question: Any, *, like: str = "") -> Any:
        """The answer of the room whose question it is; *like* asks one player's decisions alone."""
        return self.adviser(question, like=like).ask(question)

    def adviser(self, question: Any, *, like: str = "") -> Any:
        """Whoever answers such a question; *like* names the one player who is to be asked."""
        room = type(question).__module__.rpartition(".")[0]
        if room == "kibitz.strategies":
            return self.strategies(question.game)
        found = getattr(self, _ROOMS[room])
        if not like:
            return found
        if room == "kibitz.bidding.calls":
            return found.like(self.player(like))
        if room == "kibitz.cardplay":
            from kibitz.cardplay import one_player

            return one_player.like(found, self.player(like))
        raise UsageError("One player can be asked about a card or a call, and nothing else.")

    def advise(
        self,
        position: Record | Play | str,
        card: int | None = None,
        *,
        lookahead: int = 0,
        seed: int = 0,
        like: str = "",
        solver: DoubleDummy | None = None,
    ) -> CardAnswer:
        """Which card? Of a record, before its *card* from 1; in a state; or of a table in words.

        With *lookahead*, so many layouts of the hidden cards are sampled with the *seed* and
        solved.
        """
        from kibitz.cardplay.question import Question
        from kibitz.records.record import Record

        if card is not None and not isinstance(position, Record):
            raise UsageError("Only a record is asked about by the number of a card.")
        match position:
            case Record():
                question = Question.of(position, card)
            case str():
                question = Question.parse(position, self.places.library)
            case _:
                question = Question(position)
        return self._card(question, lookahead, seed, like, solver)

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
    ) -> CardAnswer:
        """Which opening lead? From thirteen cards and the auction, with or without its last passes.

        With *lookahead*, so many layouts that fit the auction are sampled with the *seed* and
        solved.
        """
        from kibitz.cardplay.question import Question

        question = Question.lead(
            hand,
            auction,
            dealer=dealer,
            vulnerability=vulnerability,
            seat=seat,
            considered=considered,
        )
        return self._card(question, lookahead, seed, like, solver)

    def _card(
        self, question: Question, lookahead: int, seed: int, like: str, solver: DoubleDummy | None
    ) -> CardAnswer:
        adviser: CardAdviser = self.adviser(question, like=like)
        if lookahead:
            adviser = replace(adviser, lookahead=lookahead, seed=seed, solver=solver)
        return adviser.ask(question)

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
        self, hand: str, seat: int = 1, vul: str = "none", system: str | None = None
    ) -> OpeningAnswer:
        """What to open with *hand*?

        >>> import kibitz
        >>> kibitz.opening("AQ7.KJ985.K2.T43", seat=1, system="house rules").best.weight
        1.0
        """
        from kibitz.bidding.openings.question import Situation

        return self.openings.of(system).ask(Situation.parse(hand, seat, vul))

    def meaning(
        self,
        auction: str,
        dealer: str = "N",
        vul: str | None = None,
        pair: str = "",
        system: str = "",
    ) -> MeaningAnswer:
        """What does the last call of *auction* mean?"""
        from kibitz.bidding.meanings.question import MeaningQuestion

        return self.meanings.ask(MeaningQuestion.parse(auction, dealer, vul, pair, system))

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
        vul: str = "",
        dealer: str = "",
        any_seat: bool = False,
        by: str = "",
    ) -> ExplorerAnswer:
        """What came next after these calls, or what was led against them, in the library?

        *by* pair, player or event: the same for each of them too.
        """
        from kibitz.explorer.question import ExplorerQuestion, Whose

        whose = Whose.of(pair, player, event, vul, dealer)
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
        """
        from kibitz.suits.question import SuitQuestion

        return self.suits.ask(SuitQuestion.of(north, south, tricks=tricks, goal=goal, **known))

    def strategy(self, text: str) -> StrategyAnswer:
        """What to play after these moves: ``kibitz.strategy("lose-tic-tac-toe: 5 1")``."""
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
        """Every decision of all four hands in a record, beside what experts did, and its cost."""
        from kibitz.cardplay.review import review_record
        from kibitz.games.bridge.double_dummy import DoubleDummy

        with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
            return review_record(record, self.cards, solving, watch, calls=self.calls)

    def learn(self, room: str, *, watch: Watch = unwatched) -> Any:
        """Learn the library's "cards", "calls" or "openings" that are new; the outcome, as data."""
        from kibitz.records.library import Library

        with Library.open(self.places.library) as library:
            match room:
                case "cards":
                    from kibitz.cardplay import learning as cards

                    return cards.learn(library, self.places.cards, cards.shipped(), watch)
                case "calls":
                    from kibitz.bidding.calls import learning as calls

                    return calls.learn(library, self.places.calls, watch)
                case "openings":
                    from kibitz.bidding.openings import learning as openings

                    found = openings.lessons(entry.record for entry in library.entries())
                    return openings.learn(
                        self.places.openings, found.taught, left_out=found.left_out, watch=watch
                    )
        raise UsageError(f'Learn "cards", "calls" or "openings", not {room!r}.')


def open(library: Path | str | None = None, folder: Path | None = None) -> Kibitz:
    """The Kibitz over a library and a player's folder: the user's own, unless others are named."""
    return at(Places.of(library, folder))


@lru_cache(maxsize=4)
def at(places: Places) -> Kibitz:
    """The one Kibitz that this process has at *places*."""
    return Kibitz(places)
