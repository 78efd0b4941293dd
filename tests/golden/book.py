"""The golden book: what Kibitz says today, written down, so that a change of it is seen.

Each chapter is a few pages of text. A change that is meant is written anew with ``make book`` and
read in the diff, line by line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from advisers import ROOMS, kibitz
from golden import places
from golden.readable import digest, readable
from kibitz.advice import Answer
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.cardplay.question import CardQuestion
from kibitz.records.record import Record
from kit import ROOT
from match import match

BOOK = ROOT / "tests" / "golden" / "pages"

Pages = Mapping[str, str]
"""Their texts, by the names of their files."""

DECISIONS = 250
"""Of each kind: so many are asked from tables of the house's match."""
MEANINGS = 50


def _answers(room: str) -> Pages:
    """Everything a room answers to the questions of the laws."""
    adviser = ROOMS[room].adviser()
    told = [adviser.ask(question).to_json() for question in ROOMS[room].questions()]
    return {f"answers/{room}.json": f"{readable(told)}\n"}


def _line(answer: Answer[Any, Any]) -> str:
    """A decision in one line: what was asked, the choices with their weights, a mark of it all."""
    told = answer.to_json()
    weights = " ".join(f"{one['action']} {one['weight']:g}" for one in told["choices"][:5])
    sure = "-" if told["confidence"] is None else f"{told['confidence']:g}"
    return f"{told['question']} | {weights or told['why_not']} | {sure} | {digest(told)}\n"


def _sample(count: int = DECISIONS) -> Iterator[tuple[int, Record]]:
    """Tables spread over the whole match; of two rooms now the one, now the other."""
    records = [record for record in match() if record.contract is not None]
    step = len(records) // count | 1
    yield from islice(enumerate(records[::step]), count)


def _cards() -> Pages:
    adviser = kibitz().cards
    lines = [
        _line(adviser.ask(CardQuestion.of(record, 1 + at * 11 % len(record.play))))
        for at, record in _sample()
    ]
    return {"decisions/cards.txt": "".join(lines)}


def _calls() -> Pages:
    adviser = kibitz().calls
    lines = [
        _line(adviser.ask(CallQuestion.of(record, 1 + at * 3 % len(record.auction.calls))))
        for at, record in _sample()
    ]
    return {"decisions/calls.txt": "".join(lines)}


def _openings() -> Pages:
    adviser = kibitz().openings
    lines = [_line(adviser.ask(CallQuestion.of(record, 1).situation)) for _, record in _sample()]
    return {"decisions/openings.txt": "".join(lines)}


def _meanings() -> Pages:
    adviser = kibitz().meanings
    lines = []
    for at, record in _sample(MEANINGS):
        calls = record.auction.calls[: 1 + at * 3 % len(record.auction.calls)]
        asked = MeaningQuestion.parse(" ".join(map(str, calls)), dealer=str(record.dealer))
        lines.append(_line(adviser.ask(asked)))
    return {"decisions/meanings.txt": "".join(lines)}


# the pile of stones is the tests' own
CHAPTERS: Mapping[str, Callable[[], Pages]] = {
    **{f"answers of {room}": partial(_answers, room) for room in sorted(ROOMS) if room != "pile"},
    "decisions about cards": _cards,
    "decisions about calls": _calls,
    "decisions about openings": _openings,
    "decisions about meanings": _meanings,
    **{f"places, {name}": partial(places.drawn, name) for name in places.PARTS},
}


def kept() -> dict[str, str]:
    """Every page as it lies in the repository."""
    return {
        path.relative_to(BOOK).as_posix(): path.read_text("utf-8")
        for path in sorted(BOOK.rglob("*"))
        if path.is_file()
    }


def write(*named: str) -> None:
    """Write chapters anew whose names hold one of the words; without words the whole book."""
    made = dict[str, str]()
    for name, chapter in CHAPTERS.items():
        if not named or any(word in name for word in named):
            print(name, flush=True)
            made |= chapter()
    for name in kept():
        if name not in made and not named:
            (BOOK / name).unlink()  # no chapter makes it any more
    for name, text in made.items():
        (BOOK / name).parent.mkdir(parents=True, exist_ok=True)
        (BOOK / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:])
