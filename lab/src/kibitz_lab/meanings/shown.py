"""Whether what a call is said to show is so: claims about hands, checked one by one.

Calls are drawn from tables spread evenly over those tested, each at a place drawn by the seed; what
is claimed of the caller's hand comes from hands of the tables that teach, or where they are few
from the network of calls, as in an answer. A claim is sure or said with *usually*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, Auctions, Bytes
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.shown.hand import ENOUGH, LISTENERS
from kibitz.bidding.calls.shown.listening import read
from kibitz.bidding.meanings.hands import other_passes
from kibitz.bidding.meanings.meaning import EVERYBODY, Sense, sense_of, traits_of
from kibitz.games.bridge.cards import Suit
from kibitz.runtime.running import chance
from kibitz_lab.harness.splits import Digests


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim about one hand, and whether it was so."""

    of: str
    """Points, lengths, or a trait of the whole hand."""
    is_sure: bool
    source: str
    held: bool
    event: int


def drawn(tested: Auctions, count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Tables spread evenly, each with a place of its auction."""
    rng = chance(seed, "shown")
    for table in np.unique(np.linspace(0, len(tested) - 1, count).astype(np.int64)).tolist():
        length = int((tested.calls[table] != NONE).sum())
        yield table, rng.randrange(length)


def check(
    taught: Auctions, tested: Auctions, events: Digests, at: tuple[int, int], net: CallNetwork
) -> list[Checked]:
    """Every claim about the hand behind one call: a table, and a place of its auction."""
    table, place = at
    sense, seat, event = (
        _sense(taught, tested.calls[table, : place + 1], net),
        place % 4,
        events[table],
    )
    source = "hands" if sense.hands else "network"
    points = tested.points[table, seat : seat + 1].astype(np.int64)
    lengths = tested.lengths[table, seat : seat + 1].astype(np.int64)
    shown = sense.shown
    assert shown is not None
    said = [("points", shown.points, points[0])]
    said += [("lengths", shown.lengths[suit], lengths[0, suit]) for suit in Suit]
    found = [
        Checked(of, one.is_sure, source, bool(one.least <= number <= one.most), int(event))
        for of, one, number in said
        if one is not None
    ]
    trait = sense.telling_trait
    if trait is not None and sense.holds(trait)[1]:
        held = bool(traits_of(lengths)[trait])
        found.append(Checked("traits", sense.holds(trait)[0], source, held, int(event)))
    return found


def _sense(taught: Auctions, prefix: Bytes, net: CallNetwork) -> Sense:
    """The sense of the last call: from hands, or where they are few as the network reads it."""
    hands = other_passes(taught, prefix)
    if len(hands) < ENOUGH:
        return Sense.of_reading(read(net, prefix, None, LISTENERS), prefix)
    few = hands.thinned()
    points, lengths = few.holdings(taught)
    return sense_of(few, points, lengths, EVERYBODY, prefix)


def rates(found: Sequence[Checked]) -> Iterator[dict[str, Any]]:
    """How often claims held, sure and usual ones apart; intervals over events."""
    for is_sure in (True, False):
        for of in ("points", "lengths", "traits"):
            for source in ("hands", "network"):
                some = [
                    one
                    for one in found
                    if (one.is_sure, one.of, one.source) == (is_sure, of, source)
                ]
                if some:
                    yield {"sure": is_sure, "of": of, "source": source, **_figures(some)}


def _figures(some: Sequence[Checked]) -> dict[str, Any]:
    held = np.array([one.held for one in some])
    rate = float(held.mean())
    _, place = np.unique([one.event for one in some], return_inverse=True)
    sums = np.bincount(place, (held - rate) / len(some))
    number = len(sums)
    spread = float((sums**2).sum()) * number / max(number - 1, 1)
    return {"claims": len(some), "held": rate, "within": float(1.96 * np.sqrt(spread))}
