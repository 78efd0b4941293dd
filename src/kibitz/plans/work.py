"""The work on one plan: choose a course, then say of it what holds on other layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from kibitz.cardplay import adviser as cardplay
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.question import Question
from kibitz.cardplay.scoring import are_equal
from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.plans import arithmetic, explain
from kibitz.plans.answer import Alternative, PlanAnswer, Step, Total, Witness
from kibitz.plans.claims.checker import ENOUGH, PLENTY, Checked, check, worth
from kibitz.plans.claims.claim import Begins, Better, Claim, Danger, Depends, Every, Hardly, Needs
from kibitz.plans.claims.events import Event, Place, events_of
from kibitz.plans.claims.suit_words import solved_words
from kibitz.plans.precedents import Fellows
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.trying.choosing import Chooser, aim
from kibitz.plans.trying.lines import Both, Finesse, Keep, Line, Next, Spend
from kibitz.plans.trying.menu import Course, menu
from kibitz.plans.trying.playing import tricks_in
from kibitz.plans.trying.trials import Bench, Estimate, chance_interval

SAFE, HOPELESS, _MARGIN = 0.9, 0.1, 0.05
_SEVERAL, _MOST = 3, 0.6
"""So many lines, and such a share of those tried, must make nearly always: then nothing matters."""
_EVENTS = 2
_SOLVED = 60
"""Layouts that are solved double dummy."""


@dataclass(eq=False)
class Work:
    """One question, two sets of layouts, and the steps so far."""

    question: PlanQuestion
    chosen: Bench
    stated: Bench
    cards: cardplay.Adviser | None
    seed: int
    solver: DoubleDummy | None
    tell: Callable[[Step], object]
    stop: Callable[[], bool]
    steps: list[Step] = field(default_factory=list)
    rivals: list[tuple[str, Line]] = field(default_factory=list)
    """What the plan was weighed against, in words."""

    def answer(self) -> PlanAnswer:
        state = self.question.state
        found = arithmetic.count(state)
        self.by = self.question.scoring
        chooser = self._chooser()
        safe = self._is_safe(chooser)
        if self._is_hopeless(chooser):
            self.by = Scoring.MATCHPOINTS
            chooser = self._chooser()
        plan = chooser.ranking[0]
        asked = self._ask_card()
        card, course, line = self._card(chooser, plan, None if asked is None else asked.card)
        suit = chooser.first_suit(line)
        if not safe:
            self._decisions(chooser, course, line, suit)
        told = any(step.kind == "first" for step in self.steps)
        if suit is not None and not told and not safe:
            self._say("begin", Begins(line, suit), lambda checked: explain.begins_text(suit, state))
        if not safe:
            self._needs(chooser, course, line, found)
            self._entry(course, line)
            self._danger(chooser, course)
            self._depends(line)
        total = self._total(line)
        self._add(
            Step(
                "total",
                explain.total_text(total, self.question.scoring, state),
                {"claim": "total", "line": line.to_json()},
                layouts=total.layouts,
                gain=total.chance,
                interval=total.interval,
            )
        )
        others = tuple(Alternative(words, one, self._mean(one)) for words, one in self.rivals)
        return PlanAnswer(
            self.question,
            tuple(self.steps),
            total,
            self._witness(line),
            card,
            Alternative(explain.doing(course.line, state), line, self._mean(line)),
            others,
            found.tricks,
            found.target,
            suit,
            self.seed,
            tuple(
                Alternative(explain.doing(one.line, state), one.line, chance)
                for one, chance in chooser.best_of_each.items()
            ),
            None if asked is None or suit is None else Fellows.of(asked, suit),
        )

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self.tell(step)

    def _say(self, kind: str, claim: Claim, words: Callable[[Checked], str]) -> Checked | None:
        """Say a claim, if it passes on the layouts to state from."""
        checked = check(claim, self.stated)
        if not checked.is_said:
            return None
        gain = checked.gain
        step = Step(
            kind, words(checked), claim.to_json(), gain.mean, gain.interval(), checked.layouts
        )
        self._add(step)
        return checked

    def _mean(self, line: Line) -> float:
        return float(self.stated.weights @ worth(line, self.stated, self.question.scoring))

    def _chooser(self) -> Chooser:
        chooser = Chooser(self.chosen, menu(self.question.state), self.by)
        chooser.weigh_all()
        return chooser

    def _chances(self, chooser: Chooser) -> dict[Line, float]:
        """How often each line of the menu makes, on the layouts to choose by."""
        return {
            course.line: float(self.chosen.weights @ worth(course.line, self.chosen, Scoring.TEAMS))
            for course in chooser.menu.courses
        }

    def _is_safe(self, chooser: Chooser) -> bool:
        """Whether nothing matters: most lines make nearly always."""
        chances = self._chances(chooser)
        good = tuple(line for line, chance in chances.items() if chance >= SAFE + _MARGIN)
        if self.by is not Scoring.TEAMS or len(good) < max(_SEVERAL, _MOST * len(chances)):
            return False
        words = partial(explain.nothing_matters_text, good=len(good), lines=len(chances))
        return self._say("nothing matters", Every(good, SAFE), words) is not None

    def _is_hopeless(self, chooser: Chooser) -> bool:
        """Whether nothing helps: then tricks are what is played for."""
        lines = tuple(chances := self._chances(chooser))
        if max(chances.values()) > HOPELESS - _MARGIN:
            return False
        words = partial(explain.hopeless_text, lines=len(lines))
        return self._say("hopeless", Hardly(lines, HOPELESS), words) is not None

    def _card(
        self, chooser: Chooser, plan: Course, advised: Card | None
    ) -> tuple[Card | None, Course, Line]:
        """The next card: what "Which card?" advises, unless another is proved better."""
        state = self.question.state
        if not self.question.is_ours:
            return None, plan, plan.line
        card = chooser.card(plan.line)
        if advised is None or are_equal(state, card, advised):
            self._add(
                Step("card", explain.card_step(card, state), {"claim": "card", "card": str(card)})
            )
            return card, plan, plan.line
        ply = len(state.played)
        other = Both(Next(advised, ply), plan.line)
        claim = Better(plan.line, other, self.by)
        said = self._say(
            "card",
            claim,
            lambda checked: explain.differs_text(card, advised, checked, self.by, state),
        )
        if said is not None:
            return card, plan, plan.line
        alike = [
            one for one in chooser.ranking if are_equal(state, chooser.card(one.line), advised)
        ]
        course = alike[0] if alike else replace(plan, hold=None)
        line = course.line if alike else Both(Next(advised, ply), course.line)
        card = advised if not alike else chooser.card(line)
        self._add(
            Step("card", explain.card_step(card, state), {"claim": "card", "card": str(card)})
        )
        return card, course, line

    def _ask_card(self) -> CardAnswer | None:
        """What "Which card?" says, where declarer's side is to play."""
        question = self.question
        if self.cards is None or not question.is_ours:
            return None
        return self.cards.ask(
            Question(question.state, question.auction, question.record, question.vulnerability)
        )

    def _decisions(self, chooser: Chooser, plan: Course, line: Line, suit: Suit | None) -> None:
        """How long to hold up, what to begin with, and how: each beside its best rival."""
        state, by = self.question.state, self.by
        rival = chooser.rival_hold(plan)
        if plan.hold is not None and rival is not None and rival.hold is not None:
            words = partial(explain.hold_text, plan.hold, by=by)
            self._weigh("hold up", line, rival, explain.doing(rival.hold, state), words)
        rival = chooser.rival_start(plan)
        if rival is not None and suit is not None:
            words = partial(explain.start_text, suit, plan.first, by=by, state=state)
            self._weigh("first", line, rival, explain.doing(rival.first, state), words)
        rival = chooser.rival_aim(plan)
        if rival is not None:
            words = partial(explain.aim_text, plan.first, by=by, state=state)
            other = explain.doing_instead(rival.first, plan.first, state)
            self._weigh("way", line, rival, other, words)

    def _weigh(
        self, kind: str, line: Line, rival: Course, other: str, words: Callable[[str, Checked], str]
    ) -> None:
        """Say that the plan is better than a rival, called *other*, if it is."""
        if self.stop():
            return
        against = rival.line
        if isinstance(line, Both) and isinstance(line.one, Next):
            against = Both(line.one, against)
        self.rivals.append((other, against))
        self._say(kind, Better(line, against, self.by), partial(words, other))

    def _needs(self, chooser: Chooser, plan: Course, line: Line, found: arithmetic.Counted) -> None:
        """The tricks that the suit attacked must bring, where the plan hangs on them."""
        suit = aim(plan.first) or chooser.first_suit(line)
        state = self.question.state
        if suit is None or suit is state.trumps:
            return
        trial, target = self.chosen.trial(line), state.contract.target
        makes = trial.tricks >= target
        brought = tricks_in(suit, state, trial.cards)
        if not makes.any():
            return
        tricks = int(np.quantile(brought[makes], 0.05))
        if tricks <= found.on_top[suit]:
            return
        brought = tricks_in(suit, state, self.stated.trial(line).cards)
        share = float(self.stated.weights @ (brought >= tricks))
        words = solved_words(state, suit, tricks, plan.first, share)
        self._say(
            "needs",
            Needs(line, suit, tricks),
            lambda checked: explain.needs_text(suit, tricks, checked, words),
        )

    def _entry(self, plan: Course, line: Line) -> None:
        """A side winner that must stay with the long suit, where there are few."""
        state, suit = self.question.state, aim(plan.first)
        if suit is None:
            return
        seat = arithmetic.longer_seat(state, suit)
        winners = arithmetic.side_winners(state, seat, suit)
        if len(winners) != 1 or self.stop():
            return
        card, place = winners[0], (seat - state.contract.declarer) % 4
        claim = Better(Both(Keep(card, suit), line), Both(Spend(card), line), self.by)
        if check(claim, self.chosen).gain.mean >= ENOUGH:
            self._say("entry", claim, partial(explain.entry_text, card, place, by=self.by))

    def _danger(self, chooser: Chooser, plan: Course) -> None:
        """Where a suit can be finessed either way: to whom it may lose."""
        state, suit = self.question.state, aim(plan.first)
        ways = {
            one.through: one
            for one in chooser.menu.firsts
            if isinstance(one, Finesse) and one.suit is suit
        }
        card = arithmetic.highest_missing(state, suit) if suit is not None else None
        if len(ways) < 2 or suit is None or card is None or self.stop():
            return
        for through in (1, 3):
            safe = Seat((state.contract.declarer + through + 2) % 4)
            line, other = (Course(plan.hold, ways[one]).line for one in (through, 4 - through))
            claim = Danger(line, other, card, safe, self.by)
            if check(claim, self.chosen).gain.mean >= PLENTY:
                self._say("danger", claim, partial(explain.danger_text, suit, safe, by=self.by))

    def _depends(self, line: Line) -> None:
        """What it depends on most, chosen on some layouts and stated from others."""
        values = worth(line, self.chosen, self.by)
        owners, weights = self.chosen.layouts.owners, self.chosen.weights
        ranked = list[tuple[float, Event]]()
        for event in events_of(self.question.state):
            so = event.holds(owners)
            share = float(weights[so].sum())
            if not 0.08 < share < 0.92:
                continue
            apart = (
                Estimate.of(values[so], weights[so]).mean
                - Estimate.of(values[~so], weights[~so]).mean
            )
            if apart < 0 and isinstance(event, Place):
                event, apart = Place(event.card, event.seat.partner), -apart
            ranked.append((apart * (share * (1 - share)) ** 0.5, event))
        ranked.sort(key=lambda one: -one[0])
        told = set[Suit]()
        for _, event in ranked:
            if len(told) >= _EVENTS or event.suit in told or self.stop():
                continue
            words = partial(explain.depends_text, event, by=self.by)
            if self._say("depends", Depends(line, event, self.by), words) is None:
                break
            told.add(event.suit)

    def _total(self, line: Line) -> Total:
        bench = self.stated
        tricks = bench.trial(line).tricks
        chance = float(bench.weights @ (tricks >= self.question.state.contract.target))
        effective = bench.layouts.effective
        return Total(
            chance,
            chance_interval(chance, effective),
            float(bench.weights @ tricks),
            self._double_dummy(),
            len(bench),
            effective,
        )

    def _double_dummy(self) -> float | None:
        """In what share of some layouts the contract makes with all hands seen by all."""
        state, target = self.question.state, self.question.state.contract.target
        deals = self.stated.deals[:_SOLVED]
        weights = self.stated.weights[:_SOLVED]
        try:
            with nullcontext(self.solver) if self.solver is not None else DoubleDummy() as solver:
                answers = list(solver.solve_all(replace(state, deal=deal) for deal in deals))
        except KibitzError:
            return None
        solved = [
            (weight, answer.best >= target)
            for answer, weight in zip(answers, weights.tolist(), strict=True)
            if isinstance(answer, Solution)
        ]
        whole = sum(weight for weight, _ in solved)
        return sum(weight * made for weight, made in solved) / whole if whole else None

    def _witness(self, line: Line) -> Witness | None:
        """The likeliest layout on which the best alternative fails and the plan works."""
        state, bench = self.question.state, self.stated
        target, plan = state.contract.target, bench.trial(line)
        for words, rival in self._best_rivals():
            other = bench.trial(rival)
            if self.by is Scoring.TEAMS:
                tells = (plan.tricks >= target) & (other.tricks < target)
            else:
                tells = plan.tricks > other.tricks
            if tells.any():
                at = int(np.where(tells, bench.weights, -1).argmax())
                return Witness(
                    bench.deals[at],
                    words,
                    rival,
                    plan.played(at),
                    other.played(at),
                    int(plan.tricks[at]),
                    int(other.tricks[at]),
                    float(bench.weights[at] * len(bench)),
                )
        return None

    def _best_rivals(self) -> Iterator[tuple[str, Line]]:
        """Those over which something was said, the best of them first."""
        said = [step.claim.get("than") for step in self.steps]
        weighed = [one for one in self.rivals if one[1].to_json() in said]
        yield from sorted(weighed, key=lambda one: -self._mean(one[1]))
