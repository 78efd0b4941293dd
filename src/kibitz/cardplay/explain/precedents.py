"""A precedent in words: whose it is, what the decision was, what was done, what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.explain.decisions import (
    deed_text,
    hand_name,
    holding_text,
    needed_text,
    situation,
    trick_text,
)
from kibitz.cardplay.likeness import place, shown_out, tricks_needed
from kibitz.cardplay.similarity.kinds import TRICKS_APART
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text

if TYPE_CHECKING:
    from kibitz.cardplay.answer import Precedent

_PLACES = ("", "on lead", "second hand", "third hand", "last hand")
_DEFENDERS = {1: "the left-hand defender", 3: "the right-hand defender"}


def precedent_text(precedent: Precedent) -> str:
    """One precedent: where it stands, the decision there in the question's suits, and the deed."""
    there, own = precedent.there, precedent.stands_for
    renamed = "" if precedent.renaming.is_none else " (suits renamed)"
    text = (
        f"{cited(precedent)}: {situation(there)}; {precedent.declarer} "
        f"{deed_text(there, own)}{renamed}."
    )
    other = differences(precedent)
    return f"{text} What differs: {'; '.join(other)}." if other else text


def cited(precedent: Precedent) -> str:
    """Where a precedent stands, as people name it."""
    where = str(precedent.record.citation) or f"table {precedent.table} of the library"
    house = "house case, " if precedent.is_house else ""
    return f"{house}{where}, card {precedent.number}"


def played(precedent: Precedent) -> str:
    """Who played what: ``Helgemo played ♥Q (your ♠Q)``, or the card it counts for."""
    card, own, vote = precedent.card, precedent.stands_for, precedent.votes_for
    text = f"{precedent.declarer} played {card_text(card)}"
    if vote is None:
        return f"{text} (no card of yours)"
    if vote == own:
        return text if card == own else f"{text} (your {card_text(own)})"
    here = "" if card == own else f"here {card_text(own)}, "
    return f"{text} ({here}counted for your {card_text(vote)})"


def equal_choice(precedent: Precedent, card: Card) -> str:
    """What it chose in our cards, beside the equal *card* that is spoken of."""
    vote = precedent.votes_for or card
    return card_text(card) if vote == card else f"{card_text(vote)}, equal to {card_text(card)}"


def alike(precedent: Precedent) -> list[str]:
    """What makes it a reason: the kind of decision, then the honours, the stage, the signs."""
    likeness, here = precedent.likeness, precedent.here
    same = []
    if likeness.place and likeness.hand:
        same.append(f"{hand_name(here)}, {_PLACES[place(here)]}")
    if likeness.honours:
        same.append(f"the same honours of {precedent.suit.symbol}")
    if tricks_needed(here) == tricks_needed(precedent.there):
        same.append(needed_text(here))
    return same


def differences(precedent: Precedent) -> list[str]:
    """What is not the same and matters to this decision, in the question's suits."""
    here, there, suit = precedent.here, precedent.there, precedent.suit
    lines = []
    if abs(here.tricks - there.tricks) > TRICKS_APART:
        lines.append(f"at trick {there.tricks + 1}, here {here.tricks + 1}")
    if _holdings(here, precedent) != _holdings(there, precedent):
        lines.append(f"{holding_text(there, suit)}, here {holding_text(here, suit)}")
    if _table(here) != _table(there):
        lines.append(f"{trick_text(there)}, here {trick_text(here)}")
    if tricks_needed(here) != tricks_needed(there):
        lines.append(f"{needed_text(there)}, here {needed_text(here)}")
    for seat in sorted(shown_out(here, suit) ^ shown_out(there, suit)):
        out = seat in shown_out(there, suit)
        lines.append(
            f"{_DEFENDERS[seat]} {_shown(out)} out of {suit.symbol}, here {_shown(not out)}"
        )
    return lines


def main_difference(precedent: Precedent) -> str:
    """The one thing that matters most."""
    return next(iter(differences(precedent)), "nothing that matters here")


def _shown(is_out: bool) -> str:
    return "has shown" if is_out else "has not shown"


def _holdings(play: Play, precedent: Precedent) -> tuple[str, str]:
    hands = (play.holding(play.turn), play.holding(play.turn.partner))
    own, partner = (_spelled(hand, precedent.suit) for hand in hands)
    return own, partner


def _spelled(hand: Hand, suit: Suit) -> str:
    """A holding with its small cards as x."""
    return "".join("x" if rank in "2345678" else rank for rank in hand.ranks(suit))


def _table(play: Play) -> list[str]:
    return ["x" if card.rank < Rank.NINE else str(card.rank) for card in play.trick]
