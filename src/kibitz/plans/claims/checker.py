"""The checker of claims: it plays a claim out on layouts, and knows nothing but the claim.

It is used twice. A sentence is said only if it passes here on layouts that were not used to choose
it; and `kibitz lab plans` checks what was said on fresh layouts, at least four hundred a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.because.finding import holds_again
from kibitz.because.measuring import measured
from kibitz.because.pair import StoryPair
from kibitz.because.story import DECLARERS, Story
from kibitz.cardplay.lookahead.estimates import SURE, Estimate
from kibitz.errors import UsageError
from kibitz.plans.claims.claim import (
    Because,
    Begins,
    Better,
    Branches,
    Claim,
    Close,
    Danger,
    Depends,
    Every,
    Hardly,
    Needs,
    Perfect,
    Safety,
)
from kibitz.plans.lines.events import Place
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.question import Scoring
from kibitz.plans.trying.playing import first_suits, tricks_in
from kibitz.plans.trying.trials import Bench, values_of, worth

ENOUGH = 0.05
"""The least gain that matters: five points of the chance to make, or a twentieth of a trick."""
PLENTY = 0.15
"""The least gain from an event that makes the plan depend on it."""
_PERFECTLY = 24
"""Layouts that are played out against defenders who see everything."""
NEARLY_ALWAYS = 0.9
_SELDOM, _SEVERAL = 0.4, 8
_PRICE = 0.25
"""The least cost of a safety play where it was not needed, in tricks."""
_ROUGHLY = 0.7
"""The least share of successes in which the suit brings its tricks, for the claim to hold on fresh
layouts; to be said, it must reach the stricter `NEARLY_ALWAYS`."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """The result of checking a claim on some layouts.

    *one* and *other* are the two numbers that a sentence compares, or for a claim about many
    lines the lowest and the highest.
    """

    one: float
    other: float
    gain: Estimate
    holds: bool
    """Whether the claim is true on these layouts."""
    is_said: bool
    """Whether it is true by a margin large and certain enough to be said."""
    layouts: int
    also: tuple[float, float] = (0.0, 0.0)
    """Two more numbers, for a sentence that makes two comparisons."""


def check(claim: Claim, bench: Bench) -> CheckedClaim:
    """Play a claim out on the layouts of a bench, by the rule of its kind."""
    bench.trials(claim.lines)
    match claim:
        case Better():
            return _better(claim, bench)
        case Close():
            return _close(claim, bench)
        case Because():
            return _because(claim, bench)
        case Depends():
            return _depends(claim, bench)
        case Needs():
            return _needs(claim, bench)
        case Danger():
            return _danger(claim, bench)
        case Begins():
            return _begins(claim, bench)
        case Branches():
            return _branches(claim, bench)
        case Safety():
            return _safety(claim, bench)
        case Perfect():
            return _perfect(claim, bench)
        case Every() | Hardly():
            return _all_of_them(claim, bench)
    raise UsageError(f"nobody can check {claim}")


def _better(claim: Better, bench: Bench) -> CheckedClaim:
    one, other = (worth(line, bench, claim.by) for line in (claim.line, claim.than))
    gain = Estimate.of(one - other, bench.weights)
    made, others = (float(bench.weights @ values) for values in (one, other))
    said = gain.mean >= ENOUGH and gain.is_sure
    return CheckedClaim(made, others, gain, gain.mean > 0, said, len(bench))


def _close(claim: Close, bench: Bench) -> CheckedClaim:
    """Neither line is surely better by enough, nor do they look plainly apart."""
    better = _better(Better(claim.line, claim.than, claim.by), bench)
    apart = abs(better.gain.mean)
    surely = apart - ENOUGH > SURE * better.gain.error
    return replace(better, holds=apart < PLENTY, is_said=apart < PLENTY and not surely)


def pair_of(line: PlanLine, than: PlanLine, bench: Bench, by: Scoring) -> StoryPair:
    """The stories of two lines on the layouts of a bench."""
    state = bench.state
    since, target = len(state.played) // 4, state.contract.target
    plan, rival = (
        Story(trial.cards, state.trumps, DECLARERS, target, since)
        for trial in bench.trials([line, than])
    )
    return StoryPair(plan, rival, bench.weights, by is Scoring.MATCHPOINTS)


def _because(claim: Because, bench: Bench) -> CheckedClaim:
    """The two numbers are how often the cause is true where the other line fails, and where it does
    not; the words must be true as well."""
    pair = pair_of(claim.line, claim.than, bench, claim.by)
    found = measured([told.cause for told in claim.reason], pair, pair.weights)
    gain, again = Estimate(found.gap, found.error), holds_again(claim.reason, pair)
    return CheckedClaim(
        found.cover, found.base, gain, again, again and found.may_be_said, len(bench)
    )


def _depends(claim: Depends, bench: Bench) -> CheckedClaim:
    values = worth(claim.line, bench, claim.by)
    so = claim.event.holds(bench.layouts.owners)
    yes = Estimate.of(values[so], bench.weights[so])
    no = Estimate.of(values[~so], bench.weights[~so])
    gain = Estimate(yes.mean - no.mean, (yes.error**2 + no.error**2) ** 0.5)
    both = 0.08 < float(bench.weights[so].sum()) < 0.92 and min(so.sum(), (~so).sum()) >= _SEVERAL
    said = gain.mean >= PLENTY and gain.mean > (SURE + 1) * gain.error and both
    return CheckedClaim(yes.mean, no.mean, gain, gain.mean > ENOUGH, said, len(bench))


def _danger(claim: Danger, bench: Bench) -> CheckedClaim:
    """Compare the line on layouts where it loses to the safe defender with the other line on those
    where it loses to his partner."""
    with_safe = Place(claim.card, claim.safe).holds(bench.layouts.owners)
    one, other = (
        Estimate.of(worth(line, bench, claim.by)[rows], bench.weights[rows])
        for line, rows in ((claim.line, with_safe), (claim.other, ~with_safe))
    )
    gain = Estimate(one.mean - other.mean, (one.error**2 + other.error**2) ** 0.5)
    enough = min(with_safe.sum(), (~with_safe).sum()) >= _SEVERAL
    said = gain.mean >= PLENTY and gain.mean > (SURE + 1) * gain.error and bool(enough)
    return CheckedClaim(one.mean, other.mean, gain, gain.mean > ENOUGH, said, len(bench))


def _needs(claim: Needs, bench: Bench) -> CheckedClaim:
    """The suit nearly always brings its tricks when the line makes, and seldom when it fails."""
    trial = bench.trial(claim.line)
    makes = trial.tricks >= bench.state.contract.target
    brings = (tricks_in(claim.suit, bench.state, trial.cards) >= claim.tricks).astype(np.float64)
    yes = Estimate.of(brings[makes], bench.weights[makes])
    no = Estimate.of(brings[~makes], bench.weights[~makes])
    gain = Estimate(yes.mean - no.mean, (yes.error**2 + no.error**2) ** 0.5)
    holds = yes.mean >= _ROUGHLY and gain.mean > 0
    said = yes.mean >= NEARLY_ALWAYS and no.mean <= _SELDOM and gain.is_sure
    return CheckedClaim(yes.mean, no.mean, gain, holds, said, len(bench))


def _branches(claim: Branches, bench: Bench) -> CheckedClaim:
    """Compare the line with one rival where the event holds, and with another where it does not."""
    so = claim.event.holds(bench.layouts.owners)
    mine = worth(claim.line, bench, claim.by)
    gains, numbers, said = list[Estimate](), list[float](), True
    for rival, rows in ((claim.then, so), (claim.otherwise, ~so)):
        theirs, weights = worth(rival, bench, claim.by)[rows], bench.weights[rows]
        gain = Estimate.of(mine[rows] - theirs, weights)
        gains.append(gain)
        numbers += [Estimate.of(values, weights).mean for values in (mine[rows], theirs)]
        said &= bool(gain.mean >= ENOUGH and gain.is_sure and rows.sum() >= _SEVERAL)
    least = min(gains, key=lambda one: one.mean)
    also = (numbers[2], numbers[3])
    return CheckedClaim(numbers[0], numbers[1], least, least.mean > 0, said, len(bench), also)


def _safety(claim: Safety, bench: Bench) -> CheckedClaim:
    """It makes more often, but with fewer tricks where both lines make."""
    made = _better(Better(claim.line, claim.than, Scoring.TEAMS), bench)
    one, other = (worth(line, bench, Scoring.MATCHPOINTS) for line in claim.lines)
    both = np.minimum(one, other) >= bench.state.contract.target
    price = Estimate.of((other - one)[both], bench.weights[both])
    means = [Estimate.of(tricks[both], bench.weights[both]).mean for tricks in (one, other)]
    paid = bool(price.mean >= _PRICE and price.is_sure and both.sum() >= _SEVERAL)
    return replace(
        made,
        holds=made.holds and price.mean > 0,
        is_said=made.is_said and paid,
        also=(means[0], means[1]),
    )


def _perfect(claim: Perfect, bench: Bench) -> CheckedClaim:
    """Compare learned defenders with perfect ones on the same layouts."""
    number = min(_PERFECTLY, len(bench))
    weights = bench.weights[:number] / bench.weights[:number].sum()
    learned = worth(claim.line, bench, claim.by)[:number]
    perfect = values_of(bench.perfect(claim.line, number), bench, claim.by)
    gain = Estimate.of(learned - perfect, weights)
    said = gain.mean >= PLENTY and gain.is_sure
    means = (float(weights @ learned), float(weights @ perfect))
    return CheckedClaim(*means, gain, gain.mean > 0, said, number)


def _begins(claim: Begins, bench: Bench) -> CheckedClaim:
    suits = first_suits(bench.state, bench.trial(claim.line).cards)
    share = Estimate.of((suits == int(claim.suit)).astype(np.float64), bench.weights)
    gain = Estimate(share.mean - 0.5, share.error)
    return CheckedClaim(
        share.mean, 1 - share.mean, gain, share.mean > 0.5, share.mean >= _ROUGHLY, len(bench)
    )


def _all_of_them(claim: Every | Hardly, bench: Bench) -> CheckedClaim:
    """Even the line that makes least often reaches a chance, or not even the best one does."""
    low, high = _range(claim.lines, bench)
    if isinstance(claim, Every):
        gain = Estimate(low.mean - claim.least, low.error)
    else:
        gain = Estimate(claim.most - high.mean, high.error)
    holds, said = gain.mean >= 0, gain.mean >= ENOUGH
    return CheckedClaim(low.mean, high.mean, gain, holds, said, len(bench))


def _range(lines: Sequence[PlanLine], bench: Bench) -> tuple[Estimate, Estimate]:
    """The line that makes least often, and the one that does most often."""
    found = [Estimate.of(worth(line, bench, Scoring.TEAMS), bench.weights) for line in lines]
    ordered = sorted(found, key=lambda one: one.mean)
    return ordered[0], ordered[-1]
