"""A moment of a table as an address spells it, and what both lines of play show beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Depends, HTTPException, Query

from kibitz.cardplay.chairs import open_seats
from kibitz.errors import KibitzError, LibraryError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.page.desk import Desk, StillWorkingError
from kibitz.page.shelves import BEYOND, Shelves
from kibitz.page.table.experts import experts, starter
from kibitz.page.table.felt import Marks, Vote
from kibitz.page.table.guessing import Seen
from kibitz.page.words import WORDS
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A moment of a table, as the address spells it."""

    shelf: str
    number: int
    at: int
    said: str
    open: int
    seat: str = ""
    like: str = ""
    """The player whose decisions alone are asked; empty: everybody's."""
    plan: int = 0
    """1: the plan of the deal stands beside the votes."""

    @property
    def kept(self) -> dict[str, Any]:
        """What stays as it is from one moment to the next."""
        asked = {"open": self.open, "seat": self.seat, "like": self.like, "plan": self.plan}
        return {name: value or "" for name, value in asked.items()}

    @property
    def player(self) -> Seat | None:
        """Whose chair the player has taken; None: declarer's."""
        return Seat.parse(self.seat) if self.seat else None

    def address(self, at: int, said: str, **more: Any) -> str:
        """Where the record stands after *at* cards."""
        return self._spelled("", at=at, said=said, **more)

    def on(self, own: str, **more: Any) -> str:
        """Where the player's *own* cards have led since the record was left."""
        return self._spelled("/on", at=self.at, said=self.said, own=own, **more)

    def _spelled(self, place: str, **fields: Any) -> str:
        spelled = {**fields, **self.kept}
        query = urlencode({name: value for name, value in spelled.items() if value != ""})
        return f"/play/{self.shelf}/{self.number}{place}?{query}"


def _address(
    shelf: str,
    number: int,
    at: Annotated[int, Query(ge=0, le=52, description="how many cards were played")] = 0,
    said: Annotated[str, Query(max_length=104, description="the guesses so far: HKS3--")] = "",
    open: Annotated[int, Query(ge=0, le=1, description="1: the hidden hands too")] = 0,
    seat: Annotated[
        str, Query(pattern="^[NESW]?$", description="whose cards you play; else declarer's")
    ] = "",
    like: Annotated[
        str, Query(max_length=100, description="only the decisions of this player")
    ] = "",
    plan: Annotated[int, Query(ge=0, le=1, description="1: the plan beside the votes")] = 0,
) -> TableAddress:
    if not 0 < number < BEYOND:
        raise HTTPException(404, f"There is no table {number} here.")
    return TableAddress(shelf, number, at, said, open, seat, like.strip(), plan)


Where = Annotated[TableAddress, Depends(_address)]
PrecedentPlace = Annotated[str, Query(alias="beside", max_length=60)]


class Step(NamedTuple):
    """A link that leads on: its name for scripts and tests, its words, its address, its key."""

    id: str
    words: str
    href: str
    key: str = ""


class Stepping(NamedTuple):
    """A link of the slider: one card or to an end, with the arrow that does it."""

    id: str
    sign: str
    words: str
    href: str


async def with_starter(desk: Desk, brought: Shelves, patience: float) -> Shelves:
    """The shelves *brought* along with the starter's tables on theirs."""
    path = await desk.answer(
        "play", "the starter library", starter, brought.places, patience=patience
    )
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
    where = (shelves, address.shelf, address.number, address.at, own, address.like)
    stamp = shelves.places.stamp("card")
    try:
        found = await desk.answer(
            "experts", "the experts", experts, *where, stamp=stamp, patience=patience
        )
        return {"experts": found}
    except StillWorkingError as error:
        return {"job": error.job.to_json()}
    except KibitzError as error:
        return {"problem": str(error)}


def precedent_rows(answer: dict[str, Any], address: str, seen: Seen) -> list[dict[str, Any]]:
    """Each precedent, and the nearest that chose otherwise, with the hands that may be seen.

    The same deal may be among them, so of their hands no more is shown than of the player's own.
    """
    if "experts" not in answer:
        return []
    found, contrast = answer["experts"]["precedents"], answer["experts"].get("contrast")
    rows = []
    for one in [*found, *([contrast] if contrast else [])]:
        place = f"{one['shelf']}-{one['table']}-{one['at']}"
        href = f"{address}&{urlencode({'beside': place})}"
        hands = {
            seat: hand
            for seat, hand in one["hands"].items()
            if seen.is_open or Seat.parse(seat) in open_seats(seen.state)
        }
        mine = [card for seat in hands for card in seen.state.holding(Seat.parse(seat))]
        theirs = [card for hand in hands.values() for card in Hand.parse(hand)]
        apart = " ".join(str(card) for card in mine if card not in theirs)
        rows.append({**one, "hands": hands, "beside": place, "href": href, "apart": apart})
    return rows


def card_rows(
    answer: dict[str, Any], whose: dict[str, str], contract: Contract
) -> list[dict[str, Any]]:
    """Every legal card: what experts say of it, what it is worth, *whose* it is."""
    if "verdict" not in answer:
        return []
    shares = {one["card"]: one for one in answer.get("experts", {}).get("candidates", [])}
    rows = [
        {
            "count": 0,
            **one,
            **shares.get(one["card"], {}),
            "worth": worth_text(contract, one["tricks"]),
            "whose": whose.get(one["card"], ""),
        }
        for one in answer["verdict"]["double_dummy"]["cards"]
    ]
    return sorted(rows, key=lambda row: -row["count"])


def worth_text(contract: Contract, tricks: int) -> str:
    """What declarer takes, as players say it: ``makes 9``, ``2 down``."""
    missing, say = contract.target - tricks, WORDS["table"]
    return say["down"].format(number=missing) if missing > 0 else say["makes"].format(number=tricks)


def marks_of(rows: list[dict[str, Any]], answer: dict[str, Any], mine: str) -> Marks:
    """What stands on the cards: the votes, the experts' card and the player's."""
    votes = {one["card"]: Vote.of(one["count"], one.get("share", 0)) for one in rows}
    said = answer.get("experts", {})
    best = "" if said.get("reading") else said.get("card") or ""
    return Marks(votes if said else {}, best, mine)
