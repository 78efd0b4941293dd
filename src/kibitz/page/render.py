"""Templates to HTML: everything that comes from a file or a request is escaped."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Suit
from kibitz.wording import call_text, counted, percent

PLACES = (
    ("/suit", "Suit"),
    ("/opening", "Opening"),
    ("/call", "Call"),
    ("/lead", "Lead"),
    ("/play", "Play"),
    ("/games", "Games"),
    ("/explore", "Explore"),
    ("/library", "Library"),
)
"""The places of the page, in the order of its navigation."""

_environment = Environment(
    loader=PackageLoader("kibitz.page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _card(name: str) -> str:
    """``HT`` as ``♥10``."""
    return Suit.parse(name[0]).symbol + name[1].replace("T", "10")


_environment.filters["call"] = lambda call: call_text(parse_call(call))
_environment.filters["card"] = _card
_environment.filters["counted"] = counted
_environment.filters["percent"] = percent


def render(template: str, place: str, **values: Any) -> str:
    """The page made of *template*, with *place* marked in the navigation."""
    return _environment.get_template(template).render(places=PLACES, place=place, **values)
