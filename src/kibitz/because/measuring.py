"""How well a cause explains what a plan gains over its rival: shares of layouts with their errors.

A cause is a reason when it is true where the plan makes and the rival fails (*cover*), seldom true
where the rival makes (*base*), and the plan wins more tricks wherever it is true (*pure*). Cover
alone says nothing: of several hundred candidates some always cover everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.because.causes import Cause, Kind
from kibitz.because.pair import StoryPair, Weights
from kibitz.because.story import Bools

ENOUGH = 8.0
"""The least number of equally likely layouts on which the plan gains, to state a cause from."""
FEW = 2.0
"""The same for a cause that parts all layouts."""
_CERTAIN = 0.95
MEANS = frozenset(
    {
        *(Kind.NONE_LEFT, Kind.SAFE_HAND, Kind.TRICKS_FIRST, Kind.STOPPER_KEPT, Kind.THEIR_RUFF),
        *(Kind.RUFFED_LOSER, Kind.DISCARD, Kind.OUT_OF_REACH, Kind.IN_TIME, Kind.OUR_RUFF),
        *(Kind.THEY_OPEN, Kind.LED_FROM),
    }
)
"""They tell by what means a trick is lost; the other kinds where it ends up."""
_MAY_SURVIVE = MEANS | {Kind.BECOMES, Kind.TAKES}
"""The causes that count if the rival loses far more often with them than without."""
_ERRORS = 1.28


@dataclass(frozen=True, slots=True)
class CauseRisk:
    """How often the plan gains where a cause is true, and where it is not."""

    true: float
    false: float
    error: float
    """The standard error of the difference."""

    @property
    def more(self) -> float:
        return self.true - self.false

    @property
    def is_clear(self) -> bool:
        """Whether the rival loses far more often where the cause is true, and surely so."""
        return self.times(2.5) and self.more >= 0.15 and self.more >= 3 * self.error

    @property
    def remains(self) -> bool:
        """The same of layouts on which it was not chosen."""
        return self.times(1.75) and self.more >= 0.10

    def times(self, least: float) -> bool:
        return self.true >= least * self.false


NO_RISK = CauseRisk(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a cause explains: shares of layouts, with the errors of the first two and last.

    A *base* that is too high counts for nothing where the *risk* is clear: a rival may survive the
    cause, as long as it loses far more often with it than without.
    """

    cover: float
    base: float
    pure: float
    errors: tuple[float, float, float]
    enough: float
    """The number of equally likely layouts on which the plan gains."""
    risk: CauseRisk = NO_RISK
    always: bool = False
    """Whether the plan gains on nearly all layouts, however few they are."""
    accounts: float = 0.0
    """Of winners that cannot be reached: the share of the layouts that the plan gains in which all
    that it wins more is in their suit."""

    @property
    def gap(self) -> float:
        return self.cover - self.base

    @property
    def may_be_said(self) -> bool:
        """Whether it explains by a margin large and certain enough to be said."""
        if self.is_certain or (self.enough >= ENOUGH and self._is_whole(0.9)):
            return True
        cover, base, pure = (_ERRORS * one for one in self.errors)
        covers = self.enough >= ENOUGH and self.cover >= 0.60 and self.cover - cover >= 0.50
        if not covers:
            return False
        parts = self.base <= 0.40 and self.base + base <= 0.50 and self.gap >= 0.40
        if not parts:
            return self.risk.is_clear and self.pure >= 0.50
        return self.pure >= (0.50 if self.gap >= 0.60 else 0.65) and self.pure - pure >= 0.45

    def _is_whole(self, least: float) -> bool:
        """Whether it is true nearly always and tells all that is lost: the rival survives it only
        by what it wins elsewhere."""
        return self.cover >= least and self.pure >= least - 0.15 and self.accounts >= least - 0.15

    @property
    def is_certain(self) -> bool:
        """Whether it is true wherever the plan gains, and nowhere else: few layouts tell that."""
        shares = self.cover >= _CERTAIN and self.pure >= _CERTAIN and self.base <= 1 - _CERTAIN
        return shares and (self.always or self.enough >= FEW)

    @property
    def repeats(self) -> bool:
        """Whether it explains one half of the layouts."""
        if self._is_whole(0.85):
            return True
        if self.cover < 0.55 or self.pure < 0.45:
            return False
        return self.risk.remains or (self.base <= 0.50 and self.gap >= 0.35)

    @property
    def holds(self) -> bool:
        """Whether it is true of layouts that it was not found on."""
        if self._is_whole(0.8):
            return True
        if self.cover < 0.50 or self.pure < 0.40:
            return False
        return self.risk.remains or (self.base <= 0.50 and self.gap >= 0.25)

    @property
    def error(self) -> float:
        """The standard error of the gap."""
        cover, base, _ = self.errors
        return float(np.hypot(cover, base))

    def to_json(self) -> dict[str, float]:
        numbers = {
            **{"cover": self.cover, "base": self.base, "pure": self.pure, "error": self.error},
            **{"risk": self.risk.true, "risk_without": self.risk.false},
        }
        return {name: round(value, 4) for name, value in numbers.items()}


def measure(so: Bools, pair: StoryPair, weights: Weights) -> Measured:
    """Measure a truth on the layouts that weigh something."""
    cover, error, enough = share_of(so, pair.gained, weights)
    base, base_error, survivors = share_of(so, pair.survived, weights)
    few = survivors < ENOUGH
    if few or cover >= 0.80:
        no_more, its_error, number = share_of(so, ~pair.more, weights)
        if number >= ENOUGH and (few or no_more < base):
            base, base_error = no_more, its_error
        elif few:
            base, base_error = 0.0, 0.0
    pure, pure_error, _ = share_of(pair.more, so, weights)
    errors = error, base_error, pure_error
    risk, always = _risk(so, pair, weights), gains_always(pair, weights)
    return Measured(cover, base, pure, errors, enough, risk, always)


def gains_always(pair: StoryPair, weights: Weights) -> bool:
    """Whether the plan gains on nearly all layouts that weigh something."""
    return float(weights[pair.gained].sum()) >= _CERTAIN * float(weights.sum())


def _risk(so: Bools, pair: StoryPair, weights: Weights) -> CauseRisk:
    """How often the plan gains with the cause and without it; nothing where few are without it."""
    true, error, _ = share_of(pair.gained, so, weights)
    false, its_error, without = share_of(pair.gained, ~so, weights)
    if without < ENOUGH:
        return NO_RISK
    return CauseRisk(true, false, float(np.hypot(error, its_error)))


def share_of(so: Bools, among: Bools, weights: Weights) -> tuple[float, float, float]:
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
    """Measure one cause, or several that share the layouts; the risk counts only for some kinds."""
    so = np.logical_or.reduce([one.holds(pair) for one in causes])
    if len(causes) == 1 and causes[0].kind is Kind.EXTRA_CHANCE:
        return measure_chance(so, pair, weights)
    found = measure(so, pair, weights)
    if not all(one.kind in _MAY_SURVIVE for one in causes):
        return replace(found, risk=NO_RISK)
    if len(causes) == 1 and causes[0].kind is Kind.OUT_OF_REACH:
        return replace(found, accounts=_accounts(causes[0], pair, weights))
    return found


def _accounts(cause: Cause, pair: StoryPair, weights: Weights) -> float:
    """Where the plan gains, how often all that it wins more is in the suit of a cause."""
    assert cause.suit is not None, f"{cause.kind} needs a suit"
    more = pair.plan.won(int(cause.suit)) - pair.rival.won(int(cause.suit))
    return share_of(more >= pair.plan.tricks - pair.rival.tricks, pair.gained, weights)[0]
