"""The page of an opening: a hand in; the bid, what would change it, and its precedents out.

A precedent can be opened at its own table if that is in the library or one of the house's.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from kibitz.bidding.openings.form import OpeningForm
from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk
from kibitz.page.forms import query
from kibitz.page.opened import kibitz_at
from kibitz.page.render import render
from kibitz.page.table.drawing import TableView, opening_view, table_view
from kibitz.page.words import WORDS, seat_name
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.wording import call_text

if TYPE_CHECKING:
    from kibitz.bidding.openings.tables import TablePlace

EXAMPLES = ("AQ7.KJ985.K2.T43", "KJ4.AQ8.KT92.Q75", "T2.K6.QJT9873.84")
VULNERABLE = {name: WORDS["vulnerable"][name] for name in ("none", "we", "they", "both")}
OpeningQuery = Annotated[OpeningForm, Depends(query(OpeningForm))]


def opening_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the openings."""
    router = APIRouter()

    async def work(form: OpeningForm, patience: float) -> dict[str, Any]:
        stamp = places.stamp("opening")
        answer: dict[str, Any] = await desk.answer(
            "openings", form.hand, answer_opening, form, places, stamp=stamp, patience=patience
        )
        return answer

    @router.get("/opening", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: OpeningQuery, beside: Annotated[str, Query(max_length=40)] = "") -> str:
        from kibitz.bidding.openings.explain import ALIKE

        answer, problem, other, one = None, "", None, None
        if form.is_asked:
            try:
                answer = await work(form, A_MOMENT)
                one = next((p for p in answer["precedents"] if p["at"] == (beside or "-")), None)
                if one is not None:
                    other = await run_in_threadpool(_table, places.library, beside)
            except KibitzError as error:
                problem = str(error)
        return render(
            "opening.html",
            "/opening",
            form=form,
            answer=answer,
            heading=_heading(answer["bid"]) if answer else "",
            hand=Hand.parse(_typed(answer["question"])) if answer else None,
            changes=_changes(answer) if answer else [],
            called=_called,
            as_call=_as_call(form),
            alike=ALIKE,
            problem=problem,
            other=other,
            one=one,
            systems=await run_in_threadpool(_systems, places.openings),
            vulnerable=VULNERABLE.items(),
            examples=EXAMPLES,
        )

    @router.get("/api/opening", summary="What to open, as kibitz open --json.")
    async def as_data(form: OpeningQuery) -> dict[str, Any]:
        return await work(form, PATIENTLY)

    return router


def answer_opening(signal: Signal, form: OpeningForm, places: Places) -> dict[str, Any]:
    """The answer as plain data, worked out beside the server."""
    from kibitz.bidding.openings.tables import places_of

    adviser = kibitz_at(signal, places).openings.of(form.system or None)
    answer = adviser.ask(form.question())
    voters = answer.opening.matches if answer.opening else ()
    votes = Counter(str(match.proposes) for match in voters)
    keys = [(one.case.situation.hand, one.case.source) for one in answer.precedents]
    stands = places_of(places.library, keys)
    precedents = [
        {**one.to_json(), **_standing(stands.get(key))}
        for one, key in zip(answer.precedents, keys, strict=True)
    ]
    counted = [{"bid": bid, "count": count} for bid, count in votes.most_common()]
    return {**answer.to_json(), "precedents": precedents, "votes": counted}


def _as_call(form: OpeningForm) -> dict[str, str]:
    """The same hand as a question about a call, where a single player can be asked.

    >>> _as_call(OpeningForm("AQ7.KJ985.K2.T43", 2, "we"))["auction"]
    'P'
    """
    ours, theirs = ("ns", "ew") if form.seat % 2 else ("ew", "ns")
    colours = {"we": ours, "they": theirs}
    return {
        "hand": form.hand,
        "auction": " ".join("P" * (form.seat - 1)),
        "vul": colours.get(form.vulnerability, form.vulnerability),
    }


def _typed(question: str) -> str:
    """The hand in a question, as its room spells it."""
    return question.partition(",")[0]


def _changes(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """What would change the call: one card out, one card in, and the new call."""
    found = []
    own = Hand.parse(_typed(answer["question"]))
    for one in (answer.get("contrast") or {}).get("changes", ()):
        other = Hand.parse(one["hand"])
        gone, come = list(own - other), list(other - own)
        if len(gone) == len(come) == 1:
            found.append({**one, "gone": str(gone[0]), "come": str(come[0])})
    return found


def _systems(openings: Path) -> list[str]:
    """The names of the systems that were learned, and the house's."""
    from kibitz.bidding.openings.house import HOUSE
    from kibitz.bidding.openings.store import stored_memories

    return [*(one.system.name for one in stored_memories(openings)), HOUSE.name]


def _heading(bid: str) -> str:
    from kibitz.bidding.openings.explain import opening_words

    return opening_words(parse_call(bid))


def _called(bid: str) -> str:
    return call_text(parse_call(bid))


def _standing(place: TablePlace | None) -> dict[str, str]:
    """Where a precedent's table can be opened, and its seat; empty if it cannot."""
    if place is None:
        return {"at": "", "in_seat": ""}
    return {"at": str(place), "in_seat": seat_name(place.seat)}


def _table(library: Path, at: str) -> TableView:
    """The table of a precedent; of a house table only the calls up to the opening."""
    from kibitz.bidding.openings.tables import TablePlace, calls_of_the_case, table_at

    place = TablePlace.parse(at)
    entry = table_at(library, place)
    if place.shelf == "library":
        return table_view(entry)
    return opening_view(entry, calls_of_the_case(entry.record))
