"""What a plan decides, each time against the rivals that another player would choose.

Of several rivals the closest that the plan surely beats for a reason is told; where no reason is
found, the closest that it surely beats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from kibitz.because.causes import Kind
from kibitz.cardplay.scoring import are_equal
from kibitz.games.bridge.cards import Card, Suit
from kibitz.plans import decisions
from kibitz.plans.answer import PlanStep
from kibitz.plans.claims.checker import CheckedClaim
from kibitz.plans.claims.claim import Better, Safety
from kibitz.plans.deciding import may_be_better
from kibitz.plans.line_words import doing, doing_instead, starting
from kibitz.plans.lines.deeds import possible
from kibitz.plans.lines.line import Both, HoldUp, Next, PlanLine
from kibitz.plans.lines.menu import Course
from kibitz.plans.lines.starts import instead_of_test, test_of
from kibitz.plans.question import Scoring
from kibitz.plans.reasons import as_now
from kibitz.plans.saying import Saying
from kibitz.plans.trying.choosing import Chooser
from kibitz.plans.trying.rivals import cards_now, rival_aims, rival_holds, rival_starts
from kibitz.wording import card_text

_COMPARED = 3
"""The most rivals of one decision that are tried on the layouts to state from."""
_HARDLY = 0.1
"""The greatest share of the layouts on which a plan that wins at once holds up."""
_THIN = {Kind.TAKES.value, Kind.MORE_FOR_THEM.value}
"""The kinds of cause that say of a card only that it gains a trick in the end."""

Rivals = Sequence[tuple[str, PlanLine]]
"""The lines that a decision is compared with, the closest first, each with its words."""
Words = Callable[[str, CheckedClaim], decisions.PlanDecision]


@dataclass(frozen=True, slots=True, eq=False)
class Comparing:
    """A course, played by its line, and what it is compared with.

    With *only_reasons*, where there is little to choose, a decision is told only with a reason.
    """

    saying: Saying
    chooser: Chooser
    plan: Course
    line: PlanLine
    only_reasons: bool = False
    close: Course | None = None
    """A course that comes to the same, and so is no rival."""

    def say(self, suit: Suit | None) -> None:
        """Say how long to hold up, what to begin with and how."""
        plan, chooser = self.plan, self.chooser
        holds = rival_holds(chooser, plan)
        starts, aims = rival_starts(chooser, plan), rival_aims(chooser, plan)
        if self.close is not None:
            same = chooser.start(self.close)
            holds = [one for one in holds if one.hold != self.close.hold]
            starts = [one for one in starts if chooser.start(one) != same]
        self.saying.chosen.trials(
            [self.line, *(self._now(one) for one in (*holds, *starts, *aims))]
        )
        self._say_hold(holds)
        self._say_order()
        if suit is not None and not self.saying.has_said("order"):
            self._say_first(suit, starts)
        if test_of(plan.first) is None:
            self._say_way(aims)

    def card(self, card: Card) -> PlanStep | None:
        """The next card against another that may be played, as a step, if there is a reason for
        it; where the plan holds up, that step gives it."""
        if self.plan.hold is not None:
            return None
        state, line = self.saying.state, self.line
        rest = line.other if isinstance(line, Both) and isinstance(line.one, Next) else line
        rivals = [
            (f"after {card_text(one.card)}", Both(one, rest))
            for one in cards_now(self.chooser)
            if not are_equal(state, one.card, card)
        ]
        words = partial(decisions.next_text, card, by=self.saying.by, state=state)
        step = self._best("card", rivals, words)
        if step is None or step.because is None:
            return None
        tabled = {str(one) for one in state.trick}  # that it wins if it is let win is no news
        thin = any(
            one["kind"] in _THIN or one.get("card") in tabled for one in step.because["causes"]
        )
        return None if thin else step

    def _say_hold(self, rivals: Sequence[Course]) -> None:
        state, hold = self.saying.state, self.plan.hold or self._wins_at_once()
        if hold is not None:
            told = [(doing(one.hold, state), one) for one in rivals if one.hold not in (None, hold)]
            self._weigh("hold up", told, partial(decisions.hold_text, hold, by=self.saying.by))

    def _wins_at_once(self) -> HoldUp | None:
        """Winning at the first chance, where the plan does so unbidden and could hold up."""
        at_once = next((one for one in self.chooser.menu.holds if not one.rounds), None)
        longer = [one for one in self.chooser.menu.holds if one.rounds]
        if at_once is None or not longer:
            return None
        bench = self.saying.chosen
        cards = bench.trial(self.line).cards
        held = possible(longer[0], bench.state, cards, bench.weights)
        return at_once if held <= _HARDLY else None

    def _say_order(self) -> None:
        test, by, state = test_of(self.plan.first), self.saying.by, self.saying.state
        if test is None:
            return
        at_once = Course(self.plan.hold, instead_of_test(self.plan.first, test.other))
        self._weigh(
            "order",
            [(f"{doing(test.other, state)} at once", at_once)],
            lambda other, checked: decisions.order_text(test, checked, by, state),
        )

    def _say_first(self, suit: Suit, rivals: Sequence[Course]) -> None:
        by, state = self.saying.by, self.saying.state
        told = [(starting(one.first, state), one) for one in rivals]
        words = partial(decisions.start_text, suit, self.plan.first, by=by, state=state)
        self._weigh("first", told, words)

    def _say_way(self, rivals: Sequence[Course]) -> None:
        plan, by, state = self.plan, self.saying.by, self.saying.state
        told = [(doing_instead(one.first, plan.first, state), one) for one in rivals]
        if told and self._is_safety(*told[0]):
            return
        words = partial(decisions.aim_text, plan.first, by=by, state=state)
        self._weigh("way", told, words)

    def _is_safety(self, other: str, rival: Course) -> bool:
        """Say that the plan is a safety play, if it is; return whether it was said."""
        against = self._now(rival)
        if self.saying.by is not Scoring.TEAMS or not self._may_be_better(against):
            return False
        words = partial(decisions.safety_text, self.plan.first, other, state=self.saying.state)
        said = self.saying.say("safety", Safety(self.line, against), words)
        if said is not None:
            self.saying.rivals.append((other, against))
        return said is not None

    def _weigh(self, kind: str, rivals: Sequence[tuple[str, Course]], words: Words) -> None:
        """Say that the plan is better than one of these rivals, if it is."""
        step = self._best(kind, [(other, self._now(one)) for other, one in rivals], words)
        if step is not None and (step.because is not None or not self.only_reasons):
            self.saying.add(step)

    def _best(self, kind: str, rivals: Rivals, words: Words) -> PlanStep | None:
        """The step that says so against the first rival with a reason, else the first of all."""
        found: PlanStep | None = None
        beaten = [(other, one) for other, one in rivals if self._may_be_better(one)]
        for other, against in beaten[:_COMPARED]:
            name = other.replace("after ", "playing ", 1) if kind == "card" else other
            self.saying.rivals.append((name, against))
            step = self.saying.step(
                kind, Better(self.line, against, self.saying.by), partial(words, other)
            )
            if step is not None and step.because is not None:
                return step
            found = found or step
        return found

    def _may_be_better(self, than: PlanLine) -> bool:
        return may_be_better(self.saying, self.line, than)

    def _now(self, course: Course) -> PlanLine:
        return as_now(self.line, course.line)
