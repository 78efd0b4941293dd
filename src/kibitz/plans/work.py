"""The work on one plan: choose a course, then state what holds of it on other layouts."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay import adviser as cardplay
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.lookahead.estimates import Floats
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal
from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.plans import arithmetic, decisions, explain, reasons
from kibitz.plans.answer import Alternative, PlanAnswer, PlanStep, Total, Witness
from kibitz.plans.claims.claim import Begins, Better, Close
from kibitz.plans.comparing import Comparing
from kibitz.plans.deciding import CourseChoice, best_course, say_hopeless, say_safe
from kibitz.plans.line_words import doing
from kibitz.plans.lines.line import Both, HoldUp, Next, PlanLine
from kibitz.plans.lines.menu import Course, menu
from kibitz.plans.lines.starts import start_of
from kibitz.plans.precedents import Fellows
from kibitz.plans.question import Scoring
from kibitz.plans.reasons import as_now
from kibitz.plans.saying import Saying
from kibitz.plans.trying.choosing import Chooser
from kibitz.plans.trying.trials import chance_interval

_SOLVED = 60
"""The number of layouts that are solved double dummy."""


@dataclass(eq=False)
class PlanWork:
    """Answers one question: chooses a course, then says what holds of it."""

    saying: Saying
    cards: cardplay.CardAdviser | None
    seed: int
    solver: DoubleDummy

    def answer(self) -> PlanAnswer:
        saying, state = self.saying, self.saying.state
        found = arithmetic.count(state)
        with ThreadPoolExecutor(1) as beside:
            solved = beside.submit(self._solved)
            chooser = self._chooser()
            safe = say_safe(saying, chooser, found)
            if say_hopeless(saying, chooser):
                saying.by = Scoring.MATCHPOINTS
                chooser = self._chooser()
            asked = self._ask_card()
            advised = None if asked is None else asked.card
            best = CourseChoice(chooser.read)
            if not saying.has_said("take"):
                best = best_course(saying, chooser, solved)
            card, course, line = self._card(chooser, best.course, advised)
            saying.plan = line
            suit = chooser.first_suit(line)
            suits = begun_with(line, suit)
            close = None
            if suit is not None and not safe and self._is_close(chooser, course, line, best.other):
                close = best.other
            comparing = Comparing(saying, chooser, course, line, only_reasons=safe, close=close)
            comparing.say(suit)
            if not safe:
                self._reasons(chooser, course, line, suit, found)
            total = self._total(line, solved)
            perfect = dict[PlanLine, float]()
            if not safe and saying.by is saying.question.scoring:
                perfect = reasons.say_perfect(saying, line, self._best_rivals())
        claim = {"claim": "total", "line": line.to_json()}
        text = explain.total_text(total, saying.question.scoring, state)
        saying.add(PlanStep("total", text, claim, total.chance, total.interval, total.layouts))
        return PlanAnswer(
            saying.question,
            tuple(saying.steps),
            total,
            self._witness(line),
            card,
            Alternative(doing(course.line, state), line, saying.mean(line), perfect.get(line)),
            tuple(
                Alternative(words, one, saying.mean(one), perfect.get(one))
                for words, one in saying.rivals
            ),
            found.tricks,
            found.target,
            suits,
            self.seed,
            tuple(
                Alternative(doing(one.line, state), one.line, chance)
                for one, chance in chooser.best_of_each.items()
            ),
            self._fellows(asked, line, suits, course.hold),
        )

    def _reasons(
        self,
        chooser: Chooser,
        course: Course,
        line: PlanLine,
        suit: Suit | None,
        found: arithmetic.TrickCount,
    ) -> None:
        """Say what else can be said of a course where something matters."""
        saying = self.saying
        if suit is not None and not saying.has_said("first", "order", "way", "safety", "close"):
            silent = course.hold is not None and not saying.has_said("hold up")
            begun = course.line if silent else course.first
            words = explain.begins_text(suit, begun, saying.state)
            saying.say("begin", Begins(line, suit), lambda checked: words)
        reasons.say_branches(saying, chooser, course, line)
        reasons.say_trumps(saying, line)
        reasons.say_ruffs(saying, line)
        reasons.say_needs(saying, chooser, course, line, found)
        reasons.say_entry(saying, course, line)
        reasons.say_danger(saying, chooser, course)
        reasons.say_hopes(saying, line)

    def _is_close(
        self, chooser: Chooser, course: Course, line: PlanLine, other: Course | None
    ) -> bool:
        """Say that another course comes to the same, if so."""
        if other is None:
            return False
        saying, against = self.saying, as_now(line, other.line)
        words = explain.close_text(
            (course, chooser.start(course)), (other, chooser.start(other)), saying.state
        )
        return saying.say("close", Close(line, against, saying.by), lambda _: words) is not None

    def _chooser(self) -> Chooser:
        chooser = Chooser(self.saying.choosing, menu(self.saying.state), self.saying.by)
        chooser.weigh_all()
        return chooser

    def _card(
        self, chooser: Chooser, plan: Course, advised: Card | None
    ) -> tuple[Card | None, Course, PlanLine]:
        """Say and return the next card: that of "Which card?", unless another is proved better."""
        state = self.saying.state
        if not self.saying.question.is_ours:
            self.saying.begin(None)
            return None, plan, plan.line
        card = chooser.card(plan.line)
        if advised is None or are_equal(state, card, advised):
            return self._begun(chooser, plan, plan.line, card)
        ply, by = len(state.played), self.saying.by
        claim = Better(plan.line, Both(Next(advised, ply), plan.line), by)
        checked = self.saying.checked(claim)
        if checked.is_said and self.saying.holds_in_each_draw(claim):
            words = decisions.differs_text(card, advised, checked, by)
            self.saying.begin(self.saying.proved("card", claim, checked, words))
            return card, plan, plan.line
        alike = [
            one for one in chooser.ranking if are_equal(state, chooser.card(one.line), advised)
        ]
        course = alike[0] if alike else replace(plan, hold=None)
        line = course.line if alike else Both(Next(advised, ply), course.line)
        return self._begun(chooser, course, line, advised if not alike else chooser.card(line))

    def _begun(
        self, chooser: Chooser, course: Course, line: PlanLine, card: Card
    ) -> tuple[Card, Course, PlanLine]:
        """Say the next card of a course, with its reason if there is one."""
        told = Comparing(self.saying, chooser, course, line).card(card)
        self.saying.begin(told or card_step(card, self.saying.state))
        return card, course, line

    def _ask_card(self) -> CardAnswer | None:
        """The answer to "Which card?", if declarer's side is to play."""
        question = self.saying.question
        if self.cards is None or not question.is_ours:
            return None
        return self.cards.ask(
            CardQuestion(question.state, question.auction, question.record, question.vulnerability)
        )

    def _fellows(
        self,
        asked: CardAnswer | None,
        line: PlanLine,
        suits: tuple[Suit, ...],
        hold: HoldUp | None,
    ) -> Fellows | None:
        """Declarers in similar positions, now or at the plan's first choice."""
        if not suits or self.cards is None:
            return None
        if asked is not None and asked.ballot.close:
            return Fellows.of(asked, suits[0], hold)
        state = self._first_choice(line)
        if state is None:
            return None
        question = self.saying.question
        later = self.cards.ask(CardQuestion(state, question.auction, None, question.vulnerability))
        return Fellows.of(later, suits[0], hold, state.played[len(question.state.played) :])

    def _first_choice(self, line: PlanLine) -> Play | None:
        """Where declarer first has a choice on the likeliest layout; None if not in this trick."""
        bench = self.saying.stated
        at = int(bench.weights.argmax())
        state = replace(self.saying.state, deal=bench.deals[at])
        for card in bench.trial(line).played(at)[len(state.played) :][:3]:
            state = state.after(card)
            legal = state.legal_actions
            ours = state.turn.is_with(state.contract.declarer)
            if ours and not all(are_equal(state, legal[0], one) for one in legal):
                return state
        return None

    def _total(self, line: PlanLine, solved: Future[Floats | None]) -> Total:
        bench, could = self.saying.summed(line), solved.result()
        weights = self.saying.choosing.first(_SOLVED).weights
        tricks = bench.trial(line).tricks
        chance = float(bench.weights @ (tricks >= self.saying.state.contract.target))
        effective = bench.layouts.effective
        return Total(
            chance,
            chance_interval(chance, effective),
            float(bench.weights @ tricks),
            None if could is None else float(weights @ could),
            len(bench),
            effective,
        )

    def _solved(self) -> Floats | None:
        """On which of some layouts the contract makes double dummy; None without an answer."""
        state, target = self.saying.state, self.saying.state.contract.target
        deals = self.saying.choosing.first(_SOLVED).deals
        try:
            answers = list(self.solver.solve_all(replace(state, deal=deal) for deal in deals))
        except KibitzError:
            return None
        found = [one.best >= target for one in answers if isinstance(one, Solution)]
        return np.array(found, np.float64) if len(found) == len(deals) else None

    def _witness(self, line: PlanLine) -> Witness | None:
        """The likeliest layout on which the plan works and the best alternative fails.

        Where a step says why it fails, the layout is one on which it fails for that reason.
        """
        state, bench = self.saying.state, self.saying.stated
        target, plan = state.contract.target, bench.trial(line)
        for words, rival in self._best_rivals():
            other = bench.trial(rival)
            if self.saying.by is Scoring.TEAMS:
                tells = (plan.tricks >= target) & (other.tricks < target)
            else:
                tells = plan.tricks > other.tricks
            reason = self.saying.reasons.get(rival)
            if reason is not None and (tells & reason.found.shows).any():
                tells = tells & reason.found.shows
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

    def _best_rivals(self) -> Sequence[tuple[str, PlanLine]]:
        """The rivals that some step compares the plan with, those with a reason first, then the
        best."""
        said = [step.claim.get("than") for step in self.saying.steps]
        weighed = [one for one in self.saying.rivals if one[1].to_json() in said]
        told = self.saying.reasons
        return sorted(weighed, key=lambda one: (one[1] not in told, -self.saying.mean(one[1])))


def begun_with(line: PlanLine, led: Suit | None) -> tuple[Suit, ...]:
    """The suit that a line names first, and the one that it leads first if that is different."""
    start = start_of(line)
    named = [] if start is None else [start[0]]
    return tuple(dict.fromkeys([*named, *([] if led is None else [led])]))


def card_step(card: Card, state: Play) -> PlanStep:
    """The next card, if it is the one advised."""
    return PlanStep(
        "card", explain.next_card_text(card, state), {"claim": "card", "card": str(card)}
    )
