"""A precedent in words: where it is from, the decision, what was done, and what differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.cardplay.chairs import Chair, other_hand
from kibitz.cardplay.explain.decisions import (
    deed_text,
    hand_name,
    holding_text,
    needed_text,
    situation,
    trick_text,
)
from kibitz.cardplay.likeness import followed_suit, held_before, place, shown_out, tricks_needed
from kibitz.cardplay.similarity.kinds import TRICKS_APART
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardPrecedent

_PLACES = ("", "on lead", "second hand", "third hand", "last hand")
_DEFENDERS = {1: "the left-hand defender", 3: "the right-hand defender"}
_HIDDEN_FROM_A_DEFENDER = {0: "declarer", 1: "partner", 3: "partner"}


def precedent_text(precedent: CardPrecedent) -> str:
    """A precedent: where it is from, the decision in the question's suits, and what was done."""
    there, own = precedent.there, precedent.stands_for
    renamed = "" if precedent.there == precedent.state else " (suits renamed)"
    text = (
        f"{cited(precedent)}: {situation(there)}; {precedent.player} "
        f"{deed_text(there, own)}{renamed}."
    )
    other = _unsaid(precedent)
    return f"{text} What differs: {'; '.join(other)}." if other else text


def cited(precedent: CardPrecedent) -> str:
    """Where a precedent is from, in words."""
    where = str(precedent.record.citation) or f"table {precedent.table} of the library"
    house = "house case, " if precedent.is_house else ""
    return f"{house}{where}, card {precedent.number}"


def played(precedent: CardPrecedent) -> str:
    """Who played what, and which card it counts for: ``Helgemo played ♥Q (your ♠Q)``."""
    card, own, vote = precedent.card, precedent.stands_for, precedent.votes_for
    text = f"{precedent.player} played {card_text(card)}"
    if vote is None:
        return f"{text} (no card of yours)"
    if vote == own:
        return text if card == own else f"{text} (your {card_text(own)})"
    here = "" if card == own else f"here {card_text(own)}, "
    return f"{text} ({here}counted for your {card_text(vote)})"


def equal_choice(precedent: CardPrecedent, card: Card) -> str:
    """*card*, or the equal card that the precedent votes for: ``♠J, equal to ♠Q``."""
    vote = precedent.votes_for or card
    return card_text(card) if vote == card else f"{card_text(vote)}, equal to {card_text(card)}"


def alike(precedent: CardPrecedent) -> list[str]:
    """What makes it a reason: the same hand and place, the same honours, the same tricks needed."""
    likeness, here = precedent.likeness, precedent.here
    same = []
    if likeness.place and likeness.hand:
        same.append(f"{hand_name(here)}, {_PLACES[place(here)]}")
    if likeness.honours:
        same.append(f"the same honours of {precedent.suit.symbol}")
    if tricks_needed(here) == tricks_needed(precedent.there):
        same.append(needed_text(here))
    return same


def differences(precedent: CardPrecedent) -> list[str]:
    """The differences that matter to this decision, in the question's suits."""
    return [*_in_the_suit(precedent), *_on_the_table(precedent), *_elsewhere(precedent)]


def _in_the_suit(precedent: CardPrecedent) -> Iterator[str]:
    """The suit in question, if its honours or lengths differ."""
    here, there, suit = precedent.here, precedent.there, precedent.suit
    if _holdings(here, suit) != _holdings(there, suit):
        yield f"{holding_text(there, suit)}, here {holding_text(here, suit)}"


def _on_the_table(precedent: CardPrecedent) -> Iterator[str]:
    here, there = precedent.here, precedent.there
    if _table(here) != _table(there):
        yield f"{trick_text(there)}, here {trick_text(here)}"


def _elsewhere(precedent: CardPrecedent) -> Iterator[str]:
    """Differences in the stage, the tricks needed, and what the hidden hands have shown."""
    here, there, suit = precedent.here, precedent.there, precedent.suit
    if abs(here.tricks - there.tricks) > TRICKS_APART:
        yield f"trick {there.tricks + 1}, here trick {here.tricks + 1}"
    if tricks_needed(here) != tricks_needed(there):
        yield f"{needed_text(there)}, here {needed_text(here)}"
    names = _HIDDEN_FROM_A_DEFENDER if Chair.of(here).is_defender else _DEFENDERS
    for seat in sorted(shown_out(here, suit) ^ shown_out(there, suit)):
        out = seat in shown_out(there, suit)
        yield f"{names[seat]} {_has(out)} shown out of {suit.symbol}, here {_has(not out)}"


def _unsaid(precedent: CardPrecedent) -> list[str]:
    """The differences that the description of the decision does not already show."""
    if not precedent.there.trick:
        return list(_in_the_suit(precedent))
    if followed_suit(precedent.there) is None:
        return [*_in_the_suit(precedent), *_elsewhere(precedent)]
    return list(_elsewhere(precedent))


def main_difference(precedent: CardPrecedent) -> str:
    """The difference that matters most."""
    return next(iter(differences(precedent)), "nothing that matters here")


def _has(is_out: bool) -> str:
    return "has" if is_out else "has not"


def _holdings(play: Play, suit: Suit) -> tuple[str, str]:
    own, other = play.holding(play.turn), other_hand(play)
    beside = Hand() if other is None else held_before(play, other)
    return _spelled(own, suit), _spelled(beside, suit)


def _spelled(hand: Hand, suit: Suit) -> str:
    """A holding with its small cards as x."""
    return "".join("x" if rank in "2345678" else rank for rank in hand.ranks(suit))


def _table(play: Play) -> list[str]:
    return ["x" if card.rank < Rank.NINE else str(card.rank) for card in play.trick]
