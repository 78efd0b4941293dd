"""scikit-learn's own checks, and what they do not ask."""

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from kibitz.precedents.sequences.estimators import CaseBaseClassifier, SIBLClassifier

ESTIMATORS = [
    CaseBaseClassifier(),
    CaseBaseClassifier(keep="mistakes"),
    CaseBaseClassifier(keep="trusted"),
    SIBLClassifier(),
    SIBLClassifier("vote"),
]


@parametrize_with_checks(ESTIMATORS)  # type: ignore[untyped-decorator]
def test_scikit_learns_own_checks_pass(estimator: Any, check: Any) -> None:
    check(estimator)


def test_ib1_finds_the_neighbours_of_scikit_learns_brute_force() -> None:
    features, classes = load_iris(return_X_y=True)
    ours = CaseBaseClassifier(n_neighbors=5).fit(features, classes)
    theirs = KNeighborsClassifier(5, algorithm="brute").fit(features, classes)
    np.testing.assert_allclose(
        ours.kneighbors(features)[0], theirs.kneighbors(features)[0], atol=1e-5
    )


def test_discrete_features_are_the_same_or_not() -> None:
    rows, classes = [[0, 10], [0, 20], [9, 10]], ["a", "b", "c"]
    numeric = CaseBaseClassifier().fit(rows, classes)
    discrete = CaseBaseClassifier(discrete_features=[0]).fit(rows, classes)
    assert numeric.predict([[8, 16]]).tolist() == ["c"]
    assert discrete.predict([[8, 16]]).tolist() == ["b"]  # no eight was seen: all differ by one


@pytest.mark.parametrize("rule", ["similar", "vote", "fixed"])
def test_digits_read_row_by_row_are_recognised_by_their_sequence(rule: str) -> None:
    """The public digits that scikit-learn ships: eight rows of eight pixels, top to bottom."""
    images, digits = load_digits(return_X_y=True)
    sequences = images.reshape(-1, 8, 8)
    taught = SIBLClassifier(rule, length=8).fit(sequences[:500], digits[:500])
    last_row = SIBLClassifier("fixed", length=1).fit(sequences[:500], digits[:500])
    asked, answers = sequences[500:800], digits[500:800]
    alone = (last_row.predict(asked) == answers).mean()
    assert (taught.predict(asked) == answers).mean() > alone + 0.05


def test_sequences_may_have_any_lengths() -> None:
    rows = [np.array([[1.0], [2.0]]), np.array([[5.0]]), np.array([[9.0], [8.0], [7.0]])]
    taught = SIBLClassifier("fixed", length=3).fit(rows, ["up", "flat", "down"])
    asked = [np.array([[8.5], [8.0], [7.2]]), np.array([[5.2]])]
    assert taught.predict(asked).tolist() == ["down", "flat"]
    distances, cases = taught.kneighbors(asked)
    assert cases[:, 0].tolist() == [2, 1]
    assert distances[1, 0] == pytest.approx(0.2, abs=1e-6)


def test_learning_in_parts_is_learning_at_once() -> None:
    features, classes = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(classes))
    features, classes = features[order], classes[order]
    for model in (CaseBaseClassifier(keep="mistakes"), SIBLClassifier("fixed", length=1)):
        whole = model.fit(features, classes).predict_proba(features)
        parts = type(model)(**model.get_params())
        for first in range(0, 150, 40):
            part = slice(first, first + 40)
            parts.partial_fit(features[part], classes[part], classes=[0, 1, 2])
        np.testing.assert_array_equal(parts.predict_proba(features), whole)


def test_misuse_is_named() -> None:
    rows, classes = [[0.0], [1.0]], [0, 1]
    with pytest.raises(ValueError, match="keep must be 'all'"):
        CaseBaseClassifier(keep="none").fit(rows, classes)
    with pytest.raises(ValueError, match="rule must be one of similar, vote, fixed"):
        SIBLClassifier("best").fit(rows, classes)
    with pytest.raises(ValueError, match="not named in the first call"):
        CaseBaseClassifier().partial_fit(rows, classes).partial_fit([[2.0]], [7])
    with pytest.raises(ValueError, match="states and features"):
        SIBLClassifier().fit([np.zeros((2, 1)), np.zeros((0, 1))], classes)
