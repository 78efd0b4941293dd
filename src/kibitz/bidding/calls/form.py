"""The question "what do I call?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from kibitz.forms import Form, Said
from kibitz.games.bridge.typed import DealerText, HandText, HandWord, VulnerabilityText

if TYPE_CHECKING:
    from kibitz.bidding.calls.question import CallQuestion


AuctionText: TypeAlias = Annotated[
    str, Said("The calls so far, from the dealer on: '1H P'.", longest=400)
]


@dataclass(frozen=True, slots=True)
class CallForm(Form["CallQuestion"]):
    """A hand, the auction so far, and whose decisions count."""

    hand: HandText
    auction: AuctionText = ""
    dealer: DealerText = "N"
    vulnerability: VulnerabilityText = "none"
    seat: Annotated[str | None, Said("Your seat; it must be your turn.", only="terminal")] = None
    pair: Annotated[
        str,
        Said("You and your partner, as 'A, B': your boards show what you play.", longest=200),
    ] = ""
    system: Annotated[
        str,
        Said(
            "What you play. 'house system' or a file mine.toml: its rules go first. "
            "'strong club', 'weak no-trump' or a program: only its players count.",
            longest=100,
        ),
    ] = ""
    like: Annotated[
        str, Said("Let only this player's own calls count.", metavar="NAME", longest=100)
    ] = ""

    def question(self) -> CallQuestion:
        from kibitz.bidding.calls.question import CallQuestion

        return CallQuestion.typed(
            self.hand,
            self.auction,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            seat=self.seat,
            pair=self.pair,
            system=self.system,
        )


@dataclass(frozen=True, slots=True)
class CaseForm(Form["CallQuestion"]):
    """A decision for which a player keeps or withdraws a case of his own."""

    hand: HandWord
    auction: AuctionText = ""
    dealer: DealerText = "N"
    vulnerability: VulnerabilityText = "none"
    system: Annotated[
        str, Said("Whose case it is, as in kibitz call; else it is for every system.")
    ] = ""

    def question(self) -> CallQuestion:
        from kibitz.bidding.calls.question import CallQuestion

        return CallQuestion.typed(
            self.hand,
            self.auction,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            system=self.system,
        )
