"""Of several conventions that a call may be, which is likeliest, and is it likely enough to say?

What players explained elsewhere is the prior: how often a call that was explained here was this
convention, and how often this pair explained one so. A hand weighs by what it fits: of two
conventions that it fits, the one that fewer hands would fit is the likelier.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from kibitz.bidding.conventions.convention import Convention, NamedCall
from kibitz.bidding.systems.conditions import (
    ACES,
    KEYS,
    Amount,
    CardsInSuit,
    Condition,
    OneOf,
)
from kibitz.bidding.systems.facts import Facts, facts
from kibitz.bidding.systems.position import CallMeanings
from kibitz.games.bridge.cards import Hand

_SLACK = 2
"""How many points a hand may differ from what a convention promises and still be one of it."""
_RARE, _ANYWHERE = -2, 10
"""The least priority of a call that was explained, in words that are not known; and the priority
below which a convention may stand nearly anywhere."""
_UNCOUNTED = {True: 4.0, False: 1.0}
"""The share of a hundred that a convention has where it was not counted: if usual here, if not."""
_WIDE = 0.3
"""What a convention that may stand nearly anywhere weighs beside those of this auction."""
_STRAY = 0.1
"""What a convention weighs that goes with other calls of partner's than the one he made."""
_OF_PAIR = 30.0
"""What each time that the pair explained a call so adds to the hundred."""
_SURE = 0.5
"""The least share of all that it weighs, for a convention to be named."""
_DEALT = 600


def likeliest(
    found: Sequence[NamedCall],
    hand: Facts | None,
    times: Mapping[str, int],
    partners: CallMeanings | None,
) -> NamedCall | None:
    """The convention that an explained call is; None if the evidence does not separate them.

    *times* says how often the pair explained calls as each elsewhere, and *partners* is what
    partner's last call meant.
    """
    before = () if partners is None else partners.rules
    weights = {one.name: _weight(one, hand, times, before) for one in found}
    best = max(found, key=lambda one: weights[one.name], default=None)
    if best is None or weights[best.name] < _SURE * sum(weights.values()):
        return None
    return best if weights[best.name] > 0 else None


def _weight(
    one: NamedCall, hand: Facts | None, times: Mapping[str, int], partners: Sequence[str]
) -> float:
    kind = one.convention
    prior = _share(kind, str(one.call)) + _OF_PAIR * times.get(one.name, 0)
    if kind.goes_with and not any(name in kind.goes_with for name in partners):
        prior *= _STRAY
    return prior if hand is None else prior / _rarity(one.promises)


def _share(kind: Convention, call: str) -> float:
    """Of a hundred explained calls that may be it, how many were it."""
    if kind.priority < _RARE:
        return 0.0
    share = float(kind.alerted.get(call, _UNCOUNTED[kind.priority > 0]))
    return share * (_WIDE if 0 < kind.priority < _ANYWHERE else 1.0)


def fits(one: NamedCall, hand: Facts) -> bool:
    """Whether a hand is near what the call promises as this convention."""
    return all(_fits(each, hand) for each in one.promises)


def _fits(condition: Condition, hand: Facts) -> bool:
    """Whether a hand is near what is promised: within two points, and of the right lengths."""
    if isinstance(condition, Amount):
        slack = 0 if condition.measure in (ACES, KEYS) else _SLACK
        low, high = condition.span
        return low - slack <= condition.value(hand) <= high + slack
    if isinstance(condition, OneOf):
        return any(all(_fits(one, hand) for one in way) for way in condition.ways)
    return not isinstance(condition, CardsInSuit) or condition.holds(hand)


@lru_cache(maxsize=1 << 12)
def _rarity(promises: tuple[Condition, ...]) -> float:
    """The share of all hands that fit what is promised."""
    fit = sum(all(_fits(each, hand) for each in promises) for hand in _dealt())
    return max(fit, 1) / _DEALT


@cache
def _dealt() -> tuple[Facts, ...]:
    rng = random.Random(0)
    return tuple(
        facts(Hand(sum(1 << card for card in rng.sample(range(52), 13)))) for _ in range(_DEALT)
    )
