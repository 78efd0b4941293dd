"""The steps that decide between two lines: what to do, and the numbers that speak for it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.claims.checker import CheckedClaim
from kibitz.plans.line_words import compared, doing, hand_name, measured, order, suit_name
from kibitz.plans.lines.line import Attack, Both, Draw, Free, HoldUp, PlanLine, Ruff, See
from kibitz.plans.lines.trumping import ThrowIn
from kibitz.plans.question import Scoring
from kibitz.wording import card_text

ROUNDS = ("", "first round", "first two rounds", "first three rounds")


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """A step that decides between two lines: *what* to do, in how many layouts it does better, and
    the *rival* in words that a reason can begin with ("holding up once")."""

    what: str
    numbers: str
    rival: str

    @property
    def text(self) -> str:
        """The step where no reason was found: what to do; its numbers stand in the detail."""
        return f"{self.what}."

    @property
    def detail(self) -> str:
        """The numbers alone."""
        return f"{self.numbers[:1].upper()}{self.numbers[1:]}."

    def because(self, why: str) -> str:
        """What to do, and why."""
        return f"{self.what}: {why}."


def differs_text(card: Card, advised: Card, checked: CheckedClaim, by: Scoring) -> PlanDecision:
    """The next card, where the precedents favour another one."""
    other = card_text(advised)
    return PlanDecision(
        f"Play {card_text(card)}, although declarers in like positions mostly played {other}",
        compared(checked, f"{other} and then the same", by),
        f"after {other}",
    )


def next_text(
    card: Card, other: str, checked: CheckedClaim, by: Scoring, state: Play
) -> PlanDecision:
    """The next card, against another that may be played."""
    where = "dummy" if state.turn is state.contract.dummy else "your hand"
    numbers = compared(checked, f"the same {other}", by)
    return PlanDecision(f"Play {card_text(card)} from {where}", numbers, other)


def hold_text(plan: HoldUp, other: str, checked: CheckedClaim, by: Scoring) -> PlanDecision:
    """How long to hold up."""
    what = f"Hold up in {suit_name(plan.suit)}, letting them win the {ROUNDS[plan.rounds]}"
    if not plan.rounds:
        what = f"Win the first {suit_name(plan.suit)[:-1]} you can"
    return PlanDecision(what, compared(checked, other, by), other)


def start_text(
    suit: Suit, line: PlanLine, other: str, checked: CheckedClaim, by: Scoring, state: Play
) -> PlanDecision:
    """Which suit to begin with, and why."""
    if isinstance(line, Both) and isinstance(line.one, Draw):
        then = order(line.other, state)
        said = f"Draw trumps first, then {then[0].lower()}{then[1:]}"
    elif isinstance(line, ThrowIn) or (isinstance(line, Ruff) and line.suit is not suit):
        said = order(line, state)
    elif suit is state.trumps:
        said = "Draw trumps first"
    else:
        said = f"{order(Attack(suit) if isinstance(line, Free) else line, state)} first"
    return PlanDecision(said, compared(checked, other, by), other)


def aim_text(
    line: PlanLine, other: str, checked: CheckedClaim, by: Scoring, state: Play
) -> PlanDecision:
    """How to play the suit, or which suit to play after drawing trumps."""
    what = order(line, state)
    if isinstance(line, Both) and isinstance(line.one, Draw):
        last = "" if isinstance(line.other, ThrowIn) else " after trumps"
        what = f"{order(line.other, state)}{last}"
    return PlanDecision(what, compared(checked, other, by), other)


def order_text(test: See, checked: CheckedClaim, by: Scoring, state: Play) -> PlanDecision:
    """What to test before committing to the rest."""
    then = doing(test.other, state)
    high = f"the high {suit_name(test.suit)}"
    what = f"First cash {high}, to see whether they break, before {then}"
    at_once = f"{then} at once"
    return PlanDecision(what, compared(checked, at_once, by), at_once)


def safety_text(line: PlanLine, other: str, checked: CheckedClaim, state: Play) -> PlanDecision:
    """The safety play: fewer tricks, but the contract more often."""
    mine, theirs = checked.also
    numbers = (
        f"{compared(checked, other, Scoring.TEAMS)}, although where both make that wins "
        f"{theirs:.1f} tricks and this {mine:.1f}"
    )
    return PlanDecision(f"Play safe by {doing(line, state)}", numbers, other)


def ruffs_text(suit: Suit, seat: int, checked: CheckedClaim, by: Scoring) -> PlanDecision:
    """Which losers to ruff."""
    without = "without these ruffs"
    numbers = f"{measured(checked.one, by)} against {measured(checked.other, by)} {without}"
    return PlanDecision(f"Ruff {suit_name(suit)} in {hand_name(seat)}", numbers, without)


def entry_text(card: Card, seat: int, checked: CheckedClaim, by: Scoring) -> PlanDecision:
    """Which entry to keep."""
    one, other = (measured(number, by) for number in (checked.one, checked.other))
    return PlanDecision(
        f"Keep {card_text(card)} as an entry to {hand_name(seat)}",
        f"{one} against {other} if it is played early",
        f"if {card_text(card)} goes early",
    )
