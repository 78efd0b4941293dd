"""The English of this room: what a learned strategy does, and why an action is advised."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from kibitz.advice import Decision
from kibitz.games.boards import drawing
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import Closing, LineGame
from kibitz.strategies.adviser import ByAdvice
from kibitz.strategies.search.depth_limited import SURE
from kibitz.strategies.sequences.contexts import ContextPair, Standing
from kibitz.strategies.sequences.player import Backing, ByChance, ByEnforcer, BySequence
from kibitz.strategies.sequences.properties import (
    Avoids,
    Blocks,
    Closes,
    Plain,
    Property,
    Reflects,
    Shuttles,
    Threatens,
    properties,
)
from kibitz.strategies.sequences.view import View
from kibitz.wording import in_words

_STANDING = {
    Standing.OPEN: "neither proved nor refuted",
    Standing.PROVED: "proved",
    Standing.REFUTED: "refuted by search",
}


def sentence(pair: ContextPair, view: View) -> str:
    """What the first sequence of a pair does, by what was checked of it."""
    sequence = pair.sequences[0]
    who = view.game.marks[pair.context.agent + 1]
    does = _does(properties(pair, sequence, view)[0], view)
    return f"{who} {does}: {_moves(pair, sequence, view)}."


def told(pair: ContextPair, view: View) -> str:
    """A context pair for a person: its board, its sequence on it, its weight, what it does."""
    combined = "".join(
        f"\nLocations {_line(spots)} hold {_marks(value, view)}, in any order."
        for spots, value in view.combined(pair.context.pattern)
    )
    return (
        f"{drawing.text(view.game.board, pair_labels(pair, view))}\n"
        f"{sentence(pair, view)}\n"
        f"{weighed(pair)}{combined}"
    )


def weighed(pair: ContextPair) -> str:
    """How far a pair can be trusted."""
    others = len(pair.sequences) - 1
    also = f"; {_count(others, 'other sequence')} from the same context" if others else ""
    return (
        f"Weight {pair.weight:.2f}: right {pair.supports} of {_count(pair.comments, 'time')} "
        f"it spoke; watched {_count(pair.seen, 'time')}{also}; {_STANDING[pair.standing]}."
    )


def pair_data(pair: ContextPair, view: View) -> dict[str, Any]:
    """A context pair as data: what ``kibitz strategies --json`` prints."""
    marks = view.game.marks
    contents = view.contents(pair.context.pattern)
    return {
        "agent": marks[pair.context.agent + 1],
        "kind": "solo" if pair.context.solo else "duet",
        "context": "".join("#" if kind is None else marks[kind] for kind in contents),
        "sequences": [[str(Move.of(code)) for code in s] for s in pair.sequences],
        "weight": pair.weight,
        "supports": pair.supports,
        "comments": pair.comments,
        "seen": pair.seen,
        "standing": pair.standing.value,
        "says": sentence(pair, view),
    }


def pair_labels(pair: ContextPair, view: View) -> list[str]:
    """The context with # for don't-cares; where the sequence goes, the numbers of its actions."""
    notes = pair_notes(pair)
    labels = []
    for i, kind in enumerate(view.contents(pair.context.pattern)):
        mark = "#" if kind is None else view.game.marks[kind]
        labels.append((mark if kind else "") + notes[i] if i in notes else mark)
    return labels


def pair_notes(pair: ContextPair) -> dict[int, str]:
    notes: dict[int, str] = {}
    for number, code in enumerate(pair.sequences[0], start=1):
        to = Move.of(code).to
        notes[to] = f"{notes[to]},{number}" if to in notes else str(number)
    return notes


def pair_svg(pair: ContextPair, view: View) -> str:
    """The same picture as SVG."""
    marks = [
        "#" if kind is None else view.game.marks[kind]
        for kind in view.contents(pair.context.pattern)
    ]
    return drawing.svg(
        view.game.board,
        marks,
        pair_notes(pair),
        title=sentence(pair, view),
        pieces=view.game.marks[1:],
    )


