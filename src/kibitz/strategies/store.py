"""The file of what was learned by watching one game."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import KibitzError, StorageError
from kibitz.games.boards import game_named
from kibitz.games.boards.lines import LineGame
from kibitz.runtime import storage
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.memory import StrategyMemory
from kibitz.strategies.sequences.contexts import (
    Context,
    ContextPair,
    ContextStatus,
    Refutation,
    weight,
)
from kibitz.strategies.sequences.reading import PaperReading, reading_named

KIND, VERSION = "strategies", 2


SHIPPED = ("lose-tic-tac-toe", "five-mens-morris", "tic-tac-toe")
"""The games whose strategies come with the package, made by `kibitz_lab.making.strategies`."""


def recall(game: LineGame, path: Path) -> StrategyMemory:
    """What was learned here, kept at *path*, else what ships with the package."""
    if path.exists():
        try:
            return load(path)
        except StorageError as error:
            anew = f"; make it anew with: kibitz learn strategies {game.name}"
            raise StorageError(f"{error}{anew}") from error
    if game.name in SHIPPED:
        name = f"{game.name}.strategies.gz"
        sealed = gzip.decompress(storage.shipped(name))
        return _read(storage.unseal(sealed, kind=KIND, version=VERSION, name=name), name)
    raise KibitzError(
        f"nothing is learned about {game.name} yet; run: kibitz learn strategies {game.name}"
    )


def save(memory: StrategyMemory, path: Path) -> None:
    storage.save(path, _content(memory), kind=KIND, version=VERSION)


def pack(memory: StrategyMemory) -> bytes:
    """The compressed form in which strategies ship with the package."""
    sealed = storage.seal(_content(memory), kind=KIND, version=VERSION)
    return gzip.compress(sealed, compresslevel=9, mtime=0)


def _content(memory: StrategyMemory) -> bytes:
    content = {
        "game": memory.game.name,
        "contests": memory.contests,
        "seed": memory.seed,
        "reading": memory.reading.name,
        "pairs": [_pair_out(pair) for pair in memory.pairs],
        "held": {str(key): n for key, n in memory.knowledge.held.counts.items()},
        "judgement": memory.knowledge.judgement.weights.tolist(),
    }
    return json.dumps(content).encode()


def load(path: Path) -> StrategyMemory:
    """Read what was saved; a damaged or foreign file is refused by name."""
    return _read(storage.load(path, kind=KIND, version=VERSION), str(path))


def _read(content: bytes, name: str) -> StrategyMemory:
    try:
        said = json.loads(content)
        game = game_named(str(said["game"]))
        held = Held({int(key): int(n) for key, n in said["held"].items()})
        judgement = Judgement(game)
        weights = np.array(said["judgement"], np.float64)
        if weights.shape != judgement.weights.shape:
            raise ValueError("weights of another shape")
        judgement.weights = weights
        reading = reading_named(str(said["reading"]))
        pairs = tuple(_pair_in(pair, reading) for pair in said["pairs"])
        return StrategyMemory(
            game,
            int(said["contests"]),
            int(said["seed"]),
            reading,
            pairs,
            Knowledge(held, judgement),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StorageError(f"{name} does not hold strategies: {error}") from error


def _pair_out(pair: ContextPair) -> dict[str, Any]:
    return {
        "agent": pair.context.agent,
        "solo": pair.context.solo,
        "pattern": f"{pair.context.pattern:x}",
        "sequences": pair.sequences,
        "seen": pair.seen,
        "supports": pair.supports,
        "comments": pair.comments,
        "right": pair.right,
        "standing": pair.standing.value,
        "states": pair.states,
        "refutation": None if pair.refutation is None else asdict(pair.refutation),
    }


def _pair_in(said: dict[str, Any], reading: PaperReading) -> ContextPair:
    context = Context(int(said["agent"]), bool(said["solo"]), int(said["pattern"], 16))
    sequences = tuple(tuple(int(code) for code in s) for s in said["sequences"])
    if not sequences or not all(sequences):
        raise ValueError("a context without a sequence")
    supports, comments = float(said["supports"]), int(said["comments"])
    return ContextPair(
        context,
        sequences,
        int(said["seen"]),
        supports,
        comments,
        int(said["right"]),
        weight(supports, comments, reading.weight),
        ContextStatus(said["standing"]),
        int(said["states"]),
        None if said["refutation"] is None else _refutation_in(said["refutation"]),
    )


def _refutation_in(said: dict[str, Any]) -> Refutation:
    contents, hands, moves = (
        tuple(int(number) for number in said[name]) for name in ("contents", "hands", "moves")
    )
    return Refutation(contents, hands, moves, int(said["advised"]))
