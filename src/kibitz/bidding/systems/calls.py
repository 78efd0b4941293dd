"""The call of a rule: ``2C``, ``3M``, ``cheapest X``, ``jump X``, ``game M``, ``X``, ``P``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.bidding.systems.conditions import suit_of
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Suit

_LETTERS = "oM|om|[CDHSNMmXYZ]"
_FORM = re.compile(
    rf"(?P<sign>P|XX|X)|(?P<level>[1-7])(?P<strain>{_LETTERS})"
    rf"|(?P<way>cheapest|jump|double jump|game|small slam|grand slam) (?P<named>{_LETTERS})"
)
_ABOVE = {"cheapest": 0, "jump": 1, "double jump": 2}
_SLAMS = {"small slam": 6, "grand slam": 7}


@dataclass(frozen=True, slots=True)
class RuleCall:
    """The call of a rule; it becomes a real call once the suits and the last bid are known."""

    text: str
    sign: Sign | None
    level: int
    way: str
    strain: str

    @classmethod
    def parse(cls, text: str) -> RuleCall:
        match = _FORM.fullmatch(text)
        if match is None:
            raise UsageError(f"{text!r} is not a call")
        sign = Sign(match["sign"]) if match["sign"] else None
        strain = match["strain"] or match["named"] or ""
        return cls(text, sign, int(match["level"] or 0), match["way"] or "", strain)

    def call(self, suits: Mapping[str, Suit], last: Bid | None) -> Call | None:
        """The real call; None if no such bid is left.

        >>> RuleCall.parse("jump X").call({"X": Suit.HEARTS}, Bid.parse("1S"))
        Bid.parse('3H')
        """
        if self.sign is not None:
            return self.sign
        strain = self._strain(suits)
        level = self.level or self._level(strain, last)
        if level > 7:
            return None
        bid = Bid(level, strain)
        return bid if last is None or bid > last else None

    def _strain(self, suits: Mapping[str, Suit]) -> Strain:
        if self.strain in ("C", "D", "H", "S", "N"):
            return Strain.parse(self.strain)
        return Strain(suit_of(self.strain, suits))

    def _level(self, strain: Strain, last: Bid | None) -> int:
        if self.way in _SLAMS:
            return _SLAMS[self.way]
        if self.way == "game":
            return game_level(strain)
        least = 1 if last is None else last.level + (strain <= last.strain)
        return least + _ABOVE[self.way]

    @property
    def letters(self) -> frozenset[str]:
        return frozenset(self.strain[-1:]) - set("CDHSN")


def game_level(strain: Strain) -> int:
    if strain is Strain.NOTRUMP:
        return 3
    return 4 if strain >= Strain.HEARTS else 5
