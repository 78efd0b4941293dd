"""What became of long work, in words: how much was brought in or learned, and what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.wording import counted


def imported(result: Mapping[str, Any]) -> list[str]:
    """
    >>> imported({"kept": 12, "duplicates": 1, "refusals": 1})
    ['12 tables were added to your library; 1 table was there already.', '1 table was refused.']
    """
    kept, before, refused = result["kept"], result["duplicates"], result["refusals"]
    known = f"; {_were(before, 'table')} there already" if before else ""
    lines = [f"{_were(kept, 'table')} added to your library{known}."]
    return [*lines, f"{_were(refused, 'table')} refused."] if refused else lines


def learned_cardplay(result: Mapping[str, Any]) -> list[str]:
    """
    >>> learned_cardplay(
    ...     {"tables": 2, "cases": 31, "described_anew": 0, "withdrawn": 0, "known": 400}
    ... )[0]
    '2 new tables were watched, and 31 decisions learned from them.'
    """
    lines = ["There was nothing new to learn from."]
    if result["tables"]:
        watched = _were(result["tables"], "new table")
        decisions = counted(result["cases"], "decision")
        lines = [f"{watched} watched, and {decisions} learned from them."]
    if result["described_anew"]:
        lines.append(f"{_were(result['described_anew'], 'earlier decision')} described anew.")
    if result["withdrawn"]:
        gone = _were(result["withdrawn"], "decision")
        lines.append(f"{gone} forgotten, because the tables are no longer in your library.")
    known = counted(result["known"], "decision")
    return [*lines, f"{known} of your library can now be cited as precedents."]


def learned_openings(result: Sequence[Mapping[str, Any]]) -> list[str]:
    """
    >>> learned_openings([{"system": "Acol", "cases": 3, "kept": False}])
    ['Acol: 3 hands are too few to learn from.']
    """
    if not result:
        return ["There are no opening decisions in your library yet."]
    return [
        f"{_system(one)}: learned from {counted(one['cases'], 'hand')}."
        if one["kept"]
        else f"{_system(one)}: {counted(one['cases'], 'hand')} are too few to learn from."
        for one in result
    ]


def _system(one: Mapping[str, Any]) -> str:
    unnamed = one["system"].startswith("unknown")
    return "Games that name no bidding system" if unnamed else str(one["system"])


def watched_contests(result: Mapping[str, Any]) -> list[str]:
    """
    >>> watched_contests({"contests": 100, "pairs": 7})
    ['100 contests were watched, and 7 strategies learned from them.']
    """
    contests = _were(result["contests"], "contest")
    strategies = f"{result['pairs']:,} {'strategy' if result['pairs'] == 1 else 'strategies'}"
    return [f"{contests} watched, and {strategies} learned from them."]


def _were(number: int, what: str) -> str:
    return f"{counted(number, what)} {'was' if number == 1 else 'were'}"
