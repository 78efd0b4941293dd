"""The question "what is the plan for this deal?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from kibitz.cardplay.form import RoomText, SeedText
from kibitz.errors import UsageError
from kibitz.forms import Form, Said
from kibitz.games.bridge.typed import DealerText, VulnerabilityText, typed_seat

if TYPE_CHECKING:
    from kibitz.plans.question import PlanQuestion


@dataclass(frozen=True, slots=True)
class PlanForm(Form["PlanQuestion"]):
    """A recorded table, or two hands with their contract and the opening lead."""

    place: Annotated[
        str,
        Said(
            "A table: a file, a board of it, a link, a number in the library.",
            argument="word",
            metavar="[FILE[:BOARD]|LINK|ID|starter:BOARD]",
        ),
    ] = ""
    card: Annotated[
        int | None, Said("Before which card of the play, counted from 1.", bounds=(1, 52))
    ] = None
    scoring: Annotated[str, Said("teams or matchpoints.")] = "teams"
    hands: Annotated[str, Said("Instead of a table two hands: 'S:AQ7.KJ9.K2.T9843,N:...'.")] = ""
    contract: Annotated[str, Said("With two hands: 3NT, 4S, 4Sx.")] = ""
    declarer: Annotated[str, Said("With two hands: N, E, S or W.")] = ""
    lead: Annotated[str, Said("With two hands: the opening lead, as DK.")] = ""
    auction: Annotated[str, Said("With two hands: the calls from the dealer.")] = ""
    dealer: Annotated[str, Said("With an auction: N, E, S or W.")] = "N"
    vulnerability: Annotated[str, Said("With two hands: none, ns, ew, both.", option="vul")] = (
        "none"
    )
    room: RoomText = ""
    seed: SeedText = 0

    def question(self, library: Path | None = None) -> PlanQuestion:
        """The question about a table in the *library* or in a file, or about two hands."""
        from kibitz.cardplay.question import table_at
        from kibitz.plans.question import PlanQuestion

        if bool(self.place) == bool(self.hands):
            raise UsageError("Name a table, or give two hands with --hands.")
        if self.place:
            return PlanQuestion.of(
                table_at(self.place, self.room, library), self.card, self.scoring
            )
        if not self.lead:
            raise UsageError("Two hands need the opening lead: --lead DK.")
        return PlanQuestion.typed(
            self.hands,
            lead=self.lead,
            contract=self.contract,
            declarer=self.declarer,
            auction=self.auction,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            scoring=self.scoring,
        )


@dataclass(frozen=True, slots=True)
class TwoHandsForm(Form["PlanQuestion"]):
    """Two hands as the page asks for them, one by one."""

    hand: Annotated[str, Said("Declarer's cards.", longest=100)] = ""
    dummy: Annotated[str, Said("Dummy's cards.", longest=100)] = ""
    contract: Annotated[str, Said("3NT, 4S, 4Sx.", longest=10)] = ""
    lead: Annotated[str, Said("The opening lead, as DK.", longest=10)] = ""
    declarer: Annotated[str, Said("N, E, S or W.", longest=10)] = "S"
    auction: Annotated[str, Said("The calls from the dealer on.", longest=400)] = ""
    dealer: DealerText = "N"
    vulnerability: VulnerabilityText = "none"
    scoring: Annotated[str, Said("teams or matchpoints.", longest=20)] = "teams"

    def question(self) -> PlanQuestion:
        from kibitz.plans.question import PlanQuestion

        declarer = typed_seat(self.declarer)
        return PlanQuestion.typed(
            f"{declarer}:{self.hand},{declarer.partner}:{self.dummy}",
            lead=self.lead,
            contract=self.contract,
            declarer=declarer,
            auction=self.auction,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            scoring=self.scoring,
        )
