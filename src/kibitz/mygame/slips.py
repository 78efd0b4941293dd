"""Slips: where experts are agreed, the player did something else, and it costs.

Everything else is not blamed: where experts part, where precedents elect another card than the
network foresees, where what he did comes to the same in the layouts that he had to reckon with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from kibitz.because.names import NAMES
from kibitz.bidding.calls.network import CallNetwork
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.explain.choosing import lesson_text
from kibitz.cardplay.lookahead.comparing import CardComparison
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.mygame.costs import Cost, call_cost, card_costs
from kibitz.mygame.electing import Electors, Vote
from kibitz.mygame.foresight import AT_ONCE, Foreseer
from kibitz.mygame.sitting import Decision, Role, Sitting
from kibitz.mygame.themes.calls import call_theme, call_themes
from kibitz.mygame.themes.cards import card_theme, card_themes

AGREED = 0.9
"""Experts are agreed where their choice is foreseen rightly so often."""
LEAST_TRICKS = 0.1
"""What a card must cost on average to be a slip: a trick in one layout of ten. Chosen on
validation events: of departures with no such cost hardly one costs a trick on the actual layout."""
LEAST_OF_SIGNALS = 0.5
"""The same of a small card in place of another: what it tells partner is never blamed."""
LEAST_IMPS = 0.5
"""The same of a call, in IMPs against par."""
LESSONS = 3
"""The most cards of a table whose cause is looked for: the dearest, of these the first."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One decision that is blamed; plain data, as it is kept."""

    role: str
    number: int
    did: str
    experts: str
    sure: float
    theme: str
    cost: float
    """Tricks, or IMPs of a call."""
    layouts: int
    worst: str
    """The layout that punishes it; empty where there is none."""
    most: float
    """What it costs there."""
    voters: int
    """Precedents that were asked; where it is none, the network alone speaks."""
    share: float
    """Their share for the experts' choice."""
    alike: int
    """How many of them did what the player did."""
    question: str = ""
    """The theme whose question the position asked, where the cause of the loss is the theme."""
    lesson: str = ""
    """The cause of the loss in words; empty where none was found."""
    reason: dict[str, Any] | None = None
    """The same as data, with its figures and its layouts."""
    also: list[str] = field(default_factory=list)
    """Other choices that are about as good as the experts', where they were tried."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_call(self) -> bool:
        return self.role == Role.CALLS.value

    @property
    def asked(self) -> str:
        """The theme by the rule: what the position asked, whatever the loss came from."""
        return self.question or self.theme

    def by_cause(self, found: CardComparison) -> Slip:
        """The same slip with the cause that was found as its theme."""
        if found.why is None:
            return self
        return replace(
            self,
            theme=NAMES[found.why.found.kind],
            question=self.theme,
            lesson=lesson_text(found),
            reason=found.to_json(),
        )

    @property
    def unit(self) -> str:
        return "IMPs" if self.is_call else "tricks"


@dataclass(frozen=True, slots=True)
class TableReview:
    """What one table says of the player: how many decisions of what sort, and the slips."""

    decisions: dict[str, int]
    """By role."""
    agreed: dict[str, int]
    """Those at which experts are agreed."""
    departures: dict[str, int]
    """Those of them where he did something else, whatever it cost."""
    themes: dict[str, int]
    """How many decisions asked each theme's question."""
    slips: tuple[Slip, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> TableReview:
        slips = tuple(Slip(**one) for one in kept["slips"])
        return cls(**{**kept, "slips": slips})


@dataclass(frozen=True, eq=False)
class Reviewer:
    """The reviewer: foresees, lets precedents vote, and counts what slips cost."""

    foresight: Foreseer
    electors: Electors
    network: CallNetwork
    solver: DoubleDummy | None
    """Without one nothing is costed: departures are counted, and nobody is blamed."""
    seed: int = 0
    teacher: CardAdviser | None = None
    """Finds the cause of what a card cost; without one themes are those of the rules."""

    def review(self, sittings: Sequence[Sitting]) -> Iterator[TableReview]:
        """Each table in turn; a batch of them is looked at together."""
        for first in range(0, len(sittings), AT_ONCE):
            yield from self._batch(sittings[first : first + AT_ONCE])

    def _batch(self, sittings: Sequence[Sitting]) -> list[TableReview]:
        found = self.foresight.decisions(sittings)
        departures = [
            (at, one)
            for at, decisions in enumerate(found)
            for one in decisions
            if one.sure >= AGREED and not one.agrees
        ]
        asked = [(at, one, self.electors.vote(sittings[at], one)) for at, one in departures]
        blamed = [
            (at, one, vote)
            for at, one, vote in asked
            if vote is None or _is_same(sittings[at], one, vote)
        ]
        costs = self._costs([(sittings[at], one) for at, one, _ in blamed])
        slips: list[list[Slip]] = [[] for _ in sittings]
        for (at, one, vote), cost in zip(blamed, costs, strict=True):
            if cost is not None and cost.average >= _least(one):
                slips[at].append(_slip(sittings[at], one, vote, cost))
        slips = [self._told(*both) for both in zip(sittings, slips, strict=True)]
        return [
            _counted(sitting, decisions, tuple(of_table))
            for sitting, decisions, of_table in zip(sittings, found, slips, strict=True)
        ]

    def _told(self, sitting: Sitting, slips: Sequence[Slip]) -> list[Slip]:
        """The slips of a table, the dearest cards with the cause that is found."""
        cards = sorted((one for one in slips if not one.is_call), key=lambda one: -one.cost)
        asked = {one.number for one in cards[:LESSONS]}
        return [
            self._caused(sitting, one) if not one.is_call and one.number in asked else one
            for one in slips
        ]

    def _caused(self, sitting: Sitting, slip: Slip) -> Slip:
        if self.teacher is None:
            return slip
        asked = CardQuestion.of(sitting.record, slip.number)
        better, did = Card.parse(slip.experts), Card.parse(slip.did)
        found = self.teacher.against(asked, better, did)
        return slip if found is None else slip.by_cause(found)

    def _costs(self, blamed: Sequence[tuple[Sitting, Decision]]) -> list[Cost | None]:
        """What each decision cost, cards in one batch."""
        if self.solver is None:
            return [None for _ in blamed]
        cards = [
            (
                sitting.state(one.number),
                sitting.record.auction,
                sitting.record.vulnerability,
                one.did,
                one.experts,
            )
            for sitting, one in blamed
            if isinstance(one.did, Card) and isinstance(one.experts, Card)
        ]
        of_cards = iter(card_costs(cards, self.solver, self.seed))
        return [
            self._of_call(sitting, one, self.solver) if one.role is Role.CALLS else next(of_cards)
            for sitting, one in blamed
        ]

    def _of_call(self, sitting: Sitting, one: Decision, solver: DoubleDummy) -> Cost | None:
        assert not isinstance(one.did, Card)
        assert not isinstance(one.experts, Card)
        asked = BeliefQuestion.of(sitting.record, sitting.seat, calls=one.number - 1)
        return call_cost(asked, one.did, one.experts, self.network, solver, self.seed)


def _least(one: Decision) -> float:
    """What a departure must cost to be a slip."""
    if one.role is Role.CALLS:
        return LEAST_IMPS
    return LEAST_OF_SIGNALS if one.is_signal else LEAST_TRICKS


def _is_same(sitting: Sitting, one: Decision, vote: Vote) -> bool:
    """Whether precedents elect what the network foresees."""
    if isinstance(vote.elected, Card) and isinstance(one.experts, Card):
        return are_equal(sitting.state(one.number), vote.elected, one.experts)
    return vote.elected == one.experts


def _slip(sitting: Sitting, one: Decision, vote: Vote | None, cost: Cost) -> Slip:
    return Slip(
        role=one.role.value,
        number=one.number,
        did=str(one.did),
        experts=str(one.experts),
        sure=round(one.sure, 4),
        theme=theme_of(sitting, one),
        cost=round(cost.average, 4),
        layouts=cost.layouts,
        worst="" if cost.worst is None else str(cost.worst),
        most=cost.most,
        voters=0 if vote is None else vote.voters,
        share=0.0 if vote is None else round(vote.share, 4),
        alike=0 if vote is None else vote.did,
    )


def theme_of(sitting: Sitting, one: Decision) -> str:
    """The name of what a departure is about; empty where nothing fits."""
    if isinstance(one.did, Card) and isinstance(one.experts, Card):
        about = card_theme(sitting.state(one.number), one.did, one.experts)
        return "" if about is None else about.name
    assert one.kind is not None
    assert not isinstance(one.did, Card)
    assert not isinstance(one.experts, Card)
    said = call_theme(one.kind, one.did, one.experts)
    return "" if said is None else said.name


def _counted(
    sitting: Sitting, decisions: Sequence[Decision], slips: tuple[Slip, ...]
) -> TableReview:
    themes: Counter[str] = Counter()
    for one in decisions:
        if one.kind is not None and not isinstance(one.experts, Card):
            themes.update(theme.name for theme in call_themes(one.kind, one.experts))
    for state in sitting.states(one.number for one in decisions if one.role is not Role.CALLS):
        themes.update(theme.name for theme in card_themes(state))
    agreed = [one for one in decisions if one.sure >= AGREED]
    return TableReview(
        dict(Counter(one.role.value for one in decisions)),
        dict(Counter(one.role.value for one in agreed)),
        dict(Counter(one.role.value for one in agreed if not (one.agrees or one.is_signal))),
        dict(themes),
        slips,
    )
