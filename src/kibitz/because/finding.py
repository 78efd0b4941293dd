"""Which cause explains what a plan gains over its rival: the nearest to the play that holds.

Causes are measured on all layouts and must explain each half of them by itself. Of those that do,
means come before accounts: how tricks are lost before how many, and what happens in the suit that
is played before what happens elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kibitz.because.candidates import StepContext, allowed, candidates
from kibitz.because.causes import Cause, Kind
from kibitz.because.facts import (
    ENTERING,
    Particulars,
    facts_hold,
    facts_of,
    told_exactly,
    usual_number,
    wins_now,
)
from kibitz.because.measuring import FEW, MEANS, Measured, gains_always, measured, share_of
from kibitz.because.pair import StoryPair, Weights
from kibitz.because.story import Bools
from kibitz.games.bridge.cards import Rank

_PARTS, _PAIRS = 10, 3
"""The most causes that are looked at as one of two, and the most pairs of them."""
_LEAST = 0.2
"""The least cover of a candidate that is looked at, and of each of two that share the layouts."""
_DRAWS = 3
"""The independent draws in each of which two that share the layouts must be the same two."""
_PREFERENCE = {
    Kind.EXTRA_CHANCE: 1.1, Kind.NONE_LEFT: 0.95, Kind.SAFE_HAND: 0.9, Kind.DISCARD: 0.85,
    Kind.OUT_OF_REACH: 0.85, Kind.STOPPER_KEPT: 0.8, Kind.IN_TIME: 0.8, Kind.OUR_RUFF: 0.8,
    Kind.THEIR_RUFF: 0.8, Kind.TRICKS_FIRST: 0.75, Kind.RUFFED_LOSER: 0.75, Kind.THEY_OPEN: 0.5,
    Kind.LED_FROM: 0.6, Kind.NEEDLESS_DUCK: 0.5, Kind.LOST_CONTROL: 0.5, Kind.BECOMES: 0.45,
    Kind.OPENS: 0.45, Kind.TAKES: 0.4, Kind.BARREN: 0.4, Kind.LIE: 0.3, Kind.THEY_RUN: 0.2,
    Kind.MORE_FOR_THEM: 0.1,
}  # fmt: skip
"""Means before accounts: what a teacher would rather hear."""
_GAP, _PURE = 0.5, 0.3
"""What the numbers of a cause weigh beside it."""
_NEAR, _VERY_NEAR, _NAMED = 0.15, 0.35, 0.05
BARE = (Kind.COUNT, Kind.THEY_RUN)
"""They say that tricks are lost, and hardly by what means."""


@dataclass(frozen=True, slots=True)
class Told:
    """A cause and what is told beside it."""

    cause: Cause
    facts: Particulars

    def to_json(self) -> dict[str, Any]:
        return {**self.cause.to_json(), "told": self.facts.to_json()}

    @classmethod
    def of_json(cls, given: dict[str, Any]) -> Told:
        rest = dict(given)
        facts = Particulars.of_json(rest.pop("told", {}))
        return cls(Cause.of_json(rest), facts)


Reason = tuple[Told, ...]
"""One cause, or two that share the layouts."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundReason:
    """A reason, how well it explains on the layouts it is stated from, and where it is true."""

    reason: Reason
    measured: Measured
    true: Bools
    """The layouts on which it is true."""
    shows: Bools
    """Those of them that tell its sentence: the plan gains, and who gets in, with which card and
    for how many tricks is just so; as much of it as there is."""
    score: float

    @property
    def kind(self) -> Kind:
        """The kind of its first cause."""
        return self.reason[0].cause.kind

    def to_json(self) -> dict[str, Any]:
        causes = [told.to_json() for told in self.reason]
        return {"causes": causes, **self.measured.to_json()}


def reasons(pair: StoryPair, kind: str, context: StepContext) -> list[FoundReason]:
    """The reasons why the plan gains on its rival, best first; none where nothing explains it.

    *kind* is the kind of step that the reason is for, or "card".
    """
    few = share_of(pair.gained, pair.gained, pair.weights)[2] < FEW
    if few and not gains_always(pair, pair.weights):
        return []
    looked = _looked(pair, kind, context)
    said = [
        found
        for cause, result in looked
        if result.may_be_said
        for found in [_stated((cause,), pair, kind, context)]
        if found is not None
    ]
    if said and said[0].kind not in BARE:
        return said
    if said:  # it tells less than two causes that are told with their means
        looked = [one for one in looked if one[0].kind not in BARE]
    return _shared(pair, kind, context, looked) + said


Looked = tuple[Cause, Measured]


def _looked(pair: StoryPair, kind: str, context: StepContext) -> list[Looked]:
    """The best candidate of each kind, suit and hand that covers something, in their order."""
    found = list[tuple[float, Cause, Measured]]()
    for cause in candidates(pair, kind, context):
        if allowed(cause, pair, kind, context):
            result = measured([cause], pair, pair.weights)
            if result.cover >= _LEAST:
                found.append((score(cause, result, pair, kind, context), cause, result))
    found.sort(key=lambda one: (not one[2].may_be_said, -one[0], -one[1].number))
    best = dict[tuple[object, ...], Looked]()
    for _, cause, result in found:
        best.setdefault((cause.kind, cause.suit, cause.hand, cause.card), (cause, result))
    return _without_bare_runs(list(best.values()))


