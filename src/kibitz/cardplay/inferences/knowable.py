"""What a player could have known that would have changed a decision: one line, and a true one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.cardplay.chairs import open_seats, viewer_of
from kibitz.cardplay.inferences.rates import Certainty
from kibitz.cardplay.inferences.statements import Length, OneOfCards, StoppedSuit, Without
from kibitz.cardplay.inferences.telling import Inference, told_by_calls, told_by_cards
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat

if TYPE_CHECKING:
    from kibitz.cardplay.review import JudgedCard


@dataclass(frozen=True, slots=True)
class Knowable:
    """What the player to a card could have known: from a call, a card, or partner's wish."""

    viewer: Seat
    number: int
    """The card in the record, from 1."""
    fact: str
    inference: Inference | None = None
    """None if it is the suit that partner asked for."""

    @property
    def text(self) -> str:
        """``South could have known: East overcalled 1♠, usually five spades or more.``"""
        return f"{self.viewer.name.capitalize()} could have known: {self.fact}"

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": str(self.viewer),
            "number": self.number,
            "text": self.text,
            "inference": None if self.inference is None else self.inference.to_json(),
        }


def knowable_at(judged: JudgedCard) -> Knowable | None:
    """The fact behind a slip: partner's wish, or what is known about the suits of its lesson.

    What is usually so and was not at this table is left out.
    """
    if not judged.is_slip:
        return None
    viewer, asked = viewer_of(judged.state), judged.answer.asked
    if asked is not None and asked.goes_first:
        if judged.played.suit is asked.asked.suit:
            return None
        wish = asked.asked
        fact = f"{viewer.partner.name.capitalize()} {wish.did} and asked for {wish.name}."
        return Knowable(viewer, judged.number, fact)
    suits = () if judged.lesson is None else judged.lesson.about
    found = next(iter(sorted(_told(judged, suits), key=_least_first)), None)
    if found is None:
        return None
    fact = f"{found.seat.name.capitalize()} {found.did}: {found.says}."
    return Knowable(viewer, judged.number, fact, found)


def _told(judged: JudgedCard, suits: Collection[Suit]) -> Iterator[Inference]:
    """What calls and cards tell about these suits in hands that were not seen, and is so."""
    state, auction = judged.state, judged.answer.question.auction
    open_ = open_seats(state)
    by_calls = () if auction is None or not auction.is_over else told_by_calls(auction)
    for one in (*told_by_cards(state), *by_calls):
        statement = one.statement
        if one.seat in open_ or _suit_of(one) not in suits or not statement.holds(state.deal):
            continue
        cards = _cards_of(one)
        if not any(card in state.gone or card in state.deal[seat]
                   for card in cards for seat in open_):  # fmt: skip
            yield one


def _suit_of(one: Inference) -> Suit | None:
    statement = one.statement
    if isinstance(statement, (Length, StoppedSuit)):
        return statement.suit
    return next((card.suit for card in _cards_of(one)), None)


def _cards_of(one: Inference) -> tuple[Card, ...]:
    """The cards that a statement is about."""
    statement = one.statement
    if isinstance(statement, OneOfCards):
        return statement.cards
    return (statement.card,) if isinstance(statement, Without) else ()


def _least_first(one: Inference) -> tuple[bool, bool, int]:
    """What a card tells goes before what a call does, the sure before the usual, the late first."""
    return not _cards_of(one), one.certainty is not Certainty.SURELY, -one.place
