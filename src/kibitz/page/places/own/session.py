"""The page of a session: several tables reviewed together, board by board as they finish."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError, UsageError
from kibitz.forms import Said, Spelled
from kibitz.games.bridge.deal import Seat
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, Job, StillWorkingError
from kibitz.page.forms import query
from kibitz.page.places.own.reviewed import Agreement, LastReview, ReviewedTable
from kibitz.page.places.review import SHOWN, ask_review, entry_at
from kibitz.page.render import render
from kibitz.page.shelves import TableShelves, number_of
from kibitz.page.table.answers import with_starter
from kibitz.page.table.drawing import title_of
from kibitz.page.words import WORDS
from kibitz.records.library import Entry

BOARD, MOMENT, FULL = 4_500, 1_700, 60_000
"""In bytes: the most that a printed board takes, the most that one of its moments (a decision worth
a word) takes besides its words, and the most that one printed part of a session may take."""
NAMED = 8
"""The most players offered to choose from."""


@dataclass(frozen=True, slots=True)
class SessionForm(Spelled):
    """The tables of a session, whose cards are reviewed, and which board is open."""

    tables: Annotated[str, Said("The numbers of the tables: 4,5,6.", longest=4000)] = ""
    shelf: Annotated[str, Said("The shelf of the tables.", longest=20)] = "desk"
    player: Annotated[str, Said("The player to review; empty: everybody.", longest=100)] = ""
    board: Annotated[int, Said("The table that is open.", bounds=(0, 2**60))] = 0
    whole: Annotated[bool, Said("1: all boards, one below the other, to print.")] = False
    part: Annotated[int, Said("The part of the printed boards.", bounds=(1, 60))] = 1

    @property
    def numbers(self) -> list[int]:
        found = (number_of(one) for one in self.tables.split(","))
        return list(dict.fromkeys(one for one in found if one is not None))[:SHOWN]

    def spelled(self, **changes: Any) -> str:
        """The query string, with some fields changed."""
        form = {**asdict(replace(self, **changes)), "tables": ",".join(map(str, self.numbers))}
        part = form["part"] if form["whole"] and form["part"] > 1 else 0
        form |= {"whole": int(form["whole"]), "part": part}
        fields = {name: value for name, value in form.items() if value and value != "desk"}
        return urlencode(fields, safe=",")


SessionQuery = Annotated[SessionForm, Depends(query(SessionForm))]


@dataclass(frozen=True, slots=True)
class Session:
    """The tables reviewed so far, those that cannot be, and the work still running."""

    entries: tuple[Entry, ...]
    tables: tuple[ReviewedTable, ...]
    problems: tuple[str, ...]
    answers: tuple[dict[str, Any], ...]
    job: Job | None

    def decisions(self, player: str) -> Agreement:
        return sum((one.decisions(player) for one in self.tables), Agreement(0, 0))

    def lost(self, player: str) -> int:
        return sum(one.lost(player) for one in self.tables)

    def lost_by_others(self, player: str) -> int:
        return sum(one.lost_by_others(player) for one in self.tables)

    def opened(self, number: int) -> ReviewedTable | None:
        """The board to open: the one asked for, else the one with the most tricks lost."""
        asked = (one for one in self.tables if one.number == number)
        dearest = max(self.tables, key=lambda one: one.lost(""), default=None)
        return next(asked, dearest)

    def parts(self, player: str) -> list[tuple[ReviewedTable, ...]]:
        """The boards to print, in parts that are small enough."""
        parts: list[list[ReviewedTable]] = [[]]
        weight = 0
        for one in self.tables:
            own = BOARD + sum(map(_weight, one.moments(player, costly=True)))
            if parts[-1] and weight + own > FULL:
                parts.append([])
                weight = 0
            parts[-1].append(one)
            weight += own
        return [tuple(part) for part in parts]

    @property
    def players(self) -> list[str]:
        """The players with the most tables, of those with at least two."""
        players = [entry.record.citation.players for entry in self.entries]
        names = Counter(seated[seat] for seated in players for seat in Seat if seated[seat])
        return [name for name, tables in names.most_common(NAMED) if tables > 1]

    @property
    def title(self) -> str:
        """The event, from the first table that names one."""
        events = (entry.record.citation.event for entry in self.entries)
        return next((event for event in events if event), "")


def session_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of a session; the latest one is remembered for the home page."""
    router = APIRouter()

    @router.get("/review/session", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: SessionQuery) -> str:
        stocked = await with_starter(desk, shelves, A_MOMENT)
        entries = await run_in_threadpool(_entries, stocked, form)
        session = await _session(desk, stocked, form, entries, A_MOMENT)
        if session.job is None and session.tables:
            await run_in_threadpool(_last(form, session).save, shelves.places.last_review)
        return render("session.html", "/review", form=form, session=session)

    @router.get("/api/review/session", summary="As kibitz review --json, of several tables.")
    async def as_data(form: SessionQuery) -> dict[str, Any]:
        stocked = await with_starter(desk, shelves, PATIENTLY)
        entries = await run_in_threadpool(_entries, stocked, form)
        session = await _session(desk, stocked, form, entries, PATIENTLY)
        return {
            "decisions": asdict(session.decisions(form.player)),
            "tricks_given_away": session.lost(form.player),
            "by_others": session.lost_by_others(form.player),
            "tables": [
                {"table": table.number, **answer}
                for table, answer in zip(session.tables, session.answers, strict=True)
            ],
            "problems": list(session.problems),
            "under_way": None if session.job is None else session.job.to_json(),
        }

    return router


def _entries(shelves: TableShelves, form: SessionForm) -> list[Entry]:
    if not form.numbers:
        raise UsageError("Name the tables of the session.")
    return [entry_at(shelves, form.shelf, number) for number in form.numbers]


async def _session(
    desk: Desk,
    shelves: TableShelves,
    form: SessionForm,
    entries: Sequence[Entry],
    patience: float,
) -> Session:
    """The tables in order, as many as are reviewed within *patience* seconds."""
    tables, answers, problems = [], [], []
    job, end = None, time.monotonic() + patience
    for entry in entries:
        if not _is_reviewable(entry):
            problems.append(WORDS["review"]["not_played"].format(table=title_of(entry.record)))
            continue
        try:
            left = max(0.0, end - time.monotonic())
            answer = await ask_review(desk, shelves, form.shelf, entry.id, left)
        except StillWorkingError as error:
            job = error.job
            break
        except KibitzError as error:
            problems.append(f"{title_of(entry.record)}: {error}")
            continue
        answers.append(answer)
        tables.append(ReviewedTable.of(form.shelf, entry, answer))
    return Session(tuple(entries), tuple(tables), tuple(problems), tuple(answers), job)


def _weight(moment: dict[str, Any]) -> int:
    words = (moment["said"], *moment["notes"])
    return MOMENT + sum(len(line.encode()) for line in words)


def _is_reviewable(entry: Entry) -> bool:
    """Whether there is any play to review."""
    return entry.record.contract is not None and bool(entry.record.play)


def _last(form: SessionForm, session: Session) -> LastReview:
    address = f"/review/session?{form.spelled(whole=False, board=0)}"
    done = (session.decisions(form.player), session.lost(form.player))
    return LastReview(session.title, address, *done)
