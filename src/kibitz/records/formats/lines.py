"""Record lines, our interchange format: one JSON object a table, as docs/formats.md lists it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.formats.draft import Draft
from kibitz.records.record import (
    Citation,
    Conflict,
    Players,
    Record,
    RecordError,
    Refusal,
    ResultSource,
    Source,
    plain,
)

_FLAGS = {
    "mc_conflict": Conflict.CLAIM,
    "list_conflict": Conflict.LIST,
}
"""The conflict of auction and contract is no flag: both are stated, and the reader sees it."""
_SEATS = {str(seat): seat for seat in Seat}


def read_lines(
    lines: Iterable[str], *, file: str, origin: str = "", first: int = 1
) -> Iterator[Record | Refusal]:
    """Every record line, sound or refused; a record names its own file where the line does.

    *first* is the number of the first line in its file.
    """
    for number, line in enumerate(lines, start=first):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            if not isinstance(fields, dict):
                raise RecordError("line:not an object")
            found = _draft(fields, Source(file, number, origin), number).judged()
        except RecordError as error:
            found = Refusal(file, number, "", error.reason, error.detail)
        except (ValueError, RecursionError) as error:
            found = Refusal(file, number, "", "line:not JSON", str(error)[:80])
        if isinstance(found, Refusal) and found.file != file:
            found = Refusal(file, number, found.board, found.reason, found.detail)
        yield found


def _draft(fields: dict[str, Any], source: Source, line: int) -> Draft:
    """The draft that a JSON object states; a field of the wrong type makes the line unsound."""
    file = _text(fields, "file")
    if file:
        source = Source(file, _number(fields, "game") or 0, _text(fields, "source"))
    draft = Draft(source, line, _citation(fields))
    try:
        draft.hands = _hands(fields.get("hands"))
        draft.dealer = _seat(fields, "dealer")
        draft.vulnerability = _vulnerability(fields)
        draft.calls = _texts(fields, "auction")
        draft.alerts = _alerts(fields.get("alerts") or [])
        contract = _text(fields, "contract")
        draft.contract, draft.declarer = contract, _seat(fields, "declarer")
        draft.cards = _texts(fields, "play")
        total = _number(fields, "claim")
        total = _number(fields, "tricks") if total is None else total
        draft.total = "" if total is None else str(total)
        source_of_result = _text(fields, "result_src")
        draft.result_source = ResultSource.LIST if source_of_result == "list" else None
        draft.conflicts = tuple(flag for name, flag in _FLAGS.items() if fields.get(name))
        draft.cut = _text(fields, "cut")
    except RecordError as error:
        draft.trouble = error
    return draft


def _citation(fields: dict[str, Any]) -> Citation:
    names = _texts(fields, "players")
    if names and len(names) != 4:
        raise RecordError("line:bad field", "players")
    return Citation(
        event=_text(fields, "event"),
        date=_text(fields, "date"),
        board=_text(fields, "board"),
        room=_text(fields, "table"),
        players=Players.of(names),
        kind=_text(fields, "kind"),
        system=_text(fields, "system"),
        level=_text(fields, "level"),
    )


def _hands(fields: Any) -> dict[Seat, Hand]:
    if not isinstance(fields, dict):
        raise RecordError("deal:no deal given")
    hands = {}
    for name, text in fields.items():
        if name not in _SEATS or not isinstance(text, str):
            raise RecordError("line:bad field", "hands")
        try:
            hands[_SEATS[name]] = Hand.parse(text)
        except ValueError as error:
            reason = "duplicate card" if "twice" in str(error) else "bad character"
            raise RecordError(f"deal:{reason}", str(error)) from None
    return hands


def _seat(fields: dict[str, Any], name: str) -> Seat | None:
    text = _text(fields, name)
    if text and text not in _SEATS:
        raise RecordError("line:bad field", name)
    return _SEATS.get(text)


def _vulnerability(fields: dict[str, Any]) -> Vulnerability | None:
    text = _text(fields, "vul")
    try:
        return Vulnerability.parse(text) if text else None
    except ValueError:
        raise RecordError("line:bad field", "vul") from None


def _alerts(fields: Any) -> list[tuple[int, str]]:
    match fields:
        case list():
            pairs = [(i, words) for i, words in (p for p in fields if _is_pair(p))]
            if len(pairs) == len(fields):
                return pairs
    raise RecordError("line:bad field", "alerts")


def _is_pair(fields: Any) -> bool:
    match fields:
        case [int(place), str()] if not isinstance(place, bool) and place >= 0:
            return True
    return False


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordError("line:bad field", name)
    return plain(str(value))


def _number(fields: dict[str, Any], name: str) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        reason = "claim:bad number" if name in ("claim", "tricks") else "line:bad field"
        raise RecordError(reason, name)
    return value


def _texts(fields: dict[str, Any], name: str) -> list[str]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RecordError("line:bad field", name)
    return value


def write_lines(records: Iterable[Record]) -> Iterator[str]:
    """One line of JSON a record."""
    for record in records:
        yield json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _is_number(text: str) -> bool:
    """Whether a text is a plain number, that comes back as the same text."""
    return re.fullmatch(r"0|[1-9]\d{0,8}", text, re.ASCII) is not None


def to_json(record: Record) -> dict[str, Any]:
    """The fields of a record line; those that say nothing are left out."""
    cite, contract = record.citation, record.contract
    board = cite.board
    fields: dict[str, Any] = {
        "source": record.source.origin or None,
        "file": record.source.file,
        "game": record.source.game or None,
        "event": cite.event,
        "date": cite.date or None,
        "board": int(board) if _is_number(board) else board or None,
        "table": cite.room or None,
        "dealer": str(record.dealer),
        "vul": str(record.vulnerability),
        "hands": {str(seat): str(record.deal[seat]) for seat in Seat},
        "auction": [str(call) for call in record.auction.calls],
        "contract": contract.name if contract else "PASS",
        "declarer": str(contract.declarer) if contract else None,
        "play": [str(card) for card in record.play],
        "claim": record.claim,
        "tricks": record.tricks,
        "complete": record.is_complete,
        "result_src": record.result_source.value if record.result_source else None,
        "players": [cite.players[seat] for seat in Seat] if cite.players else None,
        "kind": cite.kind or None,
        "system": cite.system or None,
        "level": cite.level or None,
        "alerts": [list(alert) for alert in record.alerts] or None,
        "cut": record.cut or None,
    }
    fields |= {name: True for name, flag in _FLAGS.items() if flag in record.conflicts}
    always = ("board", "table", "declarer", "claim", "tricks")
    return {name: value for name, value in fields.items() if value is not None or name in always}
