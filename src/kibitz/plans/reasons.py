"""The other reasons for a course, each as a claim: what it needs, keeps, fears and hopes for.

A claim is selected on the layouts to choose by, and said only if it holds on those to state from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.errors import SolverError
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.plans import arithmetic, decisions, explain
from kibitz.plans.answer import PlanStep
from kibitz.plans.claims.checker import ENOUGH, PLENTY, check
from kibitz.plans.claims.claim import Better, Branches, Danger, Depends, Needs, Perfect
from kibitz.plans.claims.suit_words import handled, solved_words
from kibitz.plans.counting import ledger
from kibitz.plans.line_words import doing
from kibitz.plans.lines.events import Event, Place, events_of
from kibitz.plans.lines.line import (
    Both,
    Cash,
    Finesse,
    Keep,
    Next,
    PlanLine,
    Refrain,
    Spend,
)
from kibitz.plans.lines.menu import Course, breaks_to_see
from kibitz.plans.lines.starts import aim, instead_of_test, seeing_first, test_of
from kibitz.plans.saying import Saying
from kibitz.plans.trying.choosing import Chooser
from kibitz.plans.trying.playing import led_suits, ruffs_in, tricks_in
from kibitz.plans.trying.trials import values_of, worth

_EVENTS = 2
_OFTEN = 0.5
_OTHERS = 2
_FEW = 10
"""The number of layouts for a first look at what perfect defenders cost."""


def as_now(line: PlanLine, other: PlanLine) -> PlanLine:
    """The other line, with the next card of the first one if it names a card."""
    named = isinstance(line, Both) and isinstance(line.one, Next)
    return Both(line.one, other) if named and isinstance(line, Both) else other


def say_branches(saying: Saying, chooser: Chooser, plan: Course, line: PlanLine) -> None:
    """What to do if a suit breaks and what otherwise, each against the best line that does not."""
    test = test_of(plan.first)
    if test is None:
        return
    event = next((one for one in breaks_to_see(saying.state) if one.suit is test.suit), None)
    if event is None:
        return

    def instead(new: PlanLine) -> PlanLine:
        return as_now(line, Course(plan.hold, instead_of_test(plan.first, new)).line)

    cash, other = Cash(test.suit), test.other
    thens = {
        instead(Both(cash, other)): f"{doing(other, saying.state)} all the same",
        instead(other): f"{doing(other, saying.state)} at once",
    }
    otherwises = {instead(cash): "playing it as it comes"}
    ranked = [first for first in chooser.firsts if aim(first) not in (None, test.suit, aim(other))]
    for first in ranked[:_OTHERS]:
        seen = test_of(seeing_first(test.suit, first))
        if seen is not None:
            otherwises[instead(seen)] = doing(seen.other, saying.state)
    so = event.holds(saying.chosen.layouts.owners)
    then = chooser.best_where(list(thens), so)
    otherwise = chooser.best_where(list(otherwises), ~so)
    claim = Branches(line, event, then, otherwise, saying.by)
    words = partial(
        explain.branches_text,
        event,
        test,
        (thens[then], otherwises[otherwise]),
        by=saying.by,
        state=saying.state,
    )
    saying.say("if", claim, words)


def say_needs(
    saying: Saying, chooser: Chooser, plan: Course, line: PlanLine, found: arithmetic.TrickCount
) -> None:
    """The tricks that the attacked suit must bring, where the plan depends on them."""
    suit, state = aim(plan.first) or chooser.first_suit(line), saying.state
    if suit is None or suit is state.trumps:
        return
    trial = saying.chosen.trial(line)
    makes = trial.tricks >= state.contract.target
    if not makes.any():
        return
    brought = tricks_in(suit, state, trial.cards)
    tricks = int(np.quantile(brought[makes], 0.05))
    if tricks <= found.on_top[suit]:
        return
    brought = tricks_in(suit, state, saying.stated.trial(line).cards)
    share = float(saying.stated.weights @ (brought >= tricks))
    solved = solved_words(state, suit, tricks, plan.first, share)
    saying.say(
        "needs",
        Needs(line, suit, tricks),
        lambda checked: explain.needs_text(suit, tricks, checked, solved),
    )


def say_trumps(saying: Saying, line: PlanLine) -> None:
    """How to play trumps, where they may lose more tricks than the contract can bear, in the suit
    solver's words."""
    state, trumps = saying.state, saying.state.trumps
    if trumps is None:
        return
    found = ledger.losers(state)
    if not found.by_suit[trumps]:
        return
    others = sum(number for suit, number in found.by_suit.items() if suit is not trumps)
    bears = 13 - state.contract.target - max(0, others - sum(found.thrown.values()))
    hands = (state.holding(seat) for seat in (state.contract.declarer, state.contract.dummy))
    tricks = max(hand.length(trumps) for hand in hands) - max(0, bears)
    told = handled(state, trumps, tricks, line) if tricks > 0 else None
    if told is not None:
        how, chance = told
        claim = {"claim": "suit", "suit": str(trumps), "tricks": tricks, "chance": str(chance)}
        saying.add(PlanStep("suit", explain.trumps_text(tricks, how, chance), claim))


