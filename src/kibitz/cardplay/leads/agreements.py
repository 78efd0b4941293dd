"""A partnership's agreements: which card it leads from a suit, and what its small cards say.

They are kept in a file of plain lines in the user's folder: the player's own, and other pairs' by
name. What is not agreed is as most pairs play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.cards import Card, Rank
from kibitz.runtime.storage import write_atomically

LENGTHS = ("fourth", "third-fifth", "attitude")
TOPS = ("ace", "king")
WAYS = ("standard", "upside-down", "none")
FIRST = ("attitude", "count", "suit-preference")
DISCARDS = ("attitude", "count", "suit-preference", "odd-even")


@dataclass(frozen=True, slots=True)
class Agreements:
    """What two partners have agreed about their leads and signals.

    >>> Agreements(count="upside-down").count
    'upside-down'
    >>> Agreements(count="backwards")
    Traceback (most recent call last):
    kibitz.errors.UsageError: count is standard, upside-down or none, not 'backwards'.
    """

    notrump_leads: str = "fourth"
    suit_leads: str = "fourth"
    notrump_ace_king: str = "ace"
    suit_ace_king: str = "ace"
    attitude: str = "standard"
    count: str = "standard"
    partner_leads: str = "attitude"
    declarer_leads: str = "count"
    first_discard: str = "attitude"

    def __post_init__(self) -> None:
        for one in fields(self):
            known, value = CHOICES[one.name], getattr(self, one.name)
            if value not in known:
                name, said = one.name.replace("_", " "), f"{', '.join(known[:-1])} or {known[-1]}"
                raise UsageError(f"{name} is {said}, not {value!r}.")

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Agreements:
        """From texts by name; what is not named is as most pairs play."""
        known = {one.name for one in fields(cls)}
        if unknown := sorted(set(given) - known):
            raise UsageError(f"Nothing is agreed about {unknown[0]!r}.")
        return cls(**given)

    def changed(self, given: Mapping[str, str]) -> Agreements:
        """The same with other texts in some places; empty texts change nothing."""
        return replace(self, **{name: value for name, value in given.items() if value})

    def small_card(self, held: str, *, at_notrump: bool) -> Rank | None:
        """The agreed small card of a suit led; None where no agreement names it.

        *held* are the ranks, highest first.

        >>> Agreements().small_card("KJ752", at_notrump=True)
        Rank.FIVE
        >>> Agreements(suit_leads="third-fifth").small_card("KJ752", at_notrump=False)
        Rank.TWO
        """
        ranks = [Rank.parse(one) for one in held]
        if len(ranks) < 3 or ranks[0] < Rank.TEN:
            return None
        way = self.notrump_leads if at_notrump else self.suit_leads
        if len(ranks) == 3 or way == "attitude":
            return ranks[-1]
        if way == "fourth":
            return ranks[3]
        return ranks[2] if len(ranks) == 4 else ranks[4]

    def agreed(self, held: str, card: Card, *, at_notrump: bool) -> Rank | None:
        """The card agreed in place of one led from ranks *held*; None where nothing is agreed."""
        if held.startswith("AK") and card.rank >= Rank.KING and len(held) > 2:
            top = self.notrump_ace_king if at_notrump else self.suit_ace_king
            return Rank[top.upper()]
        if card.rank > Rank.NINE or card.rank is Rank.parse(held[0]):
            return None
        return self.small_card(held, at_notrump=at_notrump)

    def to_json(self) -> dict[str, str]:
        return asdict(self)

    def __str__(self) -> str:
        """The agreements in sentences."""
        ways = {"standard": "high", "upside-down": "low"}
        leads = {"fourth": "fourth best", "third-fifth": "third and fifth", "attitude": "attitude"}
        no_trump = f"{leads[self.notrump_leads]}, the {self.notrump_ace_king} from ace-king"
        suits = f"{leads[self.suit_leads]}, the {self.suit_ace_king} from ace-king"
        said = [f"Leads against no-trump: {no_trump}.", f"Leads against suits: {suits}."]
        if self.attitude in ways:
            said.append(f"Attitude: {ways[self.attitude]} encourages.")
        if self.count in ways:
            said.append(f"Count: {ways[self.count]} from an even number.")
        told = [
            ("on partner's lead", self.partner_leads),
            ("on declarer's", self.declarer_leads),
            ("by the first discard", self.first_discard),
        ]
        each = ", ".join(f"{where} {what.replace('-', ' ')}" for where, what in told)
        return "\n".join([*said, f"Told {each}."])


CHOICES: Mapping[str, tuple[str, ...]] = {
    "notrump_leads": LENGTHS,
    "suit_leads": LENGTHS,
    "notrump_ace_king": TOPS,
    "suit_ace_king": TOPS,
    "attitude": WAYS,
    "count": WAYS,
    "partner_leads": FIRST,
    "declarer_leads": FIRST,
    "first_discard": DISCARDS,
}
"""What may be agreed, by the name of each agreement."""

USUAL = Agreements()
"""As most pairs play."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """All agreements that the user has written down: the own ones, and those of other pairs."""

    own: Agreements = field(default_factory=Agreements)
    pairs: Mapping[str, Agreements] = field(default_factory=dict)
    """By the names of the two, as `carding.Pair` writes them."""
    is_written: bool = False
    """Whether the own ones were written down, though they are as most pairs play."""

    @classmethod
    def read(cls, path: Path) -> Agreed:
        """The agreements in a file; without the file, as most pairs play."""
        try:
            given = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError) as error:
            raise StorageError(f"{path} cannot be read: {error}") from error
        pairs = given.pop("pairs", {})
        try:
            of_pairs = {name: Agreements.of(one) for name, one in pairs.items()}
            return cls(Agreements.of(given), of_pairs, is_written=bool(given))
        except (AttributeError, TypeError, UsageError) as error:
            raise StorageError(f"{path}: {error}") from error

    def of(self, pair: str) -> Agreements | None:
        """The agreements of a pair, if they are written down; of no pair, the own ones."""
        return self.pairs.get(pair) if pair else self.own

    def having(self, pair: str, agreements: Agreements) -> Agreed:
        """The same with these agreements of a pair, or of the player's own."""
        if pair:
            return replace(self, pairs={**self.pairs, pair: agreements})
        return replace(self, own=agreements, is_written=True)

    def between(self, one: str, other: str) -> Agreements | None:
        """Those of two partners by their names, if written down; else the own ones, if they are."""
        own = self.own if self.is_written or self.own != Agreements() else None
        return self.pairs.get(" - ".join(sorted((one, other))), own)

    def heard(self, one: str, other: str, *, by_partner: bool) -> Agreements | None:
        """Those by which two defenders' cards are heard: the own ones only by their partner."""
        pair = self.between(one, other)
        return pair if by_partner or pair is not self.own else None

    def save(self, path: Path) -> None:
        own = self.between("", "")
        lines = [] if own is None else _lines(own)
        for pair, one in sorted(self.pairs.items()):
            lines += ["", f"[pairs.{_quoted(pair)}]", *_lines(one)]
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, ("\n".join(lines) + "\n").encode())


NOTHING_AGREED = Agreed()
"""Nothing is written down."""


def _lines(agreements: Agreements) -> list[str]:
    return [f"{name} = {_quoted(value)}" for name, value in asdict(agreements).items()]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