def _without_bare_runs(found: list[Looked]) -> list[Looked]:
    """A run is no reason of its own where it is a part of a better one."""
    better = ENTERING - {Kind.THEY_RUN, Kind.LOST_CONTROL}
    told = {one.suit for one, result in found if one.kind in better and result.may_be_said}
    return [one for one in found if one[0].kind is not Kind.THEY_RUN or one[0].suit not in told]


def _stated(
    causes: Sequence[Cause], pair: StoryPair, kind: str, context: StepContext
) -> FoundReason | None:
    """A cause, or two, with what is told beside it, if it explains all layouts and each half."""
    whole = measured(causes, pair, pair.weights)
    halves = (measured(causes, pair, some) for some in pair.draws(2))
    if not (whole.may_be_said and all(one.repeats for one in halves)):
        return None
    reason = tuple(Told(one, facts_of(one, pair, pair.weights)) for one in causes)
    so = np.logical_or.reduce([one.holds(pair) for one in causes])
    exactly = told_exactly(reason[0].facts, causes[0], pair) & pair.gained
    shows = next((one for one in (exactly, so & pair.gained) if one.any()), so)
    return FoundReason(reason, whole, so, shows, score(causes[0], whole, pair, kind, context))


def _shared(
    pair: StoryPair, kind: str, context: StepContext, looked: Sequence[Looked]
) -> list[FoundReason]:
    """Two means that share the layouts, neither covers them, both together do: the same two in
    the same order in each of three draws."""
    parts = {
        cause: result
        for cause, result in looked
        if result.base <= 0.30 and result.pure >= 0.65 and cause.kind in MEANS
    }
    ranked = list[tuple[float, tuple[Cause, Cause]]]()
    for one, other in combinations(list(parts)[:_PARTS], 2):
        if one.kind is other.kind and one.suit is other.suit:
            continue
        both = measured((one, other), pair, pair.weights)
        covers = parts[one].cover, parts[other].cover
        if both.may_be_said and both.cover >= max(covers) + _LEAST / 2:
            causes = (one, other) if covers[0] >= covers[1] else (other, one)
            worth = [_preferred(part, pair, kind, context) for part in causes]
            ranked.append((both.gap + sum(worth), causes))
    ranked.sort(key=lambda one: -one[0])
    for _, causes in ranked[:_PAIRS]:
        found = _stated(causes, pair, kind, context)
        if found and all(_are_steady(causes, pair, some) for some in pair.draws(_DRAWS)):
            return [found]
    return []


def _are_steady(causes: Sequence[Cause], pair: StoryPair, draw: Weights) -> bool:
    """Whether two causes share the layouts of one draw, too, the first more of them."""
    both = measured(causes, pair, draw)
    first, second = (measured([one], pair, draw).cover for one in causes)
    return both.repeats and first >= second >= _LEAST / 2


def score(
    cause: Cause, result: Measured, pair: StoryPair, kind: str, context: StepContext
) -> float:
    """How good a reason it is, if it is one."""
    worth = _GAP * result.gap + _PURE * (result.pure - 0.8)
    return worth + _preferred(cause, pair, kind, context)


def _preferred(cause: Cause, pair: StoryPair, kind: str, context: StepContext) -> float:
    """What speaks for a cause beside its numbers."""
    found = _PREFERENCE.get(cause.kind, 0.0)
    if cause.kind is Kind.RUFFED_LOSER and kind == "ruff":
        found += 0.5
    if cause.kind is Kind.LIE and kind in ("way", "safety"):
        found += 0.3
    if cause.kind is Kind.NEEDLESS_DUCK and kind == "hold up":
        found += 0.3
    if cause.card is not None and cause.card.rank < Rank.TEN:
        found -= 0.1
    suit = cause.suit if cause.card is None else cause.card.suit
    if {suit, cause.via} & context.near:
        found += _VERY_NEAR if context.is_one_suit else _NEAR
    if cause.kind is Kind.BECOMES and wins_now(cause, pair):
        found += _VERY_NEAR
    found += _NAMED * sum(one is not None for one in (cause.seat, cause.via))
    if cause.kind is Kind.OUR_RUFF:
        found += _NAMED * (cause.suit is not None)
    runs = cause.kind in (*ENTERING, Kind.BARREN, Kind.OPENS)
    bare = runs and cause.number == 1 and usual_number(cause, pair) <= 1
    return found + 0.015 * cause.number - _NEAR * bare


def holds_again(reason: Reason, pair: StoryPair) -> bool:
    """Whether a reason that was said is true of other layouts, its words as well."""
    causes = [told.cause for told in reason]
    told = all(facts_hold(one.facts, one.cause, pair) for one in reason)
    return measured(causes, pair, pair.weights).holds and told
