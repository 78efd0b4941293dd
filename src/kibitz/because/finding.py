"""Which cause explains what a plan gains over its rival: found on some layouts, stated on others.

A cause is a reason when it is true where the plan makes and the rival fails (*cover*), seldom true
where the rival makes (*base*), and the plan wins more tricks wherever it is true (*pure*). Cover
alone says nothing: of several hundred candidates some always cover everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kibitz.because.candidates import CARD, StepContext, allowed, candidates
from kibitz.because.causes import Cause, Kind
from kibitz.because.facts import ENTERING, Particulars, facts_hold, facts_of, usual_number
from kibitz.because.pair import StoryPair, Weights
from kibitz.because.story import Bools
from kibitz.games.bridge.cards import Rank

ENOUGH, _FEW = 8.0, 5.0
"""The least number of equally likely layouts on which the plan gains, to state a cause from and to
choose one by."""
_ERRORS = 1.28
_OFFERED, _PARTS = 3, 10
_LEAST = 0.2
"""The least cover of a candidate that is looked at, and of each of two that share the layouts."""
_PREFERENCE = {
    Kind.NONE_LEFT: 0.35, Kind.SAFE_HAND: 0.30, Kind.THEIR_RUFF: 0.25, Kind.IN_TIME: 0.2,
    Kind.DISCARD: 0.2, Kind.OUT_OF_REACH: 0.2, Kind.STOPPER_KEPT: 0.15, Kind.TRICKS_FIRST: 0.15,
    Kind.RUFFED_LOSER: 0.15, Kind.BARREN: 0.12, Kind.OPENS: 0.12, Kind.BECOMES: 0.12,
    Kind.TAKES: 0.10, Kind.LIE: 0.0, Kind.EXTRA_CHANCE: 0.5, Kind.THEY_RUN: -0.05,
    Kind.OUR_RUFF: 0.25, Kind.MORE_FOR_THEM: -0.15, Kind.COUNT: -0.3,
}  # fmt: skip
"""Mechanism before arithmetic: what a teacher would rather hear, at a like gap."""
BARE = (Kind.COUNT, Kind.THEY_RUN)
"""They say that tricks are lost, and hardly by what means."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a cause explains: shares of layouts, with the errors of the first two and last."""

    cover: float
    base: float
    pure: float
    errors: tuple[float, float, float]
    enough: float
    """The number of equally likely layouts on which the plan gains."""

    @property
    def gap(self) -> float:
        return self.cover - self.base

    @property
    def may_be_said(self) -> bool:
        """Whether it explains by a margin large and certain enough to be said."""
        cover, base, pure = (_ERRORS * one for one in self.errors)
        return (
            self.enough >= ENOUGH
            and self.cover >= 0.60
            and self.cover - cover >= 0.50
            and self.base <= 0.40
            and self.base + base <= 0.50
            and self.gap >= 0.40
            and self.pure >= (0.50 if self.gap >= 0.60 else 0.65)
            and self.pure - pure >= 0.45
        )

    @property
    def repeats(self) -> bool:
        """Whether it explains the half of the layouts on which it was not chosen."""
        return self.holds and self.cover >= 0.55 and self.gap >= 0.35 and self.pure >= 0.45

    @property
    def holds(self) -> bool:
        """Whether it is true of layouts that it was not found on."""
        return self.cover >= 0.50 and self.base <= 0.50 and self.gap >= 0.25 and self.pure >= 0.40

    @property
    def error(self) -> float:
        """The standard error of the gap."""
        cover, base, _ = self.errors
        return float(np.hypot(cover, base))

    def to_json(self) -> dict[str, float]:
        numbers = {"cover": self.cover, "base": self.base, "pure": self.pure, "error": self.error}
        return {name: round(value, 4) for name, value in numbers.items()}


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
    score: float

    @property
    def kind(self) -> Kind:
        """The kind of its first cause."""
        return self.reason[0].cause.kind

    def to_json(self) -> dict[str, Any]:
        causes = [told.to_json() for told in self.reason]
        return {"causes": causes, **self.measured.to_json()}


