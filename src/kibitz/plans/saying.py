"""The steps of a plan as they are found: a sentence is said only if its claim is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.games.bridge.cards import Rank
from kibitz.games.bridge.play import Play
from kibitz.plans import arithmetic, explain
from kibitz.plans.answer import PlanStep
from kibitz.plans.claims.checker import ENOUGH, CheckedClaim, check
from kibitz.plans.claims.claim import Because, Better, Claim, Perfect, Safety
from kibitz.plans.counting import ledger
from kibitz.plans.decisions import PlanDecision
from kibitz.plans.explain import FULL
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.trying.trials import Bench, worth
from kibitz.plans.why import Why, why

_GLIMPSE, _CHECKED = 100, 300
"""The number of layouts for a first look at a sentence, and for its check."""
_UNSURE = 0.015
"""The error of the total that calls for more layouts."""
_DRAWS, _SEVERAL = 3, 24
"""The independent draws in each of which a sentence must hold, and the layouts it takes."""


@dataclass(eq=False)
class Saying:
    """One question, the layouts to choose by and to state from, and the steps said so far."""

    question: PlanQuestion
    choosing: Bench
    stating: Bench
    tell: Callable[[PlanStep], object]
    by: Scoring
    """The scoring the plan plays for; if nothing makes, it plays for tricks."""
    plan: PlanLine | None = None
    """The line of the plan, once it is chosen."""
    steps: list[PlanStep] = field(default_factory=list)
    """The steps in the order of the text; none is passed on before the next card is known."""
    rivals: list[tuple[str, PlanLine]] = field(default_factory=list)
    """The words for each line that the plan was compared with."""
    reasons: dict[PlanLine, Why] = field(default_factory=dict)
    """Why the plan does better than a line, where a step says so."""
    _begun: bool = False

    @cached_property
    def chosen(self) -> Bench:
        """Layouts by which to see whether something may be worth saying."""
        return self.choosing.first(_GLIMPSE)

    @cached_property
    def stated(self) -> Bench:
        """The layouts on which a sentence is checked."""
        return self.stating.first(_CHECKED)

    def summed(self, line: PlanLine) -> Bench:
        """The layouts from which the total of a line is stated: all, unless fewer are enough."""
        values = worth(line, self.stated, Scoring.TEAMS)
        error = Estimate.of(values, self.stated.weights).error
        enough = error <= _UNSURE and self.stated.layouts.effective >= FULL
        return self.stated if enough else self.stating

    @property
    def state(self) -> Play:
        return self.question.state

    def begin(self, card: PlanStep | None) -> None:
        """Pass on the next card, if declarer's side is to play, and then all that was found."""
        self.steps[:0] = [] if card is None else [card]
        self._begun = True
        for step in self.steps:
            self.tell(step)

    def add(self, step: PlanStep) -> None:
        self.steps.append(step)
        if self._begun:
            self.tell(step)

    def say(
        self, kind: str, claim: Claim, words: Callable[[CheckedClaim], str | PlanDecision]
    ) -> CheckedClaim | None:
        """Add a claim as a step, if it passes."""
        checked = self._passed(claim)
        if checked is not None:
            self.add(self.proved(kind, claim, checked, words(checked)))
        return checked

    def step(
        self, kind: str, claim: Claim, words: Callable[[CheckedClaim], str | PlanDecision]
    ) -> PlanStep | None:
        """A claim as a step that is not added yet, if it passes."""
        checked = self._passed(claim)
        return None if checked is None else self.proved(kind, claim, checked, words(checked))

    def _passed(self, claim: Claim) -> CheckedClaim | None:
        """A claim that passes on the layouts to state from, and in each of a few independent draws
        as well."""
        checked = self.checked(claim)
        if not checked.is_said or not self.holds_in_each_draw(claim):
            return None
        return self._as_in_the_total(claim, checked)

    def checked(self, claim: Claim) -> CheckedClaim:
        """A claim on the layouts that it is checked on."""
        return check(claim, self._layouts_for(claim))

    def _layouts_for(self, claim: Claim) -> Bench:
        """All layouts for a comparison that is enough and, on the first of them, not yet sure."""
        if not isinstance(claim, Better):
            return self.stated
        first = check(claim, self.stated)
        return self.stated if first.is_said or first.gain.mean < ENOUGH else self.stating

    def holds_in_each_draw(self, claim: Claim) -> bool:
        """Whether a claim holds in each third of the layouts by itself."""
        if isinstance(claim, Perfect | Because) or len(self.stated) < _SEVERAL:
            return True  # perfect defence meets too few; a cause is counted where one line fails
        draws = self._layouts_for(claim).draws(_DRAWS, claim.lines)
        return all(check(claim, draw).holds for draw in draws)

    def _as_in_the_total(self, claim: Claim, checked: CheckedClaim) -> CheckedClaim:
        """The same gain, with both numbers moved to agree with the total."""
        if not isinstance(claim, Better | Safety):
            return checked
        by = claim.by if isinstance(claim, Better) else Scoring.TEAMS
        bench = self._layouts_for(claim)
        one, other = (self._moved(number, by, bench) for number in (checked.one, checked.other))
        return replace(checked, one=one, other=other)

    def _moved(self, number: float, by: Scoring, bench: Bench) -> float:
        """A mean over some layouts, as it would be for a plan with the worth that the total
        states."""
        if self.plan is not None:
            summed = self.summed(self.plan)
            number += _mean(self.plan, summed, by) - _mean(self.plan, bench, by)
        return min(max(number, 0.0), 1.0 if by is Scoring.TEAMS else 13.0)

    def proved(
        self, kind: str, claim: Claim, checked: CheckedClaim, said: str | PlanDecision
    ) -> PlanStep:
        """The step made from a claim that passed: with its reason, where one is found."""
        gain = checked.gain
        text, detail = (said, "") if isinstance(said, str) else (said.text, said.detail)
        because = None
        if isinstance(said, PlanDecision) and isinstance(claim, Better | Safety):
            found = why(kind, claim, said, self.stated)
            if found is not None:
                self.reasons[claim.than] = found
                text = said.because(found.text)
                because = {**found.claim.to_json(), **found.found.measured.to_json()}
        numbers = gain.mean, gain.interval(), checked.layouts
        return PlanStep(kind, text, claim.to_json(), *numbers, because, detail)

    def has_said(self, *kinds: str) -> bool:
        return any(step.kind in kinds for step in self.steps)

    def mean(self, line: PlanLine) -> float:
        """The worth of a line on the layouts to state from, in agreement with the total."""
        by = self.question.scoring
        return self._moved(_mean(line, self.stated, by), by, self.stated)


