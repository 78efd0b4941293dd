"""Figures from reviews: costs with intervals, rates of slips, and the correlation of halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.mygame.experts import Experts, Rate
from kibitz.mygame.sitting import Role
from kibitz.mygame.slips import TableReview
from kibitz_lab.harness.statistics import resampled
from kibitz_lab.mygame.tables import Seats


def costs_of(found: dict[str, Any], seed: int) -> Iterator[dict[str, Any]]:
    """The costs of flagged and of other cards, in all and by role."""
    for name, rows in (("slips", found["slips"]), ("other cards", found["others"])):
        for role in ("all", *(one.value for one in Role if one is not Role.CALLS)):
            some = [row for row in rows if role in ("all", row[1])]
            if not some:
                continue
            events = np.unique([row[0] for row in some], return_inverse=True)[1]
            actual, over = (np.array([row[at] for row in some], np.float64) for at in (2, 3))
            yield {
                "cards": name,
                "role": role,
                "decisions": len(some),
                "over_layouts": float(over.mean()),
                "over_layouts_interval": resampled(over, events, seed),
                "actual": float(actual.mean()),
                "actual_interval": resampled(actual, events, seed),
            }


def summary(reviews: Sequence[TableReview], seats: Seats) -> Experts:
    """The figures that ship: decisions and slips by role and theme."""
    decisions, met, at_role, at_theme = (Counter[str]() for _ in range(4))
    for one in reviews:
        decisions.update(one.decisions)
        met.update(one.themes)
        at_role.update(slip.role for slip in one.slips)
        at_theme.update(slip.asked for slip in one.slips)
    return Experts(
        {role.value: Rate(at_role[role.value], decisions[role.value]) for role in Role},
        {name: Rate(at_theme[name], met[name]) for name in sorted(met)},
        len(seats.sittings) // 4,
        len(set(seats.events)),
    )


def rates(
    name: str, reviews: Sequence[TableReview], beside: dict[str, Any] | None
) -> dict[str, Any]:
    """A group's slips per hundred decisions, for cards and for calls, compared with *beside*."""
    row: dict[str, Any] = {"group": name, "sittings": len(reviews)}
    for part, roles in (("cards", set(Role) - {Role.CALLS}), ("calls", {Role.CALLS})):
        names = {role.value for role in roles}
        rate = Rate(
            sum(slip.role in names for one in reviews for slip in one.slips),
            sum(count for one in reviews for role, count in one.decisions.items() if role in names),
        )
        row[part] = rate.to_json()
        if beside is not None:
            theirs = beside[part]
            row[part]["more_than_experts"] = _difference(rate, theirs)
    return row


def _difference(rate: Rate, theirs: dict[str, Any]) -> list[float]:
    """How many more slips per hundred, with the 95 % interval of two shares (Newcombe)."""
    other = Rate(theirs["slips"], theirs["decisions"])
    (low, high), (their_low, their_high) = rate.interval, other.interval
    apart = rate.a_hundred - other.a_hundred
    down = np.hypot(rate.a_hundred - low, their_high - other.a_hundred)
    up = np.hypot(high - rate.a_hundred, other.a_hundred - their_low)
    return [round(apart, 3), round(apart - float(down), 3), round(apart + float(up), 3)]


def reliability(
    name: str, players: dict[str, list[TableReview]], least: int, most: int | None
) -> dict[str, Any]:
    """How the rates of two halves of a player's tables correlate over players."""
    halves = {"slips": list[tuple[float, float]](), "departures": list[tuple[float, float]]()}
    for reviews in players.values():
        taken = _first(reviews, most)
        if sum(sum(one.decisions.values()) for one in taken) < least:
            continue
        both = (taken[::2], taken[1::2])
        for what, pairs in halves.items():
            one, other = (_share(half, what) for half in both)
            pairs.append((one, other))
    return {
        "decisions": name,
        "players": len(halves["slips"]),
        **{what: _correlated(pairs) for what, pairs in halves.items()},
    }


def _first(reviews: Sequence[TableReview], most: int | None) -> list[TableReview]:
    """The first reviews, up to *most* decisions."""
    found, count = list[TableReview](), 0
    for one in reviews:
        if most is not None and count >= most:
            break
        found.append(one)
        count += sum(one.decisions.values())
    return found


def _share(reviews: Sequence[TableReview], what: str) -> float:
    decisions = sum(sum(one.decisions.values()) for one in reviews)
    if what == "slips":
        return sum(len(one.slips) for one in reviews) / max(1, decisions)
    return sum(sum(one.departures.values()) for one in reviews) / max(1, decisions)


def _correlated(pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """The halves' correlation (Pearson), its 95 % interval, and the reliability of the whole."""
    if len(pairs) < 4:
        return {"r": None, "interval": None, "whole": None}
    ones, others = np.array(pairs).T
    if not ones.std() or not others.std():
        return {"r": None, "interval": None, "whole": None}
    r = float(np.corrcoef(ones, others)[0, 1])
    z, half = np.arctanh(np.clip(r, -0.999, 0.999)), 1.96 / np.sqrt(max(1, len(pairs) - 3))
    return {
        "r": round(r, 3),
        "interval": [round(float(np.tanh(z - half)), 3), round(float(np.tanh(z + half)), 3)],
        "whole": round(2 * r / (1 + r), 3) if r > 0 else round(r, 3),
    }
