"""Alternative sequences with common beginnings as one tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class SequenceTree:
    """The possible next actions, each with its subtree and the weight of the pairs that advise it.

    >>> tree = SequenceTree.of([(1, 2, 8), (1, 2, 7), (1, 4, 6)])
    >>> sorted(tree.branches), sorted(tree.branches[1].branches)
    ([1], [2, 4])
    """

    branches: dict[int, SequenceTree] = field(default_factory=dict)
    weight: float = 0.0

    @classmethod
    def of(cls, sequences: Iterable[tuple[int, ...]]) -> SequenceTree:
        tree = cls()
        for sequence in sequences:
            tree.add(sequence, 1.0)
        return tree

    def add(self, sequence: tuple[int, ...], weight: float) -> None:
        """Merge one more sequence in."""
        node = self
        node.weight += weight
        for code in sequence:
            node = node.branches.setdefault(code, SequenceTree())
            node.weight += weight

    def follow(self, code: int) -> SequenceTree | None:
        """The subtree after *code*; None if no sequence expects it."""
        return self.branches.get(code)

    def sequences(self) -> Iterator[tuple[int, ...]]:
        """Every way through the tree."""
        for code, branch in self.branches.items():
            if not branch.branches:
                yield (code,)
            for rest in branch.sequences():
                yield (code, *rest)
