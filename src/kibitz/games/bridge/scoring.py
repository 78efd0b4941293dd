"""The score of a contract (laws 77 and 78B), and what a difference is worth in a match of teams."""

from __future__ import annotations

from bisect import bisect_right

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract, Strain
from kibitz.games.bridge.deal import Vulnerability

SWINGS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The differences from which one more international match point is won (law 78B)."""

_MINOR, _MAJOR, _FIRST = 20, 30, 40
"""The points of a trick in a minor, in a major or later in no-trump, and of the first there."""
_ENOUGH_FOR_GAME, _PART_SCORE, _INSULT = 100, 50, 50
_GAME = (300, 500)
_SLAMS = ({6: 500, 7: 1000}, {6: 750, 7: 1500})
_DOUBLED_OVERTRICK = (100, 200)
_DOWN = (50, 100)
_DOUBLED_DOWN = ((100, 200, 200, 300), (200, 300))
"""What the first trick down costs when doubled, what the next, and so on; not vulnerable first."""


def imps(difference: int) -> int:
    """The international match points of a difference in score.

    >>> imps(10), imps(-50), imps(430), imps(4000)
    (0, -2, 10, 24)
    """
    won = bisect_right(SWINGS, abs(difference))
    return won if difference >= 0 else -won


def score(contract: Contract, tricks: int, vulnerability: Vulnerability) -> int:
    """The points of the declaring side when it ends with *tricks*; below zero when it fails.

    >>> score(Contract.parse("3N by N"), 9, Vulnerability.NONE)
    400
    >>> score(Contract.parse("4Sx by W"), 9, Vulnerability.BOTH)
    -200
    """
    if not 0 <= tricks <= 13:
        raise UsageError(f"a side takes from 0 to 13 tricks, not {tricks}")
    vulnerable = vulnerability.includes(contract.declarer)
    if tricks < contract.target:
        return -_penalty(contract.target - tricks, contract.doubling, vulnerable)
    return _made(contract, tricks - contract.target, vulnerable)


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    """Trick points, overtricks and bonuses of a contract that is made."""
    level, strain, doubling = contract.bid.level, contract.bid.strain, contract.doubling
    each = _MINOR if strain <= Strain.DIAMONDS else _MAJOR
    extra = _FIRST - _MAJOR if strain is Strain.NOTRUMP else 0
    points = (each * level + extra) << doubling
    bonus = _GAME[vulnerable] if points >= _ENOUGH_FOR_GAME else _PART_SCORE
    bonus += _SLAMS[vulnerable].get(level, 0) + _INSULT * doubling
    overtrick = _DOUBLED_OVERTRICK[vulnerable] * doubling if doubling else each
    return points + bonus + over * overtrick


def _penalty(down: int, doubling: int, vulnerable: bool) -> int:
    """The points of so many tricks down."""
    if not doubling:
        return down * _DOWN[vulnerable]
    first = _DOUBLED_DOWN[vulnerable]
    paid = sum(first[min(trick, len(first) - 1)] for trick in range(down))
    return paid * doubling
