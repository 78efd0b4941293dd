"""The place of a session: all tables of a file reviewed in one, board by board as they come."""

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

BOARD, MOMENT, FULL = 4_500, 1_700, 68_000
"""What a board on paper and a moment without its words weigh at most, and what a part of an
evening may weigh beside all that a page loads, in bytes."""
NAMED = 8
"""Players that can be chosen between."""


@dataclass(frozen=True, slots=True)
class SessionForm(Spelled):
    """The tables of a session, whose cards are looked at, and which board is open."""

    tables: Annotated[str, Said("Their numbers: 4,5,6.", longest=4000)] = ""
    shelf: Annotated[str, Said("Where they stand.", longest=20)] = "desk"
    player: Annotated[str, Said("Whose cards; else everybody's.", longest=100)] = ""
    board: Annotated[int, Said("The table that is open.", bounds=(0, 2**60))] = 0
    whole: Annotated[bool, Said("All boards one below the other, as they are printed.")] = False
    part: Annotated[int, Said("Of all boards printed, the part shown.", bounds=(1, 60))] = 1

    @property
    def numbers(self) -> list[int]:
        found = (number_of(one) for one in self.tables.split(","))
        return list(dict.fromkeys(one for one in found if one is not None))[:SHOWN]

    def spelled(self, **changes: Any) -> str:
        """What stands behind the question mark, with some of it changed."""
        asked = {**asdict(replace(self, **changes)), "tables": ",".join(map(str, self.numbers))}
        part = asked["part"] if asked["whole"] and asked["part"] > 1 else 0
        asked |= {"whole": int(asked["whole"]), "part": part}
        fields = {name: value for name, value in asked.items() if value and value != "desk"}
        return urlencode(fields, safe=",")


Asked = Annotated[SessionForm, Depends(query(SessionForm))]


@dataclass(frozen=True, slots=True)
class Session:
    """What is reviewed by now, what cannot be, and the work that goes on."""

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
        """The board that is open: the one asked for, or the one that cost most."""
        asked = (one for one in self.tables if one.number == number)
        dearest = max(self.tables, key=lambda one: one.lost(""), default=None)
        return next(asked, dearest)

    def parts(self, player: str) -> list[tuple[ReviewedTable, ...]]:
        """The boards as they are printed, in as many parts as keep each of them light."""
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
        """Who sat at the most tables, at two or more of them."""
        players = [entry.record.citation.players for entry in self.entries]
        names = Counter(seated[seat] for seated in players for seat in Seat if seated[seat])
        return [name for name, tables in names.most_common(NAMED) if tables > 1]

    @property
    def title(self) -> str:
        """The event of the first table that names one."""
        events = (entry.record.citation.event for entry in self.entries)
        return next((event for event in events if event), "")


def session_router(desk: Desk, brought: TableShelves) -> APIRouter:
    """The routes of a session; the session reviewed last is kept."""
    router = APIRouter()

    @router.get("/review/session", response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Asked) -> str:
        shelves = await with_starter(desk, brought, A_MOMENT)
        entries = await run_in_threadpool(_entries, shelves, asked)
        session = await _session(desk, shelves, asked, entries, A_MOMENT)
        if session.job is None and session.tables:
            await run_in_threadpool(_last(asked, session).save, brought.places.last_review)
        return render("session.html", "/review", asked=asked, session=session)

    @router.get("/api/review/session", summary="As kibitz review --json, of several tables.")
    async def as_data(asked: Asked) -> dict[str, Any]:
        shelves = await with_starter(desk, brought, PATIENTLY)
        entries = await run_in_threadpool(_entries, shelves, asked)
        session = await _session(desk, shelves, asked, entries, PATIENTLY)
        return {
            "decisions": asdict(session.decisions(asked.player)),
            "tricks_given_away": session.lost(asked.player),
            "by_others": session.lost_by_others(asked.player),
            "tables": [
                {"table": table.number, **answer}
                for table, answer in zip(session.tables, session.answers, strict=True)
            ],
            "problems": list(session.problems),
            "under_way": None if session.job is None else session.job.to_json(),
        }

    return router


def _entries(shelves: TableShelves, asked: SessionForm) -> list[Entry]:
    if not asked.numbers:
        raise UsageError("Name the tables of the session.")
    return [entry_at(shelves, asked.shelf, number) for number in asked.numbers]


async def _session(
    desk: Desk,
    shelves: TableShelves,
    asked: SessionForm,
    entries: Sequence[Entry],
    patience: float,
) -> Session:
    """The tables in their order, as far as they come within the patience of the asker."""
    tables, answers, problems = [], [], []
    job, end = None, time.monotonic() + patience
    for entry in entries:
        if not _is_reviewable(entry):
            problems.append(WORDS["review"]["not_played"].format(table=title_of(entry.record)))
            continue
        try:
            left = max(0.0, end - time.monotonic())
            answer = await ask_review(desk, shelves, asked.shelf, entry.id, left)
        except StillWorkingError as error:
            job = error.job
            break
        except KibitzError as error:
            problems.append(f"{title_of(entry.record)}: {error}")
            continue
        answers.append(answer)
        tables.append(ReviewedTable.of(asked.shelf, entry, answer))
    return Session(tuple(entries), tuple(tables), tuple(problems), tuple(answers), job)


def _weight(moment: dict[str, Any]) -> int:
    words = (moment["said"], *moment["reasons"])
    return MOMENT + sum(len(line.encode()) for line in words)


def _is_reviewable(entry: Entry) -> bool:
    """Whether there is any play to review."""
    return entry.record.contract is not None and bool(entry.record.play)


def _last(asked: SessionForm, session: Session) -> LastReview:
    address = f"/review/session?{asked.spelled(whole=False, board=0)}"
    done = (session.decisions(asked.player), session.lost(asked.player))
    return LastReview(session.title, address, *done)
