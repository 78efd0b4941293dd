"""PBN 2.1, the standard's portable notation: tolerant in, strict out.

Tags written as ``#``, or left out by a game that shares its deal, are those of the game before.
Comments, notes, annotations, irregularities, unknown tags and tables of statistics do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import CARDS, Hand, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.play import trick_winner, tricks_of
from kibitz.records.formats.draft import Draft
from kibitz.records.record import Citation, Players, Record, RecordError, Refusal, Source, plain

_TAG = re.compile(r'\s*\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\]|\\.)*)"\s*\]?(.*)', re.DOTALL)
_NOTE = re.compile(r"=(\d+)=")
_VULNERABILITY = {
    **dict.fromkeys(("none", "love", "-", "neither"), Vulnerability.NONE),
    **dict.fromkeys(("ns", "n-s", "n"), Vulnerability.NORTH_SOUTH),
    **dict.fromkeys(("ew", "e-w", "e"), Vulnerability.EAST_WEST),
    **dict.fromkeys(("both", "all", "b"), Vulnerability.BOTH),
}
_SHARED = (
    *("Event", "Site", "Date", "Board", "Dealer", "Vulnerable", "Deal"),
    *("Stage", "Round", "Segment", "HomeTeam", "VisitTeam", "Scoring"),
)
_STARTS = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Deal")
_CALL_NAMES = {"PASS": "P", "DBL": "X", "D": "X", "RDBL": "XX", "REDBL": "XX", "R": "XX"}
MOST_WORDS = 2000
"""Words of an auction or a play that are looked at; the longest legal ones have 319 and 52."""


@dataclass(slots=True)
class _Game:
    """The tags and sections of one game as they stand in the file."""

    line: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    auction: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)


def read_pbn(lines: Iterable[str], *, file: str, origin: str = "") -> Iterator[Record | Refusal]:
    """Every game of a PBN text, given line by line, sound or refused, in order."""
    before: dict[str, str] = {}
    number = 0
    for game in _games(lines):
        tags = _inherit(game.tags, before)
        if "Deal" not in tags and not (game.auction or game.play):
            continue
        number += 1
        before = tags
        yield _draft(game, tags, Source(file, number, origin)).judged()


def _games(lines: Iterable[str]) -> Iterator[_Game]:
    """Cut the text into games: a new one starts where a tag comes again, or after a blank line."""
    game, section = _Game(), ""
    blank = False
    for number, line in _without_comments(lines):
        if not line.strip():
            blank = True
            continue
        found = _TAG.match(line)
        if not found:
            _section(game, section, line)
            continue
        name, value = found[1][:1].upper() + found[1][1:], found[2]
        again = name in game.tags and name != "Note"
        begun = "Deal" in game.tags or game.auction or game.play
        if again or (blank and begun and name in _STARTS):
            yield game
            game = _Game(number)
        if not game.tags:
            game.line = number
        blank, section = False, name
        if name == "Note":
            key, _, words = value.partition(":")
            game.notes.setdefault(key.strip(), " ".join(words.split()))
        else:
            game.tags[name] = re.sub(r"\\(.)", r"\1", value).strip()
        if name in ("Auction", "Play"):
            _section(game, name, found[3])
    if game.tags:
        yield game


def _section(game: _Game, section: str, line: str) -> None:
    words = {"Auction": game.auction, "Play": game.play}.get(section)
    if words is not None and len(words) < MOST_WORDS:
        words += line.split()


def _without_comments(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The numbered lines less ``{...}``, ``; ...`` and ``% ...``; tags keep what they quote.

    A line is empty only if it stood empty in the file; one of nothing but comment is left out.
    """
    inside = False
    for number, line in enumerate(lines, start=1):
        text = line
        if inside:
            _, closed, text = line.partition("}")
            inside = not closed
        elif line.startswith("%"):
            continue
        elif not line.strip():
            yield number, ""
            continue
        if not inside and ("{" in text or ";" in text):
            text, inside = _strip_comments(text)
        if text.strip():
            yield number, text


def _strip_comments(line: str) -> tuple[str, bool]:
    kept: list[str] = []
    quoted, index = False, 0
    while index < len(line):
        letter = line[index]
        if quoted and letter == "\\":
            letter = line[index : index + 2]
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter == ";":
            break
        elif not quoted and letter == "{":
            end = line.find("}", index)
            if end < 0:
                return "".join(kept), True
            index = end + 1
            continue
        kept.append(letter)
        index += len(letter)
    return "".join(kept), False