def say_ruffs(saying: Saying, line: PlanLine) -> None:
    """Losers to ruff in the hand with fewer trumps: the same plan with and without these ruffs."""
    state, trumps = saying.state, saying.state.trumps
    if trumps is None:
        return
    declarer, dummy = state.contract.declarer, state.contract.dummy
    longer = arithmetic.longer_seat(state, trumps)
    short = declarer if longer is dummy else dummy
    place = (short - declarer) % 4
    for suit in Suit:
        if suit is trumps or state.holding(short).length(suit) >= state.holding(longer).length(
            suit
        ):
            continue
        ruffs = ruffs_in(suit, place, state, saying.chosen.trial(line).cards)
        if float(saying.chosen.weights @ (ruffs > 0)) < _OFTEN:
            continue
        claim = Better(line, Both(Refrain(suit, trumps, place), line), saying.by)
        if check(claim, saying.chosen).gain.mean >= ENOUGH:
            words = partial(decisions.ruffs_text, suit, place, by=saying.by)
            saying.say("ruff", claim, words)


def say_entry(saying: Saying, plan: Course, line: PlanLine) -> None:
    """A side winner to keep as an entry to the long suit, where entries are few."""
    state, suit = saying.state, aim(plan.first)
    if suit is None or suit is state.trumps:
        return
    seat = arithmetic.longer_seat(state, suit)
    winners = arithmetic.side_winners(state, seat, suit)
    if len(winners) != 1:
        return
    card, place = winners[0], (seat - state.contract.declarer) % 4
    claim = Better(Both(Keep(card, suit), line), Both(Spend(card), line), saying.by)
    if check(claim, saying.chosen).gain.mean >= ENOUGH:
        words = partial(decisions.entry_text, card, place, by=saying.by)
        step = saying.step("entry", claim, words)
        if step is not None and step.because is not None:  # else it is no entry that is kept
            saying.add(step)


def say_danger(saying: Saying, chooser: Chooser, plan: Course) -> None:
    """For a two-way finesse: the defender it may lose to."""
    state, suit = saying.state, aim(plan.first)
    ways = {
        one.through: one
        for one in chooser.menu.firsts
        if isinstance(one, Finesse) and one.suit is suit
    }
    card = arithmetic.highest_missing(state, suit) if suit is not None else None
    if len(ways) < 2 or suit is None or card is None:
        return
    for through in (1, 3):
        safe = Seat((state.contract.declarer + through + 2) % 4)
        line, other = (Course(plan.hold, ways[one]).line for one in (through, 4 - through))
        claim = Danger(line, other, card, safe, saying.by)
        if check(claim, saying.chosen).gain.mean >= PLENTY:
            saying.say("danger", claim, partial(explain.danger_text, suit, safe, by=saying.by))


def say_hopes(saying: Saying, line: PlanLine) -> None:
    """The event that the plan depends on most."""
    told, touched = set[Suit](), _touched(saying, line)
    for event in _by_weight(saying, line):
        if len(told) >= _EVENTS or event.suit in told or event.suit not in touched:
            continue
        words = partial(explain.depends_text, event, by=saying.by)
        if saying.say("depends", Depends(line, event, saying.by), words) is None:
            break
        told.add(event.suit)


def _touched(saying: Saying, line: PlanLine) -> set[Suit]:
    """The suits that the plan works on: those it leads first or second on many layouts."""
    led, weights = led_suits(saying.state, saying.chosen.trial(line).cards), saying.chosen.weights
    return {suit for suit in Suit if float(weights @ (led == int(suit)).any(axis=1)) >= _OFTEN}


def _by_weight(saying: Saying, line: PlanLine) -> list[Event]:
    """Events in order of how much they decide, each in the form that is hoped for."""
    values = worth(line, saying.chosen, saying.by)
    owners, weights = saying.chosen.layouts.owners, saying.chosen.weights
    ranked = list[tuple[float, Event]]()
    for event in events_of(saying.state):
        so = event.holds(owners)
        share = float(weights[so].sum())
        if not 0.08 < share < 0.92:
            continue
        apart = (
            Estimate.of(values[so], weights[so]).mean - Estimate.of(values[~so], weights[~so]).mean
        )
        if apart < 0 and isinstance(event, Place):
            event, apart = Place(event.card, event.seat.partner), -apart
        ranked.append((apart * (share * (1 - share)) ** 0.5, event))
    return [event for _, event in sorted(ranked, key=lambda one: -one[0])]


def say_perfect(
    saying: Saying, line: PlanLine, rivals: Sequence[tuple[str, PlanLine]]
) -> dict[PlanLine, float]:
    """If perfect defenders leave much less of the plan: what they leave of it, and of every line it
    was said to beat."""
    claim = Perfect(line, saying.by)
    try:
        if _glimpse(saying, line) < ENOUGH or not check(claim, saying.stated).is_said:
            return {}
        found = {
            one: check(Perfect(one, saying.by), saying.stated).other
            for one in (line, *(rival for _, rival in rivals))
        }
    except SolverError:
        return {}  # without a solver, nothing is said about perfect defenders
    others = {words: found[rival] for words, rival in rivals}
    saying.say("perfect", claim, partial(explain.perfect_text, others, by=saying.by))
    return found


def _glimpse(saying: Saying, line: PlanLine) -> float:
    """The cost of perfect defence on a few of the layouts to choose by."""
    chosen = saying.chosen
    number = min(_FEW, len(chosen))
    learned = worth(line, chosen, saying.by)[:number]
    perfect = values_of(chosen.perfect(line, number), chosen, saying.by)
    return Estimate.of(learned - perfect, chosen.weights[:number]).mean