def _mean(line: PlanLine, bench: Bench, by: Scoring) -> float:
    return float(bench.weights @ worth(line, bench, by))


def count_steps(question: PlanQuestion) -> list[PlanStep]:
    """Steps that count: tricks on top, losers in a trump contract, what the cards so far show."""
    state, found = question.state, arithmetic.count(question.state)
    rows = ledger.rows(state)
    claim = {
        "claim": "tricks",
        "on_top": {str(suit): number for suit, number in found.on_top.items()},
        "won": found.won,
        "target": found.target,
        "ledger": [row.to_json() for row in rows],
    }
    steps = [PlanStep("tricks", explain.count_text(found, rows, state), claim)]
    if state.trumps is not None and not state.tricks:
        losers = ledger.losers(state)
        text = explain.losers_text(losers, 13 - found.target)
        steps.append(PlanStep("losers", text, {"claim": "losers", **losers.to_json()}))
    seen = SeatKnowledge.by(state, (state.contract.declarer, state.contract.dummy))
    honours = {
        seat: [card for card in reversed(list(hand)) if card.rank >= Rank.JACK]
        for seat, hand in seen.shown.items()
    }
    if state.tricks and (any(seen.voids.values()) or any(honours.values())):
        text = explain.learned_text(dict(seen.voids), honours)
        steps.append(PlanStep("known", text, {"claim": "known"}))
    return steps
