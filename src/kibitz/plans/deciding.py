"""Which course is told, and whether there is anything to choose."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.errors import SolverError
from kibitz.plans import arithmetic, explain
from kibitz.plans.claims.checker import ENOUGH, check
from kibitz.plans.claims.claim import Better, Every, Hardly
from kibitz.plans.lines.line import Free, PlanLine
from kibitz.plans.lines.menu import Course
from kibitz.plans.question import Scoring
from kibitz.plans.saying import Saying
from kibitz.plans.trying.choosing import FREE, LEAVES, Chooser
from kibitz.plans.trying.rivals import rival_holds
from kibitz.plans.trying.trials import values_of

SAFE, HOPELESS, _MARGIN = 0.9, 0.1, 0.05
"""The least chance of a safe plan, the greatest of a hopeless one, and the margin by which the
layouts to choose by must clear them."""
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
_PERFECTLY, _WRECKED = 24, 0.15
"""The layouts on which a line that leaves free play meets perfect defence, and what it may lose
there."""


def best_course(saying: Saying, chooser: Chooser, solved: Future[float | None]) -> Course:
    """The course to tell. More lines are tried where much more could be made. Free play is not left
    where hardly more could be, as all else wins by mistakes of the defenders, nor for a line that
    perfect defence wrecks. The course holds up only if the text can say why."""
    best, possible = chooser.chosen, solved.result()
    if possible is not None and saying.by is Scoring.TEAMS:
        if possible - chooser.chances[best] >= _MORE:
            chooser.widen()
            best = chooser.chosen
        if possible - chooser.chances[FREE] < LEAVES[saying.by]:
            best = chooser.read
    if best != chooser.read and not _withstands(saying, best):
        best = chooser.read
    rivals = rival_holds(chooser, best) if best.hold is not None else []
    if any(_is_surely_better(saying, best.line, rival.line) for rival in rivals):
        return best
    return replace(best, hold=None)


def _is_surely_better(saying: Saying, line: PlanLine, than: PlanLine) -> bool:
    if not may_be_better(saying, line, than):
        return False
    return saying.checked(Better(line, than, saying.by)).is_said


def _withstands(saying: Saying, best: Course) -> bool:
    """Whether perfect defenders do not surely leave less of a course than of free play."""
    bench, by = saying.choosing, saying.by
    number = min(_PERFECTLY, len(bench))
    try:
        one, other = (
            values_of(bench.perfect(course.line, number), bench, by) for course in (best, FREE)
        )
    except SolverError:
        return True
    lost = Estimate.of(other - one, bench.weights[:number])
    return lost.mean < _WRECKED or not lost.is_sure


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
    if max(chances.values()) > HOPELESS - _MARGIN:
        return False
    words = partial(explain.hopeless_text, lines=len(chances))
    best = sorted(chances, key=lambda course: -chances[course])[:_AGAIN]
    claim = Hardly(tuple(course.line for course in best), HOPELESS)
    return saying.say("hopeless", claim, words) is not None
