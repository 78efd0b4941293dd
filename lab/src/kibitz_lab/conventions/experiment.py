"""Whether Kibitz names calls as the players themselves did.

Run:      kibitz lab conventions --records FILE...
Writes:   conventions.json, from which docs/results.md is made
Method:   the calls that players explained, at tables of events for testing. Where the explanation
          names one of twenty conventions (`twenty`), it is counted how often Kibitz names the same
          without being shown it. Every name that Kibitz gives is held against the explanation: it
          is contradicted where the words do not fit it and name another of the twenty, or fit
          another convention that the call may be. Players explain what is unusual, so what is known
          is told apart: the auction alone; that the calls were explained, but not how; the other
          explanations of the pair, at this table and at its other deals; and all four hands too.
          Intervals are over events
Splits:   by event, the frozen split of `harness.splits`. The words, the file of conventions and its
          numbers come from events that teach
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.hearing import is_explained, plain, says_nothing
from kibitz.bidding.conventions.naming import CallEvidence, candidates, names
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Record
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.conventions.twenty import TWENTY, PlayersName, named_by_players
from kibitz_lab.harness.splits import SplitPart, event_of
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.mygame.tables import unlearned

SECONDS_A_TABLE = 0.02
"""About how long one core takes to name the calls of a table in all ways."""
KNOWN = (
    "the auction alone",
    "that it was explained, not how",
    "and the pair's other explanations",
    "and the hands",
)
"""What is known of a call when it is named, each with all before it."""
_ANY = "any name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether calls are named as players named them, on events that nobody learned from.

    Of the calls whose explanation names one of twenty conventions, how often Kibitz names the same
    without being shown it; and how often a name that it gives is contradicted by the explanation.

    Example: kibitz lab conventions --records human_players.jsonl.xz
    """

    records: Annotated[Sequence[Path], Said("Files of games whose calls the players explained.")]
    validation: Annotated[
        bool, Said("Measure on the events for validation.", option="validation/--no-validation")
    ] = False


@dataclass(frozen=True, slots=True)
class Prepared:
    task: Task

    @property
    def stages(self) -> list[Stage]:
        return [Stage(1, 0, SECONDS_A_TABLE)]

    def clear(self) -> None:
        """Nothing is kept on the way."""


@dataclass(frozen=True, slots=True)
class ExplainedCall:
    """An explained call, as Kibitz names it by what is known."""

    event: str
    known: str
    said: tuple[PlayersName, ...]
    """Those of the twenty that the players named."""
    name: str
    """Empty if Kibitz names nothing."""
    is_contradicted: bool


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Name every explained call in all four ways, and hold the names against the words."""
    task = ready.task
    part = SplitPart.VALIDATES if task.validation else SplitPart.TESTS
    records = explained_tables(unlearned(task.records, (part,), partial(_reading, watch)))
    if not records:
        raise UsageError("No call was explained at a table to test on.")
    tell = begun(watch, "naming", len(records))
    elsewhere = Elsewhere.of(records)
    found = list[ExplainedCall]()
    for record in records:
        found += named_calls(record, elsewhere)
        tell()
    return {
        "tables": len(records),
        "events": len({one.event for one in found}),
        "calls": len(found) // len(KNOWN),
        "part": part.name.lower(),
        "rows": [_recall(name.name, found) for name in TWENTY] + [_recall(_ANY, found)],
        "given": [*_given(found)],
    }


def _reading(watch: StageWatch, done: int) -> None:
    watch("reading records", None, done)


def explained_tables(records: Sequence[Record]) -> list[Record]:
    """The tables with a call that is explained in words."""
    return [one for one in records if _words(one)]


def _words(record: Record) -> dict[int, str]:
    return {place: words for place, words in record.alerts if not says_nothing(words)}


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How often each pair explained calls as each convention, by deal."""

    of_pair: Mapping[frozenset[str], Mapping[str, int]]
    of_deal: Mapping[tuple[frozenset[str], str], Mapping[str, int]]

    @classmethod
    def of(cls, records: Sequence[Record]) -> Elsewhere:
        pairs: dict[frozenset[str], Counter[str]] = defaultdict(Counter)
        deals: dict[tuple[frozenset[str], str], Counter[str]] = defaultdict(Counter)
        for record in records:
            words = _words(record)
            found = names(record.auction, CallEvidence(words=words))
            for place, said in words.items():
                one, pair = found[place], _pair(record, place)
                if one is not None and pair and _is_so(one, plain(said)):
                    pairs[pair][one.name] += 1
                    deals[pair, str(record.deal)][one.name] += 1
        return cls(pairs, deals)

    def at(self, record: Record) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """What North-South and East-West explained at other deals."""
        north = (Seat.NORTH - record.auction.dealer) % 4
        found = []
        for place in (north, north + 1):
            pair = _pair(record, place)
            here = Counter(self.of_deal.get((pair, str(record.deal)), {}))
            found.append(Counter(self.of_pair.get(pair, {})) - here)
        return found[0], found[1]


