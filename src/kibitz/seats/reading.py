"""Reads the lines of the table-manager protocol, in whatever way programs write them.

Nothing that is received raises: what is no message of the protocol is `Unheard`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.seats.messages import (
    LONGEST,
    BoardDealt,
    Calls,
    CardsOf,
    Connecting,
    EndOfSession,
    Message,
    PlaysCard,
    ReadyFor,
    ReadyForCall,
    ReadyForCard,
    Seated,
    StartOfBoard,
    Step,
    Teams,
    Timing,
    ToLead,
    Unheard,
    Who,
    plain_name,
    plain_words,
)

_SEATS = {seat.name.lower(): seat for seat in Seat}
_SEAT = r"(north|east|south|west)"
_WHO = r"(north|east|south|west|dummy)"
_VULNERABLE = {
    "neither": Vulnerability.NONE,
    "none": Vulnerability.NONE,
    "n/s": Vulnerability.NORTH_SOUTH,
    "ns": Vulnerability.NORTH_SOUTH,
    "e/w": Vulnerability.EAST_WEST,
    "ew": Vulnerability.EAST_WEST,
    "both": Vulnerability.BOTH,
    "all": Vulnerability.BOTH,
}
_SIGNS = {"pass": Sign.PASS, "double": Sign.DOUBLE, "redouble": Sign.REDOUBLE}


def heard(line: str) -> Message:
    """What a line says, in whatever letters and spaces it is written.

    >>> heard("EAST  bids 1nt alert. 15 to 17")
    Calls(seat=Seat.EAST, call=Bid.parse('1N'), explained='15 to 17', alerted=True)
    >>> str(heard("WEST plays ck.")), heard("what?")
    ('West plays KC', Unheard(text='what?'))
    """
    plain = re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in line)).strip()
    for pattern, read in _READERS:
        match = pattern.fullmatch(plain)
        if match is not None:
            message = read(match)
            if message is not None:
                return message
    return Unheard(plain[:LONGEST])


def _connecting(match: re.Match[str]) -> Message | None:
    seat = match[2].lower()
    if seat not in _SEATS and not seat.startswith("any"):
        return None
    return Connecting(plain_name(match[1]), _SEATS.get(seat), int(match[3]))


def _timing(match: re.Match[str]) -> Message:
    times = [
        sum(int(part) * 60**place for place, part in enumerate(reversed(one.split(":"))))
        for one in re.findall(r"\d{1,3}(?::\d{1,2}){1,2}", match[0])
    ]
    found = (times + [0] * 4)[:4]
    return Timing((found[0], found[2]), (found[1], found[3]))


def _cards(match: re.Match[str]) -> Message | None:
    hand = read_hand(match[2])
    return None if hand is None else CardsOf(_seat(match[1]), hand)


def read_hand(text: str) -> Hand | None:
    """Thirteen cards, each suit after its letter; None if they are no hand.

    >>> print(read_hand("C Q J T 9.D 6 5 4 3. H -. s a k j 4 3."))
    AKJ43..6543.QJT9
    """
    ranks = dict.fromkeys("SHDC", "")
    for suit, held in re.findall(r"([SHDC])([\sAKQJT2-9.,10-]*)", text.upper()):
        ranks[suit] += "".join(re.findall(r"[AKQJT2-9]", held.replace("10", "T")))
    try:
        hand = Hand.parse(".".join(ranks.values()))
    except ValueError:
        return None
    return hand if len(hand) == 13 else None


def _calls(match: re.Match[str]) -> Message | None:
    seat, verb, level, strain, rest = match.groups()
    if level:
        call: Call = Bid(int(level), Strain.parse(strain[0].upper()))
    else:
        call = _SIGNS[re.sub("(?<=pass)es$|(?<=double)s$", "", verb.lower())]
    alert = re.fullmatch(r"[\s.]*(?:(alert|infos?)\b)?[\s.:]*(.*)", rest, re.IGNORECASE)
    kind, words = (alert[1] or "", alert[2]) if alert else ("", rest)
    return Calls(_SEATS[seat.lower()], call, plain_words(words), kind.lower() == "alert")


def _plays(match: re.Match[str]) -> Message | None:
    letters = match[2].upper().replace("10", "T")
    rank, suit = (letters[1], letters[0]) if letters[0] in "SHDC" else (letters[0], letters[1])
    return PlaysCard(_seat(match[1]), Card(Suit.parse(suit), Rank.parse(rank)))


_Reader: TypeAlias = Callable[[re.Match[str]], Message | None]
_RANK, _SUIT = r"(?:[akqjt2-9]|10)", r"[shdc]"
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (
            rf"{_SEAT} (pass(?:es)?|doubles?|redoubles?|bids? ?([1-7]) ?(nt|[nshdc]))(?!\w)(.*)",
            _calls,
        ),
        (rf"{_WHO} plays ({_RANK}{_SUIT}|{_SUIT}{_RANK})\b.*", _plays),
        (
            r"(?:(.{0,80}?) )?(ready (?:for (?:teams|deal|cards|dummy)|to start))[. ]*",
            lambda m: ReadyFor(_seat(m[1] or ""), Step(m[2].lower())),
        ),
        (
            rf"{_SEAT} ready for {_SEAT}(?:'?s bid)?[. ]*",
            lambda m: ReadyForCall(_SEATS[m[1].lower()], _SEATS[m[2].lower()]),
        ),
        (
            rf"{_SEAT} ready for {_WHO}'?s card to trick (\d{{1,2}})[. ]*",
            lambda m: ReadyForCard(_SEATS[m[1].lower()], _seat(m[2]), int(m[3])),
        ),
        (rf"{_WHO} to lead[. ]*", lambda m: ToLead(_seat(m[1]))),
        (rf"{_WHO}'?s cards ?:(.*)", _cards),
        (r"start of board[. ]*", lambda m: StartOfBoard()),
        (
            rf"board number (\d{{1,6}})[., ]*dealer {_SEAT}[., ]*"
            r"(neither|none|both|all|n/?s|e/?w)(?: vulnerable)?\b.*",
            lambda m: BoardDealt(
                int(m[1]), _SEATS[m[2].lower()], _VULNERABLE[m[3].lower()]
            ),
        ),
        (r"timing\b.*", _timing),
        (r"end of session[. ]*|ns ?:.*", lambda m: EndOfSession()),
        (
            r'teams ?:? ?n/s ?:? ?"(.*?)"[., ]*e/w ?:? ?"(.*?)".*',
            lambda m: Teams(plain_name(m[1]), plain_name(m[2])),
        ),
        (
            rf'{_SEAT} \(? ?"?(.*?)"? ?\)? seated[. ]*',
            lambda m: Seated(_SEATS[m[1].lower()], plain_name(m[2])),
        ),
        (
            r'connecting "(.*?)" as (\w+) using protocol version (\d{1,2}).*',
            _connecting,
        ),
    )
)  # fmt: skip


def _seat(text: str) -> Who:
    return _SEATS.get(text.lower())
