"""docs/conventions.md: every convention of the file, by chapter.

Run: make docs
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.bidding.conventions.convention import Convention
from kibitz.bidding.conventions.file import conventions
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

PAGE = "conventions.md"
HEADING = """# The names of calls

`src/kibitz/data/conventions.toml` is the one place where a call gets its name. `kibitz meaning`,
`kibitz call`, `kibitz tell`, `kibitz lead`, `kibitz review` and every auction on the page say it
first; `kibitz convention Drury` looks one up, and `kibitz convention "1N P 2S"` says what a call
is and what else it may be; in Python it is `kibitz.convention("Drury")`. A convention stands where
its auction, or partner's last call, lets it stand. Where a call may be several, what decides is, in
this order: the players' own words; their system; and else what is usual. A hand that is seen must
fit within two points. Of a call explained in words that are not known, the likeliest is named: by
what players explain there most often, what the pair explained elsewhere, which call of partner's
it goes with, and how few hands would fit it. With less than half of the weight it has no name.

`promises`, `denies`, `asks` and `answers` are what a partner may rely on, `heard` is how players
write it, and `alerted` says of a hundred calls that players explained, where this convention may
stand, how many they explained as this one; those numbers come from events that teach. How often
Kibitz names what the players themselves named stands in [the results](results.md). The words are
those of [systems](systems.md). This page is made by `make docs`.
"""


def page() -> str:
    """The whole page."""
    return HEADING + "\n" + "\n".join(_lines())


def _lines() -> Iterator[str]:
    chapter = ""
    for one in conventions().values():
        if one.chapter != chapter:
            yield from ([""] if chapter else [])
            chapter = one.chapter
            yield from (
                f"## {chapter}",
                "",
                "| name | for example | what it does |",
                "|---|---|---|",
            )
        yield f"| {one.name} | {_example(one)} | {_does(one)} |"
    yield ""


def _example(one: Convention) -> str:
    calls = [call_text(call) for call in Auction.of(Seat.NORTH, one.example).calls]
    return " ".join((*calls[:-1], f"**{calls[-1]}**"))


def _does(one: Convention) -> str:
    return one.sentence.partition(": ")[2].removesuffix(".").replace("|", "\\|")