def _pair(record: Record, place: int) -> frozenset[str]:
    """The names of the caller and his partner; empty if one of them is not known."""
    seat = Seat((record.auction.dealer + place) % 4)
    both = frozenset((record.citation.players[seat], record.citation.players[seat.partner]))
    return frozenset() if "" in both else both


def named_calls(record: Record, elsewhere: Elsewhere) -> Iterator[ExplainedCall]:
    """Every explained call of a table, named in all four ways without its own explanation."""
    words, event = _words(record), event_of(record)
    hands = {seat: record.deal[seat] for seat in Seat}
    alone = CallEvidence()
    marked = CallEvidence(alerted=frozenset(words))
    for place, explanation in words.items():
        said = plain(explanation)
        theirs = tuple(named_by_players(said))
        others = {at: text for at, text in words.items() if at != place}
        known = replace(marked, words=others, played=elsewhere.at(record))
        auction = replace(record.auction, calls=record.auction.calls[: place + 1])
        ways = (alone, marked, known, replace(known, hands=hands))
        for way, beside in zip(KNOWN, ways, strict=True):
            one = names(auction, beside)[-1]
            against = (
                one is not None
                and not _is_so(one, said)
                and _speaks_against(one, said, theirs, candidates(auction, known))
            )
            yield ExplainedCall(event, way, theirs, one.name if one is not None else "", against)


def _is_so(one: NamedCall, said: str) -> bool:
    return is_explained(one.convention, one.suits, said)


def _speaks_against(
    one: NamedCall, said: str, theirs: Sequence[PlayersName], may_be: Sequence[NamedCall]
) -> bool:
    """Whether an explanation that does not fit this name fits another."""
    if theirs:
        return not any(one.name in each.conventions for each in theirs)
    return any(_is_so(other, said) for other in may_be if other.name != one.name)


def _recall(name: str, found: Sequence[ExplainedCall]) -> dict[str, Any]:
    """How often one of the twenty is named where the players named it, by what is known."""
    row: dict[str, Any] = {"name": name, "calls": 0, "known": {}}
    for way in KNOWN:
        right, events = list[float](), list[str]()
        for one in found:
            for said in one.said if one.known == way else ():
                if name in (said.name, _ANY):
                    right.append(one.name in said.conventions)
                    events.append(one.event)
        row["calls"] = len(right)
        row["known"][way] = _share(right, events)
    return row


def _given(found: Sequence[ExplainedCall]) -> Iterator[dict[str, Any]]:
    """How often a name is not contradicted: one of the twenty, each of them, and any."""
    twenty = {one.name: one.conventions for one in TWENTY}
    twenty = {"one of the twenty": frozenset().union(*twenty.values()), **twenty}
    for name, conventions in {**twenty, _ANY: None}.items():
        row: dict[str, Any] = {"name": name, "names": {}, "known": {}}
        for way in KNOWN:
            some = [
                one
                for one in found
                if one.known == way
                and one.name
                and (conventions is None or one.name in conventions)
            ]
            row["names"][way] = len(some)
            row["known"][way] = _share(
                [not one.is_contradicted for one in some], [one.event for one in some]
            )
        yield row


def _share(right: Sequence[float], events: Sequence[str]) -> dict[str, float] | None:
    """A share with half its 95 % interval over events; None of nothing."""
    if not right:
        return None
    estimate = clustered([float(one) for one in right], events)
    return {"share": estimate.mean, "within": min(1.0, estimate.within)}
