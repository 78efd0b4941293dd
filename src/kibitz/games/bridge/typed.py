"""Hands, cards and calls as people type them: blanks, symbols, small letters, an x, a 10.

`Hand.parse` reads the exact text form; these functions also read what a person types into a form. A
value that already is a hand, a card or an auction is returned as it is. The annotated types, like
`HandText`, are fields that the forms of several rooms share.
"""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from kibitz.errors import IllegalActionError, UsageError
from kibitz.forms import Said
from kibitz.games.bridge.auction import Auction, Call, parse_call
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability

EXAMPLE = "AQ7.KJ985.K2.T43"
HandText: TypeAlias = Annotated[
    str,
    Said("Thirteen cards, spades first.", argument="words", metavar="HAND", longest=100),
]
HandWord: TypeAlias = Annotated[
    str, Said("Thirteen cards, spades first.", argument="word", metavar="HAND", longest=100)
]
DealerText: TypeAlias = Annotated[str, Said("N, E, S or W.", longest=10)]
VulnerabilityText: TypeAlias = Annotated[
    str, Said("none, ns, ew or both.", option="vul", longest=10)
]
_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_NAMED = re.compile(r"([SHDC])[:=\s]*([^SHDC]*)")
_SMALL = "".join(str(rank) for rank in Rank if rank < Rank.TEN)
_CALLS = {"PASS": "P", "-": "P", "D": "X", "DBL": "X", "DOUBLE": "X", "R": "XX", "RDBL": "XX"}
_VULNERABLE = {
    "none": Vulnerability.NONE,
    "ns": Vulnerability.NORTH_SOUTH,
    "ew": Vulnerability.EAST_WEST,
    "both": Vulnerability.BOTH,
    "all": Vulnerability.BOTH,
}


def typed_hand(given: Hand | str) -> Hand:
    """Read a hand, spades first unless the suits are named; x is the lowest card not named.

    >>> str(typed_hand("♠aq7 ♥kj985 ♦k2 ♣1043")), str(typed_hand("xx AKxxx - QJ10xxx"))
    ('AQ7.KJ985.K2.T43', '32.AK432..QJT432')
    """
    if isinstance(given, Hand):
        return given
    holdings = _holdings(given.translate(_SYMBOLS).upper().strip(), given)
    return Hand.parse(".".join(_small_cards(holding) for holding in holdings))


def typed_card(given: Card | str) -> Card:
    """Read one card, its suit first.

    >>> str(typed_card("♥10")), str(typed_card("sk"))
    ('HT', 'SK')
    """
    if isinstance(given, Card):
        return given
    try:
        return Card.parse(given.translate(_SYMBOLS).upper().strip().replace("10", "T"))
    except ValueError:
        raise UsageError(f"not a card: {given!r} (the suit first, as in SK or H10)") from None


def typed_auction(given: Auction | str, dealer: Seat | str) -> Auction:
    """Read calls: in small letters, with symbols, with a dash for a pass or NT for N.

    >>> str(typed_auction("1nt - 2♦ dbl", Seat.NORTH))
    'N: 1N P 2D X'
    """
    if isinstance(given, Auction):
        return given
    words = re.split(r"[\s,]+", given.translate(_SYMBOLS).strip().upper())
    try:
        calls = [parse_call(_CALLS.get(word, word.replace("NT", "N"))) for word in words if word]
        return Auction(typed_seat(dealer), tuple(calls))
    except IllegalActionError as error:
        raise UsageError(f"the auction is not legal: {error}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def typed_call(text: str) -> Call:
    """Read one call, spelled as in an auction.

    >>> str(typed_call("2nt")), str(typed_call("pass")), str(typed_call("1♥"))
    ('2N', 'P', '1H')
    """
    word = text.translate(_SYMBOLS).strip().upper()
    try:
        return parse_call(_CALLS.get(word, word.replace("NT", "N")))
    except ValueError as error:
        raise UsageError(str(error)) from None


def typed_seat(given: Seat | str) -> Seat:
    if isinstance(given, Seat):
        return given
    try:
        return Seat.parse(given.strip().upper()[:1])
    except ValueError:
        raise UsageError(f"not a seat: {given!r} (N, E, S or W)") from None


def typed_vulnerability(given: Vulnerability | str) -> Vulnerability:
    if isinstance(given, Vulnerability):
        return given
    try:
        return _VULNERABLE[given.strip().lower()]
    except KeyError:
        raise UsageError(f"not a vulnerability: {given!r} (none, ns, ew or both)") from None


def _holdings(written: str, text: str) -> list[str]:
    """The cards of the four suits, spades first, without blanks or symbols."""
    if re.search("[SHDC]", written):
        return _by_name(written, text)
    if "." in written:
        parts = [re.sub(r"[\s,]", "", part) for part in written.split(".")]
    else:
        parts = [part for part in re.split(r"[\s,;/|]+", written) if part]
    if len(parts) != 4:
        raise UsageError(
            f"a hand has four suits, spades first, as in {EXAMPLE}; not {len(parts)}: {text!r}"
        )
    return parts


def _by_name(written: str, text: str) -> list[str]:
    """The same where the suits are named: in any order, and a missing one is empty."""
    start = re.search("[SHDC]", written)
    named = _NAMED.findall(written)
    if start is None or start.start() or len({suit for suit, _ in named}) < len(named):
        raise UsageError(f"name each suit once, before its cards, as in ♠AQ7 ♥KJ985: {text!r}")
    held = {suit: re.sub(r"[\s.,;/|]", "", cards) for suit, cards in named}
    return [held.get(str(suit), "") for suit in reversed(Suit)]


def _small_cards(holding: str) -> str:
    """A holding with each x replaced by the lowest card that is not named."""
    letters = holding.replace("10", "T").replace("-", "").replace("–", "")
    for letter in letters:
        if letter != "X" and letter not in "23456789TJQKA":
            raise UsageError(f"not a card: {letter!r} in {holding!r} (A, K, Q, J, T or 10, 9 to 2)")
    named = letters.replace("X", "")
    free = [small for small in _SMALL if small not in named]
    small = letters.count("X")
    if small > len(free):
        raise UsageError(f"there are not so many small cards in a suit: {holding!r}")
    try:
        Hand.parse(f"{named}...")
    except ValueError as error:
        raise UsageError(str(error)) from error
    return named + "".join(reversed(free[:small]))
