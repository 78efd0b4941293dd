"""A contest as plain data, worked out beside the server: the reply, what applies, what is advised.

Nothing is remembered between moves: a contest is its game, its opponent, its seed and its moves.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from kibitz.errors import KibitzError, UsageError
from kibitz.forms import Said, Spelled
from kibitz.page.opened import kibitz_at
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.games.boards.agents import Agent
    from kibitz.games.boards.board import BoardState, Game
    from kibitz.games.boards.lines import LineState
    from kibitz.strategies.answer import Strategy
    from kibitz.strategies.memory import StrategyMemory

GAMES: Mapping[str, str] = WORDS["board_games"]
"""Every game, with a line about it."""
OPPONENTS: Mapping[str, str] = WORDS["opponents"]
SHOWN, LIT = 12, 6
"""How many strategies are drawn, and how many of them may apply now."""


@dataclass(frozen=True, slots=True)
class ContestForm(Spelled):
    """A contest so far; the page keeps nothing between moves."""

    game: Annotated[str, Said("One of GET /api/games.", longest=40)] = "lose-tic-tac-toe"
    against: Annotated[str, Said("The opponent.", longest=40)] = "kibitz"
    second: Annotated[int, Said("1: the other side starts.", bounds=(0, 1))] = 0
    seed: Annotated[
        int, Said("The seed of the opponent's random choices.", bounds=(0, 999_999_999))
    ] = 1
    moves: Annotated[str, Said("The moves so far: 5,1,9 or 3-10x7.", longest=1200)] = ""
    advice: Annotated[int, Said("1: with advice for the next move.", bounds=(0, 1))] = 0

    @property
    def played(self) -> tuple[str, ...]:
        """The moves so far, one by one."""
        return tuple(move for move in self.moves.split(",") if move)

    def after(self, *moves: str) -> ContestForm:
        """The contest after these *moves*, without advice."""
        return replace(self, moves=",".join(moves), advice=0)


def contest(signal: Signal, form: ContestForm, places: Places) -> dict[str, Any]:
    """The contest with the opponent's replies added."""
    from kibitz.games.boards.board import Move
    from kibitz.games.boards.drawing import state_text
    from kibitz.games.boards.ending import has_ended
    from kibitz.strategies.question import replay

    game = rules_of(form.game)
    if form.against not in OPPONENTS:
        raise UsageError(f"no opponent {form.against!r}; there are {', '.join(OPPONENTS)}")
    states = replay(game, tuple(Move.parse(move) for move in form.played))
    moves = list(form.played)
    memory = _memory(signal, form.game, places)
    there = opponents_of(form.game, memory is not None)
    against = form.against if form.against in there else there[0]
    while not has_ended(game, states) and states[-1].mover != form.second:
        reply = _opponent(against, game, memory).choose(states[-1], _chance(form, len(moves)))
        states.append(states[-1].after(reply))
        moves.append(str(reply))
    state, over = states[-1], has_ended(game, states)
    advice = None
    if memory is not None and form.advice and not over:
        advice = _advice(memory, f"{game.name}: {' '.join(moves)}")
    return {
        "game": game.name,
        "against": against,
        "opponents": there,
        "agents": game.agents,
        "solved": is_solved(form.game),
        "seat": form.second,
        "seed": form.seed,
        "moves": moves,
        "board": "".join(game.marks[kind] for kind in state.contents),
        "in_hand": list(getattr(state, "hands", ())),
        "mover": None if over else game.marks[state.mover + 1],
        "legal": [] if over else [str(move) for move in state.legal_actions],
        "outcome": _outcome(game, state) if over else None,
        "text": state_text(game, state),
        "advice": advice,
        "strategies": strategies_at(memory, None if over else state) if memory else [],
        "contests": memory.contests if memory else 0,
        "origin": _origin(places.strategies_of(form.game)) if memory else "",
        "drawing": drawing(game),
    }


def rules_of(name: str) -> Any:
    """The rules of a game on the page, solved or not."""
    from kibitz.games.boards import ROW_GAMES, game_named

    check_game(name)
    return ROW_GAMES[name] if name in ROW_GAMES else game_named(name)


def is_solved(name: str) -> bool:
    """Whether the game is solved, so that perfect play can be watched, learned and played."""
    from kibitz.games.boards import GAMES as SOLVED

    return name in SOLVED


def opponents_of(name: str, is_learned: bool) -> list[str]:
    """The available opponents; an unsolved game has no perfect ones."""
    if not is_solved(name):
        return ["watchful", "random"]
    learned = ["kibitz"] if is_learned else []
    return [*learned, "random", "perfect", "expert", "novice"]


def check_game(name: str) -> str:
    if name not in GAMES:
        raise UsageError(f"no game {name!r}; there are {', '.join(GAMES)}")
    return name


def _origin(own: Path) -> str:
    return (
        "Learned here." if own.exists() else "They come with Kibitz: house contests, watched once."
    )


def _chance(form: ContestForm, played: int) -> random.Random:
    """A generator that gives the same replies however often the contest is opened."""
    return random.Random(f"{form.seed} {played}")


def _outcome(game: Game, state: BoardState) -> str:
    return "drawn" if state.winner is None else f"{game.marks[state.winner + 1]} wins"


def _opponent(against: str, game: Any, memory: StrategyMemory | None) -> Agent[Any]:
    from kibitz.games.boards.agents import Watchful, agent_named

    if against == "watchful":
        return Watchful()
    if against == "kibitz" and memory is not None:
        return memory.player()
    return agent_named(against, game)


