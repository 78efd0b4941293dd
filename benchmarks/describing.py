"""How long does describing a decision take on one core, in eight bits and in 32-bit floats?

Both in turn, round by round, in this one process and thread, over the same decisions: declarer's by
the network that ships, a defender's by one drawn with 256 numbers in 4 layers where none ships,
calls by the network of calls. Seconds are those of the processor; the ratio is that of a round, so
that a busy machine slows both. Tables are played at random, and auctions, some twelve calls each,
are drawn; a player's whole sequence is described at once, and a decision has its share of that.
How far the descriptions are apart is said besides.

Run: python benchmarks/describing.py [--tables 32] [--rounds 9] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from float_calls import FloatCalls
from float_network import FloatNetwork
from kibitz.bidding.auctions.arrays import Auctions, legal_calls
from kibitz.bidding.calls.likeness.decisions import codes as codes_of_calls
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.network.inputs import hands, spoken
from kibitz.cardplay.similarity.learned import Similarity, codes
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import Tables, Views
from kibitz.cardplay.similarity.sights import DEFENCE
from kibitz.games.bridge.auction import Auction, Contract, Sign
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz_lab.harness.results import result_of, write_result


def played(rng: random.Random) -> Play:
    contract = rng.choice(("3N", "3N", "3N", *7 * ("4S",)))
    state = Play.start(Deal.shuffled(rng), Contract.parse(f"{contract} by S"))
    while not state.is_over:
        state = state.after(rng.choice(state.legal_actions))
    return state


def networks() -> dict[str, Network]:
    """The networks of both sides."""
    defence = Similarity.shipped_defence()
    drawn = np.random.default_rng(0)
    return {
        "declarer": Similarity.shipped().network,
        "defence": defence.network
        if defence is not None
        else Network.drawn(drawn, width=256, layers=4, heads=8, sight=DEFENCE),
    }


def spent(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def measured(network: Network, tables: Tables, rounds: int) -> dict[str, Any]:
    """Decisions of a side."""
    views = Views.of_tables(tables, network.sight.side)
    given, floats = network.sight.tokens(views), FloatNetwork(network)
    found, exact = codes(network.chances(given)), codes(floats.chances(given))  # warm, too
    apart = np.abs(found.astype(int) - exact)[given.legal]
    ways = {
        "tokens": lambda: network.sight.tokens(views),
        "floats": lambda: floats.chances(given),
        "eight_bits": lambda: network.chances(given),
    }
    return {"layers": network.layers, **compared(ways, len(views), rounds), **distances(apart)}


def called(rng: random.Random) -> Auction:
    auction = Auction(rng.choice(tuple(Seat)))
    while not auction.is_over:
        bids = auction.legal_actions
        passes = rng.random() < 0.6
        auction = auction.after(
            Sign.PASS if passes else bids[min(rng.randint(1, 6), len(bids) - 1)]
        )
    return auction


def measured_calls(network: CallNetwork, count: int, rounds: int) -> dict[str, Any]:
    """Decisions of all players of some auctions."""
    rng, floats = random.Random(0), FloatCalls(network)
    held = [(Deal.shuffled(rng), called(rng), Vulnerability.NONE) for _ in range(count)]
    auctions = Auctions.of(held)
    table, seat = np.repeat(np.arange(count), 4), np.tile(np.arange(4), count)
    longest = int((auctions.calls > 0).sum(axis=1).max())
    at, place = np.nonzero(auctions.calls > 0)
    where = 4 * at + place % 4, place
    legal = legal_calls(auctions.calls)[at, place]

    def tokens() -> tuple[Any, Any]:
        return hands(auctions, table, seat), spoken(auctions, table, seat)[:, : longest - 1]

    given = tokens()
    found, exact = (
        codes_of_calls(by.chances(by.states(*given)[where], legal)) for by in (network, floats)
    )
    ways = {
        "tokens": tokens,
        "floats": lambda: floats.chances(floats.states(*given)[where], legal),
        "eight_bits": lambda: network.chances(network.states(*given)[where], legal),
    }
    apart = np.abs(found.astype(int) - exact)[legal]
    calls = {"calls_an_auction": round(len(at) / count, 1)}
    both = compared(ways, len(at), rounds)
    return {"layers": network.layers, **calls, **both, **distances(apart)}


def compared(ways: dict[str, Callable[[], object]], decisions: int, rounds: int) -> dict[str, Any]:
    """What a decision takes each way, and how many times as fast eight bits are."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            seconds[name].append(spent(way))
    pairs = zip(seconds["floats"], seconds["eight_bits"], strict=True)
    ratios = [floats / eight for floats, eight in pairs]
    return {
        "decisions": decisions,
        "microseconds": {
            name: {
                "best": round(1e6 * min(each) / decisions, 1),
                "median": round(1e6 * median(each) / decisions, 1),
                "worst": round(1e6 * max(each) / decisions, 1),
            }
            for name, each in seconds.items()
        },
        "times_as_fast": {
            "median": round(median(ratios), 2),
            "least": round(min(ratios), 2),
            "most": round(max(ratios), 2),
        },
    }


def distances(apart: Any) -> dict[str, Any]:
    """How many codes differ from those of floats, and by how much at most."""
    return {
        "codes_that_differ": round(float((apart > 0).mean()), 4),
        "furthest": int(apart.max()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    rng = random.Random(0)
    plays = [played(rng) for _ in range(given.tables)]
    tables = Tables.of([(Play.start(p.deal, p.contract), p.played, None) for p in plays])
    with threadpool_limits(1):
        found = {
            name: measured(network, tables, given.rounds) for name, network in networks().items()
        }
        found["calls"] = measured_calls(CallNetwork.shipped(), 4 * given.tables, given.rounds)
    result = result_of("describing", {"rounds": given.rounds, "sides": found}, seed=0)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
