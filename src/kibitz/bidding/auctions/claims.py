"""What a call shows as players say it: *12 or more*, *5 to 9*, *four or more hearts*.

A claim is a range that holds at least 95 times in 100, or 90 times, and then it is said with
*usually*. Bounds that say nothing, because nearly all hands keep them, are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import comb
from typing import Any

import numpy as np

from kibitz.bidding.auctions.ranges import Shares, shortest

SURELY, USUALLY = 0.95, 0.9
"""How often a claim holds, and one that is said with *usually*, on events not learned from."""
MARGIN, READ_MARGIN = 0.007, 0.02
"""So much more is asked of the hands that a claim is made from, and of what a network reads."""
DOUBT = 2
"""The hands outside the range that are added to those that were counted."""
_FREE = 0.1
"""A bound that keeps out no more than this share of the hands within the other says nothing."""
_IDLE = 0.72
"""A range with more than this share of all hands says nothing."""
_SHARPER, _PROMISED = 0.6, 0.9
"""A range held usually is said if it has at most this share of the hands of one that is sure; the
second, if it is what is promised."""
_AS_GOOD = 1.05
"""A promise is said if it has at most so many times the hands of the range that was found."""
_LENGTHS, _SHORT = 14, 2


@dataclass(frozen=True, slots=True)
class ShownRange:
    """From *least* to *most*, both included; *share* is how many hands of the source had it."""

    least: int
    most: int
    is_sure: bool
    """If not, it is said with *usually*."""
    share: float

    def to_json(self) -> dict[str, Any]:
        return {
            "least": self.least,
            "most": self.most,
            "sure": self.is_sure,
            "share": round(self.share, 4),
        }


def claimed(
    shares: Shares, promised: tuple[int, int] | None = None, hands: int = 0
) -> ShownRange | None:
    """What may be claimed of points, (38,), or of a suit's length, (14,); None if nothing.

    *shares* are those of so many *hands*, or the chances of a network (0 hands). What is
    *promised* by agreement is said if it holds and tells about as much as what was found.

    >>> shares = np.zeros(14)
    >>> shares[4:7] = 0.02, 0.7, 0.28
    >>> claimed(shares)
    ShownRange(least=5, most=13, is_sure=True, share=0.98)
    """
    held = shares * hands / (hands + DOUBT) if hands else shares
    usual = all_hands(len(shares))
    margin = MARGIN if hands else READ_MARGIN
    found = [
        _best(held, usual, level + margin, promised, level == SURELY) for level in (SURELY, USUALLY)
    ]
    sure, often = found
    if sure is None or often is None:
        return sure or often
    is_promise = promised is not None and (often.least, often.most) == _telling(usual, *promised)
    sharp = _PROMISED if is_promise else _SHARPER
    return often if _within(usual, often) <= sharp * _within(usual, sure) else sure


def at_most(one: ShownRange | None, shares: Shares) -> ShownRange | None:
    """The upper bound alone, as of a pass, which promises nothing; None if it says nothing.

    *shares* are those that the claim was made from.
    """
    if one is None or _share(all_hands(len(shares)), (0, one.most)) > _IDLE:
        return None
    return replace(one, least=0, share=round(_share(shares, (0, one.most)), 6))


def _best(
    held: Shares, usual: Shares, level: float, promised: tuple[int, int] | None, is_sure: bool
) -> ShownRange | None:
    """The range that keeps out most hands, or what is promised if that tells about as much."""
    one = _tightest(held, usual, level)
    if promised is not None:
        kept = _telling(usual, *promised)
        as_good = one is None or _share(usual, kept) <= _AS_GOOD * _share(usual, one)
        if _share(held, kept) >= level and as_good:
            one = kept
    if one is None or _share(usual, one) > _IDLE or _is_no_shortage(one, len(held)):
        return None
    return ShownRange(*one, is_sure, round(_share(held, one), 6))


def _tightest(held: Shares, usual: Shares, level: float) -> tuple[int, int] | None:
    """The shortest range that holds the share, without bounds that say nothing."""
    if held.sum() < level:
        return None
    [(least, most)] = shortest(held[None], level / float(held.sum())).tolist()
    kept = _telling(usual, least, most)
    top, below = len(held) - 1, held.cumsum()
    if kept == (0, top):
        return None
    if kept[1] == top:
        above = held[::-1].cumsum()[::-1]
        return int(np.flatnonzero(above >= level)[-1]), top
    return kept if kept[0] else (0, int(np.flatnonzero(below >= level)[0]))


def _telling(usual: Shares, least: int, most: int) -> tuple[int, int]:
    """The range without a bound that keeps out hardly any hand that the other lets in."""
    top = len(usual) - 1
    most = min(most, top)
    whole = _share(usual, (least, most))
    if whole >= (1 - _FREE) * _share(usual, (least, top)):
        most = top
    if whole >= (1 - _FREE) * _share(usual, (0, most)):
        least = 0
    return least, most


def _is_no_shortage(one: tuple[int, int], size: int) -> bool:
    """Whether it only says that a suit is not long."""
    return size == _LENGTHS and one[0] == 0 and one[1] > _SHORT


def _share(shares: Shares, one: tuple[int, int]) -> float:
    return float(shares[one[0] : one[1] + 1].sum())


def _within(usual: Shares, one: ShownRange) -> float:
    return _share(usual, (one.least, one.most))


@cache
def all_hands(size: int) -> Shares:
    """The shares of all hands, whatever was called: of each length, (14,), or of points, (38,)."""
    if size == _LENGTHS:
        return np.array([comb(13, n) * comb(39, 13 - n) for n in range(14)]) / comb(52, 13)
    ways = np.zeros((5 * 4, size))
    ways[0, 0] = 1
    for worth in (1, 2, 3, 4):
        ways = sum((comb(4, n) * _moved(ways, n, n * worth) for n in range(5)), np.zeros_like(ways))
    found: Shares = sum((ways[n] * comb(36, 13 - n) for n in range(14)), np.zeros(size)) / comb(
        52, 13
    )
    return found


def _moved(ways: Shares, cards: int, points: int) -> Shares:
    """The ways of so many cards more, with so many points more."""
    found = np.zeros_like(ways)
    found[cards:, points:] = ways[: len(ways) - cards, : ways.shape[1] - points]
    return found
