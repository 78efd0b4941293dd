"""A suit as declarer sees it: two holdings, and all that is known about the defenders' cards."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Rank

Ranks = frozenset[Rank]
MOST_ENTRIES = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination:
    """North's and South's cards of one suit and what is known of the rest.

    *west* and *east* are cards the defenders are known to hold; *vacant* is how many cards each
    of them holds that declarer has not seen, those of this suit among them; *entries_north* is
    how often declarer can start a trick from North by way of another suit (None: at will).
    Ranks in no hand have been played. A combination that no deal allows cannot be built.

    >>> str(Combination.parse("AKQ9", "xxx"))
    'AKQ9 432'
    """

    north: Ranks
    south: Ranks
    missing: Ranks
    west: Ranks = frozenset()
    east: Ranks = frozenset()
    vacant: tuple[int, int] = (13, 13)
    west_length: int | None = None
    east_length: int | None = None
    entries_north: int | None = None
    entries_south: int | None = None

    def __post_init__(self) -> None:
        if not self.north | self.south:
            raise UsageError("a suit has at least one card of North's or South's")
        for entries in (self.entries_north, self.entries_south):
            if entries is not None and not 0 <= entries <= MOST_ENTRIES:
                raise UsageError(f"entries are a number from 0 to {MOST_ENTRIES}: {entries}")
        if len(self.vacant) != 2 or not all(0 <= places <= 13 for places in self.vacant):
            raise UsageError(f"a hand has from 0 to 13 vacant places: {self.vacant}")
        if not any(self.fits(held) for held in range(len(self.missing) + 1)):
            raise UsageError(f"no deal fits what is known of the {len(self.missing)} missing cards")

    @classmethod
    def parse(
        cls,
        north: str,
        south: str,
        *,
        west: str = "",
        east: str = "",
        played: str = "",
        vacant: tuple[int, int] = (13, 13),
        west_length: int | None = None,
        east_length: int | None = None,
        entries_north: int | None = None,
        entries_south: int | None = None,
    ) -> Combination:
        """Read holdings as players write them: ``AKQ9``, ``A10x``, ``-``; x is the lowest free.

        >>> Combination.parse("A10x", "-").missing == set(Rank) - {Rank.ACE, Rank.TEN, Rank.TWO}
        True
        """
        hands = {
            "North": letters(north),
            "South": letters(south),
            "West": letters(west),
            "East": letters(east),
            "the cards played": letters(played),
        }
        owner: dict[str, str] = {}
        for hand, held in hands.items():
            for letter in held.replace("x", ""):
                if letter in owner:
                    where = "twice in" if owner[letter] == hand else f"in {owner[letter]} and in"
                    raise UsageError(f"the {_NAMES.get(letter, letter)} is {where} {hand}")
                owner[letter] = hand
        for hand in ("West", "East", "the cards played"):
            if "x" in hands[hand]:
                raise UsageError(f"name each card of {hand}: x is read for North and South only")
        if sum(map(len, hands.values())) > len(Rank):
            raise UsageError(f"a suit has 13 cards, not {sum(map(len, hands.values()))}")
        free = [rank for rank in Rank if str(rank) not in owner]
        ranks = {
            hand: frozenset(free.pop(0) if letter == "x" else Rank.parse(letter) for letter in held)
            for hand, held in hands.items()
        }
        declarer = ranks["North"] | ranks["South"]
        return cls(
            north=ranks["North"],
            south=ranks["South"],
            missing=frozenset(Rank) - declarer - ranks["the cards played"],
            west=ranks["West"],
            east=ranks["East"],
            vacant=vacant,
            west_length=west_length,
            east_length=east_length,
            entries_north=entries_north,
            entries_south=entries_south,
        )

    def __str__(self) -> str:
        return f"{spell(self.north)} {spell(self.south)}"

    def fits(self, held: int) -> bool:
        """Whether West may hold *held* of the missing cards, as far as is known."""
        other = len(self.missing) - held
        return (
            len(self.west) <= held <= self.vacant[0]
            and len(self.east) <= other <= self.vacant[1]
            and self.west_length in (None, held)
            and self.east_length in (None, other)
        )

    @property
    def played(self) -> Ranks:
        """The cards that have been played."""
        return frozenset(Rank) - self.north - self.south - self.missing

    @property
    def most_tricks(self) -> int:
        """The most tricks any line can win: the length of the longer hand."""
        return max(len(self.north), len(self.south))


_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def letters(text: str) -> str:
    """A holding in single letters, T for ten and x for small.

    A suit symbol in front, and spaces or commas between the cards, are ignored.

    >>> letters("a10X"), letters("♠A K Q 9"), letters("-")
    ('ATx', 'AKQ9', '')
    """
    if len(text) > 40:
        raise UsageError(f"not the holding of one hand: {text[:26]!r}...")
    holding = re.sub(r"[\s,♠♥♦♣♤♡♢♧\ufe0e\ufe0f]", "", text).upper()
    holding = holding.replace("10", "T").replace("X", "x")
    if holding in ("-", "–", "—"):
        return ""
    for letter in holding:
        if letter not in "AKQJT98765432x":
            raise UsageError(f"not a card: {letter!r} in {text!r} (write AKQJT98765432, x or -)")
    return holding


def spell(ranks: Ranks) -> str:
    """Ranks as text, highest first, ``-`` for none.

    >>> spell(frozenset({Rank.TWO, Rank.ACE}))
    'A2'
    """
    return "".join(str(rank) for rank in sorted(ranks, reverse=True)) or "-"
