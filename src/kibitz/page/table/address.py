"""A moment of a table as an address spells it, and what both lines of play show beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Depends, HTTPException, Query

from kibitz.errors import KibitzError, LibraryError
from kibitz.page.desk import Desk, StillWorkingError, newest
from kibitz.page.shelves import BEYOND, Shelves, number_of
from kibitz.page.table.drawing import MomentView, moment_view
from kibitz.page.table.experts import experts, starter
from kibitz.page.table.guessing import Moment
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A moment of a table, as the address spells it."""

    shelf: str
    number: int
    at: int
    said: str
    open: int

    def address(self, at: int, said: str, **more: Any) -> str:
        """Where the record stands after *at* cards."""
        return self._spelled("", at=at, said=said, **more)

    def on(self, own: str, **more: Any) -> str:
        """Where the player's *own* cards have led since the record was left."""
        return self._spelled("/on", at=self.at, said=self.said, own=own, **more)

    def _spelled(self, place: str, **fields: Any) -> str:
        fields["open"] = self.open or ""
        query = urlencode({name: value for name, value in fields.items() if value != ""})
        return f"/play/{self.shelf}/{self.number}{place}?{query}"


def _address(
    shelf: str,
    number: int,
    at: Annotated[int, Query(ge=0, le=52, description="how many cards were played")] = 0,
    said: Annotated[str, Query(max_length=104, description="the guesses so far: HKS3--")] = "",
    open: Annotated[int, Query(ge=0, le=1, description="1: the defenders' hands too")] = 0,
) -> TableAddress:
    if not 0 < number < BEYOND:
        raise HTTPException(404, f"There is no table {number} here.")
    return TableAddress(shelf, number, at, said, open)


Where = Annotated[TableAddress, Depends(_address)]
PrecedentPlace = Annotated[str, Query(alias="beside", max_length=60)]


class Step(NamedTuple):
    """A link that leads on: its name for scripts and tests, its words, its address."""

    id: str
    words: str
    href: str


async def with_starter(desk: Desk, brought: Shelves, patience: float) -> Shelves:
    """The shelves *brought* along with the starter's tables on theirs."""
    path = await desk.answer("play", "the starter library", starter, patience=patience)
    return replace(brought, starter=path)


def record_at(shelves: Shelves, address: TableAddress) -> Record:
    try:
        return shelves.entry(address.shelf, address.number).record
    except LibraryError as error:
        raise HTTPException(404, str(error)) from error


async def ask_experts(
    desk: Desk, shelves: Shelves, address: TableAddress, own: str, patience: float
) -> dict[str, Any]:
    """What the experts say, or the job that asks them, or why they cannot be asked."""
    where = (shelves, address.shelf, address.number, address.at, own)
    work = (experts, *where, newest(shelves.cases))
    try:
        found = await desk.answer("experts", "the experts", *work, patience=patience)
        return {"experts": found}
    except StillWorkingError as error:
        return {"job": error.job.to_json()}
    except KibitzError as error:
        return {"problem": str(error)}


def precedent_table(shelves: Shelves, place: str, *, is_open: bool) -> MomentView | None:
    """The table of a precedent at its moment: ``library-17-30``, with no card of it to click."""
    shelf, _, rest = place.partition("-")
    table, _, ply = rest.partition("-")
    number, at = number_of(table), number_of(ply)
    if number is None or at is None:
        return None
    record = shelves.entry(shelf, number).record
    moment = Moment.of(record, at, "", is_open=is_open)
    return moment_view(moment.seen, lambda card: "")


def precedent_rows(answer: dict[str, Any], address: str) -> list[dict[str, Any]]:
    """What each precedent is, with the link that opens its table beside the one at *address*."""
    found = answer["experts"]["precedents"] if "experts" in answer else []
    places = [f"{one['shelf']}-{one['table']}-{one['at']}" for one in found]
    return [
        {**one, "beside": place, "href": f"{address}&{urlencode({'beside': place})}"}
        for one, place in zip(found, places, strict=True)
    ]


def card_rows(answer: dict[str, Any], whose: dict[str, str]) -> list[dict[str, Any]]:
    """Every legal card: what experts say of it, what it is worth, *whose* it is."""
    if "verdict" not in answer:
        return []
    shares = {one["card"]: one for one in answer.get("experts", {}).get("candidates", [])}
    return [
        {**one, **shares.get(one["card"], {}), "whose": whose.get(one["card"], "")}
        for one in answer["verdict"]["double_dummy"]["cards"]
    ]
