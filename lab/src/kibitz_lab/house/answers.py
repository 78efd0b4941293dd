"""How often the starter library alone answers experts' decisions, and how often as they did.

Run:      kibitz lab house --records FILE... (the same boards)
Departs:  each question is asked as on a fresh machine, without records of one's own; a card that
          touches the expert's counts as his
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kibitz.asking import Kibitz
from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import Reading
from kibitz.bidding.calls.question import CallQuestion
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.play import Play
from kibitz.places import Places
from kibitz.records.record import Record
from kibitz.runtime.running import chance

CARDS = {"declarer": 2, "defence": 2, "lead": 1}
"""The number of real decisions asked about at each table, if there are as many."""
CALLS = 3


@dataclass(frozen=True, slots=True)
class Fresh:
    """The advisers of a fresh machine."""

    cards: CardAdviser
    calls: CallAdviser


def ask_all(
    records: Sequence[Record], seed: int, tell: Callable[[], object] = lambda: None
) -> list[dict[str, Any]]:
    """A row for each kind of question: asked, with a close precedent, and as the expert did."""
    found = dict[str, list[tuple[bool, bool]]]()
    with TemporaryDirectory() as nothing:
        kibitz = Kibitz(Places.of(Path(nothing) / "library.kibitz", Path(nothing)))
        fresh = Fresh(kibitz.cards, kibitz.calls)
        for number, record in enumerate(records):
            for kind, is_close, agrees in _asked(fresh, record, seed, number):
                found.setdefault(kind, []).append((is_close, agrees))
            tell()
    return [_row(kind, answers) for kind, answers in sorted(found.items())]


def _row(kind: str, answers: Sequence[tuple[bool, bool]]) -> dict[str, Any]:
    close = [agrees for is_close, agrees in answers if is_close]
    return {
        "kind": kind,
        "asked": len(answers),
        "close": len(close) / len(answers),
        "agrees": sum(agrees for _, agrees in answers) / len(answers),
        "agrees_close": sum(close) / len(close) if close else None,
    }


def _asked(
    fresh: Fresh, record: Record, seed: int, number: int
) -> Iterator[tuple[str, bool, bool]]:
    rng = chance(seed, f"asked {number}")
    places = _decisions(record)
    for kind, most in CARDS.items():
        for at in rng.sample(places[kind], min(most, len(places[kind]))):
            yield kind, *_card(fresh.cards, record, at)
    calls = range(1, len(record.auction.calls) + 1)
    for at in rng.sample(calls, min(CALLS, len(calls))):
        yield from _call(fresh.calls, record, at)


def _decisions(record: Record) -> Mapping[str, list[int]]:
    """The numbers of the cards of each kind that were a real choice."""
    found: dict[str, list[int]] = {kind: [] for kind in CARDS}
    state: Play = record.opening_state()
    for number, card in enumerate(record.play, start=1):
        if is_real(state):
            chair = Chair.of(state)
            lead = chair is Chair.OPENING_LEAD
            kind = "lead" if lead else "defence" if chair.is_defender else "declarer"
            found[kind].append(number)
        state = state.after(card)
    return found


def _card(adviser: CardAdviser, record: Record, number: int) -> tuple[bool, bool]:
    question = CardQuestion.of(record, number)
    answer = adviser.ask(question)
    best = answer.best
    chosen = record.play[number - 1]
    agrees = best is not None and are_equal(question.state, best.action, chosen)
    return answer.ballot.close, agrees


def _call(adviser: CallAdviser, record: Record, number: int) -> Iterator[tuple[str, bool, bool]]:
    """Answers to all calls, and separately to those where the expert did not pass."""
    answer = adviser.ask(CallQuestion.of(record, number))
    is_close = not isinstance(answer.said, Reading)
    called, best = record.auction.calls[number - 1], answer.best
    agrees = best is not None and best.action == called
    yield "call", is_close, agrees
    if called is not Sign.PASS:
        yield "call, not pass", is_close, agrees
