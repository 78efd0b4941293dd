"""Two hands compared, as data: what they share, and how they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.bidding.openings.question import Situation
from kibitz.games.bridge.cards import Hand


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
