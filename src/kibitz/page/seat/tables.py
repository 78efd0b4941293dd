"""The tables open in a process beside the server: a word said at one, and what comes of it.

A table is a file in the player's folder, written after every word; a process that has not got it
open reads it there, so a deal goes on after any pause.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.solving import solving
from kibitz.page.seat.aloud import aloud, reading
from kibitz.page.seat.asked import asked
from kibitz.page.seat.ended import ended, told
from kibitz.page.seat.felt import felt
from kibitz.page.seat.tasks import SeatWord, named
from kibitz.page.words import WORDS
from kibitz.places import Places
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import CoachedDeal, DealStage
from kibitz.sitting.deals import SeatedAs, at_place, of_number
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.keeping import earlier, keep, kept, name_of, place_of
from kibitz.sitting.ladder.pointing import ended_text, opened_text, pointer_text
from kibitz.sitting.moves import replayed
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.stops import Trials
from kibitz.sitting.words import news

_OPEN = 40
_REMARKS = ("hint", "claim")
_WORDS = re.compile(
    r"on|back|hint|mine|theirs|claim \d{1,2}|\d{1,2}|[SHDC][2-9TJQKA]|[1-7][CDHSN]|P|XX?"
)
"""What may be said here; what else the terminal knows may show hidden cards."""


@dataclass(frozen=True, eq=False)
class OpenTable:
    """A deal that somebody sits at, and what was said last."""

    session: TableSession
    heard: tuple[str, ...] = ()
    """What happened since the last answer."""
    remarks: tuple[str, ...] = ()
    """Hints at this card, or what was said of a claim."""
    problem: str = ""
    practice: int = 0
    """How many practice cards were kept at the end."""


_open: OrderedDict[tuple[Path, str, bool], OpenTable] = OrderedDict()


@cache
def networks() -> HousePlayer:
    """The house's networks, read once."""
    return HousePlayer.shipped()


def _sat_down(deal: CoachedDeal, every: bool) -> TableSession:
    with solving() as solver:
        house = replace(networks(), solver=solver)
        return TableSession.sit_down(deal, Coach(house, Trials(house.playing), every), solver)


class _Thinker:
    """Tries what may come next while the player thinks, so that the next decision comes at once."""

    def __init__(self) -> None:
        self._answered, self._thread = threading.Event(), threading.Thread()

    def thinks(self, session: TableSession) -> None:
        if session.stop is None and session.asks not in (Asks.COUNT, Asks.LINE):
            return
        answered = self._answered = threading.Event()

        def ahead() -> None:
            for _ in session.coach.ahead(session.deal, session.stop):
                if answered.is_set():
                    return

        self._thread = threading.Thread(target=ahead, daemon=True)
        self._thread.start()

    def rests(self) -> None:
        """Leave it at what was tried by now."""
        self._answered.set()
        if self._thread.is_alive():
            self._thread.join()


_thinker = _Thinker()


def laid(places: Places, deal: str, number: int, part: str, origin: str) -> str:
    """Lay a deal on a table: the name of the table."""
    seated = SeatedAs.parse(part)
    if deal:
        library = places.library if places.library.is_file() else None
        begun = at_place(deal, seated, library)
    else:
        with solving() as solver:
            begun = of_number(number, seated, replace(networks(), solver=solver), origin)
    if earlier(begun.start, places.sittings) is None:
        keep(begun, places.sittings)
    return name_of(begun.start)


def laid_again(places: Places, name: str, trick: int) -> str:
    """The deal of a finished table again, for oneself: from a trick on, or from its beginning."""
    deal = _kept(places, named(name))
    if deal.stage is not DealStage.OVER:
        raise UsageError(WORDS["seat"]["not_over"])
    start = replace(deal.start, again=True)
    again = replayed(deal, trick) if trick else CoachedDeal.at(start)
    keep(again, places.sittings)
    return name_of(again.start)


def after_word(
    places: Places, name: str, every: bool, said: SeatWord | None = None
) -> dict[str, Any]:
    """The table as its player sees it, after a word of his.

    A word that was meant for another moment of the deal (sent twice, or from an old page) is not
    said.
    """
    _thinker.rests()
    table = opened(places, name, every)
    if said is not None and said.stamp == _stamp(table.session):
        table = _said(places, table, said)
        _open[places.sittings, name, every] = table
    _thinker.thinks(table.session)
    return drawn(table, name, every)