def measure(so: Bools, pair: StoryPair, weights: Weights) -> Measured:
    """Measure a truth on the layouts that weigh something."""
    cover, error, enough = _share(so, pair.gained, weights)
    base, base_error, survivors = _share(so, pair.survived, weights)
    if cover >= 0.80:
        no_more, its_error, number = _share(so, ~pair.more, weights)
        if no_more < base:
            base, base_error, survivors = no_more, its_error, number
    if survivors < ENOUGH:
        base, base_error = 0.0, 0.0
    pure, pure_error, _ = _share(pair.more, so, weights)
    return Measured(cover, base, pure, (error, base_error, pure_error), enough)


def _share(so: Bools, among: Bools, weights: Weights) -> tuple[float, float, float]:
    """The share of some layouts on which it is so, its error, and what these layouts are worth."""
    some = weights[among]
    whole = float(some.sum())
    if not whole:
        return 0.0, 0.0, 0.0
    number = whole**2 / float((some**2).sum())
    mean = min(1.0, float(some @ so[among]) / whole)
    return mean, (mean * (1 - mean) / number) ** 0.5, number


def measure_chance(so: Bools, pair: StoryPair, weights: Weights) -> Measured:
    """Measure an extra chance: the event that a suit is tried for before the rest.

    Where it comes, the plan nearly always makes and gains on its rival; where it does not, the plan
    loses next to nothing by having tried. It comes more often where the plan gains than it usually
    does.
    """
    plain = measure(so, pair, weights)
    made = [one.astype(np.float64) for one in pair.made]
    yes, no = weights * so, weights * ~so
    if not yes.sum() or not no.sum():
        return Measured(0.0, 1.0, 0.0, plain.errors, plain.enough)
    (mine, theirs), (after, at_once) = (
        [float(some @ one) / float(some.sum()) for one in made] for some in (yes, no)
    )
    usual = float(yes.sum() / weights.sum())
    good = mine >= 0.80 and mine - theirs >= 0.10 and after >= at_once - 0.05
    good = good and plain.cover >= usual + 0.10
    return Measured(plain.cover, 0.0, float(good), plain.errors, plain.enough)


def measured(causes: Sequence[Cause], pair: StoryPair, weights: Weights) -> Measured:
    """Measure one cause, or several that share the layouts."""
    so = np.logical_or.reduce([one.holds(pair) for one in causes])
    chance = len(causes) == 1 and causes[0].kind is Kind.EXTRA_CHANCE
    return (measure_chance if chance else measure)(so, pair, weights)


def reasons(pair: StoryPair, kind: str, context: StepContext) -> list[FoundReason]:
    """The reasons why the plan gains on its rival, best first; none where nothing explains it.

    Every other layout is used to choose. What is chosen must be true again of the rest, and explain
    all of them well enough to be said. *kind* is the kind of step that the reason is for, or
    "card".
    """
    choosing, stating = pair.halves()
    if _share(pair.gained, pair.gained, stating)[2] < _FEW:
        return []
    looked = _looked(pair, kind, context, choosing)
    best = [one[1] for one in looked if _passes(one[2])]
    found = [_stated((cause,), pair, kind, context, stating) for cause in _varied(best, _OFFERED)]
    said = sorted((one for one in found if one is not None), key=lambda one: -one.score)
    if said and said[0].kind not in BARE:
        return said
    if said:  # it tells less than two causes that are told with their means
        looked = [one for one in looked if one[1].kind not in BARE]
    return _shared(pair, kind, context, looked, choosing, stating) + said


def _stated(
    causes: Sequence[Cause], pair: StoryPair, kind: str, context: StepContext, stating: Weights
) -> FoundReason | None:
    """A cause, or two, with what is told beside it, if it passes; the facts are stated from the
    layouts that were not used to choose."""
    whole = measured(causes, pair, pair.weights)
    if not (measured(causes, pair, stating).repeats and whole.may_be_said):
        return None
    reason = tuple(Told(one, facts_of(one, pair, stating)) for one in causes)
    so = np.logical_or.reduce([one.holds(pair) for one in causes])
    return FoundReason(reason, whole, so, score(causes[0], whole, pair, kind, context))


Looked = tuple[float, Cause, Measured]


def _looked(pair: StoryPair, kind: str, context: StepContext, choosing: Weights) -> list[Looked]:
    """Every candidate that covers something, with its score on the layouts to choose by."""
    found = []
    for cause in candidates(pair, kind, context):
        if allowed(cause, pair, kind, context):
            result = measured([cause], pair, choosing)
            if result.cover >= _LEAST:
                found.append((score(cause, result, pair, kind, context), cause, result))
    found.sort(key=lambda one: (-one[0], -one[1].number))
    return _without_bare_runs(found)


