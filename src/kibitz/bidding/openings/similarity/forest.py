"""Proximity in a forest: how often two hands fall into the same leaf, learned from cases.

Source:     L. Breiman, "Random Forests", Machine Learning 45, 2001 (proximities); trees by
            P. Geurts, D. Ernst and L. Wehenkel, "Extremely randomized trees", Machine Learning 63,
            2006, as grown by scikit-learn
Notation:   a tree asks questions such as "are the points with length at most 12.5?"; a leaf is
            one combination of answers
Departures: none
Checked by: tests/unit/bidding/openings/test_learned.py, kibitz_lab/openings/experiment.py

Only growing a forest needs scikit-learn; a grown one is plain arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.cbridge import Cases, NearestHands
from kibitz.bidding.openings.similarity.columns import Bytes, Reals, SituationColumns
from kibitz.bidding.openings.similarity.features import describe
from kibitz.errors import KibitzError
from kibitz.precedents.selection import keep_nearest
from kibitz.runtime.compiled import compiled

Nodes = npt.NDArray[np.int32]
Singles = npt.NDArray[np.float32]

TREES = 100
MISSING = "Learning needs scikit-learn: pip install 'kibitz[learn]'"


class MissingExtraError(KibitzError, ImportError):
    """An optional package is missing."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees as arrays over all their nodes; the feature of a leaf is -1."""

    roots: Nodes
    features: npt.NDArray[np.int16]
    thresholds: Reals
    lefts: Nodes
    rights: Nodes

    @property
    def trees(self) -> int:
        return len(self.roots)

    def leaves(self, rows: Reals) -> Nodes:
        """The leaf of each row in each tree, as the number of its node."""
        found = np.empty((len(rows), self.trees), dtype=np.int32)
        single = rows.astype(np.float32)  # as the trees were grown
        _descend(self.roots, self.features, self.thresholds, self.lefts, self.rights, single, found)
        return found


def grow(rows: Reals, calls: Bytes, *, seed: int, trees: int = TREES, jobs: int = 1) -> Forest:
    """Grow a forest that predicts the calls; the same cases and seed give the same forest."""
    grown = _grown(rows, calls, seed, trees, jobs)
    parts = [tree.tree_ for tree in grown.estimators_]
    roots = np.cumsum([0, *(part.node_count for part in parts[:-1])])
    placed = list(zip(parts, roots, strict=True))
    return Forest(
        roots.astype(np.int32),
        np.concatenate([np.maximum(part.feature, -1) for part in parts]).astype(np.int16),
        np.concatenate([part.threshold for part in parts]).astype(np.float64),
        np.concatenate([part.children_left + root for part, root in placed]).astype(np.int32),
        np.concatenate([part.children_right + root for part, root in placed]).astype(np.int32),
    )


def importances(rows: Reals, calls: Bytes, *, seed: int, jobs: int = 1) -> Reals:
    """How much each feature helps to predict the calls; the sum is one."""
    helps: Reals = _grown(rows, calls, seed, TREES // 2, jobs).feature_importances_
    return helps


def _grown(rows: Reals, calls: Bytes, seed: int, trees: int, jobs: int) -> Any:
    """scikit-learn's forest, which leaves this module only as arrays.

    Its trees choose among random cuts of every feature: by cross-validation within the training
    deals, their leaves measure similarity better than those of trees with the best cuts.
    """
    try:
        from sklearn.ensemble import ExtraTreesClassifier
    except ImportError:
        raise MissingExtraError(MISSING) from None
    forest = ExtraTreesClassifier(trees, max_features=1.0, random_state=seed, n_jobs=jobs)
    return forest.fit(rows, calls)


@compiled
def _descend(
    roots: Nodes,
    features: npt.NDArray[np.int16],
    thresholds: Reals,
    lefts: Nodes,
    rights: Nodes,
    rows: Singles,
    found: Nodes,
) -> None:
    for row in range(rows.shape[0]):
        for tree in range(roots.size):
            node = roots[tree]
            while features[node] >= 0:
                low = rows[row, features[node]] <= thresholds[node]
                node = lefts[node] if low else rights[node]
            found[row, tree] = node


@dataclass(frozen=True, slots=True)
class Proximity:
    """Similarity as the share of trees in which a case is in the question's leaf."""

    forest: Forest
    members: Cases
    starts: Cases
    cases: int

    @classmethod
    def over(cls, cases: SituationColumns, forest: Forest) -> Proximity:
        leaves = forest.leaves(describe(cases)[1])
        flat = leaves.ravel()
        order = np.argsort(flat, kind="stable")
        sizes = np.bincount(flat, minlength=len(forest.features))
        starts = np.concatenate([[0], np.cumsum(sizes)])
        members = (order // forest.trees).astype(np.int64)
        return cls(forest, members, starts.astype(np.int64), len(cases))

    def among(self, cases: Cases) -> Proximity:
        number = np.full(self.cases, -1, dtype=np.int64)
        number[cases] = np.arange(len(cases))
        members = number[self.members]
        kept = members >= 0
        starts = np.concatenate([[0], np.cumsum(kept)])[self.starts]
        return Proximity(self.forest, members[kept], starts, len(cases))

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        left_out = np.full(len(asked), -1, dtype=np.int64) if skip is None else skip
        cases = np.full((len(asked), k), -1, dtype=np.int64)
        gaps = np.zeros((len(asked), k), dtype=np.int64)
        leaves = self.forest.leaves(describe(asked)[1])
        shared = np.zeros(self.cases, dtype=np.int64)
        _gather(leaves, self.members, self.starts, left_out, shared, cases, gaps)
        return NearestHands(cases, -gaps / self.forest.trees)


@compiled
def _gather(
    leaves: Nodes,
    members: Cases,
    starts: Cases,
    skip: Cases,
    shared: Cases,
    found: Cases,
    gaps: Cases,
) -> None:
    """Count shared leaves, tree by tree, and keep the best; *shared* starts and ends as zeros.

    A gap is the negative of the number of shared leaves.
    """
    k = found.shape[1]
    for question in range(leaves.shape[0]):
        for tree in range(leaves.shape[1]):
            leaf = leaves[question, tree]
            for place in range(starts[leaf], starts[leaf + 1]):
                shared[members[place]] += 1
        kept, gaps_here = found[question], gaps[question]
        for case in range(shared.size):
            value = shared[case]
            shared[case] = 0
            if -value < gaps_here[k - 1] and case != skip[question]:
                keep_nearest(gaps_here, kept, -value, case)