def _kept(places: Places, name: str) -> CoachedDeal:
    place = place_of(named(name), places.sittings)
    if not place.is_file():
        raise UsageError(WORDS["seat"]["no_table"])
    deal = kept(place)
    if len(deal.start.people) > 1:
        raise UsageError(WORDS["seat"]["partners"])
    return deal


def opened(places: Places, name: str, every: bool) -> OpenTable:
    """The table as it stands; read from its file where this process has not got it open."""
    key = places.sittings, named(name), every
    deal = _kept(places, name)
    table = _open.get(key)
    if table is None or table.session.deal != deal:
        session = _sat_down(deal, every)
        over = deal.stage is DealStage.OVER
        table = OpenTable(session)
        heard = news(_begun(deal), session.deal, session.me) if not over else []
        table = replace(table, heard=tuple(heard[-3:]))
        _open[key] = table
        if session.deal != deal:
            keep(session.deal, places.sittings)
    _open.move_to_end(key)
    while len(_open) > _OPEN:
        _open.popitem(last=False)
    return table


def _begun(deal: CoachedDeal) -> CoachedDeal:
    return CoachedDeal.at(replace(deal.start, auction=(), cards=()))


def _said(places: Places, table: OpenTable, said: SeatWord) -> OpenTable:
    before, word = table.session, said.word
    if before.asks is Asks.NOTHING:
        return table
    if not _WORDS.fullmatch(word):
        return replace(table, problem=WORDS["seat"]["not_understood"])
    after = before.does(word)
    first = word.split()[0].lower()
    if after.deal == before.deal and after.asks is before.asks:
        return replace(table, session=after, problem=" ".join(after.lines), remarks=table.remarks)
    keep(after.deal, places.sittings)
    if first in _REMARKS and after.deal.moment == before.deal.moment:
        if after.asks is Asks.NOTHING:
            return _remembered(
                places, replace(table, session=after, remarks=(), problem=""), said.time
            )
        remarks = after.lines if first == "claim" else (*table.remarks, *after.lines)
        return replace(table, session=after, remarks=remarks, problem="")
    if first == "back":
        then: tuple[str, ...] = (WORDS["seat"]["taken_back"],)
    else:
        answered = after.lines[:1] if before.asks is Asks.CALL else ()
        then = (
            *(line for line in answered if line.startswith(("Yes", "That is"))),
            *news(before.deal, after.deal, after.me),
        )
    if after.deal.claimed is not None and before.deal.claimed is None:
        then = (*then, *(line for line in after.lines if line.startswith(("Agreed", "The rest"))))
    moved = OpenTable(after, then)
    return _remembered(places, moved, said.time) if after.asks is Asks.NOTHING else moved


def _remembered(places: Places, table: OpenTable, time: datetime) -> OpenTable:
    """The table at its end; what was answered first is noted, mistakes become practice cards."""
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.practice import remember

    end = table.session.end
    if end is None:
        return table
    with PracticeStore.open(places.practice) as store:
        new = remember(end, table.session.coach, store, time)
    return replace(table, practice=new)


def _stamp(session: TableSession) -> str:
    """Which moment of the deal a page shows."""
    return f"{session.deal.moment}.{len(session.deal.marks)}.{session.asks.value[:6].strip()}"


def drawn(table: OpenTable, name: str, every: bool) -> dict[str, Any]:
    session = table.session
    seen = session.seen
    layout = None if session.whatif is None else session.whatif.layout
    beside = asked(session)
    end = None
    if session.end is not None:
        end = ended(session.end, not table.session.deal.start.again, table.practice)
    question = beside.get("question") or (told(session.end) if session.end else session.prompt)
    parts = [*table.heard, *table.remarks, table.problem, question]
    if session.whatif is not None:
        parts += [*beside["steps"], session.whatif.outcome]
    return {
        "name": name,
        "every": every,
        "stamp": _stamp(session),
        "first": not table.session.deal.start.again,
        "felt": felt(seen, session.asks is Asks.CARD, layout),
        "coach": {**beside, "remarks": list(table.remarks)},
        "heard": list(table.heard),
        "problem": table.problem,
        "ladder": _of_the_ladder(session),
        "end": end,
        "live": aloud(" ".join(part for part in parts if part)),
        "spoken": reading(seen, question),
        "prompt": session.prompt,
    }


def _of_the_ladder(session: TableSession) -> list[str]:
    """What is said of the theme: its name and a question that points at it, or its lesson."""
    deal = session.deal
    if session.asks is Asks.NOTHING:
        return ended_text(deal)
    points = pointer_text(deal) if session.asks in (Asks.CALL, Asks.CARD) else []
    return [*opened_text(deal), *points]
