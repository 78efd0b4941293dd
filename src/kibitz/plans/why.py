"""Why a step of a plan does better than what it is compared with: the cause, in the plan's words.

The cause is found by `kibitz.because` on the layouts that the step is stated from: on one half of
them it is chosen, on the other it must hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.because.candidates import StepContext
from kibitz.because.finding import FoundReason, reasons
from kibitz.because.pair import StoryPair
from kibitz.because.setting import Setting
from kibitz.because.words import sentence
from kibitz.games.bridge.cards import DECK, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.claims.checker import pair_of
from kibitz.plans.claims.claim import Because, Better, Safety
from kibitz.plans.decisions import PlanDecision
from kibitz.plans.line_words import doing
from kibitz.plans.lines.line import HoldUp, Keep, PlanLine, Refrain, parts_of
from kibitz.plans.lines.starts import aim, start_of, test_of
from kibitz.plans.question import Scoring
from kibitz.plans.trying.trials import Bench


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a step: its claim, its words, and the layouts on which it is true."""

    claim: Because
    text: str
    found: FoundReason


def why(kind: str, claim: Better | Safety, said: PlanDecision, bench: Bench) -> Why | None:
    """The best reason for a step that was said; None where nothing explains it."""
    by = claim.by if isinstance(claim, Better) else Scoring.TEAMS
    pair = pair_of(claim.line, claim.than, bench, by)
    state, test = bench.state, test_of(claim.line)
    context = context_of(kind, claim, state, pair)
    found = reasons(pair, kind, context)
    if not found:
        return None
    rest = "" if test is None else doing(test.other, state)
    setting = Setting(
        state.contract.declarer,
        said.rival,
        kind=kind,
        rest=rest,
        card=context.card,
        than=context.than,
        tabled=context.tabled,
        trumps=state.trumps,
        throws=context.throws(state.trumps),
    )
    best = found[0]
    because = Because(claim.line, claim.than, by, best.reason)
    return Why(because, sentence(best.reason, setting), best)


def context_of(kind: str, claim: Better | Safety, state: Play, pair: StoryPair) -> StepContext:
    """The suits, and the hand, that a step and its rival are about; of cards the cards."""
    line, than = claim.line, claim.than
    parts = parts_of(line)
    match kind:
        case "card":
            card, other = (DECK[one.cards[0, len(state.played)]] for one in (pair.plan, pair.rival))
            return StepContext(card=card, than=other, tabled=tuple(state.trick))
        case "hold up":
            mine, theirs = (_hold(one) for one in (line, than))
            suit = None if mine is None else mine.suit
            waits = mine is not None and theirs is not None and theirs.rounds > mine.rounds
            return StepContext(suit, waits=waits)
        case "ruff":
            left = next((one for one in parts_of(than) if isinstance(one, Refrain)), None)
            return StepContext() if left is None else StepContext(left.suit, hand=left.seat)
        case "entry":
            return StepContext(next((one.suit for one in parts if isinstance(one, Keep)), None))
        case "way" | "safety":
            return StepContext(aim(line) or _works_on(line), aim(than) or _works_on(than))
        case "order":
            test = test_of(line)
            return StepContext(None if test is None else test.suit, aim(than))
    return StepContext(_works_on(line), _works_on(than))


def _hold(line: PlanLine) -> HoldUp | None:
    return next((one for one in parts_of(line) if isinstance(one, HoldUp)), None)


def _works_on(line: PlanLine) -> Suit | None:
    """The suit that a line begins with, or else the one it comes to."""
    start = start_of(line)
    return aim(line) if start is None else start[0]
