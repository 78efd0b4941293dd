"""What openers actually play: a convention card made from their cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.bidding.openings.cases import CALL_NUMBER, OpeningCase
from kibitz.bidding.openings.question import is_balanced
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Suit

_TRIMMED = 0.05
"""The share of hands on either side that count as exceptions to a range."""


@dataclass(frozen=True, slots=True)
class UsualRange:
    """The range of most values, both ends included."""

    low: int
    high: int

    @classmethod
    def of(cls, values: Sequence[int]) -> UsualRange:
        """The range without the exceptions on either side.

        >>> UsualRange.of([12] * 20 + [15] * 20 + [37])
        UsualRange(low=12, high=15)
        """
        inside = sorted(values)
        cut = int(len(inside) * _TRIMMED)
        return cls(inside[cut], inside[-1 - cut])

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """One call on the card: the usual ranges of its hands, and the exceptions."""

    call: Call
    count: int
    points: UsualRange
    lengths: tuple[UsualRange, UsualRange, UsualRange, UsualRange]
    """Of spades, hearts, diamonds and clubs."""
    balanced: float
    exceptions: tuple[OpeningCase, ...]

    @property
    def suit_length(self) -> UsualRange | None:
        """The usual length of the suit that is bid."""
        if not isinstance(self.call, Bid) or self.call.strain is Strain.NOTRUMP:
            return None
        return self.lengths[Suit.SPADES - self.call.strain]


def convention_card(cases: Iterable[OpeningCase]) -> tuple[OpeningLine, ...]:
    """A line for every bid that occurs, the lowest first, then one for pass."""
    hands: dict[Call, list[OpeningCase]] = {}
    for case in cases:
        hands.setdefault(case.call, []).append(case)
    order = sorted(hands, key=lambda call: (call is Sign.PASS, CALL_NUMBER[call]))
    return tuple(_line(call, hands[call]) for call in order)


def _line(call: Call, cases: list[OpeningCase]) -> OpeningLine:
    points = UsualRange.of([case.situation.hand.points for case in cases])
    shapes = [case.situation.hand.shape for case in cases]
    spades, hearts, diamonds, clubs = (UsualRange.of([s[i] for s in shapes]) for i in range(4))
    line = OpeningLine(
        call,
        len(cases),
        points,
        (spades, hearts, diamonds, clubs),
        sum(is_balanced(case.situation.hand) for case in cases) / len(cases),
        (),
    )
    own = line.suit_length
    exceptions = tuple(
        case
        for case in cases
        if case.situation.hand.points not in points
        or (own is not None and case.situation.hand.shape[Suit.SPADES - _suit(call)] not in own)
    )
    return OpeningLine(call, line.count, points, line.lengths, line.balanced, exceptions)


def _suit(call: Call) -> int:
    return call.strain if isinstance(call, Bid) else 0
