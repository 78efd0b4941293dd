"""A plan as data: numbered steps with their claims, the total chance, and a witness deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz import advice
from kibitz.advice import Choice, Count, Ground, Measure, Proof
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal
from kibitz.plans.explain import plan_text
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.precedents import Fellows
from kibitz.plans.question import PlanQuestion, Scoring


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One sentence of a plan: its kind, its words, what it claims and how surely.

    *gain* and *interval* are in the plan's measure; a step that only counts tricks has neither, and
    no layouts.
    """

    kind: str
    text: str
    claim: Mapping[str, Any]
    gain: float | None = None
    interval: tuple[float, float] | None = None
    layouts: int = 0
    because: Mapping[str, Any] | None = None
    """The claim of the reason that the words give, where one was found."""
    detail: str = ""
    """How often each line does it, in words, where the text gives a reason instead."""

    @property
    def hangs_on_layouts(self) -> bool:
        """Whether it says something that depends on the layout."""
        return self.layouts > 0

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "text": self.text,
            "claim": dict(self.claim),
            "gain": None if self.gain is None else round(self.gain, 4),
            "interval": None if self.interval is None else [round(x, 4) for x in self.interval],
            "layouts": self.layouts,
            "because": None if self.because is None else dict(self.because),
            "detail": self.detail or None,
            "checked": True,
        }


@dataclass(frozen=True, slots=True)
class Total:
    """How often the plan makes: against learned defenders, and double dummy."""

    chance: float
    interval: tuple[float, float]
    tricks: float
    double_dummy: float | None
    """None where the solver gave no answer."""
    layouts: int
    effective: float

    def to_json(self) -> dict[str, Any]:
        dummy = self.double_dummy
        return {
            "chance": round(self.chance, 4),
            "interval": [round(x, 4) for x in self.interval],
            "double_dummy": None if dummy is None else round(dummy, 4),
            "tricks": round(self.tricks, 3),
            "layouts": self.layouts,
            "effective": round(self.effective, 1),
        }


@dataclass(frozen=True, slots=True)
class Witness:
    """One full deal, card by card, on which the plan works and the best alternative fails."""

    deal: Deal
    words: str
    """The alternative, in words."""
    alternative: PlanLine
    plan_play: tuple[Card, ...]
    other_play: tuple[Card, ...]
    plan_tricks: int
    other_tricks: int
    likelihood: float
    """How likely it is by the belief, in multiples of the average layout."""

    def to_json(self) -> dict[str, Any]:
        return {
            "deal": str(self.deal),
            "alternative": self.alternative.to_json(),
            "words": self.words,
            "plan": {"play": [str(one) for one in self.plan_play], "tricks": self.plan_tricks},
            "other": {"play": [str(one) for one in self.other_play], "tricks": self.other_tricks},
            "likelihood": round(self.likelihood, 3),
        }


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another line tried on the same layouts: its words and its result."""

    words: str
    line: PlanLine
    worth: float
    perfect: float | None = None
    """Its result against defenders who see all four hands, on some of the layouts; None where they
    do not hold the plan to much less."""

    def to_json(self) -> dict[str, Any]:
        return {
            "words": self.words,
            "line": self.line.to_json(),
            "worth": round(self.worth, 4),
            "perfect": None if self.perfect is None else round(self.perfect, 4),
        }


@dataclass(frozen=True, slots=True, repr=False)
class PlanAnswer(advice.Answer[PlanQuestion, str]):
    """What to do with a deal, step by step, and why."""

    asked: PlanQuestion
    steps: tuple[PlanStep, ...]
    total: Total
    witness: Witness | None
    card: Card | None
    """The next card of declarer's side, where it is to play."""
    plan: Alternative
    others: tuple[Alternative, ...]
    tricks: int
    needed: int
    suits: tuple[Suit, ...]
    """The suits it begins with: the one it names, and the one in which it usually crosses first."""
    seed: int
    menu: tuple[Alternative, ...]
    """The best lines that begin or hold up differently, judged on the layouts to choose by."""
    fellows: Fellows | None = None
    """Declarers in similar positions: those who began so, and those who did not."""

    @property
    def question(self) -> PlanQuestion:
        return self.asked

    @property
    def measure(self) -> Measure:
        by_tricks = self.asked.scoring is Scoring.MATCHPOINTS
        return Measure.TRICKS if by_tricks else Measure.CHANCE

    @property
    def choices(self) -> tuple[Choice[str], ...]:
        """The plan, then what it was weighed against, the best first."""
        proof = Proof("layouts of the hidden cards, played out", self.total.layouts, False)
        makes = round(self.total.chance * self.total.layouts)
        count = Count(makes, self.total.layouts, "layouts on which the plan makes")
        named = () if self.fellows is None else self.fellows.named
        grounds: tuple[Ground, ...] = (proof, count, *named)
        plan, *others = self.weighed
        return (
            Choice(plan.words, plan.worth, grounds),
            *(Choice(one.words, one.worth, (proof,)) for one in others),
        )

    @property
    def weighed(self) -> tuple[Alternative, ...]:
        """The plan and its rivals as lines, each with its result against perfect defenders."""
        return self.plan, *sorted(self.others, key=lambda one: -one.worth)

    @property
    def confidence(self) -> None:
        """None: the answer states a total chance, which has its own interval."""
        return None

    @property
    def why_not(self) -> str:
        return ""

    def __str__(self) -> str:
        return plan_text(self)

    def details(self) -> dict[str, Any]:
        return {
            "tricks": self.tricks,
            "needed": self.needed,
            "steps": [step.to_json() for step in self.steps],
            "total": self.total.to_json(),
            "witness": None if self.witness is None else self.witness.to_json(),
            "card": None if self.card is None else str(self.card),
            "first_suit": str(self.suits[0]) if self.suits else None,
            "line": self.plan.line.to_json(),
            "weighed": [one.to_json() for one in self.weighed],
            "menu": [one.to_json() for one in self.menu],
            "precedents": None if self.fellows is None else self.fellows.to_json(),
            "seed": self.seed,
        }
