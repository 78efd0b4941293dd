"""A lesson deal as its file tells it: the cards, the teacher's line, a student's, and why.

A file is a theme: ``theme``, and a ``[[lesson]]`` for each deal (`tests/lessons/README.md`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.play import Play
from kibitz_lab.lessons.unseen import UnseenHand, layouts

DECLARER_THEMES = (
    *("Entries", "Holding up", "Avoidance", "Ruffs", "Drawing trumps"),
    *("Safety", "Finesse or drop", "Discards", "Endplay"),
)
DEFENCE_THEMES = ("Second hand", "Third hand", "Covering", "Signals", "Active or passive")

Script = tuple[tuple[Card, ...], ...]
"""At each turn the cards to choose from: the first that wins so far for the side, else the last."""


@dataclass(frozen=True, slots=True)
class LessonDeal:
    """A deal that teaches one thing; *table* holds all four hands of a typical layout."""

    theme: str
    name: str
    table: KnownTable
    known: Mapping[Seat, UnseenHand]
    before: tuple[Card, ...]
    """The cards played between the question and the decision that is proved."""
    right: Script
    rival: Script
    line: tuple[Mapping[str, Any], ...]
    """What a plan must hold to be the teacher's line, as parts of its JSON."""
    winners: int | None
    losers: int | None
    reasons: tuple[str, ...]
    """The kinds of cause that tell why; the teacher's first."""
    words: str

    @property
    def state(self) -> Play:
        """The deal when the question is asked."""
        return self.table.state

    @property
    def decision(self) -> Play:
        """The deal at the decision that is proved."""
        return self.state.after_all(self.before)

    @property
    def lines(self) -> tuple[Script, Script]:
        """The lesson's line and the student's."""
        return self.right, self.rival

    @property
    def students(self) -> tuple[Seat, ...]:
        """Who follows the line: declarer and dummy, or one defender."""
        declarer = self.table.contract.declarer
        turn = self.state.turn
        return (declarer, declarer.partner) if turn.is_with(declarer) else (turn,)

    @property
    def is_defence(self) -> bool:
        return len(self.students) == 1

    @property
    def seen(self) -> tuple[Seat, ...]:
        """The two hands that the student sees."""
        return (*self.students, self.table.contract.dummy)[:2]

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The two that he does not see."""
        return tuple(seat for seat in Seat if seat not in self.seen)

    @property
    def as_seen(self) -> KnownTable:
        """The table as the student knows it."""
        return replace(self.table, hands={seat: self.table.hands[seat] for seat in self.seen})

    def layouts(self, number: int, seed: int) -> list[Deal]:
        """Deals that fit all that is known at the decision."""
        return layouts(self.decision, self.hidden, self.known, number, seed)


def lessons_in(folder: Path) -> list[LessonDeal]:
    """The lessons of a folder, in the order of the themes."""
    files = sorted(folder.glob("*.toml"))
    found = [lesson for file in files for lesson in lessons_of(file)]
    if not found:
        raise UsageError(f"There are no lessons in {folder}: name their folder with --lessons.")
    for lesson in found:
        for seat, known in lesson.known.items():
            if not known.allows(lesson.table.hands[seat]):
                raise UsageError(f"{lesson.name}: {seat}'s hand is not {known.words!r}.")
    themes = (*DECLARER_THEMES, *DEFENCE_THEMES)
    return sorted(found, key=lambda one: themes.index(one.theme))


def lessons_of(file: Path) -> list[LessonDeal]:
    """The lessons of one file."""
    try:
        given = tomllib.loads(file.read_text("utf-8"))
        return [_lesson(given["theme"], one) for one in given["lesson"]]
    except (KeyError, ValueError) as error:
        raise UsageError(f"{file.name} is no file of lessons: {error}.") from error


def _lesson(theme: str, given: Mapping[str, Any]) -> LessonDeal:
    hands = ",".join(f"{seat}:{cards}" for seat, cards in given["hands"].items())
    asked = KnownTable.parse(
        hands, given["auction"], dealer=given["dealer"], played=given.get("played", "")
    )
    return LessonDeal(
        theme=theme,
        name=given["name"],
        table=asked,
        known={Seat.parse(seat): UnseenHand(words) for seat, words in given["known"].items()},
        before=tuple(map(Card.parse, given.get("before", "").split())),
        right=script(given["right"]),
        rival=script(given["rival"]),
        line=tuple(given.get("line", ())),
        winners=given.get("winners"),
        losers=given.get("losers"),
        reasons=tuple(given["reasons"]),
        words=given["words"],
    )


def script(text: str) -> Script:
    """Read ``C5 CJ/CA``: lead the five, then the jack if it wins so far, else the ace.

    >>> script("C5 CJ/CA")
    ((Card.parse('C5'),), (Card.parse('CJ'), Card.parse('CA')))
    """
    return tuple(tuple(map(Card.parse, turn.split("/"))) for turn in text.split())
