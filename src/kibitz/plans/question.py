"""The question: a deal as declarer sees it when dummy comes down, or later in the play."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from kibitz.cardplay.question import table_at
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Bid, Contract, Doubling, Sign
from kibitz.games.bridge.cards import Card, Named
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.typed import typed_card, typed_seat
from kibitz.records.record import Record
from kibitz.wording import card_text, contract_text

DUMMY_DOWN = 2
"""The number of the first card that can be planned: the one after the opening lead."""

_WRITTEN = re.compile(
    r"(?P<place>.+?)(?:,? (?P<room>open|closed) room)?(?:,? card (?P<card>\d{1,3}))?"
    r"(?:,? at (?P<scoring>teams|matchpoints))?",
    re.DOTALL,
)
_CONTRACT = re.compile(r"([1-7])\s*(NT?|[SHDC♠♥♦♣])\s*(x{0,2})", re.IGNORECASE)
_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


class Scoring(Named, Enum):
    """The scoring: at teams making the contract counts, at matchpoints every trick."""

    TEAMS = "teams"
    MATCHPOINTS = "matchpoints"

    @classmethod
    def parse(cls, text: str) -> Scoring:
        try:
            return cls(text.strip().lower())
        except ValueError:
            raise UsageError(f"Scoring is teams or matchpoints, not {text!r}.") from None


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """A state after the opening lead; only declarer's two hands of its deal are ever read.

    >>> print(PlanQuestion.parse("starter:1, card 9"))
    Kibitz house match, board 1, open room, card 9, at teams
    """

    state: Play
    auction: Auction | None = None
    vulnerability: Vulnerability | None = None
    scoring: Scoring = Scoring.TEAMS
    record: Record | None = None

    def __post_init__(self) -> None:
        if not self.state.played:
            raise UsageError("A plan is made when dummy is down: the opening lead comes first.")
        if len(self.state.played) >= 48:
            raise UsageError("The deal is finished: there is nothing left to plan.")

    @classmethod
    def of(
        cls, record: Record, card: int | None = None, scoring: Scoring | str = Scoring.TEAMS
    ) -> PlanQuestion:
        """The question before a *card* of a record, from 1; by default when dummy comes down."""
        if record.contract is None:
            raise UsageError("The board was passed out: there is nothing to plan.")
        number = DUMMY_DOWN if card is None else card
        if not record.play:
            raise UsageError("No card is recorded: a plan needs the opening lead.")
        if not DUMMY_DOWN <= number <= min(52, len(record.play) + 1):
            raise UsageError(
                f"There is no plan before card {number}: it is made from card {DUMMY_DOWN} on, "
                f"and {len(record.play)} are recorded."
            )
        state = record.opening_state().after_all(record.play[: number - 1])
        return cls(state, record.auction, record.vulnerability, _scoring(scoring), record)

    @classmethod
    def typed(
        cls,
        hands: str,
        *,
        lead: Card | str,
        contract: str = "",
        declarer: Seat | str = "",
        auction: str = "",
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        scoring: Scoring | str = Scoring.TEAMS,
    ) -> PlanQuestion:
        """From declarer's two hands, as ``S:AQ7.KJ9.K2.T9843,N:...``; the lead; the contract.

        The contract may be left out if the auction gives it, and so may the closing passes.
        """
        table = KnownTable.parse(hands, auction, dealer=dealer, vulnerability=vulnerability)
        calls = table.auction if table.auction.calls else None
        promised, heard = _contract(contract, declarer, calls)
        for seat in (promised.declarer, promised.dummy):
            if table.hides(seat):
                raise UsageError(
                    f"{contract_text(promised, by=True)} needs the hands of "
                    f"{promised.declarer.name.capitalize()} and "
                    f"{promised.dummy.name.capitalize()}: {seat.name.capitalize()}'s is missing."
                )
        if len(table.hands) > 2:
            raise UsageError("Give two hands, declarer's and dummy's: a plan sees no others.")
        led = typed_card(lead)
        state = replace(table, played=(led,)).state_in(promised)
        return cls(state, heard, table.vulnerability, _scoring(scoring))

    @classmethod
    def parse(cls, text: str, library: Path | None = None) -> PlanQuestion:
        """Read ``match.lin:12, card 9, at matchpoints``; only the table is required."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise UsageError("Name a table, as in starter:1.")
        record = table_at(found["place"], found["room"] or "", library)
        card = None if found["card"] is None else int(found["card"])
        return cls.of(record, card, found["scoring"] or Scoring.TEAMS)

    @property
    def number(self) -> int:
        """Which card of the play is next, from 1."""
        return len(self.state.played) + 1

    @property
    def is_ours(self) -> bool:
        """Whether declarer or dummy is to play."""
        return self.state.turn.is_with(self.state.contract.declarer)

    def __str__(self) -> str:
        if self.record is not None:
            where = str(self.record.citation) or str(self.record.source)
            return f"{where}, card {self.number}, at {self.scoring.value}"
        contract = self.state.contract
        hands = ",".join(
            f"{seat}:{self.state.deal[seat]}" for seat in (contract.declarer, contract.dummy)
        )
        lead = card_text(self.state.played[0])
        return f"{contract_text(contract, by=True)}, {hands}, {lead} led, at {self.scoring.value}"


def _scoring(given: Scoring | str) -> Scoring:
    return given if isinstance(given, Scoring) else Scoring.parse(given)


def _contract(
    text: str, declarer: Seat | str, calls: Auction | None
) -> tuple[Contract, Auction | None]:
    """The contract as written, or from the auction; if both are given they must agree."""
    said = None
    if calls is not None:
        while not calls.is_over and any(isinstance(call, Bid) for call in calls.calls):
            calls = calls.after(Sign.PASS)
        said = calls.contract
        if said is None:
            raise UsageError("The auction ends in no contract.")
    if not text.strip():
        if said is None:
            raise UsageError("Name the contract, as in 3NT, or give the auction.")
        return said, calls
    found = _CONTRACT.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"Not a contract: {text!r} (write it as 3NT, 4S or 4Sx).")
    if not str(declarer):
        raise UsageError("Name declarer: N, E, S or W.")
    level, strain, doubles = found.groups()
    bid = Bid.parse(f"{level}{strain.translate(_LETTERS).upper()[0]}")
    contract = Contract(bid, Doubling(len(doubles)), typed_seat(declarer))
    if said is not None and (said.bid, said.declarer) != (contract.bid, contract.declarer):
        raise UsageError(
            f"The auction ends in {contract_text(said, by=True)}, not in "
            f"{contract_text(contract, by=True)}."
        )
    return contract, calls
