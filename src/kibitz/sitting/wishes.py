"""Deals by wish: dealt until the house's contract is of the strain and height asked for."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.records.formats.reading import read_stream
from kibitz.records.record import Record
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.deals import SeatedAs, bid_by_house, of_number, of_record
from kibitz.sitting.house.players import HousePlayer

STRAINS = ("notrump", "suit", "spades", "hearts", "diamonds", "clubs")
HEIGHTS = ("partscore", "game", "slam")
_TRIES = 400
_GAMES = {"notrump": 3, "spades": 4, "hearts": 4, "diamonds": 5, "clubs": 5}
_SLAM = 6
_DEALT, _PLAYED = "[Deal ", re.compile(r"\[(Contract|Auction|Play) ")
_BYTES, _DEALS = 4_000_000, 500
"""A file of lessons is read up to so many deals, if it is not larger than that."""


@dataclass(frozen=True, slots=True)
class DealWish:
    """What the house's contract is to be; empty words leave it open.

    >>> DealWish("suit", "game").fits(Contract.parse("4S by N"))
    True
    """

    strain: str = ""
    height: str = ""

    def __post_init__(self) -> None:
        for word, known in ((self.strain, STRAINS), (self.height, HEIGHTS)):
            if word and word not in known:
                raise UsageError(f"Not {word[:20]!r}: {', '.join(known[:-1])} or {known[-1]}.")

    def fits(self, contract: Contract) -> bool:
        trumps = contract.bid.strain.trumps
        strain = "notrump" if trumps is None else trumps.name.lower()
        if self.strain and self.strain != strain and (self.strain != "suit" or trumps is None):
            return False
        level = contract.bid.level
        height = "slam" if level >= _SLAM else "game" if level >= _GAMES[strain] else "partscore"
        return self.height in ("", height)


def wished(number: int, part: SeatedAs, wish: DealWish, house: HousePlayer) -> CoachedDeal:
    """A deal of a number, or of others that follow from it, that the house bids as wished."""
    rng = random.Random(f"wishes {number}")
    for attempt in range(_TRIES):
        seed = rng.randrange(10**9) if attempt else number
        dealt = of_number(seed, SeatedAs.ALL, house)
        contract = bid_by_house(dealt.start, house).contract
        if contract is not None and wish.fits(contract):
            return dealt if part is SeatedAs.ALL else of_number(seed, part, house)
    raise UsageError(f"No such deal among {_TRIES} that were dealt: wish for less.")


def of_file(path: Path, board: str, part: SeatedAs) -> list[CoachedDeal]:
    """The deals of a file of lessons, in its order, or the one of a board.

    The file is bounded, and what is not sound in it is left out.
    """
    if not path.is_file():
        raise UsageError(f"There is no file {path.name}.")
    if path.stat().st_size > _BYTES:
        raise UsageError(f"{path.name} is larger than {_BYTES // 1_000_000} MB: divide it.")
    text = path.read_bytes().decode("utf-8", "replace")
    stream = BytesIO(_with_contracts(text).encode())
    records = (one for one in read_stream(stream, name=path.name) if isinstance(one, Record))
    found = [
        of_record(one, part, f"{path.name}:{one.citation.board or number}")
        for number, one in enumerate(islice(records, _DEALS), 1)
        if not board or one.citation.board == board
    ]
    if not found:
        which = f"no board {board[:20]}" if board else "no sound deal"
        raise UsageError(f"There is {which} in {path.name}.")
    return found


def _with_contracts(text: str) -> str:
    """A text of PBN in which a deal that nobody has played counts as passed out: so it reads."""
    games = re.split(r"(\r?\n[ \t]*\r?\n)", text)
    return "".join(
        f'{one.rstrip()}\n[Contract "Pass"]' if _DEALT in one and not _PLAYED.search(one) else one
        for one in games
    )
