"""A tree of tactics on the terminal and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kibitz.suits.trees.suit_tree import TacticStages
from kibitz.suits.trees.tree import Max, Reply, TreeBranch
from kibitz.wording import counted

HEADS = {
    "tree": "The tree of tactics",
    "collapsed": "Collapsed: the paths of the best strategy that win the tricks",
    "pruned": "Pruned: what is left to say",
}
KEY = "A label is West's card/East's card, - a discard; * is the strategy."
MOST_LINES = 400
WIDE, HIGH, MARGIN = 170, 26, 20


def tree_text(found: TacticStages, stage: str) -> Iterator[str]:
    """A stage in lines, indented by what was seen."""
    tree = found.stages[stage]
    size = f"{counted(tree.nodes, 'position')}, {counted(tree.paths, 'path')}"
    yield f"{HEADS[stage]} ({size})"
    lines = list(_max_lines(tree, ""))
    yield from lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        yield f"... and {len(lines) - MOST_LINES:,} lines more"


def _max_lines(node: Max, pad: str) -> Iterator[str]:
    for branch in node.branches:
        yield f"{pad}{branch.tactic}{' *' if branch.selected else ''}"
        for reply in branch.replies:
            end = "" if reply.then.branches else f": {reply.then.payoff} won"
            yield f"{pad}  {', '.join(reply.labels)}{end}"
            yield from _max_lines(reply.then, f"{pad}    ")


def tree_svg(found: TacticStages, stages: list[str]) -> str:
    """The stages one below the other: tactics in boxes, what is seen on the lines between."""
    parts: list[str] = []
    top, width = MARGIN, 0
    for stage in stages:
        parts.append(_text(MARGIN, top, HEADS[stage], bold=True))
        drawing = _Drawing(top + HIGH)
        drawing.max(found.stages[stage], 0, None)
        parts += drawing.parts
        top = drawing.y + 2 * HIGH
        width = max(width, drawing.right)
    parts.append(_text(MARGIN, top, KEY))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width + MARGIN}' "
        f"height='{top + MARGIN}' font-family='sans-serif' font-size='12'>"
        f"{''.join(parts)}</svg>"
    )


class _Drawing:
    """Boxes from left to right by round, one line a branch."""

    def __init__(self, top: int) -> None:
        self.y, self.right = top, 0
        self.parts: list[str] = []

    def max(self, node: Max, depth: int, above: tuple[int, int] | None) -> None:
        for branch in node.branches:
            self._branch(branch, depth, above)

    def _branch(self, branch: TreeBranch, depth: int, above: tuple[int, int] | None) -> None:
        x, y = MARGIN + depth * 2 * WIDE, self.y
        if above is not None:
            self.parts.append(_line(above[0], above[1], x, y - 4))
        weight = "2" if branch.selected else "1"
        self.parts.append(
            f"<rect x='{x}' y='{y - 15}' width='{WIDE - 10}' height='20' rx='4' fill='white' "
            f"stroke='#4a7' stroke-width='{weight}'/>"
        )
        self.parts.append(_text(x + 6, y, branch.tactic, bold=branch.selected))
        self.right = max(self.right, x + WIDE)
        if not branch.replies:
            self.y += HIGH
        for reply in branch.replies:
            self._reply(reply, depth, (x + WIDE - 10, y - 4))

    def _reply(self, reply: Reply, depth: int, start: tuple[int, int]) -> None:
        x, y = MARGIN + (depth * 2 + 1) * WIDE, self.y
        self.parts.append(_line(*start, x, y - 4))
        end = "" if reply.then.branches else f": {reply.then.payoff} won"
        self.parts.append(_text(x + 4, y, f"{', '.join(reply.labels)}{end}"))
        self.right = max(self.right, x + WIDE)
        if reply.then.branches:
            self.max(reply.then, depth + 1, (x + WIDE - 10, y - 4))
        else:
            self.y += HIGH


def _text(x: int, y: int, words: str, *, bold: bool = False) -> str:
    weight = " font-weight='bold'" if bold else ""
    return f"<text x='{x}' y='{y}'{weight}>{escape(words)}</text>"


def _line(x: int, y: int, to_x: int, to_y: int) -> str:
    return f"<line x1='{x}' y1='{y}' x2='{to_x}' y2='{to_y}' stroke='#999'/>"
