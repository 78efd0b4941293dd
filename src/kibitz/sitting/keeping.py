"""A coached deal as text that reads back, as a link, and as a file in the player's folder."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from kibitz.errors import KibitzError, StorageError, UsageError
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.runtime.storage import load, save
from kibitz.sitting.coached import (
    AnswerVerdict,
    CoachedDeal,
    DealStage,
    DealStart,
    FirstAnswer,
    FirstCall,
    Mark,
    MarkKind,
)

LINK = "sit:"
"""How the link of a deal begins."""
SUFFIX = ".deal"
_FIRST = "kibitz sitting 1"
_KIND, _VERSION = "sitting", 1
_LONGEST = 1 << 16


def written(deal: CoachedDeal) -> str:
    """The deal as text, a line for each thing; `read` makes the same deal of it."""
    start = deal.start
    answers = [
        f"{one.did} {one.best} {one.verdict.value} after {_all(one.before)}" for one in deal.answers
    ]
    spoken = [
        f"{one.did} {one.experts} {one.verdict.value} after {_all(one.before)}"
        for one in deal.spoken
    ]
    lines = [
        ("from", start.origin),
        ("deal", str(start.deal)),
        ("dealer", str(start.dealer)),
        ("vulnerable", str(start.vulnerability)),
        ("seed", str(start.seed)),
        ("people", _all(start.people)),
        ("turned", str(start.turned)),
        ("given calls", _all(start.auction)),
        ("given cards", _all(start.cards)),
        ("again", "yes" if start.again else ""),
        ("calls", _all(deal.auction.calls)),
        ("cards", _all(deal.cards)),
        ("own", _all(deal.own)),
        ("claimed", "" if deal.claimed is None else str(deal.claimed)),
        *(("mark", f"{one.kind.value} {one.moment} {one.number}") for one in deal.marks),
        *(("answer", one) for one in answers),
        *(("spoken", one) for one in spoken),
    ]
    said = [f"{name}: {value}".strip() for name, value in lines if value]
    return "\n".join([_FIRST, *said, ""])


def read(text: str) -> CoachedDeal:
    """The deal that was written; what cannot have happened is refused."""
    first, *lines = text.strip().splitlines() or [""]
    if first.strip() != _FIRST:
        raise UsageError("This is not the text of a deal that somebody sat down to.")
    try:
        return _deal(_Lines([_split(line) for line in lines if line.strip()]))
    except UsageError:
        raise
    except (KibitzError, ValueError, KeyError) as error:
        raise UsageError(f"The text of the deal is damaged: {error}") from None


def link(deal: CoachedDeal) -> str:
    """The deal as it came to the table, in one word, for somebody else to play."""
    packed = zlib.compress(written(CoachedDeal.at(deal.start)).encode(), 9)
    return LINK + urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(word: str) -> CoachedDeal:
    """The deal of such a word."""
    packed = word.strip().removeprefix(LINK)
    reader = zlib.decompressobj()
    try:
        content = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = reader.decompress(content, _LONGEST).decode()
    except (ValueError, binascii.Error, zlib.error):
        raise UsageError(f"The link of the deal is damaged: {word.strip()[:40]}") from None
    if not reader.eof:
        raise UsageError(f"The link of the deal is damaged: {word.strip()[:40]}")
    return read(text)


def keep(deal: CoachedDeal, folder: Path) -> Path:
    """Keep the deal in a folder, whole or not at all; where it lies."""
    place = place_of(name_of(deal.start), folder)
    save(place, written(deal).encode(), kind=_KIND, version=_VERSION)
    return place


def kept(place: Path) -> CoachedDeal:
    """The deal that was kept at this place, or that stands there as text."""
    if not place.is_file():
        raise UsageError(f"There is no deal at {place}.")
    try:
        text = place.read_bytes()[:_LONGEST].decode()
    except ValueError:
        raise StorageError(f"{place} is not the text of a deal") from None
    if text.startswith(_FIRST):
        return read(text)
    return read(load(place, kind=_KIND, version=_VERSION).decode())


def unfinished(folder: Path) -> CoachedDeal | None:
    """The deal that was left last before its end; None if there is none."""
    deals = (kept(place) for place in _latest_first(folder))
    return next((deal for deal in deals if deal.stage is not DealStage.OVER), None)


def last_finished(folder: Path) -> CoachedDeal | None:
    """The deal that was played to its end last; None if there is none."""
    found = (kept(place) for place in _latest_first(folder))
    return next((deal for deal in found if deal.stage is DealStage.OVER), None)


def _latest_first(folder: Path) -> list[Path]:
    places = folder.glob(f"*{SUFFIX}")
    return sorted(places, key=lambda one: (one.stat().st_mtime_ns, one.name), reverse=True)


def texts(folder: Path) -> list[str]:
    """All deals that were kept, as text, the latest first."""
    return [written(kept(place)) for place in _latest_first(folder)]


def forget_all(folder: Path) -> int:
    """Remove every deal that was kept; how many there were."""
    places = _latest_first(folder)
    for place in places:
        place.unlink()
    return len(places)


def earlier(start: DealStart, folder: Path) -> CoachedDeal | None:
    """The same deal as it was left before, finished or not; None if it is new."""
    place = place_of(name_of(start), folder)
    return kept(place) if place.is_file() else None


def place_of(name: str, folder: Path) -> Path:
    """Where the deal of that name is kept."""
    return folder / f"{name}{SUFFIX}"


def name_of(start: DealStart) -> str:
    """What the file of a deal is called: the same for the same deal, seats and seed."""
    text = written(CoachedDeal.at(replace(start, origin="")))
    return blake2b(text.encode(), digest_size=8).hexdigest()


class _Lines:
    """The lines of a text, by name."""

    def __init__(self, lines: list[tuple[str, str]]) -> None:
        self._lines = lines

    def all(self, name: str) -> Iterator[str]:
        return (value for one, value in self._lines if one == name)

    def one(self, name: str, default: str = "") -> str:
        return next(self.all(name), default)

    def words(self, name: str) -> list[str]:
        return self.one(name).split()


def _deal(lines: _Lines) -> CoachedDeal:
    start = DealStart(
        Deal.parse(lines.one("deal")),
        Seat.parse(lines.one("dealer")),
        Vulnerability.parse(lines.one("vulnerable")),
        int(lines.one("seed", "0")),
        tuple(map(Seat.parse, lines.words("people"))),
        lines.one("from"),
        int(lines.one("turned", "0")) % 4,
        tuple(map(parse_call, lines.words("given calls"))),
        tuple(map(Card.parse, lines.words("given cards"))),
        lines.one("again") == "yes",
    )
    calls = tuple(map(parse_call, lines.words("calls")))
    cards = tuple(map(Card.parse, lines.words("cards")))
    if calls[: len(start.auction)] != start.auction or cards[: len(start.cards)] != start.cards:
        raise UsageError("The text of the deal is damaged: what is given was not called or played.")
    bare = replace(start, auction=(), cards=())
    played = replace(CoachedDeal.at(bare).called(*calls).played(*cards), start=start)
    claimed = lines.one("claimed")
    return replace(
        played,
        claimed=_tricks(played, claimed) if claimed else None,
        own=tuple(_moments(lines.words("own"), played)),
        marks=tuple(map(_mark, lines.all("mark"))),
        answers=tuple(map(_answer, lines.all("answer"))),
        spoken=tuple(map(_spoken, lines.all("spoken"))),
    )


def _moments(words: list[str], played: CoachedDeal) -> Iterator[int]:
    last = -1
    for one in map(int, words):
        if not max(played.given - 1, last) < one < played.moment:
            raise UsageError("The text of the deal is damaged: a choice at no moment of it.")
        last = one
        yield one


def _tricks(deal: CoachedDeal, text: str) -> int:
    tricks, state = int(text), deal.play
    if state is None or not (
        state.declarer_tricks <= tricks <= state.declarer_tricks + 13 - state.tricks
    ):
        raise UsageError(f"The text of the deal is damaged: a claim of {tricks} tricks.")
    return tricks


def _mark(text: str) -> Mark:
    kind, moment, number = text.split()
    return Mark(MarkKind(kind), int(moment), int(number))


def _answer(text: str) -> FirstAnswer:
    said, _, before = text.partition("after")
    did, best, verdict = said.split()
    cards = tuple(map(Card.parse, before.split()))
    return FirstAnswer(cards, Card.parse(did), Card.parse(best), AnswerVerdict(verdict))


def _spoken(text: str) -> FirstCall:
    said, _, before = text.partition("after")
    did, experts, verdict = said.split()
    calls = tuple(map(parse_call, before.split()))
    return FirstCall(calls, parse_call(did), parse_call(experts), AnswerVerdict(verdict))


def _split(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon:
        raise UsageError(f"The text of the deal is damaged: {line[:60]!r}")
    return name.strip(), value.strip()


def _all(values: tuple[object, ...]) -> str:
    return " ".join(map(str, values))
