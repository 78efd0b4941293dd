"""Collapse and prune: reduce the tree of any game to what a person needs to be told.

Source:     Frank and Basin, "Strategies Explained", sections 3 and 4 (full reference in
            docs/methods.md)
Notation:   the paper's: a path keeps to the strategy and ends in a payoff that is enough; paths
            are merged into a new tree, sights that are answered alike on one branch
Departures: a reply that MIN should never make is left out while collapsing, as its payoff is
            reduced before (section 4.1), so that the paper's Figure 3 comes out as it is drawn;
            of several selected tactics the game marks one
Checked by: tests/papers/test_finesse_trees.py, on one suit and on tic-tac-toe
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kibitz.suits.trees.tree import Max, Reply, TreeBranch

Path = tuple[tuple[TreeBranch, str], ...]
"""Tactics and what was seen after each, from the root to a leaf."""


def collapse(tree: Max, enough: int) -> Max:
    """The paths of the strategy with a payoff that is *enough*, merged."""
    root = _Node()
    for path in _paths(tree, enough):
        root.add(path)
    return root.frozen(enough)


def _paths(node: Max, enough: int) -> Iterator[Path]:
    if not node.branches:
        if node.payoff >= enough:
            yield ()
        return
    for branch in node.branches:
        if branch.selected:
            for reply in branch.replies:
                if not reply.bad:
                    for rest in _paths(reply.then, enough):
                        yield ((branch, reply.labels[0]), *rest)


@dataclass
class _Node:
    """A MAX node that is still growing: each tactic with the branches after it."""

    tactics: dict[str, tuple[TreeBranch, list[_Edge]]] = field(default_factory=dict)

    def add(self, path: Path) -> None:
        """Merge a path: a sight joins the branch after which the next tactic is the same."""
        if not path:
            return
        (branch, label), *rest = path
        _, edges = self.tactics.setdefault(branch.tactic, (branch, []))
        after = tuple(rest)
        edge = next((edge for edge in edges if edge.then.matches(after)), None)
        if edge is None:
            edge = _Edge()
            edges.append(edge)
        edge.labels[label] = None
        edge.then.add(after)

    def matches(self, path: Path) -> bool:
        return path[0][0].tactic in self.tactics if path else not self.tactics

    def frozen(self, enough: int) -> Max:
        branches = [
            replace(branch, replies=tuple(_fewest_first(edges, enough)))
            for branch, edges in self.tactics.values()
        ]
        return Max(tuple(branches), 0 if branches else enough)


@dataclass
class _Edge:
    """A MIN branch that is still growing."""

    labels: dict[str, None] = field(default_factory=dict)
    then: _Node = field(default_factory=_Node)


def _fewest_first(edges: list[_Edge], enough: int) -> Iterator[Reply]:
    """The branch with the fewest sights first, so that the last may be said as otherwise."""
    for edge in sorted(edges, key=lambda edge: len(edge.labels)):
        yield Reply(tuple(edge.labels), edge.then.frozen(enough))


def prune(tree: Max) -> Max:
    """A collapsed tree without its easy parts: the same play whatever is seen, or plain tactics."""
    return Max(tuple(map(_pruned, tree.branches)), tree.payoff)


def _pruned(branch: TreeBranch) -> TreeBranch:
    if all(_is_linear(reply.then) for reply in branch.replies):
        return replace(branch, replies=())
    kept = [reply for reply in branch.replies if not _is_plain(reply.then)]
    return replace(branch, replies=tuple(replace(each, then=prune(each.then)) for each in kept))


def _is_linear(node: Max) -> bool:
    """Whether MAX plays the same whatever MIN does."""
    return not node.branches or (
        len(node.branches) == 1
        and len(node.branches[0].replies) <= 1
        and all(_is_linear(reply.then) for reply in node.branches[0].replies)
    )


def _is_plain(node: Max) -> bool:
    """Whether only the plainest tactics are left."""
    return all(
        branch.plain and all(_is_plain(reply.then) for reply in branch.replies)
        for branch in node.branches
    )
