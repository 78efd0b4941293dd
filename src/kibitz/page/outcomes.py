"""The outcome of long work in words: what was imported or learned."""

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


def learned(result: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> list[str]:
    """A room's own words about its learning.

    >>> learned([{"text": "Acol: 3 opening decisions, too few to learn from."}])
    ['Acol: 3 opening decisions, too few to learn from.']
    >>> learned([])
    ['There is nothing in your library yet to learn from.']
    """
    every = [result] if isinstance(result, Mapping) else result
    return [one["text"] for one in every] or ["There is nothing in your library yet to learn from."]


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
