"""The question "which card?" as it is typed: at a table, with some hands known, or for the lead."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from kibitz.errors import UsageError
from kibitz.forms import Form, Said
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.typed import (
    DealerText,
    HandText,
    VulnerabilityText,
    typed_auction,
    typed_card,
    typed_hand,
    typed_vulnerability,
)

if TYPE_CHECKING:
    from kibitz.cardplay.question import CardQuestion

PlaceText: TypeAlias = Annotated[
    str,
    Said(
        "A file, a board of it, a handviewer link, a table's number in the library, or a "
        "board of the deals that come with Kibitz.",
        argument="word",
        metavar="FILE[:BOARD]|LINK|ID|starter:BOARD",
    ),
]
RoomText: TypeAlias = Annotated[
    str, Said("open or closed, where a board was played in both; else the first.")
]
LookaheadText: TypeAlias = Annotated[
    int,
    Said("Sample this many layouts and solve them.", bounds=(0, 1000), page_bounds=(0, 40)),
]
SeedText: TypeAlias = Annotated[
    int, Said("The same number samples the same layouts.", only="terminal")
]
LikeText: TypeAlias = Annotated[
    str, Said("Let only this player's own decisions count.", metavar="NAME", longest=100)
]


@dataclass(frozen=True, slots=True)
class CardForm(Form["CardQuestion"]):
    """A card of a recorded table, or of a deal of which some hands are known."""

    place: PlaceText = ""
    card: Annotated[int | None, Said("Which card of the play, counted from 1.")] = None
    room: RoomText = ""
    hands: Annotated[str, Said("Instead of a table, the known hands: S:AK4.K43.AQ72.K42,N:...")] = (
        ""
    )
    auction: Annotated[str, Said("With --hands: the calls, from the dealer on.")] = ""
    played: Annotated[
        str, Said("With --hands: the cards so far, from the lead on, as in HQ H5.")
    ] = ""
    dealer: Annotated[str, Said("With --hands: N, E, S or W.")] = "N"
    vulnerability: Annotated[str, Said("With --hands: none, ns, ew or both.", option="vul")] = (
        "none"
    )
    lookahead: LookaheadText = 0
    seed: SeedText = 0
    like: LikeText = ""

    def question(self, library: Path | None = None) -> CardQuestion:
        """The question about a table in the *library* or in a file, or about known hands."""
        from kibitz.cardplay.question import CardQuestion, table_at

        if bool(self.place) == bool(self.hands):
            raise UsageError("Name a table, or give the hands that are known with --hands.")
        if self.place:
            return CardQuestion.of(table_at(self.place, self.room, library), self.card)
        return CardQuestion.at(
            KnownTable.parse(
                self.hands,
                self.auction,
                dealer=self.dealer,
                vulnerability=self.vulnerability,
                played=self.played,
            )
        )


@dataclass(frozen=True, slots=True)
class DealForm(Form["CardQuestion"]):
    """A deal as the page asks for it, seat by seat; an empty hand is unknown."""

    north: Annotated[str, Said("North's cards, if they are known.", longest=100)] = ""
    east: Annotated[str, Said("East's cards, if they are known.", longest=100)] = ""
    south: Annotated[str, Said("South's cards, if they are known.", longest=100)] = ""
    west: Annotated[str, Said("West's cards, if they are known.", longest=100)] = ""
    auction: Annotated[str, Said("The calls from the dealer on: 1N P.", longest=400)] = ""
    dealer: DealerText = "N"
    vulnerability: VulnerabilityText = "none"
    played: Annotated[str, Said("The cards from the lead on: HQ H5.", longest=300)] = ""
    like: LikeText = ""

    @property
    def hands(self) -> dict[Seat, str]:
        """What was typed for each seat; dots alone count as an empty hand."""
        typed = {seat: str(getattr(self, seat.name.lower())).strip(" .") for seat in Seat}
        return {seat: text for seat, text in typed.items() if text}

    @property
    def table(self) -> KnownTable:
        """The table as far as it is known; UsageError if there can be no such table."""
        return KnownTable(
            {seat: typed_hand(text) for seat, text in self.hands.items()},
            typed_auction(self.auction, self.dealer),
            tuple(map(typed_card, self.played.split())),
            typed_vulnerability(self.vulnerability),
        )

    def question(self) -> CardQuestion:
        from kibitz.cardplay.question import CardQuestion

        return CardQuestion.at(self.table)


@dataclass(frozen=True, slots=True)
class LeadForm(Form["CardQuestion"]):
    """The opening lead, from a hand and the whole auction."""

    hand: HandText
    auction: Annotated[str, Said("The calls from the dealer on: '1N P 3N'.", longest=400)]
    dealer: DealerText = "N"
    vulnerability: VulnerabilityText = "none"
    seat: Annotated[str | None, Said("Your seat; it must be the one on lead.", only="terminal")] = (
        None
    )
    card: Annotated[
        str | None, Said("A card that you have in mind, as in SK or H10.", only="terminal")
    ] = None
    lookahead: LookaheadText = 0
    seed: SeedText = 0
    like: LikeText = ""

    def question(self) -> CardQuestion:
        from kibitz.cardplay.question import CardQuestion

        return CardQuestion.lead(
            self.hand,
            self.auction,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            seat=self.seat,
            considered=self.card,
        )
