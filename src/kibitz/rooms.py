"""The advisers over one library and one player's folder, each opened when it is first asked.

An adviser is opened again once something was written that its answers follow from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.runtime.running import Watch, unwatched

if TYPE_CHECKING:
    from kibitz.bidding.calls.adviser import CallAdviser
    from kibitz.bidding.meanings.adviser import MeaningAdviser
    from kibitz.bidding.openings.adviser import Openings
    from kibitz.cardplay.adviser import CardAdviser
    from kibitz.cardplay.belief.adviser import BeliefAdviser
    from kibitz.explorer.adviser import ExplorerAdviser
    from kibitz.games.boards.lines import LineGame
    from kibitz.plans.adviser import PlanAdviser
    from kibitz.records.players import Player
    from kibitz.strategies.adviser import StrategyAdviser
    from kibitz.suits.adviser import SuitAdviser

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


class Rooms:
    """The advisers over *places*.

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
        from kibitz.cardplay.belief.adviser import open_adviser

        return self._opened("beliefs", "belief", lambda: open_adviser(self.places))

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
        """The player with this name and all that the user's file of aliases joins to it."""
        from kibitz.records.players import Aliases

        return Aliases.read(self.places.aliases).player(name)

    def ask(self, question: Any, *, like: str = "") -> Any:
        """The answer of the room whose question it is; *like* asks one player's decisions alone."""
        return self.adviser(question, like=like).ask(question)

    def adviser(self, question: Any, *, like: str = "") -> Any:
        """The adviser for such a question; *like* names the one player whose decisions count."""
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

    def learn(self, room: str, *, watch: Watch = unwatched) -> Any:
        """Learn the library's "cards", "calls" or "openings" that are new; the outcome, as data.

        >>> import kibitz
        >>> kibitz.learn("drills")
        Traceback (most recent call last):
        kibitz.errors.UsageError: Learn "cards", "calls" or "openings", not 'drills'.
        """
        if room not in ("cards", "calls", "openings"):
            raise UsageError(f'Learn "cards", "calls" or "openings", not {room!r}.')
        from kibitz.records.library import Library

        with Library.open(self.places.library) as library:
            match room:
                case "cards":
                    from kibitz.cardplay import learning as cards

                    return cards.learn(library, self.places.cards, cards.shipped(), watch)
                case "calls":
                    from kibitz.bidding.calls import learning as calls

                    return calls.learn(library, self.places.calls, watch)
                case _:
                    from kibitz.bidding.openings import learning as openings

                    found = openings.lessons(entry.record for entry in library.entries())
                    return openings.learn(
                        self.places.openings, found.taught, left_out=found.left_out, watch=watch
                    )
