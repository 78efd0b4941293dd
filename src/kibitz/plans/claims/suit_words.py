"""The suit solver's words for the suit that must bring a deal's tricks.

They hold for the suit alone, with the entries and the vacant places of this deal.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.holdings import masters, ranks
from kibitz.plans.lines.line import Both, Cash, Duck, Finesse, PlanLine
from kibitz.suits.adviser import SuitAdviser
from kibitz.suits.answer import SuitAnswer
from kibitz.suits.plans.wording import brief_text
from kibitz.suits.question import SuitQuestion
from kibitz.wording import counted, percent

_SEATS = {"South": 0, "West": 1, "North": 2, "East": 3}
_ALIKE = 0.08
_EITHER = r"(?:East|West) plays the (\w+) or (?:East|West) plays the \1"
_PLENTY = 2
"""The entries from which on they are no matter."""
_SLICES = 40
"""The number of slices of work after which the solver's words are left out."""


def solved_words(state: Play, suit: Suit, tricks: int, line: PlanLine, share: float) -> str:
    """The best line for so many tricks and its exact chance; empty where it has no words.

    It is also empty if the plan plays the suit in another way, or finds the tricks in another
    *share* of the layouts than the suit alone would: then timing and entries decide.
    """
    answer = _solved(state, suit, tricks)
    if answer is None or abs(answer.plan.line.worth - share) > _ALIKE:
        return ""
    if _contradicts(line, suit, answer.plan.first_plays[0]):
        return ""
    chance = percent(answer.plan.line.worth)
    said = f"On its own the suit gives {counted(tricks, 'trick')} in {chance}"
    return f"{said}: {_how(answer, state.contract.declarer)}."


def handled(state: Play, suit: Suit, tricks: int, line: PlanLine) -> tuple[str, Fraction] | None:
    """How to play a suit for so many tricks, with the entries that there are, and how often that
    succeeds; None where the solver has no words, or where there is nothing to choose."""
    answer = _solved(state, suit, tricks)
    if answer is None or len(answer.plan.first_plays) == len(answer.starts):
        return None
    if _contradicts(line, suit, answer.plan.first_plays[0]):
        return None
    return _how(answer, state.contract.declarer), answer.plan.line.worth


def _solved(state: Play, suit: Suit, tricks: int) -> SuitAnswer | None:
    """The solver's answer, if it was proved in time and has words."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    mine, dummys = (state.holding(seat).ranks(suit) or "-" for seat in (declarer, dummy))
    entries: dict[str, Any] = {
        name: number
        for name, seat in (("entries_north", dummy), ("entries_south", declarer))
        if (number := _entries(state, seat, suit)) < _PLENTY
    }
    try:
        question = SuitQuestion.of(
            dummys,
            mine,
            tricks=tricks,
            played=Hand.of(state.played).ranks(suit),
            vacant=_vacant(state),
            **entries,
        )
        left = iter(range(_SLICES))
        answer = SuitAdviser(stop=lambda: next(left, None) is None).ask(question)
    except KibitzError:
        return None
    found = answer.plan
    if not found.first_plays or not found.line.proved or found.chosen is None:
        return None
    return answer


def _entries(state: Play, seat: Seat, suit: Suit) -> int:
    """The winners of other suits in a hand to which our other hand can lead a lower card."""
    number = 0
    for other in Suit:
        to_lead = ranks(state, seat.partner, other)
        if other is not suit and to_lead:
            winners = [rank for rank in masters(state, seat, other) if rank > to_lead[0]]
            number += min(len(winners), len(to_lead))
    return number


def _how(answer: SuitAnswer, declarer: Seat) -> str:
    """The plan as one clause, as a player says it: *cash the ace; if the nine drops, …*"""
    assert answer.plan.chosen is not None
    text = brief_text(answer.plan.chosen.do, answer.layouts.blocks)
    text = re.sub(_EITHER, r"the \1 drops", text)
    text = re.sub("Ace|King|Queen|Jack", lambda found: found[0].lower(), text)
    return _renamed(text, declarer)


def _vacant(state: Play) -> tuple[int, int]:
    """The vacant places of the two hidden hands, the leader's first."""
    leader = state.contract.leader
    seen = {leader: 0, leader.partner: 0}
    turn = leader
    replayed = Play.start(state.deal, state.contract)
    for card in state.played:
        turn = replayed.turn
        if turn in seen:
            seen[turn] += 1
        replayed = replayed.after(card)
    return 13 - seen[leader], 13 - seen[leader.partner]


def _contradicts(line: PlanLine, suit: Suit, first_play: str) -> bool:
    """Whether the plan cashes where the solver would finesse or duck, or the other way round."""
    match line:
        case Both(one, other):
            return _contradicts(one, suit, first_play) or _contradicts(other, suit, first_play)
        case Cash(of) if of is suit:
            return not first_play.startswith("cash")
        case Finesse(of) if of is suit:
            return first_play.startswith("cash")
        case Duck(of) if of is suit:
            return not first_play.startswith("duck")
    return False


def _renamed(text: str, declarer: Seat) -> str:
    """The solver's South is declarer, wherever he sits."""

    def name(found: re.Match[str]) -> str:
        return Seat((declarer + _SEATS[found[0]]) % 4).name.capitalize()

    return re.sub("South|West|North|East", name, text)