def _inherit(tags: dict[str, str], before: dict[str, str]) -> dict[str, str]:
    """The tags with ``#`` filled in, and those of a shared deal that are not written again."""
    full = {name: before.get(name, "") if value == "#" else value for name, value in tags.items()}
    if "Deal" not in tags:
        full |= {name: before[name] for name in _SHARED if name in before and name not in tags}
    return full


def _known(value: str) -> str:
    return "" if value in ("?", "-", "") else value


def _draft(game: _Game, tags: dict[str, str], source: Source) -> Draft:
    draft = Draft(source, game.line, _citation(tags))
    try:
        draft.hands = _hands(tags.get("Deal", ""))
        draft.dealer = _seat(_known(tags.get("Dealer", "")) or tags.get("Auction", ""))
        draft.vulnerability = _VULNERABILITY.get(tags.get("Vulnerable", "").lower())
        draft.calls, draft.alerts = _calls(game)
        draft.contract = _contract(tags.get("Contract", ""))
        draft.declarer = _seat(tags.get("Declarer", "").lstrip("^"))
        draft.cards = _cards(game, tags, draft)
        total = _known(tags.get("Result", "").lstrip("^"))
        found = re.fullmatch(r"(?:(?:NS|EW|[NESW])\s+)?(\d+)", total, re.ASCII)
        draft.total = found[1] if found else total if total[:1].isdigit() else ""
    except RecordError as error:
        draft.trouble = error
    return draft


def _citation(tags: dict[str, str]) -> Citation:
    parts = [_known(tags.get(name, "")) for name in ("Event", "Stage", "Round", "Segment")]
    names = (_known(tags.get(name, "")) for name in ("North", "East", "South", "West"))
    return Citation(
        event=plain(" / ".join(part for part in parts if part)),
        date=plain(_known(tags.get("Date", ""))),
        board=plain(_known(tags.get("Board", ""))),
        room=plain(_known(tags.get("Room", "")) or _known(tags.get("Table", ""))),
        players=Players.of(names),
    )


def _hands(text: str) -> dict[Seat, Hand]:
    if not text or text == "?":
        raise RecordError("deal:no deal given")
    first, _, rest = text.partition(":")
    start, hands = _seat(first), rest.split()
    if start is None or not 3 <= len(hands) <= 4:
        raise RecordError("deal:bad character", repr(text[:80]))
    held = {}
    for place, hand in enumerate(hands):
        if hand != "-":
            try:
                held[Seat((start + place) % 4)] = Hand.parse(hand.upper())
            except ValueError as error:
                twice = "twice" in str(error)
                reason = "deal:duplicate card" if twice else "deal:bad character"
                raise RecordError(reason, str(error)) from None
    return held


def _seat(text: str) -> Seat | None:
    letter = text.strip()[:1].upper()
    return Seat.parse(letter) if letter and letter in "NESW" else None


def _contract(text: str) -> str:
    """``3NTX`` as ``3Nx``; nothing where the contract is not known."""
    upper = text.upper().replace("NT", "N").replace("*", "X").replace(" ", "")
    if upper in ("PASS", "P", "PASSED", "AP"):
        return "PASS"
    return re.sub("X", "x", upper) if re.fullmatch(r"[1-7][CDHSN]X{0,2}", upper) else ""


def _calls(game: _Game) -> tuple[list[str], list[tuple[int, str]]]:
    """The calls in our notation and the notes on them."""
    calls: list[str] = []
    alerts: list[tuple[int, str]] = []
    for word in _NOTE.sub(r" =\1= ", " ".join(game.auction)).split():
        upper = word.upper().rstrip("!?").replace("NT", "N")
        if note := _NOTE.fullmatch(word):
            if calls and note[1] in game.notes:
                alerts.append((len(calls) - 1, game.notes[note[1]]))
        elif word in ("*", "+"):
            break
        elif upper in ("AP", "ALLPASS"):
            calls += ["P"] * (3 if any(call != "P" for call in calls) else 4 - len(calls))
            break
        elif upper.strip("-") and word[0] not in "$^":
            calls.append(_CALL_NAMES.get(upper, upper))
    return calls, alerts


