"""Turns templates into HTML; everything from a file or a request is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Rank, Suit
from kibitz.page.words import SHORTCUTS, WORDS, counted
from kibitz.wording import call_text, percent

DOORS = tuple(
    (name, "/" if name == "today" else f"/{name}", label) for name, label in WORDS["places"].items()
)
"""The doors in the navigation, in order, each with its address and its word."""

BEHIND = {
    "/practice": ("/practice", "/suit/practice", "/play"),
    "/ask": ("/call", "/opening", "/meaning", "/lead", "/plan", "/suit", "/deal"),
    "/review": ("/review", "/me", "/agreements"),
    "/library": ("/library", "/explore"),
}
"""What stands one step behind a door, in the order of its row."""

_ONLY = {"/games": "/ask"}
"""Places behind a door that stand in no row."""

_environment = Environment(
    loader=PackageLoader("kibitz.page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_NAMES = {suit.symbol: suit.name.lower() for suit in Suit}
_SIGNS = re.compile(f"[{''.join(_NAMES)}]")


def _suit(card: str) -> str:
    """``HT`` or ``H`` as ``hearts``."""
    return Suit.parse(card[0]).name.lower()


def _sign(card: str) -> str:
    return Suit.parse(card[0]).symbol


def _rank(card: str) -> str:
    return card[1:].replace("T", "10")


def _said(card: str) -> str:
    """``HT`` for a screen reader: ``ten of hearts``."""
    say = WORDS["cards"]
    return say["said"].format(rank=say[str(Rank.parse(card[1]))], suit=say[_suit(card)])


def _named(rank: str) -> str:
    """A rank for a screen reader: ``ace``, ``small card``."""
    return WORDS["cards"]["x" if rank.lower() == "x" else str(Rank.parse(rank))]


def _card(name: str) -> str:
    """``HT`` as ``♥10``."""
    return _sign(name) + _rank(name)


def _bridge(text: object) -> Markup:
    """Text with its suit signs in their colours."""
    coloured = _SIGNS.sub(
        lambda found: f'<span class="suit {_NAMES[found[0]]}">{found[0]}</span>', str(escape(text))
    )
    return Markup(coloured)


def _cards(hand: str) -> Iterator[str]:
    """``AQ.K..T`` as the cards ``SA SQ HK CT``."""
    for letter, ranks in zip("SHDC", hand.split("."), strict=True):
        yield from (letter + rank for rank in ranks)


def _strain(call: str) -> str:
    """The CSS class of a bidding card: its suit, ``nt`` or ``pass``."""
    return next((_NAMES[sign] for sign in call if sign in _NAMES), "nt" if "NT" in call else "pass")


_environment.filters.update(
    bridge=_bridge,
    call=lambda call: call_text(parse_call(call)),
    card=_card,
    cards=_cards,
    counted=counted,
    named=_named,
    percent=percent,
    rank=_rank,
    said=_said,
    sign=_sign,
    strain=_strain,
    suit=_suit,
)
_environment.globals.update(say=WORDS, shortcuts=SHORTCUTS)


def door_of(place: str) -> str:
    """The address of the door that a place stands behind; itself if it is a door.

    >>> door_of("/meaning"), door_of("/library"), door_of("/jobs")
    ('/ask', '/library', '/jobs')
    """
    rows = (door for door, row in BEHIND.items() if place in row)
    return _ONLY.get(place) or next(rows, place)


def render(template: str, place: str, **values: Any) -> str:
    """Render *template*, with the door of *place* marked in the navigation."""
    door = door_of(place)
    row = [(address, _word_of(address)) for address in BEHIND.get(door, ())]
    return _environment.get_template(template).render(
        doors=DOORS, door=door, row=row, place=place, **values
    )


def _word_of(address: str) -> str:
    """What a place is called in the row of its door."""
    name = address.strip("/").replace("/", "_")
    return WORDS["behind"].get(name) or WORDS["places"][name]