def _without_bare_runs(found: list[Looked]) -> list[Looked]:
    """A run is no reason of its own where it is a part of a better one."""
    better = ENTERING - {Kind.THEY_RUN, Kind.LOST_CONTROL}
    told = {one.suit for _, one, result in found if one.kind in better and _passes(result)}
    return [one for one in found if one[1].kind is not Kind.THEY_RUN or one[1].suit not in told]


def _passes(one: Measured) -> bool:
    """Whether a cause may be offered: as to be said, from fewer layouts."""
    more = Measured(one.cover, one.base, one.pure, (0.0, 0.0, 0.0), ENOUGH)
    return one.enough >= _FEW and more.may_be_said


def _varied(ranked: Iterable[Cause], number: int) -> list[Cause]:
    """The best of each kind, suit and hand, as many as are asked for."""
    found: dict[tuple[object, ...], Cause] = {}
    for one in ranked:
        found.setdefault((one.kind, one.suit, one.hand, one.card), one)
    return list(found.values())[:number]


def _shared(
    pair: StoryPair,
    kind: str,
    context: StepContext,
    looked: Sequence[Looked],
    choosing: Weights,
    stating: Weights,
) -> list[FoundReason]:
    """Two causes that share the layouts: neither covers them, both together do."""
    alone = {Kind.EXTRA_CHANCE, Kind.COUNT, *(BARE if kind == CARD else ())}
    parts = {
        cause: result
        for _, cause, result in looked
        if result.base <= 0.30 and result.pure >= 0.65 and cause.kind not in alone
    }
    ranked = list[tuple[float, tuple[Cause, Cause]]]()
    for one, other in combinations(_varied(parts, _PARTS), 2):
        if one.kind is other.kind and one.suit is other.suit:
            continue
        both, covers = (
            measured((one, other), pair, choosing),
            (parts[one].cover, parts[other].cover),
        )
        if both.cover >= max(covers) + _LEAST / 2 and _passes(both):
            causes = (one, other) if covers[0] >= covers[1] else (other, one)
            worth = [_preferred(part, pair, kind, context) for part in causes]
            ranked.append((both.gap + sum(worth), causes))
    ranked.sort(key=lambda one: -one[0])
    for _, causes in ranked[:_OFFERED]:
        found = _stated(causes, pair, kind, context, stating)
        if found and min(measured([one], pair, stating).cover for one in causes) >= _LEAST:
            return [found]
    return []


def score(
    cause: Cause, result: Measured, pair: StoryPair, kind: str, context: StepContext
) -> float:
    """How good a reason it is, if it is one."""
    return result.gap + 0.3 * (result.pure - 0.8) + _preferred(cause, pair, kind, context)


def _preferred(cause: Cause, pair: StoryPair, kind: str, context: StepContext) -> float:
    """What speaks for a cause beside its numbers."""
    found = _PREFERENCE.get(cause.kind, 0.0)
    if cause.kind is Kind.RUFFED_LOSER and kind == "ruff":
        found += 0.5
    if cause.kind is Kind.LIE and kind in ("way", "safety"):
        found += 0.2
    if cause.kind is Kind.NEEDLESS_DUCK and kind == "hold up":
        found += 0.3
    if cause.kind is Kind.TRICKS_FIRST and not pair.is_declarers:
        found -= 0.1
    if cause.card is not None and cause.card.rank < Rank.TEN:
        found -= 0.1
    if context.is_about(cause):
        found += 0.12
    if kind == CARD and cause.card is not None and not context.names(cause.card.suit):
        found -= 0.15
    if cause.kind is Kind.OUR_RUFF:
        found += 0.02 * (cause.suit is not None)
    found += 0.04 * (cause.seat is not None) + 0.03 * (cause.via is not None) + 0.015 * cause.number
    runs = cause.kind in (*ENTERING, Kind.BARREN, Kind.OPENS)
    bare = runs and cause.number == 1 and usual_number(cause, pair) <= 1
    return found - 0.15 * bare


def holds_again(reason: Reason, pair: StoryPair) -> bool:
    """Whether a reason that was said is true of other layouts, its words as well."""
    causes = [told.cause for told in reason]
    told = all(facts_hold(one.facts, one.cause, pair) for one in reason)
    return measured(causes, pair, pair.weights).holds and told
