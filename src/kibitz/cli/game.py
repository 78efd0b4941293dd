"""``kibitz game``: list the board games, ask what to play, or play one in the terminal."""

from __future__ import annotations

import contextlib
import random
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.strategies import memory_of, solve_first
from kibitz.errors import KibitzError, UsageError
from kibitz.places import Places
from kibitz.strategies.form import GameText, StrategyForm

if TYPE_CHECKING:
    from kibitz.games.boards.agents import Agent
    from kibitz.games.boards.board import Move
    from kibitz.games.boards.lines import LineGame, LineState
    from kibitz.games.boards.rows import RowGame

app = typer.Typer(
    help="The board games: list them, ask what to play, play them.\n\nExample: kibitz game list",
    no_args_is_help=True,
    rich_markup_mode=None,
)
OPPONENTS = ("perfect", "expert", "novice", "random", "kibitz")


@app.command("list")
def list_games(as_json: Json = False) -> None:
    """List the board games; those that are solved can be watched, learned and played.

    Example: kibitz game list
    """
    from kibitz.games.boards import GAMES, ROW_GAMES
    from kibitz.wording import counted, listed

    games: list[LineGame | RowGame] = [*GAMES.values(), *ROW_GAMES.values()]
    rows: list[dict[str, Any]] = [
        {
            "game": game.name,
            "locations": len(game.board.places),
            "pieces": list(game.pieces),
            "a closed line": game.closing.name.lower(),
            "slides": game.slides,
            "agents": game.agents,
            "solved": game.name in GAMES,
        }
        for game in games
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        pieces = listed([str(number) for number in row["pieces"]])
        then = ", then they slide" if row["slides"] else ""
        other = "" if row["solved"] else "; not solved"
        console().print(
            f"{row['game']:18} {counted(row['agents'], 'agent')}, {row['locations']} locations, "
            f"{pieces} pieces{then}; a closed line {row['a closed line']}{other}"
        )


@app.command("ask")
@command
def ask(form: StrategyForm, as_json: Json = False) -> None:
    """What to play after these moves, and why.

    Example: kibitz game ask lose-tic-tac-toe 5 2
    """

    answer = Kibitz(Places.of()).ask(form.question())
    if as_json:
        print_json(answer.to_json())
    else:
        console().print(str(answer), markup=False)


@app.command("play")
@command
def play(
    game: GameText,
    against: Annotated[
        str, typer.Option(help="perfect, expert, novice, random or kibitz.")
    ] = "kibitz",
    second: Annotated[bool, typer.Option("--second", help="Let the other side start.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same number gives the same contest.")
    ] = None,
    as_json: Json = False,
) -> None:
    """A contest in the terminal: type a move, 'advice' for Kibitz's view of it, or 'quit'.

    With --json the conversation goes to standard error, and the contest is printed at the end.

    Example: kibitz game play lose-tic-tac-toe --against perfect
    """
    from kibitz.games.boards import game_named
    from kibitz.games.boards.agents import agent_named

    rules = game_named(game)
    if against not in OPPONENTS:
        raise UsageError(f"There is no opponent {against!r}; choose from {', '.join(OPPONENTS)}.")
    if against not in ("kibitz", "random"):
        solve_first(rules)
    opponent = memory_of(game).player() if against == "kibitz" else agent_named(against, rules)
    with contextlib.redirect_stdout(sys.stderr if as_json else sys.stdout):
        contest = _play(rules, opponent, 1 if second else 0, random.Random(seed))
    if as_json:
        print_json({"game": rules.name, "against": against, **contest})


def _play(
    game: LineGame, opponent: Agent[LineState], seat: int, rng: random.Random
) -> dict[str, Any]:
    """Play until the game is won or drawn, or the player quits; return moves and outcome."""
    from kibitz.games.boards.drawing import state_text
    from kibitz.games.boards.ending import has_ended

    screen = console()
    states = [game.start()]
    moves: list[Move] = []
    while not has_ended(game, states):
        state = states[-1]
        if state.mover == seat:
            screen.print(f"\n{state_text(game, state, numbered=True)}", markup=False)
            typed = _read_move(game, state, tuple(moves))
            if typed is None:
                return {"actions": [str(move) for move in moves], "outcome": "left"}
            move = typed
        else:
            move = opponent.choose(state, rng)
            screen.print(f"{game.marks[state.mover + 1]} plays {move}", markup=False)
        states.append(state.after(move))
        moves.append(move)
    state = states[-1]
    screen.print(f"\n{state_text(game, state)}", markup=False)
    winner = None if state.winner is None else game.marks[state.winner + 1]
    screen.print("A draw." if winner is None else f"{winner} wins.", markup=False)
    outcome = "drawn" if winner is None else f"{winner} wins"
    return {"actions": [str(move) for move in moves], "outcome": outcome}


def _read_move(game: LineGame, state: LineState, moves: tuple[Move, ...]) -> Move | None:
    """The legal move that the player types; None if he stops."""
    from kibitz.games.boards.board import Move

    legal = state.legal_actions
    while True:
        print(f"{game.marks[state.mover + 1]} to move: ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word in ("quit", "q"):
            return None
        if word in ("advice", "a", "?"):
            _advise(game, moves)
            continue
        try:
            move = Move.parse(word)
        except UsageError as error:
            print(error)
            continue
        if move in legal:
            return move
        print(f"That move is not legal; try one of: {' '.join(map(str, legal[:12]))}")


def _advise(game: LineGame, moves: tuple[Move, ...]) -> None:
    from kibitz.strategies.question import StrategyQuestion

    try:
        print(Kibitz(Places.of()).ask(StrategyQuestion(game, moves)))
    except KibitzError as error:
        print(error)
