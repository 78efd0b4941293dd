"""The report: how often a player slips, at what, beside the experts, and what it cost him.

No rate stands without its interval, and no theme is named of fewer than twenty decisions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.games.bridge.deal import Seat
from kibitz.mygame.experts import Experts, Rate
from kibitz.mygame.explain import report_text, slip_notes, slip_place, slip_text
from kibitz.mygame.reviewing import Reviewed
from kibitz.mygame.sitting import Role, Sitting
from kibitz.mygame.slips import Slip
from kibitz.records.players import Player
from kibitz.records.record import Players, Record

LEAST = 20
"""Decisions of a theme below which nothing is said of it."""
FEW = 500
"""Decisions below which a report says of itself that it rests on few."""
COSTLIEST = 10
STRETCHES, STRETCH = 8, 200
"""Parts of the trend at most, and decisions in each at least."""


@dataclass(frozen=True, slots=True)
class Line:
    """A rate of the player's, and the experts' beside it."""

    name: str
    mine: Rate
    experts: Rate | None

    @property
    def is_surely_better(self) -> bool:
        """Whether the whole interval lies below the experts': many themes are looked at."""
        return self.experts is not None and self.mine.interval[1] < self.experts.interval[0]

    @property
    def is_surely_worse(self) -> bool:
        return self.experts is not None and self.mine.interval[0] > self.experts.interval[1]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.mine.to_json(),
            "experts": None if self.experts is None else self.experts.to_json(),
            "surely_better": self.is_surely_better,
            "surely_worse": self.is_surely_worse,
        }


@dataclass(frozen=True, slots=True)
class CauseLine:
    """A cause: how many cards it explains, and the tricks that they cost together."""

    name: str
    slips: int
    cost: float

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "slips": self.slips, "cost": round(self.cost, 3)}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some tables in a row."""

    first: str
    last: str
    rate: Rate

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first, "last": self.last, **self.rate.to_json()}


@dataclass(frozen=True, slots=True)
class Costly:
    """A slip and the table it was at, nobody named there but the player unless names are wanted."""

    slip: Slip
    sitting: Sitting

    def to_json(self) -> dict[str, Any]:
        record, slip = self.sitting.record, self.slip
        cite = record.citation
        return {
            "source": str(record.source),
            "event": cite.event,
            "date": cite.date,
            "board": cite.board,
            "room": cite.room,
            "seat": str(self.sitting.seat),
            "players": [cite.players[seat] for seat in Seat],
            **slip.to_json(),
            "unit": slip.unit,
            "place": slip_place(self.sitting, slip),
            "text": slip_text(self.sitting, slip),
            "notes": slip_notes(slip),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All that the tables of one player say."""

    player: str
    written: tuple[str, ...]
    """The names that he is written by."""
    tables: int
    agreed: int
    """Decisions at which experts are agreed."""
    departures: int
    """Those of them where he did something else, blamed or not."""
    total: Line
    roles: tuple[Line, ...]
    themes: tuple[Line, ...]
    """Of twenty decisions and more, the most slips first."""
    too_few: tuple[str, ...]
    """Themes that are not named because they were met too rarely."""
    causes: tuple[CauseLine, ...]
    """Of the slips for which one was found, the most slips first."""
    trend: tuple[Stretch, ...]
    costliest: tuple[Costly, ...]
    """Cards, by tricks; then calls, by IMPs."""
    well: tuple[Line, ...]
    by_precedents: int
    """Slips that precedents voted on; of the others a network alone speaks."""

    @property
    def is_few(self) -> bool:
        return self.total.mine.decisions < FEW

    def __str__(self) -> str:
        return report_text(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "written": list(self.written),
            "tables": self.tables,
            "few": self.is_few,
            "agreed": self.agreed,
            "departures": self.departures,
            "total": self.total.to_json(),
            "roles": [line.to_json() for line in self.roles],
            "themes": [line.to_json() for line in self.themes],
            "themes_met_too_rarely": list(self.too_few),
            "causes": [cause.to_json() for cause in self.causes],
            "trend": [stretch.to_json() for stretch in self.trend],
            "costliest": [one.to_json() for one in self.costliest],
            "well": [line.to_json() for line in self.well],
            "slips_with_precedents": self.by_precedents,
            "text": report_text(self),
        }


