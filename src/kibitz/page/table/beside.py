"""What else can be asked at a table: one player's votes, the plan, a suit of two hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kibitz.games.bridge.deal import Seat
from kibitz.page.table.address import TableAddress
from kibitz.page.table.playthrough import Playthrough, VisibleTable, plays_declarer


@dataclass(frozen=True, slots=True)
class More:
    """The form that asks one player's decisions only, and links to the rest."""

    action: str
    fields: dict[str, Any]
    """The hidden fields of the form."""
    everybody: str
    """The link that asks everybody again."""
    plan: str = ""
    """The link that shows the plan beside the votes; empty where there is no plan."""
    suits: tuple[tuple[str, str, str], ...] = ()

    @classmethod
    def of(cls, address: TableAddress, play: Playthrough) -> More:
        seen = play.visible
        return cls(
            address.table,
            address.fields,
            str(replace(address, like="")),
            str(replace(address, plan=1)) if has_plan(seen) else "",
            tuple(suits_beside(seen)) if play.is_revealed else (),
        )


def has_plan(seen: VisibleTable) -> bool:
    """Whether there is a plan to show: for declarer, once dummy is down."""
    return plays_declarer(seen.state, seen.player) and bool(seen.state.played)


def suits_beside(seen: VisibleTable) -> list[tuple[str, str, str]]:
    """Each suit of two visible hands that face each other: letter, cards, link."""
    held = {Seat.parse(letter): hand for letter, hand in seen.hands.items()}
    return suits_of(held)


def suits_of(held: dict[Seat, str]) -> list[tuple[str, str, str]]:
    """
    >>> suits_of({Seat.NORTH: "AQ..5.2", Seat.EAST: "K...", Seat.SOUTH: "32.K..A"})[0]
    ('S', 'AQ / 32', '/suit?north=AQ&south=32')
    """
    return [
        (letter, f"{north} / {south}", f"/suit?{urlencode({'north': north, 'south': south})}")
        for one, other in ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST))
        if one in held and other in held
        for letter, north, south in zip(
            "SHDC", held[one].split("."), held[other].split("."), strict=True
        )
        if north and south
    ]
