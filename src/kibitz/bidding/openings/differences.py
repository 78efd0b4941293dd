"""How situations differ: two of them compared, and small changes that lead to another call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit


@dataclass(frozen=True, slots=True)
class HandDifference:
    """How a precedent differs from the question: its numbers minus the question's."""

    points: int
    lengths: tuple[int, int, int, int]
    """By suit, spades first."""
    shared: int
    """Cards held in both hands."""
    only_question: Hand
    only_precedent: Hand
    seat: int | None
    """The precedent's seat, if it differs."""
    colours: str
    """The precedent's colours, if they differ."""

    @classmethod
    def between(cls, question: Situation, precedent: Situation) -> HandDifference:
        mine, theirs = question.hand, precedent.hand
        spades, hearts, diamonds, clubs = (
            b - a for a, b in zip(mine.shape, theirs.shape, strict=True)
        )
        same_colours = question.colours is precedent.colours
        return cls(
            theirs.points - mine.points,
            (spades, hearts, diamonds, clubs),
            len(mine & theirs),
            mine - theirs,
            theirs - mine,
            None if precedent.seat == question.seat else precedent.seat,
            "" if same_colours else str(precedent.colours),
        )

    @property
    def same_shape(self) -> bool:
        return not any(self.lengths)

    def as_data(self) -> dict[str, Any]:
        """Plain data: only what differs, and the number of shared cards."""
        fields: dict[str, Any] = {"shared_cards": self.shared}
        if self.points:
            fields["points"] = self.points
        suits = ("spades", "hearts", "diamonds", "clubs")
        lengths = {suit: gap for suit, gap in zip(suits, self.lengths, strict=True) if gap}
        if lengths:
            fields["lengths"] = lengths
        if self.only_question.bits:
            fields["only_yours"] = str(self.only_question)
            fields["only_theirs"] = str(self.only_precedent)
        if self.seat is not None:
            fields["seat"] = self.seat
        if self.colours:
            fields["vul"] = self.colours
        return fields


class ChangeKind(Enum):
    """What was changed in a situation."""

    WEAKER = "weaker"  # one point less, the shape kept
    STRONGER = "stronger"  # one point more, the shape kept
    SHAPE = "shape"  # a small card of one suit for a small card of another
    SEAT = "seat"
    COLOURS = "colours"


@dataclass(frozen=True, slots=True)
class Variation:
    """A slightly changed situation; *loses* and *gains* are the cards that changed, if any."""

    kind: ChangeKind
    situation: Situation
    loses: Card | None = None
    gains: Card | None = None

    @property
    def suits(self) -> tuple[Suit, Suit] | None:
        """The suits that lost and gained a card, if the shape changed."""
        if self.kind is not ChangeKind.SHAPE or self.loses is None or self.gains is None:
            return None
        return self.loses.suit, self.gains.suit


@dataclass(frozen=True, slots=True)
class CallChange:
    """A variation, and the call it leads to."""

    variation: Variation
    call: Call


def changes(
    situation: Situation,
    call: Call,
    ask: Callable[[list[Situation]], Iterable[Call]],
    *,
    other_seats: bool = True,
) -> Iterator[CallChange]:
    """The small changes that lead to another call, one of each kind and call.

    *ask* is given all changed situations at once. Other seats are tried only before the opening.
    """
    seats = _by_seat(situation) if other_seats else ()
    of_cards = (*_by_a_point(situation), *_by_a_card(situation))
    tried = [*of_cards, *seats, *_by_colours(situation)]
    seen = set[tuple[ChangeKind, Call, tuple[Suit, Suit] | None]]()
    for varied, answer in zip(tried, ask([each.situation for each in tried]), strict=True):
        key = (varied.kind, answer, varied.suits)
        if answer != call and key not in seen:
            seen.add(key)
            yield CallChange(varied, answer)


def _by_a_point(situation: Situation) -> Iterator[Variation]:
    """Swap an honour for one worth a point less or more, in the same suit."""
    hand = situation.hand
    for card in sorted(hand, key=lambda card: (card.rank, card.suit)):
        weaker, stronger = _lower(card, hand), _higher(card, hand)
        if weaker is not None:
            yield _swapped(ChangeKind.WEAKER, situation, card, weaker)
        if stronger is not None:
            yield _swapped(ChangeKind.STRONGER, situation, card, stronger)


def _lower(card: Card, hand: Hand) -> Card | None:
    """The highest card of the suit that is worth one point less and is not held."""
    if not card.rank.points:
        return None
    for rank in reversed(Rank):
        lower = Card(card.suit, rank)
        if rank.points == card.rank.points - 1 and lower not in hand:
            return lower
    return None


def _higher(card: Card, hand: Hand) -> Card | None:
    if card.rank is Rank.ACE or (not card.rank.points and card.rank is not Rank.TEN):
        return None
    for rank in Rank:
        higher = Card(card.suit, rank)
        if rank.points == card.rank.points + 1 and higher not in hand:
            return higher
    return None


def _by_a_card(situation: Situation) -> Iterator[Variation]:
    """Swap the lowest card of a suit, if it has no points, for the lowest one of another suit."""
    hand = situation.hand
    for loses in Suit:
        small = [card for card in hand if card.suit is loses and not card.rank.points]
        for gains in Suit:
            free = [card for card in (Card(gains, rank) for rank in Rank) if card not in hand]
            if gains is not loses and small and free and not free[0].rank.points:
                yield _swapped(ChangeKind.SHAPE, situation, small[0], free[0])


def _by_seat(situation: Situation) -> Iterator[Variation]:
    for seat in (1, 2, 3, 4):
        if seat != situation.seat:
            yield Variation(ChangeKind.SEAT, Situation(situation.hand, seat, situation.colours))


def _by_colours(situation: Situation) -> Iterator[Variation]:
    for colours in Colours:
        if colours is not situation.colours:
            yield Variation(ChangeKind.COLOURS, Situation(situation.hand, situation.seat, colours))


def _swapped(kind: ChangeKind, situation: Situation, loses: Card, gains: Card) -> Variation:
    hand = (situation.hand - Hand.of([loses])) | Hand.of([gains])
    return Variation(kind, Situation(hand, situation.seat, situation.colours), loses, gains)
