"""Which card is asked about: a decision of declarer's side, as it stands or in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.play import Play
from kibitz.records.lookup import tables_at
from kibitz.records.record import Record
from kibitz.runtime.storage import library_path
from kibitz.wording import contract_text

_WRITTEN = re.compile(
    r"(?P<place>.+?)(?:,? (?P<room>open|closed) room)?(?:,? card (?P<card>\d{1,3}))?", re.DOTALL
)


@dataclass(frozen=True)
class Question:
    """A state in which declarer's side is to play; a record's own table does not speak for itself.

    >>> print(Question.parse("starter:1, card 27"))
    Kibitz house deals, board 1, card 27
    """

    state: Play
    auction: Auction | None = None
    record: Record | None = None

    def __post_init__(self) -> None:
        state = self.state
        if state.is_over:
            raise UsageError("all cards are played")
        if not state.turn.is_with(state.contract.declarer):
            seat = state.turn.name.capitalize()
            raise UsageError(
                f"card {self.number} is {seat}'s, a defender's; advice is for declarer"
            )

    @classmethod
    def of(cls, record: Record, card: int | None = None) -> Question:
        """The decision about a card of a record, counted from 1.

        Without a number: the card that follows the recorded play where declarer's side has it;
        else the last recorded decision of declarer's side, with a choice if there is such a one.
        """
        if record.contract is None:
            raise UsageError("the board was passed out: there is no card to play")
        number = _next_decision(record) if card is None else card
        if not 1 <= number <= min(52, len(record.play) + 1):
            raise UsageError(
                f"there is no card {number}: {len(record.play)} are recorded, the next is "
                f"{len(record.play) + 1}"
            )
        state = record.opening_state().after_all(record.play[: number - 1])
        return cls(state, record.auction, record)

    @classmethod
    def parse(cls, text: str, library: Path | None = None) -> Question:
        """From words: ``match.lin:12, open room, card 27``; room and card may be left out."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise UsageError("name a table, and the card of it that you ask about")
        record = table_at(found["place"], found["room"] or "", library)
        return cls.of(record, None if found["card"] is None else int(found["card"]))

    @property
    def number(self) -> int:
        """Which card of the play it is, from 1."""
        return len(self.state.played) + 1

    def __str__(self) -> str:
        where = str(self.record.citation) if self.record is not None else ""
        return f"{where or contract_text(self.state.contract, by=True)}, card {self.number}"


def table_at(place: str, room: str = "", library: Path | None = None) -> Record:
    """The table that was named; of several boards one must be."""
    records = [entry.record for entry in tables_at(place, library_path(library))]
    boards = list(dict.fromkeys(record.citation.board for record in records))
    if len(boards) > 1:
        raise UsageError(f"{place} holds {len(boards)} boards: name one, as in {place}:{boards[0]}")
    rooms = [record for record in records if record.citation.room.lower() == room.lower()]
    if room and not rooms:
        raise UsageError(f"{place} has no {room} room")
    return (rooms or records)[0]


def _next_decision(record: Record) -> int:
    start = record.opening_state()
    state = start.after_all(record.play)
    if not state.is_over and state.turn.is_with(state.contract.declarer):
        return len(record.play) + 1
    earlier = [each for each, _ in decisions(start, record.play)]
    if not earlier:
        raise UsageError("no opening lead is recorded: advice begins with the card after it")
    real = [each for each in earlier if is_real(each)]
    return len((real or earlier)[-1].played) + 1
