"""What else is asked at a table, beside the votes: the plan of the deal, a suit of two hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kibitz.errors import KibitzError
from kibitz.games.bridge.deal import Seat
from kibitz.page.desk import Desk, StillWorkingError
from kibitz.page.shelves import Shelves
from kibitz.page.table.address import TableAddress
from kibitz.page.table.guessing import Moment, Seen, plays_declarer
from kibitz.page.table.own_line import OwnLine
from kibitz.page.table.planning import PlanAddress, work_out
from kibitz.page.table.progress import standings

MADE_AT = 1
"""The plan beside a table is made after so many cards: the opening lead."""
AT_ONCE = 0.2
"""Seconds that a card waits for the plan beside it: it comes by itself."""


@dataclass(frozen=True, slots=True)
class More:
    """What else can be asked from here: the form that names one player, links to the rest."""

    action: str
    fields: tuple[tuple[str, Any], ...]
    """Of the form, beside the player's name."""
    everybody: str
    """Where nobody is named any more."""
    plan: str = ""
    """Where the plan stands beside the votes; empty where there is none."""
    suits: tuple[tuple[str, str, str], ...] = ()


def ask_more(address: TableAddress, moment: Moment) -> More:
    """At a table of which the record is followed."""
    said, seen = moment.spelled(), moment.seen
    return More(
        f"/play/{address.shelf}/{address.number}",
        spelled_fields({"at": address.at, "said": said, **address.kept}),
        replace(address, like="").address(address.at, said),
        replace(address, plan=1).address(address.at, said) if has_plan(seen) else "",
        tuple(suits_beside(seen)) if moment.is_revealed else (),
    )


def ask_more_on(address: TableAddress, line: OwnLine) -> More:
    """At a table that was left."""
    own, choice = line.spelled(), str(line.choice or "")
    here = {"at": address.at, "said": address.said, "own": own, "choice": choice}
    return More(
        f"/play/{address.shelf}/{address.number}/on",
        spelled_fields({**here, **address.kept}),
        replace(address, like="").on(own, choice=choice),
        replace(address, plan=1).on(own, choice=choice) if has_plan(line.seen) else "",
        tuple(suits_beside(line.seen)) if choice else (),
    )


def spelled_fields(fields: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """
    >>> spelled_fields({"at": 0, "said": "", "open": 1})
    (('at', 0), ('open', 1))
    """
    return tuple((name, value) for name, value in fields.items() if value != "")


def has_plan(seen: Seen) -> bool:
    """Whether there is a plan to be shown: declarer's, once dummy is down."""
    return plays_declarer(seen.state, seen.player) and bool(seen.state.played)


async def plan_beside(
    desk: Desk, shelves: Shelves, address: TableAddress, seen: Seen
) -> dict[str, Any]:
    """The plan as it was when dummy came down, each step with where it stands by now.

    Or the work on it, or why there is none.
    """
    if not address.plan or not has_plan(seen):
        return {}
    asked = PlanAddress(shelf=address.shelf, number=address.number)
    work, stamp = (work_out, asked, shelves), shelves.places.stamp("plan")
    try:
        found = await desk.answer("plans", "the plan", *work, stamp=stamp, patience=AT_ONCE)
    except StillWorkingError as error:
        return {"plan_job": error.job.to_json()}
    except KibitzError as error:
        return {"plan_problem": str(error)}
    stand = standings(found, seen.state, MADE_AT)
    steps = [
        {**step, "standing": one.value} for step, one in zip(found["steps"], stand, strict=True)
    ]
    return {"plan": {**found, "steps": steps}}


def suits_beside(seen: Seen) -> list[tuple[str, str, str]]:
    """Each suit of two hands that are seen and face each other: letter, cards, where to ask."""
    state = seen.state
    found = []
    for one, other in ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST)):
        if seen.shows(one) and seen.shows(other):
            hands = (str(state.holding(seat)).split(".") for seat in (one, other))
            found += suit_questions(*hands)
    return found


def suit_questions(far: list[str], near: list[str]) -> list[tuple[str, str, str]]:
    """
    >>> suit_questions(["AQ", "", "5", "2"], ["32", "K", "", "A"])[0]
    ('S', 'AQ / 32', '/suit?north=AQ&south=32')
    """
    return [
        (letter, f"{one} / {other}", f"/suit?{urlencode({'north': one, 'south': other})}")
        for letter, one, other in zip("SHDC", far, near, strict=True)
        if one and other
    ]
