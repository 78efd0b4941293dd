"""A board as text and as SVG, with a label on each location."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from kibitz.games.boards.board import Board, BoardState, Game

_ACROSS, _DOWN = 5, 2  # characters between neighbouring columns and rows
_STEP, _MARGIN = 40, 30  # pixels


def text(board: Board, labels: Sequence[str]) -> str:
    """The board with *labels* on its locations and its roads between them.

    >>> from kibitz.games.boards.board import square
    >>> print(text(square(2), ["X", ".", "12", "O"]))
    X----.
    |    |
    12---O
    """
    width = max(x for x, _ in board.places) * _ACROSS + max(map(len, labels))
    rows = [[" "] * width for _ in range(max(y for _, y in board.places) * _DOWN + 1)]
    for one, other in board.roads:
        (x0, y0), (x1, y1) = sorted((board.places[one], board.places[other]))
        if y0 == y1:
            for x in range(x0 * _ACROSS + 1, x1 * _ACROSS):
                rows[y0 * _DOWN][x] = "-"
        elif x0 == x1:
            for y in range(y0 * _DOWN + 1, y1 * _DOWN):
                rows[y][x0 * _ACROSS] = "|"
    for (x, y), label in zip(board.places, labels, strict=True):
        rows[y * _DOWN][x * _ACROSS : x * _ACROSS + len(label)] = label
    return "\n".join("".join(row).rstrip() for row in rows)


def state_text(game: Game, state: BoardState, *, numbered: bool = False) -> str:
    """A state as a person sees it; blank locations by number on request."""
    labels = [
        str(number) if numbered and kind == 0 else game.marks[kind]
        for number, kind in enumerate(state.contents, start=1)
    ]
    return text(game.board, labels)


def svg(
    board: Board, marks: Sequence[str], notes: Mapping[int, str], *, title: str, pieces: str
) -> str:
    """The board with a mark on each location, and notes in red; *pieces* are dark, then light."""
    wide = max(x for x, _ in board.places) * _STEP + 2 * _MARGIN
    high = max(y for _, y in board.places) * _STEP + 2 * _MARGIN
    spots = [(x * _STEP + _MARGIN, y * _STEP + _MARGIN) for x, y in board.places]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="white"/>',
    ]
    for one, other in board.roads:
        (x0, y0), (x1, y1) = spots[one], spots[other]
        parts.append(f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="#888"/>')
    for number, ((x, y), mark) in enumerate(zip(spots, marks, strict=True)):
        if mark in pieces:
            fill = "#222" if mark == pieces[0] else "#fff"
            parts.append(f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="#222"/>')
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="#fff" stroke="none"/>')
            shown = "" if number in notes else escape(mark)
            parts.append(f'<text x="{x}" y="{y + 5}" font-size="14" fill="#888">{shown}</text>')
        if number in notes:
            note = escape(notes[number])
            parts.append(
                f'<text x="{x}" y="{y + 5}" font-size="14" font-weight="bold" '
                f'fill="#c00">{note}</text>'
            )
    return "\n".join([*parts, "</svg>", ""])
