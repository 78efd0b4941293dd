"""Properties of a sequence in its context, each checked on the board, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.games.boards.board import Board, Move
from kibitz.games.boards.lines import Closing, LineGame
from kibitz.strategies.sequences.contexts import ContextPair
from kibitz.strategies.sequences.view import BoardView

Line = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reflects:
    """Every own action goes to the location opposite, through the centre, to an opposing piece."""

    times: int


@dataclass(frozen=True, slots=True)
class Shuttles:
    """Own pieces leave a line that they fill, and fill it again."""

    line: Line


@dataclass(frozen=True, slots=True)
class Closes:
    """Own pieces fill these lines, in this order."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Blocks:
    """Own actions block lines that the opponent fills but for one location."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Threatens:
    """After the sequence, these lines lack only one location to be filled."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Avoids:
    """Own actions avoid the last location of lines that would then be filled."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """Nothing is known beyond the actions themselves."""


Property = Reflects | Shuttles | Closes | Blocks | Threatens | Avoids | Plain


@dataclass(frozen=True, slots=True)
class _Step:
    """An action, its agent, and what is known of the board just before and just after it."""

    move: Move
    own: bool
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]


def opposite(board: Board, location: int) -> int | None:
    """The location on the other side of the centre, if there is one."""
    across = min(x for x, _ in board.places) + max(x for x, _ in board.places)
    down = min(y for _, y in board.places) + max(y for _, y in board.places)
    x, y = board.places[location]
    there = (across - x, down - y)
    return board.places.index(there) if there in board.places else None


def properties(
    pair: ContextPair, sequence: tuple[int, ...], view: BoardView
) -> tuple[Property, ...]:
    """All properties of one sequence of a pair, the most telling first."""
    game = view.game
    steps = list(_steps(pair, sequence, view))
    found = [
        *_reflection(steps, game.board, pair.context.agent),
        *(_line_properties(steps, game, pair) if isinstance(game, LineGame) else ()),
    ]
    return (*found, Plain())


def _steps(pair: ContextPair, sequence: tuple[int, ...], view: BoardView) -> Iterator[_Step]:
    stands = list(view.contents(pair.context.pattern))
    agents = view.game.agents
    for number, code in enumerate(sequence):
        move = Move.of(code)
        agent = pair.context.agent
        if not pair.context.solo:
            agent = (agent + number) % agents
        before = tuple(stands)
        if move.source is not None:
            stands[move.source] = 0
        if move.takes is not None:
            stands[move.takes] = 0
        stands[move.to] = agent + 1
        yield _Step(move, agent == pair.context.agent, before, tuple(stands))


def _reflection(steps: list[_Step], board: Board, agent: int) -> Iterator[Property]:
    own = [step for step in steps if step.own]
    for step in own:
        there = opposite(board, step.move.to)
        if there is None or there == step.move.to or step.before[there] in (None, 0, agent + 1):
            return
    yield Reflects(len(own))


def _line_properties(steps: list[_Step], game: LineGame, pair: ContextPair) -> Iterator[Property]:
    me = pair.context.agent + 1
    if game.closing is Closing.LOSES:
        spared = _spared(steps, game, me)
        if spared:
            yield Avoids(spared)
        return
    own = [step for step in steps if step.own]
    closed = [line for step in own for line in _filled_by(step, game.board, me)]
    opened = [line for step in own for line in _left_by(step, game.board, me)]
    for line in closed:
        if line in opened:
            yield Shuttles(line)
            break
    if closed:
        yield Closes(tuple(dict.fromkeys(closed)))
    blocked = [line for step in own for line in _blocked_by(step, game.board, me)]
    if blocked:
        yield Blocks(tuple(dict.fromkeys(blocked)))
    after = steps[-1].after
    waiting = [
        line
        for line in game.board.lines
        if sorted(after[i] == me for i in line) == [False, True, True]
        and sum(after[i] == 0 for i in line) == 1
    ]
    if waiting:
        yield Threatens(tuple(waiting))


def _filled_by(step: _Step, board: Board, me: int) -> list[Line]:
    through = [line for line in board.lines if step.move.to in line]
    return [line for line in through if all(step.after[i] == me for i in line)]


def _left_by(step: _Step, board: Board, me: int) -> list[Line]:
    through = [line for line in board.lines if step.move.source in line]
    return [line for line in through if all(step.before[i] == me for i in line)]


def _blocked_by(step: _Step, board: Board, me: int) -> list[Line]:
    through = [line for line in board.lines if step.move.to in line]
    rest = {line: [step.before[i] for i in line if i != step.move.to] for line in through}
    return [line for line, stands in rest.items() if all(k not in (None, 0, me) for k in stands)]


def _spared(steps: list[_Step], game: LineGame, me: int) -> tuple[Line, ...]:
    """Lines with one blank left that own actions could have filled and did not."""
    found: dict[Line, None] = {}
    for step in steps:
        if step.own:
            for line in game.board.lines:
                if sorted(step.before[i] == me for i in line) == [False, True, True] and any(
                    step.before[i] == 0 and i != step.move.to for i in line
                ):
                    found[line] = None
    return tuple(found)