def report(
    reviewed: Sequence[Reviewed],
    player: Player,
    experts: Experts | None,
    *,
    names: bool = False,
) -> Report:
    """Put together what the tables say; others are named only where *names* are wanted."""
    decisions, met, at_role, at_theme = (
        Counter[str](),
        Counter[str](),
        Counter[str](),
        Counter[str](),
    )
    for one in reviewed:
        decisions.update(one.review.decisions)
        met.update(one.review.themes)
        at_role.update(slip.role for slip in one.review.slips)
        at_theme.update(slip.asked for slip in one.review.slips if slip.asked)
    roles = tuple(
        Line(role.value, Rate(at_role[role.value], decisions[role.value]), _of(experts, role.value))
        for role in Role
        if decisions[role.value]
    )
    themes = [
        Line(name, Rate(at_theme[name], count), experts.themes.get(name) if experts else None)
        for name, count in met.items()
    ]
    enough = [line for line in themes if line.mine.decisions >= LEAST]
    slips = [(slip, one) for one in reviewed for slip in one.review.slips]
    return Report(
        player=player.name,
        written=_written(reviewed),
        tables=len(reviewed),
        agreed=sum(sum(one.review.agreed.values()) for one in reviewed),
        departures=sum(sum(one.review.departures.values()) for one in reviewed),
        total=_total(roles),
        roles=roles,
        themes=tuple(sorted(enough, key=lambda line: (-line.mine.slips, -line.mine.a_hundred))),
        too_few=tuple(sorted(line.name for line in themes if line.mine.decisions < LEAST)),
        causes=tuple(_causes(slip for slip, _ in slips)),
        trend=tuple(_trend(reviewed)),
        costliest=tuple(_costliest(slips, names=names)),
        well=tuple(_well([*roles, *enough])),
        by_precedents=sum(slip.voters > 0 for slip, _ in slips),
    )


def _causes(slips: Iterable[Slip]) -> list[CauseLine]:
    """The causes of slips, those met most often first."""
    costs = defaultdict[str, list[float]](list)
    for slip in slips:
        if slip.lesson:
            costs[slip.theme].append(slip.cost)
    found = [CauseLine(name, len(each), sum(each)) for name, each in costs.items()]
    return sorted(found, key=lambda one: (-one.slips, -one.cost, one.name))


def _of(experts: Experts | None, role: str) -> Rate | None:
    return None if experts is None else experts.roles.get(role)


def _total(roles: Sequence[Line]) -> Line:
    """All roles together; experts as they would do in the player's own mixture of roles."""
    mine = sum((line.mine for line in roles), Rate(0, 0))
    known = [line for line in roles if line.experts is not None and line.experts.decisions]
    if not roles or len(known) < len(roles):
        return Line("all decisions", mine, None)
    expected = sum(
        line.mine.decisions * line.experts.slips / line.experts.decisions
        for line in known
        if line.experts is not None
    )
    basis = sum(line.experts.decisions for line in known if line.experts is not None)
    share = expected / mine.decisions if mine.decisions else 0.0
    return Line("all decisions", mine, Rate(round(share * basis), basis))


def _written(reviewed: Sequence[Reviewed]) -> tuple[str, ...]:
    names = Counter(one.sitting.record.citation.players[one.sitting.seat] for one in reviewed)
    return tuple(name for name, _ in names.most_common())


def _trend(reviewed: Sequence[Reviewed]) -> list[Stretch]:
    """Stretches of about as many decisions each, in the order of the tables."""
    total = sum(sum(one.review.decisions.values()) for one in reviewed)
    parts = min(STRETCHES, total // STRETCH)
    if parts < 2:
        return []
    stretches, current, done = list[list[Reviewed]](), list[Reviewed](), 0
    for one in reviewed:
        current.append(one)
        done += sum(one.review.decisions.values())
        if done * parts >= total * (len(stretches) + 1):
            stretches.append(current)
            current = []
    return [
        Stretch(
            _when(some[0].sitting.record),
            _when(some[-1].sitting.record),
            Rate(
                sum(len(one.review.slips) for one in some),
                sum(sum(one.review.decisions.values()) for one in some),
            ),
        )
        for some in stretches
    ]


def _when(record: Record) -> str:
    """The date where it is written, else the event, else the file."""
    cite = record.citation
    return cite.date or cite.event.partition(" / ")[0] or record.source.file


def _costliest(slips: Sequence[tuple[Slip, Reviewed]], *, names: bool) -> list[Costly]:
    ordered = sorted(slips, key=lambda one: (one[0].is_call, -one[0].cost))
    cards = [one for one in ordered if not one[0].is_call][:COSTLIEST]
    calls = [one for one in ordered if one[0].is_call][:COSTLIEST]
    return [
        Costly(slip, one.sitting if names else unnamed(one.sitting))
        for slip, one in (*cards, *calls)
    ]


def unnamed(sitting: Sitting) -> Sitting:
    """The same table with no other name on it than the player's."""
    cite = sitting.record.citation
    own = Players.of(cite.players[seat] if seat is sitting.seat else "" for seat in Seat)
    return replace(sitting, record=replace(sitting.record, citation=replace(cite, players=own)))


def _well(lines: Sequence[Line]) -> list[Line]:
    """Where the player slips less than experts: surely so first, then by how much was met."""
    better = [
        line
        for line in lines
        if line.experts is not None
        and line.experts.slips
        and line.mine.decisions >= LEAST
        and line.mine.a_hundred < line.experts.a_hundred
        and line.mine.decisions * line.experts.a_hundred >= 50  # half a slip was to be expected
    ]
    return sorted(better, key=lambda line: (not line.is_surely_better, -line.mine.decisions))
