"""The suit solver's words for the suit that must bring a deal's tricks.

They hold for the suit alone, with free entries and the vacant places of this deal.
"""

from __future__ import annotations

import re
from itertools import takewhile

from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.trying.lines import Both, Cash, Duck, Finesse, PlanLine
from kibitz.suits.adviser import SuitAdviser
from kibitz.suits.question import SuitQuestion
from kibitz.wording import counted, percent

_SEATS = {"South": 0, "West": 1, "North": 2, "East": 3}
_ALIKE = 0.08
_SLICES = 40
"""The number of slices of work after which the solver's words are left out."""


def solved_words(state: Play, suit: Suit, tricks: int, line: PlanLine, share: float) -> str:
    """The best line for so many tricks and its exact chance; empty where it has no words.

    It is also empty if the plan plays the suit in another way, or finds the tricks in another
    *share* of the layouts than the suit alone would: then timing and entries decide.
    """
    declarer, dummy = state.contract.declarer, state.contract.dummy
    mine, dummys = (state.holding(seat).ranks(suit) or "-" for seat in (declarer, dummy))
    gone = Hand.of(state.played)
    try:
        question = SuitQuestion.of(
            dummys,
            mine,
            tricks=tricks,
            played=gone.ranks(suit),
            vacant=_vacant(state),
        )
        left = iter(range(_SLICES))
        answer = SuitAdviser(stop=lambda: next(left, None) is None).ask(question)
    except KibitzError:
        return ""
    best = answer.plan
    if not best.first_plays or not best.line.proved:
        return ""
    if _contradicts(line, suit, best.first_plays[0]) or abs(best.line.worth - share) > _ALIKE:
        return ""
    main = takewhile(lambda line: not line.startswith(" "), answer.brief())
    said = f"On its own the suit gives {counted(tricks, 'trick')} in {percent(best.line.worth)}"
    return _renamed(f"{said}: {', '.join(main)}.", declarer)


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
