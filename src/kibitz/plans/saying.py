"""The steps of a plan as they are found: a sentence is said only if its claim is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.games.bridge.cards import Rank
from kibitz.games.bridge.play import Play
from kibitz.plans import arithmetic, explain, ledger
from kibitz.plans.answer import PlanStep
from kibitz.plans.claims.checker import CheckedClaim, check
from kibitz.plans.claims.claim import Better, Claim, Safety
from kibitz.plans.decisions import PlanDecision
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.trying.lines import PlanLine
from kibitz.plans.trying.trials import Bench, worth
from kibitz.plans.why import Why, why


@dataclass(eq=False)
class Saying:
    """One question, the layouts to choose by and to state from, and the steps said so far."""

    question: PlanQuestion
    chosen: Bench
    stated: Bench
    tell: Callable[[PlanStep], object]
    by: Scoring
    """The scoring the plan plays for; if nothing makes, it plays for tricks."""
    steps: list[PlanStep] = field(default_factory=list)
    """The steps in the order of the text; none is passed on before the next card is known."""
    rivals: list[tuple[str, PlanLine]] = field(default_factory=list)
    """The words for each line that the plan was compared with."""
    reasons: dict[PlanLine, Why] = field(default_factory=dict)
    """Why the plan does better than a line, where a step says so."""
    _begun: bool = False

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
        """Add a claim as a step, if it passes on the layouts to state from."""
        checked = check(claim, self.stated)
        if not checked.is_said:
            return None
        self.add(self.proved(kind, claim, checked, words(checked)))
        return checked

    def proved(
        self, kind: str, claim: Claim, checked: CheckedClaim, said: str | PlanDecision
    ) -> PlanStep:
        """The step made from a claim that passed: with its reason, where one is found."""
        gain = checked.gain
        text, detail, because = said if isinstance(said, str) else said.text, "", None
        if isinstance(said, PlanDecision) and isinstance(claim, Better | Safety):
            found = why(kind, claim, said, self.stated)
            if found is not None:
                self.reasons[claim.than] = found
                text, detail = said.because(found.text), said.detail
                because = {**found.claim.to_json(), **found.found.measured.to_json()}
        numbers = gain.mean, gain.interval(), checked.layouts
        return PlanStep(kind, text, claim.to_json(), *numbers, because, detail)

    def has_said(self, *kinds: str) -> bool:
        return any(step.kind in kinds for step in self.steps)

    def mean(self, line: PlanLine) -> float:
        """The worth of a line on the layouts to state from."""
        return float(self.stated.weights @ worth(line, self.stated, self.question.scoring))


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
