"""The question "what does it mean?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from kibitz.forms import Form, Said
from kibitz.games.bridge.typed import DealerText

if TYPE_CHECKING:
    from kibitz.bidding.meanings.question import MeaningQuestion


@dataclass(frozen=True, slots=True)
class MeaningForm(Form["MeaningQuestion"]):
    """An auction, and whose hands for its last call count; everybody's if left empty."""

    auction: Annotated[
        str,
        Said(
            "The calls from the dealer on: '1N P 2D'.",
            argument="words",
            metavar="AUCTION",
            longest=400,
        ),
    ]
    dealer: DealerText = "N"
    vulnerability: Annotated[
        str, Said("none, ns, ew or both; all of them if left out.", option="vul", longest=10)
    ] = ""
    pair: Annotated[str, Said("Two names: what it means when they call it.", longest=200)] = ""
    system: Annotated[
        str,
        Said("Such as 'strong club' or 'weak no-trump': only such pairs' hands.", longest=100),
    ] = ""

    def question(self) -> MeaningQuestion:
        from kibitz.bidding.meanings.question import MeaningQuestion

        return MeaningQuestion.parse(
            self.auction, self.dealer, self.vulnerability or None, self.pair, self.system
        )