def _memory(signal: Signal, game: str, places: Places) -> StrategyMemory | None:
    """What was learned of the game, if anything."""
    from kibitz.games.boards import game_named

    if not is_solved(game):
        return None
    try:
        return kibitz_at(signal, places).strategies(game_named(game)).memory
    except UsageError:
        raise
    except KibitzError:
        return None


def _advice(memory: StrategyMemory, question: str) -> dict[str, Any]:
    from kibitz.strategies.adviser import StrategyAdviser
    from kibitz.strategies.question import StrategyQuestion

    answer = StrategyAdviser(memory).ask(StrategyQuestion.parse(question))
    return {"move": str(answer.best.action) if answer.best else None, **answer.to_json()}


def strategies_at(memory: StrategyMemory, state: LineState | None) -> list[dict[str, Any]]:
    """Learned strategies as they are drawn: those that apply in *state* first, turned to its board.

    Refuted ones never light up and come last.
    """
    from kibitz.strategies.answer import Strategy
    from kibitz.strategies.sequences.contexts import ContextStatus
    from kibitz.strategies.sequences.player import Backing, Tier

    view, pairs = memory.view, memory.pairs[: SHOWN * 40]
    sound = [
        number for number, pair in enumerate(pairs) if pair.standing is not ContextStatus.REFUTED
    ]
    lit: dict[int, Strategy] = {}
    if state is not None:
        tier = Tier.of(view, [pairs[number] for number in sound], enforced=False)
        proposals = tier.proposals(state.mover, view.images(state), set(state.legal_codes))
        hits = {number: turn for found in proposals.values() for number, turn in reversed(found)}
        for number in sorted(hits)[:LIT]:
            backing = Backing(pairs[sound[number]], hits[number])
            lit[sound[number]] = Strategy.here(backing, view)
    refuted = [number for number in range(len(pairs)) if number not in sound]
    order = [number for number in (*sound, *refuted) if number not in lit]
    rest = [pairs[number] for number in order[: SHOWN - len(lit)]]
    others = [Strategy.of(pair, view) for pair in rest]
    return [
        *({**_drawn(strategy), "applies": True} for strategy in lit.values()),
        *({**_drawn(strategy), "applies": False} for strategy in others),
    ]


def _drawn(strategy: Strategy) -> dict[str, Any]:
    from kibitz.strategies.explain import weight_text

    notes = {str(place): note for place, note in strategy.notes.items()}
    data = strategy.to_json()
    lost = _numbered(data["refutation"]["moves"]) if data["refutation"] else {}
    return {
        **data,
        "weighed": weight_text(strategy),
        "notes": notes,
        "refuted_by": lost,
        "walk": walk(data, strategy.view.game.marks),
    }


def walk(data: dict[str, Any], marks: str) -> list[dict[str, str]]:
    """A strategy played out on the board: its refutation, or else its own moves.

    >>> data = {"agent": "X", "kind": "duet", "context": "..#", "sequences": [["1", "2"]],
    ...         "refutation": None}
    >>> [(one["board"], one["move"]) for one in walk(data, ".XO")]
    [('..#', ''), ('X.#', 'X 1'), ('XO#', 'O 2')]
    """
    lost = data["refutation"]
    board = list(lost["board"] if lost else data["context"])
    moves = lost["moves"] if lost else data["sequences"][0]
    agent, other = data["agent"], marks.replace(data["agent"], "")[1]
    alone = not lost and data["kind"] == "solo"
    first = (lost["loses_at"] - 1) % 2 if lost else 0
    steps = [{"board": "".join(board), "move": ""}]
    for number, move in enumerate(moves):
        mark = agent if alone or number % 2 == first else other
        way, _, taken = move.partition("x")
        start, _, to = way.rpartition("-")
        for place, content in ((start, marks[0]), (to, mark), (taken, marks[0])):
            if place:
                board[int(place) - 1] = content
        steps.append({"board": "".join(board), "move": f"{mark} {move}"})
    return steps


def _numbered(moves: list[str]) -> dict[str, str]:
    """The numbers of a refutation's moves, by the location each one reaches.

    >>> _numbered(["8", "3-10x7"])
    {'7': '1', '9': '2'}
    """
    places = [move.partition("x")[0].rpartition("-")[2] for move in moves]
    return {str(int(place) - 1): str(number) for number, place in enumerate(places, start=1)}


def drawing(game: Game) -> dict[str, Any]:
    """The locations of a board and the lines between them."""
    return {
        "places": [list(place) for place in game.board.places],
        "roads": [list(road) for road in game.board.roads],
        "marks": game.marks,
    }


def strategies(signal: Signal, game: str, top: int, places: Places) -> list[dict[str, Any]]:
    """The learned context pairs, best first."""
    from kibitz.strategies.answer import Strategy

    memory = _memory(signal, check_game(game), places)
    if memory is None:
        return []
    return [Strategy.of(pair, memory.view).to_json() for pair in memory.to_show[:top]]


def learn(signal: Signal, game: str, contests: int, seed: int, places: Places) -> dict[str, Any]:
    """Watch contests and keep what was learned, unless cancelled first."""
    from kibitz.games.boards import game_named
    from kibitz.strategies.learning import learn_all
    from kibitz.strategies.store import save

    watched = 0

    def tell() -> None:
        nonlocal watched
        watched += 1
        signal.tell(watched, contests)

    rules = game_named(game)
    memory = learn_all(rules, contests, seed, tell=tell)
    save(memory, places.strategies_of(game))
    return {"game": game, "contests": memory.contests, "pairs": len(memory.pairs)}
