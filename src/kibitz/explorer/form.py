"""The question "what came next?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from kibitz.forms import Form, Said

if TYPE_CHECKING:
    from kibitz.explorer.question import ExplorerQuestion


@dataclass(frozen=True, slots=True)
class ExplorerForm(Form["ExplorerQuestion"]):
    """An auction so far, and which tables count; all of them if left empty."""

    auction: Annotated[
        str,
        Said(
            "The calls from the dealer on: '1N P'; none for the first call.",
            argument="words",
            longest=400,
        ),
    ] = ""
    lead: Annotated[
        bool, Said("What was led; the last passes may be left out.", only="terminal")
    ] = False
    pair: Annotated[str, Said("Parts of two partners' names: 'Helgemo,Helness'.", longest=100)] = ""
    player: Annotated[str, Said("Part of a player's name.", longest=100)] = ""
    event: Annotated[str, Said("Part of the event's name.", longest=100)] = ""
    vulnerability: Annotated[
        str,
        Said("none, we, they or both, as the first caller sees it.", option="vul", longest=10),
    ] = ""
    dealer: Annotated[str, Said("N, E, S or W; else whoever dealt.", longest=10)] = ""
    any_seat: Annotated[bool, Said("Count from the opening bid; skip the passes before it.")] = (
        False
    )
    by: Annotated[
        str, Said("pair, player or event: also the same for each of them.", longest=10)
    ] = ""

    def question(self) -> ExplorerQuestion:
        from kibitz.explorer.question import ExplorerQuestion, Whose

        whose = Whose.of(self.pair, self.player, self.event, self.vulnerability, self.dealer)
        return ExplorerQuestion.of(
            self.auction, lead=self.lead, whose=whose, any_seat=self.any_seat, by=self.by
        )