def explain(decision: Decision[Move, Any], view: View) -> str:
    """Why *decision* was taken."""
    grounds: BySequence | ByEnforcer | ByChance | ByAdvice = decision.grounds
    match grounds:
        case BySequence(backing=backing, support=support):
            best = _best_here(backing, decision.action, view)
            return (
                f"{decision.action}: {_count(len(backing), 'context')} that hold here advise it, "
                f"support {support:.2f}. The best of them: {sentence(best, view)}"
            )
        case ByEnforcer(support=support):
            return f"{decision.action}: continues a sequence begun earlier, support {support:.2f}."
        case ByChance(among=among):
            return f"{decision.action}: no context holds; one of {_count(among, 'legal action')}."
        case ByAdvice():
            return f"{decision.action}: {_advice(grounds, decision.action, view)}"
        case other:
            assert_never(other)


def as_it_lies(backing: Backing, view: View) -> ContextPair:
    """A pair that holds here, turned as the board lies."""
    back = view.back[backing.symmetry]
    pair = backing.pair
    pattern = view.turned_pattern(back, pair.context.pattern)
    return replace(
        pair,
        context=pair.context._replace(pattern=pattern),
        sequences=tuple(tuple(view.turned(back, c) for c in s) for s in pair.sequences),
    )


def _best_here(backing: tuple[Backing, ...], action: Move, view: View) -> ContextPair:
    """The weightiest pair, turned as the board lies, with the sequences this action begins."""
    best = as_it_lies(max(backing, key=lambda b: b.pair.weight), view)
    return replace(best, sequences=tuple(s for s in best.sequences if s[0] == action.code))


def _advice(grounds: ByAdvice, action: Move, view: View) -> str:
    said = []
    if grounds.searched is not None:
        depth, nodes = grounds.searched.depth, grounds.searched.nodes
        value = max(grounds.searched.values.values())
        looked = f"a search of {depth} plies ({nodes:,} states)"
        if value > SURE // 2:
            return f"{looked} proves that it wins."
        if value < -SURE // 2:
            return f"{looked} finds every action losing; this one holds out longest."
        said.append(f"{looked} leaves {grounds.unrefuted} of {_count(grounds.legal, 'action')}")
    if grounds.held:
        said.append(f"experts left this very state behind {_count(grounds.held, 'time')}")
    if grounds.backing:
        best = _best_here(grounds.backing, action, view)
        advise = _count(len(grounds.backing), "context")
        said.append(f"{advise} that hold here advise it; {sentence(best, view)[:-1]}")
    if grounds.liking is not None and grounds.liking >= 0.05:
        liking = f"{grounds.liking:.1f} above average"
        said.append(f"by what experts chose and left, it is liked {liking}")
    return ("; ".join(said) or "nothing is known; one legal action is as good as another") + "."


def _does(what: Property, view: View) -> str:
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


def _moves(pair: ContextPair, sequence: tuple[int, ...], view: View) -> str:
    moves = [str(Move.of(code)) for code in sequence]
    if pair.context.solo:
        return ", then ".join(moves) + ", whatever is answered"
    agents, first = view.game.agents, pair.context.agent
    marks = [view.game.marks[(first + i) % agents + 1] for i in range(len(moves))]
    return ", ".join(f"{mark} {move}" for mark, move in zip(marks, moves, strict=True))


def _word_for_line(view: View) -> str:
    game = view.game
    mills = isinstance(game, LineGame) and game.closing is Closing.CAPTURES
    return "mill" if mills else "line"


def _line(spots: tuple[int, ...]) -> str:
    return "-".join(str(i + 1) for i in spots)


def _named(lines: tuple[tuple[int, ...], ...]) -> str:
    names = [_line(spots) for spots in lines]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _lines(lines: tuple[tuple[int, ...], ...], word: str) -> str:
    return f"{word}{'s' if len(lines) > 1 else ''} {_named(lines)}"


def _marks(kinds: tuple[int, ...], view: View) -> str:
    return " ".join(view.game.marks[kind] for kind in kinds)


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"
