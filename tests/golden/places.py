"""The places of the page for the golden book: their HTML and their data, over homes made anew."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from urllib.parse import unquote_plus

from fastapi.testclient import TestClient

from coach import ask, bring, ended, still
from golden.readable import folded, readable
from kibitz.records.formats.lines import write_lines
from opened import tables

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
_PLAN = "hand=A83.A64.KQ5.T852&dummy=K72.52.A74.AQJ94&contract=3NT&lead=HK"
_DEAL = "south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S&played=HQ"
_FORMS = (
    "/", "/play", "/plan", "/suit", "/call", "/opening", "/meaning", "/lead", "/deal", "/review",
    "/me", "/practice", "/games", "/explore", "/library", "/api", "/nowhere",
)  # fmt: skip
_BIDDING = (
    "/opening?hand=KQJ84.5.AJ72.T93",
    "/opening?hand=KQJ84.5.AJ72",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P",
    "/call?hand=KQ94.AJ732.A9.65&auction=P+1D&vul=both&system=house+system",
    "/call?hand=AQ7.KJ985.K2.T43&auction=1H+1D",
    "/meaning?auction=1N+P+2D",
    "/meaning?auction=1S&system=no+such+system",
    "/explore?auction=1N+P",
    "/explore?auction=1D&by=vul",
)
_CARDS = (
    "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N",
    "/lead?hand=KQT94.73.862.J54&auction=P+P",
    f"/deal?{_DEAL}",
    f"/plan?{_PLAN}",
    "/play/starter/218",
    "/play/starter/218?at=1&said=DK",
    "/play/starter/218?at=1&said=DK&open=1",
    "/play/starter/218?at=52",
    "/play/starter/218/on?at=1&own=DK",
    "/review/starter/2",
    "/review/session?shelf=starter&tables=1,2",
)
_ELSE = (
    "/suit?north=KJ95&south=A732&tricks=4",
    "/suit?north=KJ95&south=A732&goal=average",
    "/suit?north=AKQ&south=AJ",
    "/suit/practice?number=3",
    "/games?game=five-mens-morris&moves=1,16,2,15,3x16,9",
    "/games?moves=5&advice=1",
)
_LEARNED = (
    "/", "/library", "/library?text=house", "/library/1", "/play", "/play/library/1?at=9",
    "/play/library/2?at=1&said=--", "/review/library/1", "/me?player=Anna", "/practice",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P&like=Anna", "/meaning?auction=1H+P+2H",
    "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N", "/explore",
    "/explore?auction=P&player=Anna", "/opening?hand=AQ7.KJ985.K2.T43",
)  # fmt: skip

_LEARN = ("/api/learn/cardplay", "/api/learn/calls", "/api/learn/openings")
_LONGEST = 90  # of a file's name
_DATA = re.compile(r'href="(/api/[^"]+)" data-json')
_BODY = re.compile(r"<title>.*?</title>|<main .*?</main>", re.DOTALL)


def _empty(page: TestClient) -> None:
    """Nothing is brought and nothing learned: what ships answers."""


def _learned(page: TestClient) -> None:
    """A library of one's own, from which cards, calls and openings were learned."""
    bring(page, "".join(write_lines(tables()[:24])), "own.jsonl")
    for place in _LEARN:
        assert ended(page, page.post(place))["state"] == "done"


PARTS: Mapping[str, tuple[Callable[[TestClient], None], Sequence[str]]] = {
    "forms": (_empty, _FORMS),
    "bidding": (_empty, _BIDDING),
    "cards": (_empty, _CARDS),
    "suits-and-games": (_empty, _ELSE),
    "learned": (_learned, _LEARNED),
}
"""Parts of the page: what is brought along, and the addresses that are looked at in turn."""


def drawn(part: str) -> dict[str, str]:
    """Every address of a part, as a browser gets it and as a program does."""
    prepare, addresses = PARTS[part]
    pages = dict[str, str]()
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder, still(Path(folder), NOW) as page:
        prepare(page)
        for address in addresses:
            shown = ask(page, address)
            name = f"places/{part}/{_name(address)}"
            pages[f"{name}.html"] = f"{shown.status_code}\n{_body(shown.text)}\n"
            for data in _DATA.findall(shown.text):
                told = ask(page, unescape(data)).json()
                pages[f"{name}.json"] = f"{readable(folded(told))}\n"
        assert not [name for name, text in pages.items() if folder in text]
    return pages


def _body(text: str) -> str:
    """What is this place's own: its title and its middle."""
    return "\n".join(_BODY.findall(text)) or text


def _name(address: str) -> str:
    """The name of a file for an address.

    >>> _name("/suit?north=KJ95&south=A732"), _name("/")
    ('suit-north-KJ95-south-A732', 'home')
    """
    spelled = re.sub(r"[^\w.]+", "-", unquote_plus(address)).strip("-")
    return spelled[:_LONGEST] or "home"
