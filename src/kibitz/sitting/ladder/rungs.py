"""The deals of the ladder: one plain file, a line a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Call, parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.runtime.storage import shipped
from kibitz.sitting.coached import DealStart
from kibitz.sitting.ladder.themes import LEVELS, LadderTheme, ladder_themes

FILE = "ladder-deals.txt"
ORIGIN = "ladder:"
"""How the place of a deal of the ladder begins: ``ladder:entries-1-3``."""
_FIELDS = 8


@dataclass(frozen=True)
class LadderRung:
    """A deal for a theme: how it comes to the table, and the decision that it comes to."""

    theme: LadderTheme
    level: int
    number: int
    """Its place among those of the theme and level."""
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    seed: int
    calls: tuple[Call, ...]
    """The auction; where the decision is a call, the calls before it."""
    cards: tuple[Card, ...]
    """The cards before the decision: they are played before anybody sits down."""
    right: Call | Card
    rival: Call | Card
    """What somebody else might do."""
    kind: str
    """The kind of the cause, or the name of the convention."""
    chances: tuple[float, float]
    """Of a card: how often it succeeds; of a call: how many experts make it. Right, then rival."""

    @property
    def name(self) -> str:
        return f"{self.theme.key}-{self.level}-{self.number}"

    @property
    def place(self) -> str:
        """What names it wherever a deal is asked for."""
        return ORIGIN + self.name

    @property
    def is_call(self) -> bool:
        """Whether the decision is a call."""
        return not isinstance(self.right, Card)

    @property
    def is_named(self) -> bool:
        """Whether the theme is told beforehand."""
        return self.level < len(LEVELS)

    @cached_property
    def start(self) -> DealStart:
        """The deal as it comes to the table, at its decision."""
        return DealStart(
            self.deal,
            self.dealer,
            self.vulnerability,
            self.seed,
            origin=self.place,
            auction=self.calls,
            cards=self.cards,
        )

    @property
    def moment(self) -> int:
        """The number of calls and cards before the decision."""
        return len(self.calls) + len(self.cards)

    def __str__(self) -> str:
        """Its line of the file, which `read` reads back."""
        chances = " ".join(f"{one:.2f}" for one in self.chances)
        fields = [
            f"{self.theme.key} {self.level} {self.number}",
            str(self.deal),
            f"{self.dealer} {self.vulnerability} {self.seed}",
            " ".join(map(str, self.calls)),
            " ".join(map(str, self.cards)),
            f"{self.right} {self.rival}",
            self.kind,
            chances,
        ]
        return " | ".join(fields)

    @classmethod
    def read(cls, line: str) -> LadderRung:
        """Read a line of the file; what is no deal of the ladder is refused."""
        fields = [one.strip() for one in line.split("|")]
        if len(fields) != _FIELDS:
            raise UsageError(f"a deal of the ladder has {_FIELDS} fields: {line[:60]!r}")
        key, level, number = fields[0].split()
        if key not in ladder_themes() or not 1 <= int(level) <= len(LEVELS):
            raise UsageError(f"the ladder has no place for {fields[0]!r}")
        dealer, vulnerable, seed = fields[2].split()
        cards = tuple(map(Card.parse, fields[4].split()))
        auction = Auction(Seat.parse(dealer), tuple(map(parse_call, fields[3].split())))
        reader = Card.parse if auction.is_over else parse_call
        right, rival = map(reader, fields[5].split())
        sure, less = map(float, fields[7].split())
        return cls(
            ladder_themes()[key], int(level), int(number), Deal.parse(fields[1]), auction.dealer,
            Vulnerability.parse(vulnerable), int(seed), auction.calls, cards, right, rival,
            fields[6], (sure, less),
        )  # fmt: skip


@cache
def ladder_rungs() -> Mapping[str, LadderRung]:
    """All deals of the ladder by name, in its order."""
    lines = shipped(FILE).decode().splitlines()
    found = [LadderRung.read(line) for line in lines if line and not line.startswith("#")]
    return {one.name: one for one in found}


def rungs_of(theme: LadderTheme, level: int = 0) -> list[LadderRung]:
    """The deals of a theme, of one level or of all."""
    return [
        one for one in ladder_rungs().values() if one.theme == theme and level in (0, one.level)
    ]


def rung_at(place: str) -> LadderRung:
    """The deal of the ladder at a place: ``ladder:entries-1-3``."""
    name = place.strip().removeprefix(ORIGIN)
    if name not in ladder_rungs():
        raise UsageError(f"The ladder has no deal {name[:40]!r}: kibitz ladder shows it.")
    return ladder_rungs()[name]


def rung_of(start: DealStart) -> LadderRung | None:
    """The deal of the ladder that a deal at the table is; None if it is none."""
    found = ladder_rungs().get(start.origin.removeprefix(ORIGIN))
    return found if start.origin.startswith(ORIGIN) else None