def _cards(game: _Game, tags: dict[str, str], draft: Draft) -> list[str]:
    """The cards in the order played: rows are tricks, columns are players from the leader on."""
    words = [word for word in _NOTE.sub(" ", " ".join(game.play)).split() if word[0] not in "$^+"]
    if "*" in words:
        words = words[: words.index("*")]
    words = [word.upper().rstrip("!?").replace("10", "T") for word in words]
    first = _seat(tags.get("Play", ""))
    if first is None:
        return words
    cards: list[str] = []
    leader, trumps = first, _trumps(draft)
    for start in range(0, len(words), 4):
        row = [*words[start : start + 4], "-", "-", "-"]
        turn = [row[place] for place in _places(leader, first)]
        played = _until_missing(turn)
        cards += played
        if len(played) < 4 or not all(card in CARDS for card in played):
            break
        winner = trick_winner([CARDS[card] for card in played], trumps)
        leader = Seat((leader + winner) % 4)
    return cards


def _trumps(draft: Draft) -> Suit | None:
    """Trumps as the auction has them, else as the stated contract has them."""
    bids = [call for call in [draft.contract, *draft.calls] if call[:1].isdigit()]
    letter = bids[-1][1:2] if bids else ""
    return Suit.parse(letter) if letter and letter in "CDHS" else None


def _places(leader: Seat, first: Seat) -> Iterator[int]:
    """The columns of a row in the order of play, when *leader* leads."""
    return ((leader - first + turn) % 4 for turn in range(4))


def _until_missing(turn: list[str]) -> list[str]:
    missing = next((i for i, word in enumerate(turn) if word in ("-", "--")), len(turn))
    return turn[:missing]


def write_pbn(records: Iterable[Record]) -> Iterator[str]:
    """PBN 2.1 in export form: the fifteen tags in their order, auction and play in full columns."""
    yield "% PBN 2.1\n% EXPORT\n"
    for record in records:
        lines = [f'[{name} "{_quoted(value)}"]' for name, value in _tags(record)]
        lines += [*_auction_section(record), *_play_section(record)]
        yield "\n".join(lines) + "\n\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    cite, contract = record.citation, record.contract
    yield "Event", cite.event or "?"
    yield "Site", "?"
    yield "Date", cite.date or "?"
    yield "Board", cite.board or "?"
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        yield seat.name.capitalize(), cite.players[seat] or "?"
    yield "Dealer", str(record.dealer)
    vulnerable = str(record.vulnerability)
    yield "Vulnerable", "All" if vulnerable == "Both" else vulnerable
    yield "Deal", str(record.deal)
    yield "Scoring", "?"
    yield "Declarer", str(contract.declarer) if contract else ""
    yield "Contract", _contract_text(contract) if contract else "Pass"
    unknown = "?" if contract else ""
    yield "Result", unknown if record.tricks is None else str(record.tricks)
    if cite.room:
        yield "Room" if cite.room.lower() in ("open", "closed") else "Table", cite.room


def _contract_text(contract: Contract) -> str:
    return contract.name.upper().replace("N", "NT")


def _auction_section(record: Record) -> Iterator[str]:
    calls = record.auction.calls
    if not calls:
        return
    yield f'[Auction "{record.dealer}"]'
    notes = {index: number for number, (index, _) in enumerate(record.alerts, start=1)}
    words = []
    for index, call in enumerate(calls):
        word = {"P": "Pass"}.get(str(call), str(call).replace("N", "NT"))
        words.append(f"{word} ={notes[index]}=" if index in notes else word)
    for start in range(0, len(words), 4):
        yield " ".join(words[start : start + 4])
    for number, (_, meaning) in enumerate(record.alerts, start=1):
        yield f'[Note "{number}:{_quoted(meaning)}"]'


def _play_section(record: Record) -> Iterator[str]:
    if record.contract is None or not record.play:
        return
    first = record.contract.leader
    yield f'[Play "{first}"]'
    for trick in tricks_of(record.contract, record.play):
        seats = (Seat((first + turn) % 4) for turn in range(4))
        yield " ".join(str(trick.by_seat.get(seat, "-")) for seat in seats)
    if len(record.play) < 52:
        yield "*"


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
