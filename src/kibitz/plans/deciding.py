"""Which course is told, and whether there is anything to choose."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial

from kibitz.cardplay.lookahead.estimates import Estimate, Floats
from kibitz.errors import SolverError
from kibitz.plans import arithmetic, explain
from kibitz.plans.claims.checker import ENOUGH, check
from kibitz.plans.claims.claim import Better, Every, Hardly
from kibitz.plans.lines.line import Free, PlanLine
from kibitz.plans.lines.menu import Course
from kibitz.plans.question import Scoring
from kibitz.plans.saying import Saying
from kibitz.plans.trying.choosing import Chooser
from kibitz.plans.trying.racing import FREE, LEAVES
from kibitz.plans.trying.rivals import rival_holds
from kibitz.plans.trying.trials import values_of, worth

SAFE, HOPELESS, _MARGIN = 0.9, 0.1, 0.05
"""The least chance of a safe plan, the greatest of a hopeless one, and the margin by which the
layouts to choose by must clear them."""
_NONE = 0.02
"""The greatest chance of any line on the layouts to choose by where none makes."""
_SEVERAL, _MOST = 3, 0.6
"""The number of lines, and the share of the lines tried and of the starts, that must nearly always
make before the plan says that nothing matters."""
_AGAIN = 3
"""How many of those lines, the worst ones, are tried again before that is said; and of hopeless
ones the best."""
_HALF = 0.5
"""The fraction of `ENOUGH` that a line must gain on the layouts to choose by before it is compared
on those to state from."""
_MORE = 0.2
"""The share of the layouts that may make double dummy and fail, before more lines are tried."""
_PERFECTLY, _LONGER, _WRECKED = 24, 60, 0.15
"""The layouts on which a line meets perfect defence, those if that leaves it unsure, and the most
that a line which leaves free play may lose there."""
_UNSURE = 0.05
"""How near to what is enough a share of the solved layouts leaves it open whether more could be
made."""
_SOME = 0.2
"""The least chance for which it matters that perfect defence halves it."""


@dataclass(frozen=True, slots=True)
class CourseChoice:
    """The course to tell, and the one that another draw of the layouts might have told instead."""

    course: Course
    other: Course | None = None


def best_course(saying: Saying, chooser: Chooser, solved: Future[Floats | None]) -> CourseChoice:
    """The course to tell. More lines are tried where much more could be made. Free play is not left
    where hardly more could be, as all else wins by mistakes of the defenders, nor for a line that
    loses as much to perfect defenders as it gains from learned ones. The course holds up only if
    that matters."""
    could = solved.result()
    if could is not None and saying.by is Scoring.TEAMS:
        best = chooser.chosen
        if _short_of(could, best, saying) >= _MORE or _is_halved(saying, best):
            chooser.widen()
    best, unsure = chooser.chosen, False
    if best != chooser.read and could is not None and saying.by is Scoring.TEAMS:
        unsure = abs(_short_of(could, FREE, saying) - LEAVES[saying.by]) < _UNSURE
        if _short_of(could, FREE, saying) < LEAVES[saying.by]:
            best = chooser.read
    if best != chooser.read:
        least = min(_WRECKED, chooser.gain(best))
        lost = _lost(saying, best, least)
        unsure |= abs(lost.mean - least) <= 2 * lost.error
        if lost.mean >= least:
            best = chooser.read
    if best != chooser.read and not _must_hold(chooser, best):
        best = replace(best, hold=None)
    return CourseChoice(best, chooser.other(best, unsure))


def _must_hold(chooser: Chooser, best: Course) -> bool:
    """Whether a course holds up so long, and surely gains enough over another number of rounds."""
    rivals = rival_holds(chooser, best) if best.hold is not None else []
    margins = [chooser.margin(best, rival) for rival in rivals]
    return any(one.mean >= LEAVES[chooser.by] and one.is_sure for one in margins)


def _short_of(could: Floats, course: Course, saying: Saying) -> float:
    """How much less often a course makes than double dummy, on the same layouts."""
    part = saying.choosing.first(len(could))
    return float(part.weights @ (could - worth(course.line, part, Scoring.TEAMS)))


def _is_halved(saying: Saying, course: Course) -> bool:
    """Whether a course makes half as often, or less, against perfect defenders."""
    part = saying.choosing.first(_PERFECTLY)
    try:
        trial = saying.choosing.perfect(course.line, len(part))
    except SolverError:
        return False
    perfect = float(part.weights @ values_of(trial, part, Scoring.TEAMS))
    learned = float(part.weights @ worth(course.line, part, Scoring.TEAMS))
    return learned >= _SOME and perfect <= learned / 2


def _lost(saying: Saying, best: Course, least: float) -> Estimate:
    """What perfect defenders leave less of a course than of free play; where the first layouts
    leave it open whether it is too much, more are played out."""
    bench, by = saying.choosing, saying.by
    lost = Estimate(0.0, 0.0)
    for number in (_PERFECTLY, _LONGER):
        part = bench.first(number)
        try:
            one, other = (
                values_of(bench.perfect(course.line, len(part)), part, by)
                for course in (best, FREE)
            )
        except SolverError:
            break
        lost = Estimate.of(other - one, part.weights)
        if abs(lost.mean - least) > 2 * lost.error:
            break
    return lost


def may_be_better(saying: Saying, line: PlanLine, than: PlanLine) -> bool:
    """Whether *line* may gain enough over *than* to be tried on the layouts to state from."""
    gain = check(Better(line, than, saying.by), saying.chosen).gain.mean
    return gain >= _HALF * ENOUGH


def say_safe(saying: Saying, chooser: Chooser, found: arithmetic.TrickCount) -> bool:
    """Say that nothing matters, if so; return whether it was said."""
    if saying.by is not Scoring.TEAMS:
        return False
    chances = chooser.chances
    if not found.to_find and chances[FREE] >= SAFE + _MARGIN:
        return saying.say("take", Every((Free(),), SAFE), explain.take_text) is not None
    good = [course for course, chance in chances.items() if chance >= SAFE + _MARGIN]
    starts = [chance >= SAFE + _MARGIN for chance in chooser.best_of_each.values()]
    if len(good) < max(_SEVERAL, _MOST * len(chances)) or sum(starts) < _MOST * len(starts):
        return False
    words = partial(explain.nothing_matters_text, good=len(good), lines=len(chances))
    worst = sorted(good, key=lambda course: chances[course])[:_AGAIN]
    claim = Every(tuple(course.line for course in worst), SAFE)
    return saying.say("nothing matters", claim, words) is not None


def say_hopeless(saying: Saying, chooser: Chooser) -> bool:
    """Say that hardly any line makes, if so; return whether it was said."""
    chances = chooser.chances
    if max(chances.values()) > _NONE:
        return False
    words = partial(explain.hopeless_text, lines=len(chances))
    best = sorted(chances, key=lambda course: -chances[course])[:_AGAIN]
    claim = Hardly(tuple(course.line for course in best), HOPELESS)
    return saying.say("hopeless", claim, words) is not None
