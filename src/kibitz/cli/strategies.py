"""``kibitz learn strategies`` and ``kibitz strategies``: strategies learned by watching."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.cli.progress import progress
from kibitz.cli.run import DryRun, announce_stages
from kibitz.errors import StorageError
from kibitz.places import Places
from kibitz.strategies.form import GameText

if TYPE_CHECKING:
    from kibitz.games.boards.lines import LineGame
    from kibitz.strategies.memory import StrategyMemory


@command
def learn(
    game: GameText,
    contests: Annotated[
        int | None,
        typer.Option(
            min=8, max=100_000, help="How many contests to watch; else as many as in the paper."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same contests.")] = 1,
    narrow: Annotated[
        bool,
        typer.Option("--narrow", help="Watch experts who draw in the way that is hardest to meet."),
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Watch perfect play against agents of four strengths, and keep the strategies seen.

    Each contest of a tournament depends on the one before, so one process watches them all. If it
    is interrupted, what was learned earlier is kept unchanged.

    Example: kibitz learn strategies five-mens-morris --contests 320 --seed 1
    """
    from kibitz.games.boards import game_named
    from kibitz.runtime.running import Engine
    from kibitz.strategies import store
    from kibitz.strategies.learning import TOURNAMENTS, contests_for, learn_all, rounded, stages
    from kibitz.strategies.memory import TRUSTED

    rules = game_named(game)
    watched = rounded(contests or TOURNAMENTS * contests_for(rules))
    if dry_run:
        announce_stages(f"learn strategies {game}", stages(rules, watched), Engine(), as_json)
        return
    solve_first(rules)
    with progress(f"watching {game}", watched) as tell:
        memory = learn_all(rules, watched, seed, narrow=narrow, tell=tell)
    path = Places.of().strategies_of(game)
    store.save(memory, path)
    answer = {
        "game": game,
        "contests": memory.contests,
        "seed": seed,
        "pairs": len(memory.pairs),
        "trusted": len(memory.trusted),
        "held": len(memory.knowledge.held),
        "file": str(path),
    }
    if as_json:
        print_json(answer)
        return
    console().print(
        f"Watched {memory.contests:,} contests of {game}: {answer['pairs']:,} context pairs, "
        f"{answer['trusted']:,} of weight {TRUSTED} or more, {answer['held']:,} states held. "
        f"See them with: kibitz strategies {game}"
    )


@command
def strategies(
    game: GameText,
    top: Annotated[int, typer.Option(min=1, max=10_000, help="How many to show.")] = 10,
    svg: Annotated[
        Path | None, typer.Option(help="Also draw each of them into this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the learned context pairs, best first, with sequence, weight and meaning.

    Refuted ones come last.

    Example: kibitz strategies lose-tic-tac-toe --top 3
    """
    from kibitz.strategies.answer import Strategy

    memory = memory_of(game)
    shown = [Strategy.of(pair, memory.view) for pair in memory.to_show[:top]]
    if svg is not None:
        _draw(svg, {f"{n:03}.svg": one.svg() for n, one in enumerate(shown, start=1)})
    if as_json:
        print_json([one.to_json() for one in shown])
        return
    for number, one in enumerate(shown, start=1):
        console().print(f"{number}.\n{one}\n", markup=False)


def solve_first(rules: LineGame) -> None:
    """Make sure that the exact solution exists; say so on standard error while it is computed."""
    from kibitz.games.boards.solving.solution import open_solution, solution_path

    if solution_path(rules).exists():
        open_solution(rules)
        return
    with progress_console().status(f"solving {rules.name} exactly, once"):
        open_solution(rules)


def memory_of(game: str) -> StrategyMemory:
    """What was learned about a game; an error that tells how to learn it if nothing was."""
    from kibitz.games.boards import game_named
    from kibitz.strategies import store

    return store.recall(game_named(game), Places.of().strategies_of(game))


def _draw(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{folder} cannot be written: {error.strerror}") from error
