"""``kibitz learn strategies`` and ``kibitz strategies``: plans learned by watching, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.engines import DryRun, announce_stages, progress
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.errors import StorageError

GameName = Annotated[str, typer.Argument(metavar="GAME", help="See 'kibitz game list'.")]


def learn(
    game: GameName,
    contests: Annotated[
        int | None,
        typer.Option(min=8, max=100_000, help="How many to watch; the paper's number if not said."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Every contest follows from it.")] = 1,
    narrow: Annotated[
        bool, typer.Option("--narrow", help="Watch experts who draw in the hardest way to meet.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Watch perfect play against agents of four strengths, and keep the strategies seen.

    The contests of a tournament follow from each other, so one process watches them all; when it
    is stopped, what was learned before stays as it was.

    Example: kibitz learn strategies five-mens-morris --contests 320 --seed 1
    """
    from kibitz.games.boards import game_named
    from kibitz.runtime.running import Engine
    from kibitz.strategies import store
    from kibitz.strategies.learning import (
        TOURNAMENTS,
        contests_for,
        everything_learned,
        rounded,
        stages,
    )

    rules = game_named(game)
    watched = rounded(contests or TOURNAMENTS * contests_for(rules))
    if dry_run:
        announce_stages(f"learn strategies {game}", stages(rules, watched), Engine(), as_json)
        return
    solve_first(rules)
    with progress(f"watching {game}", watched) as tell:
        learned = everything_learned(rules, watched, seed, narrow=narrow, tell=tell)
    path = store.path_of(rules)
    store.save(learned, path)
    answer = {
        "game": game,
        "contests": learned.contests,
        "seed": seed,
        "pairs": len(learned.pairs),
        "trusted": sum(pair.weight >= store.TRUSTED for pair in learned.pairs),
        "held": len(learned.knowledge.held),
        "file": str(path),
    }
    if as_json:
        print_json(answer)
        return
    console().print(
        f"Watched {learned.contests:,} contests of {game}: {answer['pairs']:,} context pairs, "
        f"{answer['trusted']:,} of weight {store.TRUSTED} or more, {answer['held']:,} states held. "
        f"See them with: kibitz strategies {game}"
    )


def strategies(
    game: GameName,
    top: Annotated[int, typer.Option(min=1, max=10_000, help="How many to show.")] = 10,
    proofs: Annotated[
        int, typer.Option(min=0, max=12, help="Check each by a search of so many plies.")
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Also draw each into this folder.")] = None,
    as_json: Json = False,
) -> None:
    """The learned context pairs, best first, each drawn with its sequence, weight and meaning.

    Example: kibitz strategies lose-tic-tac-toe --top 3
    """
    from kibitz.strategies.explain import pair_data, pair_svg, told
    from kibitz.strategies.search.proof import verified

    learned = learned_about(game)
    view, pairs = learned.view, learned.pairs[:top]
    if proofs:
        pairs = tuple(verified(pair, view, depth=proofs) for pair in pairs)
    if svg is not None:
        _draw(svg, {f"{n:03}.svg": pair_svg(p, view) for n, p in enumerate(pairs, start=1)})
    if as_json:
        print_json([pair_data(pair, view) for pair in pairs])
        return
    for number, pair in enumerate(pairs, start=1):
        console().print(f"{number}.\n{told(pair, view)}\n", markup=False)


def solve_first(rules: Any) -> None:
    """Have the exact solution at hand, and say so on standard error while it is being made."""
    from kibitz.games.boards.solving.solution import solution_path, solved

    if solution_path(rules).exists():
        solved(rules)
        return
    with progress_console().status(f"solving {rules.name} exactly, once"):
        solved(rules)


def learned_about(game: str) -> Any:  # a Learned; its room is imported only when a command runs
    """What was learned about a game, or how to learn it."""
    from kibitz.games.boards import game_named
    from kibitz.strategies import store

    return store.recall(game_named(game))


def _draw(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{folder} cannot be written: {error.strerror}") from error
