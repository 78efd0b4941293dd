"""English about learned strategies: what one does, and why a move is advised."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from kibitz.advice import Choice, Ground, Rule
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import Closing, LineGame
from kibitz.strategies.sequences.contexts import ContextPair, ContextStatus, Refutation
from kibitz.strategies.sequences.properties import (
    Avoids,
    Blocks,
    Closes,
    Plain,
    Property,
    Reflects,
    Shuttles,
    Threatens,
)
from kibitz.strategies.sequences.view import BoardView
from kibitz.wording import counted, in_words, listed

if TYPE_CHECKING:
    from kibitz.strategies.answer import Spoke, Strategy, StrategyAnswer

_PLAYED_OUT = 6
"""The number of moves that are shown after the losing one; the rest are counted."""


def sentence(strategy: Strategy) -> str:
    """What the first sequence of a strategy does, by the properties that were checked."""
    pair, view = strategy.pair, strategy.view
    who = view.game.marks[pair.context.agent + 1]
    return f"{who} {_does(strategy.does, view)}: {_moves(pair, pair.sequences[0], view)}."


def strategy_text(strategy: Strategy) -> str:
    """A strategy as text: its board with its sequence, what it does, and its record."""
    view = strategy.view
    combined = "".join(
        f"\nLocations {_line(spots)} hold {_marks(value, view)}, in any order."
        for spots, value in view.combined(strategy.pair.context.pattern)
    )
    return f"{strategy.picture()}\n{sentence(strategy)}\n{weight_text(strategy)}{combined}"


def weight_text(strategy: Strategy) -> str:
    """The record of a strategy: how often it was right, and whether it is proved."""
    pair = strategy.pair
    others = len(pair.sequences) - 1
    also = f"; {counted(others, 'other sequence')} from the same context" if others else ""
    return (
        f"Right {pair.right:,} of {counted(pair.comments, 'time')} it spoke in the contests "
        f"watched (weight {pair.weight:.2f}); seen {counted(pair.seen, 'time')}{also}. "
        f"{standing_text(strategy)}"
    )


def standing_text(strategy: Strategy) -> str:
    """Whether a strategy is proved, refuted or open, with the refutation."""
    pair = strategy.pair
    match pair.standing:
        case ContextStatus.PROVED:
            where = "the one state" if pair.states == 1 else f"all {pair.states:,} states"
            return f"Proved: in {where} where it applies it loses only where every move loses."
        case ContextStatus.REFUTED if pair.refutation is not None:
            return f"Refuted: {_refuted(pair, pair.refutation, strategy.view)}."
        case ContextStatus.REFUTED:
            return "Refuted."
        case ContextStatus.OPEN:
            return "Neither proved nor refuted."
        case other:
            assert_never(other)


def _refuted(pair: ContextPair, refutation: Refutation, view: BoardView) -> str:
    """The state, the advice that loses in it, and how."""
    marks = view.game.marks
    stands = [
        f"{mark} on {listed([str(i + 1) for i, k in enumerate(refutation.contents) if k == kind])}"
        for kind, mark in enumerate(marks)
        if kind and kind in refutation.contents
    ]
    agents, first = view.game.agents, pair.context.agent
    moves = [
        f"{marks[(first + ply) % agents + 1]} {Move.of(code)}"
        for ply, code in enumerate(refutation.moves)
    ]
    led, after = moves[: refutation.advised], moves[refutation.advised :]
    where = f"with {', '.join(stands)}" if stands else "from the empty board"
    if not after:
        return f"{where}, {', '.join(led)} loses at once"
    rest = len(after) - _PLAYED_OUT
    on = f" and so on, {counted(rest, 'move')} more" if rest > 0 else ""
    return f"{where}, {', '.join(led)} loses by force: {', '.join(after[:_PLAYED_OUT])}{on}"


def answer_text(answer: StrategyAnswer) -> str:
    """The advised move and why, or why there is none."""
    best = answer.best
    if best is None:
        return f"{answer.why_not[0].upper()}{answer.why_not[1:]}."
    return f"{best.action}: {'; '.join(_reasons(best))}."


def _reasons(choice: Choice[Move]) -> list[str]:
    """The grounds of a choice, one clause for each kind."""
    from kibitz.strategies.answer import Spoke

    spoke = [ground for ground in choice.grounds if isinstance(ground, Spoke)]
    clauses = [_reason(ground) for ground in choice.grounds]
    return [*filter(None, clauses), *([_advised(spoke)] if spoke else [])]


def _reason(ground: Ground) -> str:
    """A ground as a clause; strategies and their proofs share one clause."""
    from kibitz.strategies.answer import LeftBehind, Liked, LookedAhead, Stands

    match ground:
        case Rule(name=name):
            return name
        case LookedAhead(over=over, number=number):
            return f"a search of {number:,} {over}"
        case Stands(part=part, whole=whole):
            left = "none" if part == whole else f"{whole - part:,}"
            return f"it rules out {left} of the {counted(whole, 'legal move')}"
        case LeftBehind(part=part, whole=whole):
            other = f", and {counted(whole - part, 'time')} another that is one move from here"
            return (
                f"experts who did not lose brought just this state about {counted(part, 'time')}"
                f"{other if whole > part else ''}"
            )
        case Liked(part=part, whole=whole):
            better = f"{part:,} of {counted(whole, 'other move')}"
            return f"by what experts chose and left, it is liked better than {better}"
        case _:
            return ""  # a strategy, or what proves one


def _advised(spoke: list[Spoke]) -> str:
    best = spoke[0]
    advise = "a learned strategy that applies here advises it,"
    if len(spoke) > 1:
        advise = f"{in_words(len(spoke))} learned strategies that apply here advise it; one is"
    proved = " proved, and was" if best.strategy.pair.standing is ContextStatus.PROVED else ""
    right = f"right {best.part:,} of {counted(best.whole, 'time')} it spoke in the contests watched"
    return f"{advise}{proved} {right}: {sentence(best.strategy)[:-1]}"


def _does(what: Property, view: BoardView) -> str:
    line = _word_for_line(view)
    match what:
        case Reflects(times=times):
            moves = "move" if times == 1 else "moves"
            return f"reflects the opponent's {moves} through the centre"
        case Shuttles(line=spots):
            return f"opens and closes the {line} {_line(spots)}"
        case Closes(lines=lines):
            return f"closes the {_lines(lines, line)}"
        case Blocks(lines=lines) if len(lines) == 1:
            return f"blocks the {line} {_line(lines[0])}"
        case Blocks(lines=lines):
            return f"blocks {in_words(len(lines))} {line}s in turn, {_named(lines)}"
        case Threatens(lines=lines):
            return f"prepares the {_lines(lines, line)}"
        case Avoids(lines=lines):
            return f"keeps away from the {_lines(lines, line)}"
        case Plain():
            return "plays"
        case other:
            assert_never(other)


def _moves(pair: ContextPair, sequence: tuple[int, ...], view: BoardView) -> str:
    moves = [str(Move.of(code)) for code in sequence]
    if pair.context.solo:
        return ", then ".join(moves) + ", whatever is answered"
    agents, first = view.game.agents, pair.context.agent
    marks = [view.game.marks[(first + i) % agents + 1] for i in range(len(moves))]
    return ", ".join(f"{mark} {move}" for mark, move in zip(marks, moves, strict=True))


def _word_for_line(view: BoardView) -> str:
    game = view.game
    mills = isinstance(game, LineGame) and game.closing is Closing.CAPTURES
    return "mill" if mills else "line"


def _line(spots: tuple[int, ...]) -> str:
    return "-".join(str(i + 1) for i in spots)


def _named(lines: tuple[tuple[int, ...], ...]) -> str:
    return listed([_line(spots) for spots in lines])


def _lines(lines: tuple[tuple[int, ...], ...], word: str) -> str:
    return f"{word}{'s' if len(lines) > 1 else ''} {_named(lines)}"


def _marks(kinds: tuple[int, ...], view: BoardView) -> str:
    return " ".join(view.game.marks[kind] for kind in kinds)
