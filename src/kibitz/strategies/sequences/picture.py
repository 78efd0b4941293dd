"""A context pair as a picture: its context, with the numbers of its sequence's actions on it."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.boards import drawing
from kibitz.games.boards.board import Move
from kibitz.strategies.sequences.contexts import ContextPair
from kibitz.strategies.sequences.player import Backing
from kibitz.strategies.sequences.view import BoardView


def as_it_lies(backing: Backing, view: BoardView) -> ContextPair:
    """A pair that holds here, turned to fit the board."""
    back = view.back[backing.symmetry]
    pair = backing.pair
    pattern = view.pattern_images(pair.context.pattern)[back]
    refutation = pair.refutation
    if refutation is not None:
        turn, contents = view.turns[back], list(refutation.contents)
        for here, kind in enumerate(refutation.contents):
            contents[turn[here]] = kind
        moves = tuple(view.turned(back, code) for code in refutation.moves)
        refutation = replace(refutation, contents=tuple(contents), moves=moves)
    return replace(
        pair,
        refutation=refutation,
        context=pair.context._replace(pattern=pattern),
        sequences=tuple(tuple(view.turned(back, c) for c in s) for s in pair.sequences),
    )


def pair_marks(pair: ContextPair, view: BoardView) -> list[str]:
    """What the context says about each location, # for a don't-care."""
    contents = view.contents(pair.context.pattern)
    return ["#" if kind is None else view.game.marks[kind] for kind in contents]


def pair_notes(pair: ContextPair) -> dict[int, str]:
    """The numbers of the first sequence's actions, by location."""
    notes: dict[int, str] = {}
    for number, code in enumerate(pair.sequences[0], start=1):
        to = Move.of(code).to
        notes[to] = f"{notes[to]},{number}" if to in notes else str(number)
    return notes


def pair_text(pair: ContextPair, view: BoardView) -> str:
    """A pair's board for a terminal; a piece that moves on keeps its letter."""
    notes = pair_notes(pair)
    blank = view.game.marks[0]
    labels = [
        ("" if mark in (blank, "#") else mark) + notes[i] if i in notes else mark
        for i, mark in enumerate(pair_marks(pair, view))
    ]
    return drawing.text(view.game.board, labels)


def pair_svg(pair: ContextPair, view: BoardView, *, title: str) -> str:
    """The same picture as SVG."""
    marks = pair_marks(pair, view)
    pieces = view.game.marks[1:]
    return drawing.svg(view.game.board, marks, pair_notes(pair), title=title, pieces=pieces)
