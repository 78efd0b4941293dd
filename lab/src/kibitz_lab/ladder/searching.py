"""Blocks of dealt deals in, candidates for the ladder out, as plain data that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.solving import solving
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.house.players import HousePlayer
from kibitz_lab.ladder.dealing import dealt
from kibitz_lab.ladder.positions import QUESTS, PartedCards, auctioned, parting, seated, tempted
from kibitz_lab.ladder.sorting import told

_SEATS = ("second-hand", "third-hand", "covering")
_PLAY = (
    "entries",
    "holding-up",
    "avoidance",
    "ruffs",
    "drawing-trumps",
    "safety",
    "finesse-or-drop",
    "discards",
    "endplay",
)
SEARCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    **{theme: (theme, tuple(QUESTS)) for theme in (*_PLAY, "second-hand")},
    **{f"only {theme}": (theme, (theme,)) for theme in _PLAY},
    "seats": ("covering", _SEATS),
    "leads": ("second-hand", ("signals",)),
}
"""What is searched for: by the name of a search its sieve, and the themes whose rules count."""
SIZE = 10
"""The number of deals in a block."""
_MOST = 3
"""So many positions of a deal are tried."""


def searched(task: tuple[int, str, int]) -> list[dict[str, Any]]:
    """The candidates of a block: seed, search, number."""
    seed, name, block = task
    house, (sieve, themes) = HousePlayer.shipped(None), SEARCHES[name]
    with solving() as solver:
        return [
            one
            for start in dealt(seed, name, sieve, range(block * SIZE, (block + 1) * SIZE))
            for deal in [auctioned(start, house)]
            if deal is not None
            for one in _of_deal(deal, house, themes, solver)
        ]


def _of_deal(
    deal: CoachedDeal, house: HousePlayer, themes: tuple[str, ...], solver: DoubleDummy
) -> Iterator[dict[str, Any]]:
    tried = 0
    for at in tempted(deal, house, themes, solver):
        tried += 1
        if tried > _MOST:
            return
        try:
            found = parting(at, house)
            found = None if found is None else seated(found, house)
            if found is not None:
                yield candidate(found, told(found, house))
        except KibitzError:  # no layout fits, or nothing more can be played
            continue


def candidate(at: PartedCards, known: Mapping[str, Any]) -> dict[str, Any]:
    """A decision as plain data."""
    start, ahead = at.played.start, at.stop.tried.ahead
    return {
        "deal": str(start.deal),
        "dealer": str(start.dealer),
        "vulnerable": str(start.vulnerability),
        "seed": start.seed,
        "calls": " ".join(map(str, at.played.auction.calls)),
        "cards": " ".join(map(str, at.played.cards)),
        "right": str(at.right),
        "rival": str(at.rival),
        "gain": round(at.gain, 3),
        "success": [round(ahead.success(one), 3) for one in (at.right, at.rival)],
        "share": round(at.stop.shares[at.rival], 3),
        **known,
    }
