"""``kibitz match``: two teams over the same boards."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.seats.host import BoardsOption, IntoOption, boards_named
from kibitz.cli.seats.seat import SecondsOption
from kibitz.wording import listed

_WHO = "house, quick (never looks ahead), or either with rules, as in 'quick:house system'."


def match(
    home: Annotated[str, typer.Argument(help=_WHO)] = "house",
    away: Annotated[str, typer.Argument(help=_WHO)] = "quick",
    boards: BoardsOption = "16",
    seed: Annotated[int, typer.Option(min=0, help="Deals from this number.")] = 1,
    into: IntoOption = None,
    seconds: SecondsOption = None,
    as_json: Json = False,
) -> None:
    """Play a match between two teams: every board in both rooms, scored in IMPs.

    With --into the tables are kept, and a match that was stopped goes on from them.

    Example: kibitz match quick "quick:house system" --boards 4
    """
    from kibitz.games.bridge.solving import solving
    from kibitz.seats.advisers import adviser_named
    from kibitz.seats.kept import KeptBoards
    from kibitz.seats.match import MatchTeam, play_match

    dealt, kept = boards_named(boards, seed), KeptBoards(into)
    with solving() as solver, progress("boards", len(dealt)) as step:
        teams = []
        for words, name in zip((home, away), _names(home, away), strict=True):
            who, _, system = words.partition(":")
            adviser = adviser_named(who, solver, system, seconds)
            teams.append(MatchTeam(name, lambda adviser=adviser: adviser))  # type: ignore[misc]
        score = play_match(dealt, teams[0], teams[1], kept, "Kibitz match", step)
    if as_json:
        print_json({"home": teams[0].name, "away": teams[1].name, **score.to_json()})
        return
    for board, won in score.imps.items():
        mine, theirs = score.boards[board]
        console().print(f"Board {board:>4}  open {mine:>6}  closed {theirs:>6}  IMPs {won:+d}")
    if score.broken:
        console().print(f"Broken: {listed([f'board {one}' for one in score.broken])}.")
    number = len(score.boards)
    total = sum(score.imps.values())
    if number < 2:
        console().print(f"{teams[0].name} against {teams[1].name}: {total:+d} IMPs.")
        return
    between = f"{score.mean - score.error:+.2f} to {score.mean + score.error:+.2f}"
    console().print(
        f"{teams[0].name} against {teams[1].name}: {total:+d} IMPs over {number} boards, "
        f"{score.mean:+.2f} a board (95 %: {between})."
    )


def _names(home: str, away: str) -> tuple[str, str]:
    """The teams by what they are; numbered if they are alike."""
    return (home, away) if home != away else (f"{home} 1", f"{away} 2")
