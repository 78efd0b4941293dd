"""How well the hidden hands are known after the auction, on events not learned from.

Run:      kibitz lab belief --train FILE... --test FILE...
Writes:   belief.json, from which docs/results.md is made
Method:   each player of each tested table, after the last call, about each of the three others:
          how far the believed mean is from the true points and lengths; whether the 80 % range
          (tenth to ninetieth percentile, its ends randomised so that whole numbers do not widen
          it) holds the truth, and how many numbers it spans; how many of the 39 hidden cards are
          in the hand that is thought the likeliest
Splits:   by event, as in `kibitz lab calls`
Left out: the hand-written plausibility of layouts, which weighs whole layouts and says nothing
          about a single hand that could be scored beside the others
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import NONE, Auctions, Bytes, Floats, Rows
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork, HandBelief
from kibitz.runtime.running import Engine
from kibitz_lab.calls import experiment, prior
from kibitz_lab.calls.experiment import Prepared
from kibitz_lab.calls.sample import (
    Block,
    CallTables,
    Knows,
    in_blocks,
    longest,
    states_of,
    taught_as,
)
from kibitz_lab.harness.options import ResultName
from kibitz_lab.harness.statistics import resampled
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.making.calls.lessons import UNKNOWN

PRIOR, NETWORK = METHODS = ("prior", "network")
COVER = 0.8
_LOW = (1 - COVER) / 2
_HONOURS = np.arange(52) % 13

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(experiment.Task):
    """How well the hidden hands are known once an auction is over, on events not learned from.

    Mean errors of points and of lengths; how often the 80 % range of points holds them and how
    many whole numbers it has; how many of the hidden cards are placed right.

    Example: kibitz lab belief --train auctions.kibitz --test auctions.kibitz --limit-test 5000
    """

    name: ResultName = "belief"


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return experiment.prepared(task, watch, METHODS)


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Scores of each player, averaged over the three hands he does not see."""

    points_off: Reals
    lengths_off: Reals
    points_held: Reals
    lengths_held: Reals
    points_wide: Reals
    lengths_wide: Reals
    placed: Reals

    @classmethod
    def joined(cls, parts: list[Scores]) -> Scores:
        return cls(*(np.concatenate([getattr(p, f) for p in parts]) for f in cls.__slots__))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """The table of methods, with what it is based on."""
    sample, network, seed = ready.sample, ready.network, ready.task.draw.seed
    tested, methods = sample.tested, ready.task.methods
    ways: list[tuple[str, CallNetwork | None, Knows | None]] = []
    if PRIOR in methods:
        ways.append((PRIOR, None, None))
    if NETWORK in methods:
        ways.append((NETWORK, network, None))
        if (tested.pairs != UNKNOWN).any():
            ways.append((NETWORK, network, partial(sample.of_tested, network.usual)))
    rows = []
    for method, by, knows in ways:
        work = partial(_judged, by, seed)
        found = in_blocks(work, tested, knows, "believing", engine=engine, watch=watch)
        rows.append(_row(method, knows is not None, Scores.joined(list(found)), tested, seed))
    return {
        "records": list(sample.records),
        "network": taught_as(network),
        "tested": len(tested),
        "events": len(np.unique(tested.events)),
        "part": ready.task.draw.part.name.lower(),
        "rows": rows,
    }


def _row(method: str, known: bool, scores: Scores, tested: CallTables, seed: int) -> dict[str, Any]:
    groups = np.repeat(tested.groups, 4)
    return {
        "method": method,
        "known": known,
        "decisions": len(scores.placed),
        "hcp_error": float(scores.points_off.mean()),
        "hcp_interval": resampled(scores.points_off, groups, seed),
        "length_error": float(scores.lengths_off.mean()),
        "length_interval": resampled(scores.lengths_off, groups, seed),
        "cover80": float(scores.points_held.mean()),
        "width80": float(scores.points_wide.mean()),
        "length_cover80": float(scores.lengths_held.mean()),
        "length_width80": float(scores.lengths_wide.mean()),
        "cards_placed": float(scores.placed.mean()),
    }


def _judged(network: CallNetwork | None, seed: int, block: Block) -> Scores:
    auctions, known = block
    believed = by_odds(auctions) if network is None else _believed(network, auctions, known)
    return judge(believed, auctions, np.random.default_rng((seed, *auctions.owners[0])))


def _believed(network: CallNetwork, auctions: Auctions, known: Floats | None) -> HandBelief:
    """What the four players of each table believe after its auction."""
    states = states_of(network, auctions, known, longest(auctions))
    over = (auctions.calls != NONE).sum(axis=1)
    last = states[np.arange(len(auctions)), :, over]
    return network.belief(last.reshape(-1, last.shape[-1]))


def by_odds(auctions: Auctions) -> HandBelief:
    """What each player can infer from his own cards alone."""
    points, lengths = list[Floats](), list[Floats]()
    for owners, of_seats in zip(auctions.owners, auctions.lengths, strict=True):
        for seat in range(4):
            hidden = np.bincount(_HONOURS[owners != seat], minlength=13)[:8:-1]
            points.append(prior.of_points(tuple(hidden.tolist())))
            lengths.append(np.stack([prior.of_length(int(own)) for own in of_seats[seat]]))
    three = (1, 3, 1)
    return HandBelief(
        np.tile(np.stack(points)[:, None], three),
        np.tile(np.stack(lengths)[:, None], (*three, 1)),
        np.full((len(points), 52, 3), 1 / 3, np.float32),
    )


def judge(believed: HandBelief, auctions: Auctions, rng: np.random.Generator) -> Scores:
    """Scores of what is believed about the three other hands, against what they hold."""
    others = (np.arange(4)[:, None] + np.arange(1, 4)) % 4
    points = auctions.points[:, others].reshape(-1, 3)
    lengths = auctions.lengths[:, others].reshape(-1, 3, 4)
    points_off, points_held, points_wide = _ranges(believed.points, points, POINTS, rng)
    lengths_off, lengths_held, lengths_wide = _ranges(believed.lengths, lengths, LENGTHS, rng)
    holder = (auctions.owners[:, None, :] - np.arange(4)[None, :, None]) % 4  # 0: the player's own
    holder = holder.reshape(-1, 52).astype(np.int64)
    chance = rng.random((len(holder), 52, 3)) * 1e-6  # ties are broken at random
    right = ((believed.cards + chance).argmax(axis=2) + 1) == holder
    placed = (right & (holder > 0)).sum(axis=1) / 39
    return Scores(
        points_off, lengths_off, points_held, lengths_held, points_wide, lengths_wide, placed
    )


def _ranges(chances: Floats, truth: Bytes, size: int, rng: np.random.Generator) -> list[Reals]:
    """For each player: the error of the mean, how often the range holds, and its width."""
    numbers = np.arange(size)
    flat = chances.reshape(-1, size).astype(np.float64)
    flat /= flat.sum(axis=1, keepdims=True)
    there: Rows = truth.reshape(-1).astype(np.int64)
    upto = flat.cumsum(axis=1)
    below = upto - flat
    each = np.arange(len(flat))
    drawn = below[each, there] + rng.random(len(flat)) * flat[each, there]
    inside = np.minimum(upto, 1 - _LOW) - np.maximum(below, _LOW)
    wide = (np.maximum(inside, 0) / np.maximum(flat, 1e-12)).sum(axis=1)
    held = (drawn >= _LOW) & (drawn <= 1 - _LOW)
    return [
        values.astype(np.float64).reshape(len(truth), -1).mean(axis=1)
        for values in (np.abs(flat @ numbers - there), held, wide)
    ]
