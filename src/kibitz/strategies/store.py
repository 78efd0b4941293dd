"""What was learned by watching one game, kept in one checked file."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import KibitzError, StorageError
from kibitz.games.boards import game_named
from kibitz.games.boards.lines import LineGame
from kibitz.runtime import storage
from kibitz.strategies.adviser import Adviser, Knowledge
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.sequences.contexts import Context, ContextPair, Standing
from kibitz.strategies.sequences.player import Tier
from kibitz.strategies.sequences.view import View

KIND, VERSION = "strategies", 1
TRUSTED = 0.9  # the weight from which an adviser listens to a context
PLIES = 4  # how far an adviser searches where pieces slide


@dataclass(frozen=True, slots=True)
class Learned:
    """Context pairs best first, and the rest that watching left."""

    game: LineGame
    contests: int
    seed: int
    pairs: tuple[ContextPair, ...]
    knowledge: Knowledge

    @property
    def view(self) -> View:
        return View(self.game)

    def adviser(self, *, depth: int | None = None) -> Adviser:
        """A player who uses all of it."""
        plies = (PLIES if self.game.slides else 0) if depth is None else depth
        trusted = [pair for pair in self.pairs if pair.weight >= TRUSTED]
        tier = Tier.of(self.view, trusted, enforced=False) if trusted else None
        return Adviser(plies, self.knowledge.held, tier, self.knowledge.judgement)


def best_first(pairs: list[ContextPair]) -> tuple[ContextPair, ...]:
    """By weight, then by how often they spoke; the rest of the order is fixed too."""
    return tuple(sorted(pairs, key=lambda p: (-p.weight, -p.comments, p.context, p.sequences)))


def path_of(game: LineGame, folder: Path | None = None) -> Path:
    return (folder or storage.data_folder()) / f"{game.name}.strategies"


SHIPPED = ("lose-tic-tac-toe", "five-mens-morris", "tic-tac-toe")
"""The games whose strategies come with the package, made by `kibitz.lab.making.strategies`."""


def recall(game: LineGame, folder: Path | None = None) -> Learned:
    """What the user's own watching taught, else what comes with the package."""
    path = path_of(game, folder)
    if path.exists():
        return load(path)
    if game.name in SHIPPED:
        name = f"{game.name}.strategies.gz"
        sealed = gzip.decompress(storage.shipped(name))
        return _read(storage.unseal(sealed, kind=KIND, version=VERSION, name=name), name)
    raise KibitzError(
        f"nothing is learned about {game.name} yet; run: kibitz learn strategies {game.name}"
    )


def save(learned: Learned, path: Path) -> None:
    storage.save(path, _written(learned), kind=KIND, version=VERSION)


def packed(learned: Learned) -> bytes:
    """The form in which strategies come with the package."""
    sealed = storage.seal(_written(learned), kind=KIND, version=VERSION)
    return gzip.compress(sealed, compresslevel=9, mtime=0)


def _written(learned: Learned) -> bytes:
    content = {
        "game": learned.game.name,
        "contests": learned.contests,
        "seed": learned.seed,
        "pairs": [_pair_out(pair) for pair in learned.pairs],
        "held": {str(key): n for key, n in learned.knowledge.held.counts.items()},
        "judgement": learned.knowledge.judgement.weights.tolist(),
    }
    return json.dumps(content).encode()


def load(path: Path) -> Learned:
    """What was saved; a damaged or foreign file is refused by name."""
    return _read(storage.load(path, kind=KIND, version=VERSION), str(path))


def _read(content: bytes, name: str) -> Learned:
    try:
        said = json.loads(content)
        game = game_named(str(said["game"]))
        held = Held({int(key): int(n) for key, n in said["held"].items()})
        judgement = Judgement(game)
        weights = np.array(said["judgement"], np.float64)
        if weights.shape != judgement.weights.shape:
            raise ValueError("weights of another shape")
        judgement.weights = weights
        pairs = tuple(_pair_in(pair) for pair in said["pairs"])
        return Learned(
            game, int(said["contests"]), int(said["seed"]), pairs, Knowledge(held, judgement)
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
        "standing": pair.standing.value,
    }


def _pair_in(said: dict[str, Any]) -> ContextPair:
    context = Context(int(said["agent"]), bool(said["solo"]), int(said["pattern"], 16))
    sequences = tuple(tuple(int(code) for code in s) for s in said["sequences"])
    if not sequences or not all(sequences):
        raise ValueError("a context without a sequence")
    return ContextPair(
        context,
        sequences,
        int(said["seen"]),
        int(said["supports"]),
        int(said["comments"]),
        Standing(said["standing"]),
    )
