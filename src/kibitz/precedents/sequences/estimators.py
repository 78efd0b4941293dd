"""The learners as scikit-learn estimators; scikit-learn comes with ``kibitz[sklearn]``.

`CaseBaseClassifier` classifies single states, `SIBLClassifier` sequences of states. Distances are
the paper's: numbers are compared unscaled (scale them beforehand, as for any nearest neighbours);
features listed in *discrete_features* are either equal or not.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kibitz.precedents.sequences.columns import NONE, Actions, Cases, SequenceMatches
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.ib3 import IB3
from kibitz.precedents.sequences.learners import (
    ChoiceRule,
    Fixed,
    Learner,
    MajorityVote,
    MostSimilar,
    ib1,
    ib2,
)
from kibitz.precedents.sequences.nearest import SequenceMemory

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import assert_all_finite
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("the estimators need scikit-learn: pip install 'kibitz[sklearn]'") from error

Array = npt.NDArray[Any]

_UNSEEN = 255  # the code of a symbol that was never learned: it equals no other


class _Classifier(ClassifierMixin, BaseEstimator, ABC):  # type: ignore[misc]  # scikit-learn is untyped
    """What both classifiers share: classes, the coding of features, and learning in parts."""

    discrete_features: Sequence[int] | None
    random_state: int
    _learner: Learner | IB3

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803 - scikit-learn's name
        """Forget everything, then learn the rows of *X* in order."""
        return self._teach(X, y, None, reset=True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:  # noqa: N803
        """Learn more rows; the first call must name all *classes*, unless *y* holds them all."""
        return self._teach(X, y, classes, reset=not hasattr(self, "classes_"))

    def predict(self, X: Any) -> Array:  # noqa: N803
        """The class of each row."""
        shares = self.predict_proba(X)
        best: Array = self.classes_[shares.argmax(axis=1)]
        return best

    def _teach(self, X: Any, y: Any, classes: Any, *, reset: bool) -> Self:  # noqa: N803
        rows = self._rows(X, reset=reset)
        labels = column_or_1d(y, warn=True)
        assert_all_finite(labels, input_name="y")
        check_classification_targets(labels)
        if len(labels) != len(rows):
            raise ValueError(f"{len(rows)} rows have {len(labels)} labels")
        if reset:
            self.classes_ = np.unique(labels if classes is None else classes)
            self._start(rows)
        unknown = np.setdiff1d(labels, self.classes_)
        if len(unknown):
            raise ValueError(f"these classes were not named in the first call: {unknown}")
        actions = np.searchsorted(self.classes_, labels).astype(np.uint16)
        self._learner.learn(self._coded(rows, learning=True), actions, self._rng())
        return self

    def _start(self, rows: list[Array]) -> None:
        """Decide which features are symbols, and the range of those that are numbers."""
        width = rows[0].shape[1]
        self._discrete = sorted({range(width)[i] for i in self.discrete_features or ()})
        self._numeric = [i for i in range(width) if i not in self._discrete]
        self._symbols: list[dict[Any, int]] = [{} for _ in self._discrete]
        every = np.concatenate(rows)
        spread = np.ptp(every[:, self._numeric].astype(np.float64), axis=0)
        schema = Schema(
            (
                *(Feature(f"feature {i}", FeatureKind.SYMBOL) for i in self._discrete),
                *(
                    Feature(f"feature {i}", FeatureKind.NUMBER, float(wide))
                    for i, wide in zip(self._numeric, spread, strict=True)
                ),
            )
        )
        self._learner = self._make(schema)

    @abstractmethod
    def _make(self, schema: Schema) -> Learner | IB3:
        """The learner behind the estimator."""

    @property
    def _window(self) -> int:
        return 1

    def _rows(self, X: Any, *, reset: bool) -> list[Array]:  # noqa: N803
        """Each sample as an array of states and features, oldest state first."""
        checked = validate_data(self, X, reset=reset, dtype="numeric", ensure_min_samples=1)
        return list(checked[:, None, :])

    def _coded(self, rows: list[Array], *, learning: bool) -> Sequences:
        window = self._window
        codes = np.zeros((len(rows), window, len(self._discrete)), np.uint8)
        reals = np.zeros((len(rows), window, len(self._numeric)), np.float32)
        spans = np.array([min(window, len(row)) for row in rows], np.uint8)
        for number, row in enumerate(rows):
            newest = row[::-1][:window]
            reals[number, : len(newest)] = newest[:, self._numeric]
            for column, feature in enumerate(self._discrete):
                for state, value in enumerate(newest[:, feature].tolist()):
                    codes[number, state, column] = self._code(column, value, learning)
        return Sequences(codes, reals, spans)

    def _code(self, column: int, value: Any, learning: bool) -> int:
        known = self._symbols[column]
        if learning and value not in known:
            if len(known) == _UNSEEN:
                raise ValueError(
                    f"feature {self._discrete[column]} has more than {_UNSEEN} symbols"
                )
            known[value] = len(known)
        return known.get(value, _UNSEEN)

    def _asked(self, X: Any) -> Sequences:  # noqa: N803
        check_is_fitted(self, "classes_")
        return self._coded(self._rows(X, reset=False), learning=False)

    def _rng(self) -> random.Random:
        return random.Random(self.random_state)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "classes_")


class CaseBaseClassifier(_Classifier):
    """Classifies by the most similar cases: IB1, IB2 or IB3 of Aha, Kibler and Albert.

    *keep* is ``"all"`` for every case (IB1), ``"mistakes"`` for those it would have got wrong
    (IB2), or ``"trusted"`` for those that earn their place (IB3).

    >>> X, y = [[0, 0], [0, 1], [5, 5], [5, 6]], ["low", "low", "high", "high"]
    >>> CaseBaseClassifier().fit(X, y).predict([[1, 1], [4, 5]]).tolist()
    ['low', 'high']
    """

    def __init__(
        self,
        keep: str = "all",
        n_neighbors: int = 1,
        discrete_features: Sequence[int] | None = None,
        random_state: int = 0,
    ) -> None:
        self.keep = keep
        self.n_neighbors = n_neighbors
        self.discrete_features = discrete_features
        self.random_state = random_state

    def predict_proba(self, X: Any) -> Array:  # noqa: N803
        """The share of each class among the nearest cases."""
        found = self._found(self._asked(X), self.n_neighbors).cases[:, 0]
        return _shares(self._learner.memory.actions(found), found != NONE, len(self.classes_))

    def kneighbors(
        self,
        X: Any,  # noqa: N803
        n_neighbors: int | None = None,
        return_distance: bool = True,
    ) -> Array | tuple[Array, Array]:
        """The numbers of the nearest cases, counted in the order kept, and their distances."""
        found = self._found(self._asked(X), n_neighbors or self.n_neighbors)
        cases, distances = found.cases[:, 0], np.sqrt(found.squares[:, 0])
        return (distances, cases) if return_distance else cases

    def _make(self, schema: Schema) -> Learner | IB3:
        if self.keep == "trusted":
            return IB3(schema)
        if self.keep == "mistakes":
            return ib2(schema)
        if self.keep == "all":
            return ib1(schema)
        raise ValueError(f"keep must be 'all', 'mistakes' or 'trusted', not {self.keep!r}")

    def _found(self, asked: Sequences, k: int) -> SequenceMatches:
        memory: SequenceMemory = self._learner.memory
        if isinstance(self._learner, IB3) and self._learner.acceptable.any():
            memory = memory.masked(self._learner.acceptable)
        return memory.nearest(asked, k)


class SIBLClassifier(_Classifier):
    """Classifies by the most similar sequence of states (Epstein and Shih).

    *X* is an array (samples, states, features), or a list of arrays (states, features) of any
    lengths, oldest state first; in an array of two dimensions each sample is one state. *rule* is
    ``"similar"`` (the sequential similarity metrics), ``"vote"`` or ``"fixed"``.

    >>> X = [[[0], [1]], [[1], [0]], [[4], [5]], [[5], [4]]]
    >>> y = ["rising", "falling", "rising", "falling"]
    >>> SIBLClassifier("fixed", length=2).fit(X, y).predict([[[1], [2]], [[5], [3]]]).tolist()
    ['rising', 'falling']
    """

    _learner: Learner

    def __init__(
        self,
        rule: str = "similar",
        length: int = 5,
        discrete_features: Sequence[int] | None = None,
        random_state: int = 0,
    ) -> None:
        self.rule = rule
        self.length = length
        self.discrete_features = discrete_features
        self.random_state = random_state

    def predict_proba(self, X: Any) -> Array:  # noqa: N803
        """The share of votes by length that each class has; 1 for the one that decides."""
        asked = self._asked(X)
        found = self._learner.memory.nearest(asked)
        if self.rule == "vote":
            cases = found.cases[:, :, 0]
            taken = self._learner.memory.actions(cases)
            return _shares(taken, cases != NONE, len(self.classes_))
        actions = np.array([self._choice(asked, found, row) for row in range(len(asked))])
        return _shares(actions[:, None], actions[:, None] != NONE, len(self.classes_))

    def kneighbors(
        self,
        X: Any,  # noqa: N803
        n_neighbors: int = 1,
        return_distance: bool = True,
    ) -> Array | tuple[Array, Array]:
        """The nearest cases to all the states of each sample that are compared."""
        asked = self._asked(X)
        found = self._learner.memory.nearest(asked, n_neighbors)
        rows, longest = np.arange(len(asked)), asked.spans.astype(np.int64) - 1
        cases: Cases = found.cases[rows, longest]
        return (np.sqrt(found.squares[rows, longest]), cases) if return_distance else cases

    def _choice(self, asked: Sequences, found: SequenceMatches, row: int) -> int:
        """Chance starts anew for each row, so that a row's answer does not hang on the others."""
        these = slice(row, row + 1)
        [choice] = self._learner.decide_from(asked[these], found[these], self._rng())
        return int(choice.action)

    def _make(self, schema: Schema) -> Learner:
        rules: dict[str, ChoiceRule] = {
            "similar": MostSimilar(self.length),
            "vote": MajorityVote(self.length),
            "fixed": Fixed(self.length),
        }
        if self.rule not in rules:
            raise ValueError(f"rule must be one of {', '.join(rules)}, not {self.rule!r}")
        return Learner(schema, rules[self.rule])

    @property
    def _window(self) -> int:
        return self.length

    def _rows(self, X: Any, *, reset: bool) -> list[Array]:  # noqa: N803
        if hasattr(X, "ndim") and X.ndim == 2 or not _is_nested(X):
            return super()._rows(X, reset=reset)
        rows = [np.asarray(each) for each in X]
        if any(row.ndim != 2 or 0 in row.shape for row in rows):
            raise ValueError("every sample must be an array of states and features")
        stacked = validate_data(self, np.concatenate(rows), reset=reset, dtype="numeric")
        edges = np.cumsum([len(row) for row in rows])[:-1]
        return np.split(stacked, edges)


def _is_nested(X: Any) -> bool:  # noqa: N803
    """Whether each sample is itself a list of states."""
    try:
        return np.ndim(X[0]) == 2
    except (TypeError, IndexError, KeyError, ValueError):
        return False


def _shares(actions: Actions | Array, there: Array, classes: int) -> Array:
    votes = np.zeros((len(actions), classes))
    for column in range(actions.shape[1]):
        rows = np.flatnonzero(there[:, column])
        np.add.at(votes, (rows, actions[rows, column].astype(np.int64)), 1)
    shares: Array = votes / np.maximum(1, votes.sum(axis=1, keepdims=True))
    return shares
