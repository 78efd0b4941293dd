"""The question "what do I open?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from kibitz.forms import Form, Said
from kibitz.games.bridge.typed import HandText, HandWord

if TYPE_CHECKING:
    from kibitz.bidding.openings.question import Situation


SystemText: TypeAlias = Annotated[
    str,
    Said("The system asked; else your own with most cases, else the house rules.", longest=100),
]


@dataclass(frozen=True, slots=True)
class OpeningForm(Form["Situation"]):
    """A hand, its seat counted from the dealer, and the system that is asked."""

    hand: HandText
    seat: Annotated[int, Said("1 for the dealer to 4.", bounds=(1, 4))] = 1
    vulnerability: Annotated[
        str,
        Said("none, we (ns), they (ew) or both, as the opener sees it.", option="vul", longest=10),
    ] = "none"
    system: SystemText = ""

    def question(self) -> Situation:
        from kibitz.bidding.openings.question import Situation

        return Situation.parse(self.hand, self.seat, self.vulnerability)


@dataclass(frozen=True, slots=True)
class OpeningCaseForm(OpeningForm):
    """The same for a case of one's own; the hand is a single word, as a call may follow it."""

    hand: HandWord
