"""The steps of a plan as they come: a sentence is said only if its claim passes the checker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.games.bridge.cards import Rank
from kibitz.games.bridge.play import Play
from kibitz.plans import arithmetic, explain
from kibitz.plans.answer import PlanStep
from kibitz.plans.claims.checker import CheckedClaim, check
from kibitz.plans.claims.claim import Claim
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.trying.lines import PlanLine
from kibitz.plans.trying.trials import Bench, worth


@dataclass(eq=False)
class Saying:
    """One question, layouts to choose by and others to state from, and what was said so far."""

    question: PlanQuestion
    chosen: Bench
    stated: Bench
    tell: Callable[[PlanStep], object]
    by: Scoring
    """What the plan plays for: where nothing makes, tricks."""
    steps: list[PlanStep] = field(default_factory=list)
    """In the order in which they are told; nothing is, before the next card is known."""
    rivals: list[tuple[str, PlanLine]] = field(default_factory=list)
    """What the plan was weighed against, in words."""
    _begun: bool = False

    @property
    def state(self) -> Play:
        return self.question.state

    def begin(self, card: PlanStep | None) -> None:
        """Tell the next card, where declarer's side is to play, and then all that was found."""
        self.steps[:0] = [] if card is None else [card]
        self._begun = True
        for step in self.steps:
            self.tell(step)

    def add(self, step: PlanStep) -> None:
        self.steps.append(step)
        if self._begun:
            self.tell(step)

    def say(
        self, kind: str, claim: Claim, words: Callable[[CheckedClaim], str]
    ) -> CheckedClaim | None:
        """Say a claim, if it passes on the layouts to state from."""
        checked = check(claim, self.stated)
        if not checked.is_said:
            return None
        self.add(proved(kind, claim, checked, words(checked)))
        return checked

    def has_said(self, *kinds: str) -> bool:
        return any(step.kind in kinds for step in self.steps)

    def mean(self, line: PlanLine) -> float:
        """What a line is worth on the layouts to state from."""
        return float(self.stated.weights @ worth(line, self.stated, self.question.scoring))


def proved(kind: str, claim: Claim, checked: CheckedClaim, text: str) -> PlanStep:
    """A claim that passed, as a step."""
    gain = checked.gain
    return PlanStep(kind, text, claim.to_json(), gain.mean, gain.interval(), checked.layouts)


def count_steps(question: PlanQuestion) -> list[PlanStep]:
    """What can be counted before any card is played out.

    Tricks on top; with trumps, losers; and what was learned since the lead.
    """
    state, found = question.state, arithmetic.count(question.state)
    claim = {
        "claim": "tricks",
        "on_top": {str(suit): number for suit, number in found.on_top.items()},
        "won": found.won,
        "target": found.target,
    }
    steps = [PlanStep("tricks", explain.count_text(found, state), claim)]
    if state.trumps is not None and not state.tricks:
        losers = arithmetic.losers_of(state)
        text = explain.losers_text(losers, 13 - found.target)
        by_suit = {str(suit): number for suit, number in losers.items()}
        steps.append(PlanStep("losers", text, {"claim": "losers", "losers": by_suit}))
    seen = SeatKnowledge.by(state, (state.contract.declarer, state.contract.dummy))
    honours = {
        seat: [card for card in reversed(list(hand)) if card.rank >= Rank.JACK]
        for seat, hand in seen.shown.items()
    }
    if state.tricks and (any(seen.voids.values()) or any(honours.values())):
        text = explain.learned_text(dict(seen.voids), honours)
        steps.append(PlanStep("known", text, {"claim": "known"}))
    return steps
