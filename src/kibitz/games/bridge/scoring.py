"""The score of a contract, by endplay, which takes about a second to import when first asked.

And what the difference of two scores is worth in a match of teams.
"""

from __future__ import annotations

from bisect import bisect_right

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Vulnerability

SWINGS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The differences from which one more international match point is won (law 78B)."""


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
    from endplay.types import Contract as Scored
    from endplay.types import Denom, Penalty, Player, Vul

    scored = Scored(
        level=contract.bid.level,
        denom=Denom.find(str(contract.bid.strain)),
        declarer=Player(contract.declarer),
        penalty=Penalty(1 << contract.doubling),
        result=tricks - contract.target,
    )
    return int(scored.score(Vul.find(str(vulnerability))))
