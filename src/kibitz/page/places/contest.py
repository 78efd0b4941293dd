"""A contest as plain data, worked out beside the server: the reply, what applies, what is advised.

Nothing is remembered between moves: a contest is its game, its opponent, its seed and its moves.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import UsageError
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.games.boards.lines import LineGame, LineState
    from kibitz.strategies.store import Learned

GAMES = {
    "lose-tic-tac-toe": "Lose tic-tac-toe: who makes a line of three loses.",
    "five-mens-morris": "Five men's morris: place five pieces, then slide; a mill takes a piece.",
    "tic-tac-toe": "Tic-tac-toe: who makes a line of three wins.",
}
OPPONENTS = {
    "kibitz": "what was learned",
    "perfect": "perfect play",
    "expert": "an expert",
    "novice": "a novice",
    "random": "random moves",
}
SHOWN, LIT = 12, 6
"""How many strategies are drawn, and how many of those may be ones that apply."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A contest so far, as the address of the page spells it."""

    game: str
    against: str
    seat: int
    seed: int
    moves: tuple[str, ...]
    advice: bool = False


def contest(bell: Bell, asked: Asked, folder: Path, written: int) -> dict[str, Any]:
    """The contest after the opponent's reply, if one is due."""
    from kibitz.games.boards import game_named
    from kibitz.games.boards.drawing import state_text
    from kibitz.games.boards.ending import has_ended

    game = game_named(check_game(asked.game))
    if asked.against not in OPPONENTS:
        raise UsageError(f"no opponent {asked.against!r}; there are {', '.join(OPPONENTS)}")
    states = _replayed(game, asked.moves)
    moves = list(asked.moves)
    learned = _learned(asked.game, folder, written)
    if not has_ended(game, states) and states[-1].mover != asked.seat:
        reply = _opponent(asked.against, game, learned).choose(states[-1], _chance(asked))
        states.append(states[-1].after(reply))
        moves.append(str(reply))
    state, over = states[-1], has_ended(game, states)
    return {
        "game": game.name,
        "against": asked.against,
        "seat": asked.seat,
        "seed": asked.seed,
        "moves": moves,
        "board": "".join(game.marks[kind] for kind in state.contents),
        "in_hand": list(state.hands),
        "mover": None if over else game.marks[state.mover + 1],
        "legal": [] if over else [str(move) for move in state.legal_actions],
        "outcome": _outcome(game, state) if over else None,
        "text": state_text(game, state),
        "advice": _advice(state, learned, asked) if asked.advice and not over else None,
        "strategies": strategies_at(learned, None if over else state),
        "contests": learned.contests,
        "origin": _origin(game, folder),
        "drawing": drawing(game),
    }


def check_game(name: str) -> str:
    if name not in GAMES:
        raise UsageError(f"no game {name!r}; there are {', '.join(GAMES)}")
    return name


def _origin(game: LineGame, folder: Path) -> str:
    from kibitz.strategies.store import path_of

    own = path_of(game, folder).exists()
    return "Learned here." if own else "They come with Kibitz: house contests, watched once."


def _chance(asked: Asked) -> random.Random:
    """The same contest is answered in the same way, however often it is opened."""
    return random.Random(f"{asked.seed} {len(asked.moves)}")


def _outcome(game: LineGame, state: LineState) -> str:
    return "drawn" if state.winner is None else f"{game.marks[state.winner + 1]} wins"


def _replayed(game: LineGame, moves: tuple[str, ...]) -> list[LineState]:
    from kibitz.games.boards.board import Move
    from kibitz.games.boards.ending import has_ended

    states = [game.start()]
    for move in moves:
        if has_ended(game, states):
            raise UsageError(f"the contest is over before the move {move}")
        states.append(states[-1].after(Move.parse(move)))
    return states


def _opponent(against: str, game: LineGame, learned: Learned) -> Any:
    from kibitz.games.boards.agents import agent_named

    return learned.adviser() if against == "kibitz" else agent_named(against, game)


@lru_cache(maxsize=8)
def _learned(game: str, folder: Path, written: int) -> Learned:
    from kibitz.games.boards import game_named
    from kibitz.strategies.store import recall

    return recall(game_named(game), folder)


def _advice(state: LineState, learned: Learned, asked: Asked) -> dict[str, str]:
    from kibitz.strategies.explain import explain

    decision = learned.adviser().decide(state, _chance(asked))
    return {"move": str(decision.action), "text": explain(decision, learned.view)}


def strategies_at(learned: Learned, state: LineState | None) -> list[dict[str, Any]]:
    """Learned strategies, drawn: those that apply in *state* first, turned as the board lies."""
    from kibitz.strategies.sequences.player import Tier

    view, pairs = learned.view, learned.pairs[: SHOWN * 40]
    lit = []
    if state is not None:
        tier = Tier.of(view, pairs, enforced=False)
        proposals = tier.proposals(state.mover, view.images(state), set(state.legal_codes))
        hits = {number: turn for found in proposals.values() for number, turn in reversed(found)}
        lit = [(pairs[number], hits[number]) for number in sorted(hits)[:LIT]]
    told = [{**_drawn(learned, pair, turn), "applies": True} for pair, turn in lit]
    used = {id(pair) for pair, _ in lit}
    others = [pair for pair in pairs if id(pair) not in used][: SHOWN - len(lit)]
    return told + [{**_drawn(learned, pair, None), "applies": False} for pair in others]


def _drawn(learned: Learned, pair: Any, turn: int | None) -> dict[str, Any]:
    from kibitz.strategies.explain import as_it_lies, pair_data, pair_notes, weighed
    from kibitz.strategies.sequences.player import Backing

    view = learned.view
    if turn is not None:
        pair = as_it_lies(Backing(pair, turn), view)
    one = replace(pair, sequences=pair.sequences[:1])
    notes = {str(place): note for place, note in pair_notes(one).items()}
    return {**pair_data(pair, view), "weighed": weighed(pair), "notes": notes}


def drawing(game: LineGame) -> dict[str, Any]:
    """Where the locations of a board lie, and the roads between them."""
    return {
        "places": [list(place) for place in game.board.places],
        "roads": [list(road) for road in game.board.roads],
        "marks": game.marks,
    }


def strategies(bell: Bell, game: str, top: int, folder: Path, written: int) -> list[dict[str, Any]]:
    """The learned context pairs, best first."""
    from kibitz.strategies.explain import pair_data

    learned = _learned(check_game(game), folder, written)
    return [pair_data(pair, learned.view) for pair in learned.pairs[:top]]


def learn(bell: Bell, game: str, contests: int, seed: int, folder: Path) -> dict[str, Any]:
    """Watch contests, and keep what was learned; it can be stopped before it is kept."""
    from kibitz.games.boards import game_named
    from kibitz.strategies.learning import everything_learned
    from kibitz.strategies.store import path_of, save

    watched = 0

    def tell() -> None:
        nonlocal watched
        watched += 1
        bell.tell(watched, contests)

    rules = game_named(game)
    learned = everything_learned(rules, contests, seed, tell=tell)
    save(learned, path_of(rules, folder))
    return {"game": game, "contests": learned.contests, "pairs": len(learned.pairs)}
