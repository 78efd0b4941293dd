"""The question "what does it mean?": an auction's last call, perhaps by one pair or system."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import LONGEST, Bytes, number_of
from kibitz.bidding.auctions.styles import HIGH, named_style
from kibitz.bidding.openings.question import Colours
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.typed import typed_auction, typed_vulnerability
from kibitz.wording import vulnerable_text

_WRITTEN = re.compile(
    r"(?:(?P<dealer>[NESW]): )?(?P<calls>[^,]+)"
    r"(?:, (?P<vulnerability>nobody|North-South|East-West|everybody) vulnerable)?"
    r"(?:, by (?P<pair>.+)|, as (?P<system>.+) play it)?"
)
_WORDS = {"nobody": "none", "North-South": "ns", "East-West": "ew", "everybody": "both", None: None}


@dataclass(frozen=True, slots=True)
class MeaningQuestion:
    """The last call of an auction, at one vulnerability or at any.

    >>> print(MeaningQuestion.parse("1nt pass 2♦", system="strong club"))
    N: 1N P 2D, as strong club play it
    """

    auction: Auction
    vulnerability: Vulnerability | None = None
    pair: str = ""
    """Two names; only the hands of this pair count."""
    system: str = ""
    """One of `styles.NAMES`; only the hands of such pairs count."""

    def __post_init__(self) -> None:
        if not self.auction.calls:
            raise UsageError("Name the auction up to the call that you ask about, as in 1N P 2D.")
        if len(self.auction.calls) > LONGEST:
            raise UsageError(f"Auctions of more than {LONGEST} calls are not kept.")
        if self.pair and self.system:
            raise UsageError("Name either a pair or a system, not both.")
        if self.system:
            named_style(self.system)

    @classmethod
    def parse(
        cls,
        auction: Auction | str,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str | None = None,
        pair: str = "",
        system: str = "",
    ) -> MeaningQuestion:
        """Read the calls as people type them, or a whole question as `str` writes it.

        >>> MeaningQuestion.parse("E: 1N P 2D, nobody vulnerable, by Meckstroth and Rodwell").pair
        'Meckstroth and Rodwell'
        """
        whole = _WRITTEN.fullmatch(auction.strip()) if isinstance(auction, str) else None
        if whole is not None:
            auction, dealer = whole["calls"], whole["dealer"] or dealer
            vulnerability = _WORDS[whole["vulnerability"]] or vulnerability
            pair, system = whole["pair"] or pair, whole["system"] or system
        colours = None if vulnerability is None else typed_vulnerability(vulnerability)
        return cls(typed_auction(auction, dealer), colours, pair, system)

    @property
    def call(self) -> Call:
        return self.auction.calls[-1]

    @property
    def caller(self) -> Seat:
        return Seat((self.auction.dealer + len(self.auction.calls) - 1) % 4)

    @property
    def whose(self) -> str:
        """The pair or system whose hands alone count; empty for everybody."""
        if not self.system:
            return self.pair
        style, side = named_style(self.system)
        return style.names[side == HIGH]

    @property
    def prefix(self) -> Bytes:
        """The calls as numbers."""
        return np.array([number_of(call) for call in self.auction.calls], np.uint8)

    @property
    def colours(self) -> Colours | None:
        """Who is vulnerable, from the caller's point of view; None for any vulnerability."""
        given = self.vulnerability
        return None if given is None else Colours.seen_from(self.caller, given)

    def __str__(self) -> str:
        colours = "" if self.vulnerability is None else f", {vulnerable_text(self.vulnerability)}"
        pair = f", by {self.pair}" if self.pair else ""
        system = f", as {self.system} play it" if self.system else ""
        return f"{self.auction}{colours}{pair}{system}"
