"""The rows beside the felt: one for each legal card and one for each precedent."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from kibitz.cardplay.chairs import open_seats
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.page.table.felt import CardMarks, VoteMark
from kibitz.page.table.playthrough import VisibleTable
from kibitz.page.words import WORDS


def precedent_rows(
    answer: dict[str, Any], address: str, seen: VisibleTable
) -> list[dict[str, Any]]:
    """The precedents and the nearest that chose otherwise, each with the hands that may be shown.

    The player's own deal may be among them, so no more of their hands is shown than of his.
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
    """Every legal card: its votes, its worth, and *whose* it is."""
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
    """Declarer's result as players say it: ``makes 9``, ``2 down``."""
    missing, say = contract.target - tricks, WORDS["table"]
    return say["down"].format(number=missing) if missing > 0 else say["makes"].format(number=tricks)


def marks_of(rows: list[dict[str, Any]], answer: dict[str, Any], mine: str = "") -> CardMarks:
    """The marks on the cards: the votes, the experts' card and the player's."""
    said = answer.get("experts", {})
    votes = {one["card"]: VoteMark.of(one["count"], one.get("share", 0)) for one in rows}
    best = "" if said.get("reading") else said.get("card") or ""
    return CardMarks(votes if said else {}, best, mine)
