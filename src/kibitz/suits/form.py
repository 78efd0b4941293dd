"""The question "how do I play this suit?" as it is typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from kibitz.errors import UsageError
from kibitz.forms import Form, Said

if TYPE_CHECKING:
    from kibitz.suits.question import SuitQuestion

TricksText: TypeAlias = Annotated[
    int | None, Said("Plan for at least this many tricks.", page_bounds=(1, 13))
]
GoalText: TypeAlias = Annotated[str, Said("Plan for: average, matchpoints or most.", longest=20)]
TreeText: TypeAlias = Annotated[bool, Said("Print the whole plan, card by card.", only="terminal")]
LayoutsText: TypeAlias = Annotated[
    bool, Said("Print which layouts the plan wins.", only="terminal")
]
AllLinesText: TypeAlias = Annotated[
    bool, Said("Print each sensible first play by goal.", only="terminal")
]


@dataclass(frozen=True, slots=True)
class SuitForm(Form["SuitQuestion"]):
    """Declarer's two holdings, the goal, and what is known about the defenders' cards."""

    north: Annotated[str, Said("North's cards: AKQ9, A10x, xxx, -.", argument="word", longest=40)]
    south: Annotated[str, Said("South's cards.", argument="word", longest=40)]
    tricks: TricksText = None
    goal: GoalText = ""
    tree: TreeText = False
    layouts: LayoutsText = False
    all_lines: AllLinesText = False
    vacant: Annotated[
        str,
        Said("Unseen cards of West and East, this suit's among them, as 9-13.", only="terminal"),
    ] = ""
    west: Annotated[str, Said("Cards that West is known to hold.", longest=40)] = ""
    east: Annotated[str, Said("Cards that East is known to hold.", longest=40)] = ""
    west_length: Annotated[int | None, Said("How many cards West still has.", only="terminal")] = (
        None
    )
    east_length: Annotated[int | None, Said("How many cards East still has.", only="terminal")] = (
        None
    )
    played: Annotated[str, Said("Cards already played, by anyone.", only="terminal")] = ""
    west_played: Annotated[
        str, Said("Cards West has played: a vacant place fewer for each.", only="terminal")
    ] = ""
    east_played: Annotated[str, Said("Cards East has played.", only="terminal")] = ""
    vacant_west: Annotated[
        int | None,
        Said("Unseen cards of West, this suit's among them.", only="page", bounds=(0, 13)),
    ] = None
    vacant_east: Annotated[
        int | None,
        Said("Unseen cards of East, this suit's among them.", only="page", bounds=(0, 13)),
    ] = None
    entries_north: Annotated[
        int | None,
        Said(
            "How often a side suit gives an entry to North; always if left out.",
            page_bounds=(0, 13),
        ),
    ] = None
    entries_south: Annotated[int | None, Said("The same for South.", page_bounds=(0, 13))] = None

    @property
    def is_asked(self) -> bool:
        return bool(self.north or self.south)

    def question(self) -> SuitQuestion:
        from kibitz.suits.question import SuitQuestion

        return SuitQuestion.of(
            self.north or "-",
            self.south or "-",
            tricks=self.tricks,
            goal=self.goal or None,
            all_lines=self.all_lines,
            west=self.west,
            east=self.east,
            played=self.played + self.west_played + self.east_played,
            vacant=self._vacant(),
            west_length=self.west_length,
            east_length=self.east_length,
            entries_north=self.entries_north,
            entries_south=self.entries_south,
        )

    def _vacant(self) -> tuple[int, int]:
        """The vacant places of West and East: as given, or thirteen less the cards they played."""
        from kibitz.suits.combination import letters

        if self.vacant:
            match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", self.vacant)
            if match is None:
                raise UsageError(
                    f"Write the vacant places of West and East like 9-13, not {self.vacant!r}."
                )
            return int(match[1]), int(match[2])
        west, east = self.vacant_west, self.vacant_east
        return (
            13 - len(letters(self.west_played)) if west is None else west,
            13 - len(letters(self.east_played)) if east is None else east,
        )
