"""Makes the strategies that ship: the paper's training stage, watched with one seed.

Run: python -m kibitz_lab.making.strategies src/kibitz/data
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from kibitz.games.boards import game_named
from kibitz.runtime.storage import write_atomically
from kibitz.strategies.learning import TOURNAMENTS, contests_for, learn_all
from kibitz.strategies.store import SHIPPED, pack

SEED = 1


def write(folder: Path) -> Iterator[Path]:
    """Watch each game, and write what was learned into *folder*."""
    for name in SHIPPED:
        game = game_named(name)
        path = folder / f"{name}.strategies.gz"
        write_atomically(path, pack(learn_all(game, TOURNAMENTS * contests_for(game), SEED)))
        yield path


if __name__ == "__main__":
    for written in write(Path(sys.argv[1])):
        print(f"{written}: {written.stat().st_size:,} bytes")
