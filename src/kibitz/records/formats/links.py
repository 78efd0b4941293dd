"""Handviewer links of BBO, both forms: ``?lin=``, and ``?n= e= s= w= d= v= a= p=`` spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.formats.draft import Draft
from kibitz.records.formats.lin import CALL, call_name, parse_lin_hand, read_lin
from kibitz.records.record import Citation, Players, Record, RecordError, Refusal, Source, plain

LONGEST = 32_768
"""The longest link that is read."""

_VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
LINK = re.compile(r"""https?://[^\s"'<>]+handviewer[^\s"'<>]*""", re.IGNORECASE)
_VULNERABILITY = {
    **dict.fromkeys("-o0", Vulnerability.NONE),
    "n": Vulnerability.NORTH_SOUTH,
    "e": Vulnerability.EAST_WEST,
    "b": Vulnerability.BOTH,
}
_EXPLAINED_CALL = re.compile(
    rf"(?:(?P<call>{CALL.pattern})(?P<alert>!?)(?:\((?P<words>[^()]*)\))?|[-\s]+)", re.IGNORECASE
)


def find_links(text: str) -> list[str]:
    """The handviewer links in a text.

    >>> find_links("see https://www.bridgebase.com/tools/handviewer.html?n=s2 and play")
    ['https://www.bridgebase.com/tools/handviewer.html?n=s2']
    """
    return LINK.findall(text)


def read_links(text: str, *, file: str, origin: str = "") -> Iterator[Record | Refusal]:
    """The tables of every handviewer link in a text, sound or refused."""
    game = 0
    for number, line in enumerate(text.splitlines(), start=1):
        for link in find_links(line):
            game += 1
            yield from _read(link, Source(file, game, origin), number)


def _read(link: str, source: Source, line: int) -> Iterator[Record | Refusal]:
    if len(link) > LONGEST:
        yield Refusal(source.file, line, "", "link:too long", f"{len(link)} characters")
        return
    try:
        query = parse_qs(urlsplit(link.replace("&amp;", "&")).query, max_num_fields=64)
    except ValueError as error:
        yield Refusal(source.file, line, "", "link:cannot be read", str(error))
        return
    fields = {name.lower(): values[0] for name, values in query.items()}
    if "lin" in fields:
        for found in read_lin(fields["lin"], file=source.file, origin=source.origin):
            yield found if isinstance(found, Record) else _at(found, line)
    elif fields.keys() & {"n", "e", "s", "w"}:
        yield _draft(fields, source, line).judged()
    else:
        yield Refusal(source.file, line, "", "link:no deal given")


def _at(refusal: Refusal, line: int) -> Refusal:
    return Refusal(refusal.file, line, refusal.board, refusal.reason, refusal.detail)


def _draft(fields: dict[str, str], source: Source, line: int) -> Draft:
    names = Players.of(fields.get(f"{seat}n".lower(), "") for seat in Seat)
    draft = Draft(source, line, Citation(board=plain(fields.get("b", "")), players=names))
    dealer = fields.get("d", "").upper()[:1]
    draft.dealer = Seat.parse(dealer) if dealer and dealer in "NESW" else None
    draft.vulnerability = _VULNERABILITY.get(fields.get("v", "")[:1].lower())
    try:
        draft.hands = {
            seat: parse_lin_hand(fields[str(seat).lower()])
            for seat in Seat
            if fields.get(str(seat).lower())
        }
        draft.calls, draft.alerts = _calls(fields.get("a", ""))
    except RecordError as error:
        draft.trouble = error
    draft.cards = re.findall(r"..", fields.get("p", "").upper().replace("10", "T"), re.DOTALL)
    draft.total = fields.get("c", "")
    return draft


def _calls(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    """Calls in a row, each perhaps alerted and followed by its explanation in brackets."""
    calls: list[str] = []
    alerts: list[tuple[int, str]] = []
    place = 0
    while place < len(text):
        found = _EXPLAINED_CALL.match(text, place)
        if not found:
            raise RecordError("auction:unknown call", repr(text[place : place + 20]))
        place = found.end()
        if found["call"]:
            calls.append(call_name(found["call"]))
            if found["alert"] or found["words"] is not None:
                alerts.append((len(calls) - 1, found["words"] or ""))
    return calls, alerts


def hand_link(record: Record) -> str:
    """The link that spells out the hands, the auction and the play."""
    cite = record.citation
    fields = {str(seat).lower(): _hand(record.deal[seat]) for seat in Seat}
    fields |= {f"{seat}n".lower(): cite.players[seat] for seat in Seat if cite.players[seat]}
    fields |= {"d": str(record.dealer).lower(), "v": _letter(record.vulnerability)}
    fields |= {"b": cite.board} if cite.board else {}
    explained = dict(record.alerts)
    fields["a"] = "".join(
        {"X": "d", "XX": "r", "P": "p"}.get(str(call), str(call).lower())
        + _in_brackets(explained.get(i))
        for i, call in enumerate(record.auction.calls)
    )
    fields |= {"p": "".join(map(str, record.play)).lower()} if record.play else {}
    fields |= {"c": str(record.claim)} if record.claim is not None else {}
    return f"{_VIEWER}?{urlencode(fields)}"


def _in_brackets(words: str | None) -> str:
    if words is None:
        return ""
    plain = words.replace("(", "[").replace(")", "]")
    return f"({plain})" if plain else "!"


def _hand(hand: Hand) -> str:
    return "".join(f"{suit}{hand.ranks(suit)}" for suit in reversed(Suit)).lower()


def _letter(vulnerability: Vulnerability) -> str:
    return {"None": "-", "NS": "n", "EW": "e", "Both": "b"}[str(vulnerability)]


def write_links(records: Iterable[Record]) -> Iterator[str]:
    """One link a line, in the form that spells out the hands."""
    for record in records:
        yield hand_link(record) + "\n"
