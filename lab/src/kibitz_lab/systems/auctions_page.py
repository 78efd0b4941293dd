"""docs/auctions.md: twenty auctions told in words by the rules of the house system.

Run: make docs
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.bidding.conventions.telling import with_names
from kibitz.bidding.systems.file import house_system
from kibitz.bidding.systems.telling import ground_text, read
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

HEADING = """# Twenty auctions, told

Each auction is explained as a chain of acts by the rules of the house system, in their own words;
the page is made by `make docs`, and `kibitz tell` tells any other. Passes that show nothing are
left out. In brackets stand the rules that speak, by name; `kibitz system card` prints them all.
"""

AUCTIONS = (
    ("A raise, and a try for game", "1H P 2H P 3C P 4H P P P"),
    ("Stayman finds a fit", "1N P 2C P 2H P 4H P P P"),
    ("A transfer, and a choice of games", "1N P 2H P 2S P 3N P 4S P P P"),
    ("Texas, to play", "1N P 4D P 4H P P P"),
    ("A limit raise is declined", "1S P 3S P P P"),
    ("Jacoby two no-trump", "1S P 2N P 3C P 4S P P P"),
    ("A splinter, key cards and a slam", "1S P 4C P 4N P 5H P 6S P P P"),
    ("The fourth suit", "1D P 1H P 1S P 2C P 2N P 3N P P P"),
    ("A reverse", "1D P 1S P 2H P 3D P 3N P P P"),
    ("A strong hand", "2C P 2D P 2N P 3C P 3S P 4S P P P"),
    ("Two over one", "1S P 2D P 2S P 4S P P P"),
    ("A weak two, and the ask", "2H P 2N P 3D P 4H P P P"),
    ("A take-out double", "1D X P 1S P P P"),
    ("A strong take-out double", "1H X P 2C P 2N P 3N P P P"),
    ("A negative double", "1D 1S X P 2H P P P"),
    ("An overcall and a cue raise", "1D 1S P 2D P 2S P P P"),
    ("Michaels", "1C 2C P 2H P P P"),
    ("The unusual no-trump", "1S 2N P 3D P P P"),
    ("A cue raise over an overcall", "1H 2C 3C P 4H P P P"),
    ("The last seat", "1H P P X P 1S P P P"),
)


def page() -> str:
    """The whole page."""
    return HEADING + "\n" + "\n".join(_lines())


def _lines() -> Iterator[str]:
    system = house_system()
    for number, (title, calls) in enumerate(AUCTIONS, start=1):
        chain = with_names(read(system, Auction.of(Seat.NORTH, calls)))
        yield f"## {number}. {title}"
        yield ""
        yield " ".join(call_text(call) for call in chain.auction.calls)
        yield ""
        for act in chain.acts:
            if act.words:
                rules = ", ".join(map(ground_text, act.grounds))
                yield f"- {act} ({rules})" if rules else f"- {act}"
        yield ""
