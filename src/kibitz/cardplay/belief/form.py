"""The question "who holds what?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from kibitz.cardplay.form import PlaceText, RoomText, SeedText
from kibitz.forms import Form, Said

if TYPE_CHECKING:
    from kibitz.cardplay.belief.question import BeliefQuestion


@dataclass(frozen=True, slots=True)
class BeliefForm(Form["BeliefQuestion"]):
    """A table, the seat that asks, and the moment."""

    place: PlaceText
    seat: Annotated[str, Said("Who asks: N, E, S or W.")]
    card: Annotated[int | None, Said("Before which card of the play, counted from 1.")] = None
    calls: Annotated[
        int | None, Said("After this many calls; else after the auction.", bounds=(0, None))
    ] = None
    room: RoomText = ""
    seed: SeedText = 0

    def question(self, library: Path | None = None) -> BeliefQuestion:
        """The question about a table in the *library* or in a file."""
        from kibitz.cardplay.belief.question import BeliefQuestion
        from kibitz.cardplay.question import table_at

        table = table_at(self.place, self.room, library)
        return BeliefQuestion.of(table, self.seat, self.card, self.calls)
