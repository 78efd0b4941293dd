"""Lines, events and numbers of a plan in words, from which its sentences are made."""

from __future__ import annotations

from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.claims.checker import CheckedClaim
from kibitz.plans.lines.events import Break, Event, Place
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.line import (
    DUMMY,
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    Keep,
    Next,
    PlanLine,
    Ruff,
    See,
)
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn
from kibitz.plans.question import Scoring
from kibitz.wording import card_text, chance_text

_TIMES = ("", "once", "twice", "three times")
_ORDERS = {
    "playing": "Play",
    "leading": "Lead",
    "finessing": "Finesse",
    "cashing": "Cash",
    "ducking": "Duck",
    "drawing": "Draw",
    "ruffing": "Ruff",
    "unblocking": "Unblock",
    "offering": "Offer",
    "throwing": "Throw",
    "stripping": "Strip",
    "keeping": "Keep",
}
"""The imperative of the verb that each gerund begins with."""


def suit_name(suit: Suit) -> str:
    return suit.name.lower()


def seat_name(state: Play, seat: int) -> str:
    """The name of a seat that is counted from declarer."""
    return Seat((state.contract.declarer + seat) % 4).name.capitalize()


def hand_name(seat: int) -> str:
    return "dummy" if seat == DUMMY else "your hand"


def doing(line: PlanLine, state: Play) -> str:
    """A line as a gerund: "attacking diamonds".

    >>> doing(HoldUp(Suit.HEARTS, 2), None)
    'holding up twice'
    """
    match line:
        case HoldUp(_, rounds):
            return "winning at the first chance" if not rounds else f"holding up {_TIMES[rounds]}"
        case Draw():
            return "drawing trumps"
        case Ruff(suit, _, short):
            return f"ruffing {suit_name(suit)} in {hand_name(short)}"
        case Both(Keep(card), other):
            return f"keeping {card_text(card)}, then {doing(other, state)}"
        case Both(one, Free()):
            return doing(one, state)
        case Both(one, other):
            return f"{doing(one, state)}, then {doing(other, state)}"
        case Next(card):
            return f"playing {card_text(card)}"
    return _handling(line, state) or _of_a_lesson(line, state) or "playing it as it comes"


def _handling(line: PlanLine, state: Play) -> str:
    """A way to play one suit, as a gerund; empty for any other line."""
    match line:
        case Attack(suit, None):
            return f"playing on {suit_name(suit)}"
        case Attack(suit, int(seat)):
            return f"leading {suit_name(suit)} from {hand_name(seat)}"
        case Finesse(suit, through):
            return f"finessing {suit_name(suit)} through {seat_name(state, through)}"
        case Cash(suit):
            return f"cashing the high {suit_name(suit)}"
        case Duck(suit):
            return f"ducking a round of {suit_name(suit)}"
        case See(suit, other):
            return f"testing {suit_name(suit)}, and if they do not break {doing(other, state)}"
    return ""


def _of_a_lesson(line: PlanLine, state: Play) -> str:
    """A line of `handling.py` or `trumping.py`, as a gerund; empty for any other."""
    match line:
        case Towards(card, through):
            way = seat_name(state, through)
            return f"leading {suit_name(card.suit)} through {way} to {card_text(card)}"
        case DuckTo(suit, safe):
            return f"ducking a {suit_name(suit)[:-1]} to {seat_name(state, safe)}"
        case Unblock(suit, short):
            return f"unblocking {suit_name(suit)} in {hand_name(short)}"
        case Offer(card, entry):
            return f"offering {card_text(card)} to make {card_text(entry)} an entry"
        case Throw(suit, thrown, seat):
            return f"throwing {suit_name(thrown)} from {hand_name(seat)} on {suit_name(suit)}"
        case CrossRuff(mine, dummys):
            return (
                f"ruffing {suit_name(mine)} in your hand and {suit_name(dummys)} in dummy in turn"
            )
        case ThrowIn(leave, kept):
            return (
                f"stripping the other suits and losing a {suit_name(leave)[:-1]}, so that they "
                f"must open the {suit_name(kept)}"
            )
    return ""


def starting(line: PlanLine, state: Play) -> str:
    """The same for what the plan begins with, as ruffs may come later too."""
    return f"{doing(line, state)} first" if isinstance(line, Ruff) else doing(line, state)


def doing_instead(line: PlanLine, plan: PlanLine, state: Play) -> str:
    """Another way to play the plan's suit, as a gerund."""
    if isinstance(line, Both) and isinstance(plan, Both):
        return doing(line.other, state)
    if isinstance(line, Attack) and line.seat is None:
        return f"leading {suit_name(line.suit)} from whichever hand has won"
    return doing(line, state)


def order(line: PlanLine, state: Play) -> str:
    """A line as an imperative: "Attack diamonds"."""
    match line:
        case See(suit):
            return f"Test {suit_name(suit)}"
        case Both(one, _):
            return order(one, state)
        case HoldUp(suit, rounds):
            return f"Hold up {_TIMES[rounds]} in {suit_name(suit)}" if rounds else _win(suit)
    said = doing(line, state)
    first, _, rest = said.partition(" ")
    return f"{_ORDERS[first]} {rest}".replace(" and losing ", ", then lose ")


def _win(suit: Suit) -> str:
    return f"Win the first {suit_name(suit)[:-1]} you can"


def measured(value: float, by: Scoring) -> str:
    """A value in words: a chance, or a number of tricks.

    >>> measured(0.714, Scoring.TEAMS), measured(9.25, Scoring.MATCHPOINTS)
    ('71 %', '9.25 tricks')
    """
    return chance_text(value) if by is Scoring.TEAMS else f"{value:.2f} tricks"


def compared(checked: CheckedClaim, other: str, by: Scoring) -> str:
    """``: 74 % against 61 % for playing on clubs``."""
    return f"{measured(checked.one, by)} against {measured(checked.other, by)} for {other}"


def event_text(event: Event) -> tuple[str, str]:
    """An event and its opposite, in words."""
    match event:
        case Break(suit, most, missing):
            low = missing - most
            name = suit_name(suit)
            if most - low <= 1:
                return f"{name} break {most}-{low}", "they do not"
            return f"{name} break no worse than {most}-{low}", "they do"
        case Place(card, seat):
            other = seat.partner.name.capitalize()
            return f"{card_text(card)} lies with {seat.name.capitalize()}", f"{other} has it"
    raise ValueError(f"no words for {event}")
