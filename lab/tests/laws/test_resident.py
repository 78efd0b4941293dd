"""Cases on a device are found as the compiled loop finds them, ties and names of suits included."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from kibitz.cardplay.similarity.neighbours import nearest
from kibitz_lab.cardplay.gpu_neighbours import BLOCK, Resident

torch = pytest.importorskip("torch", reason="torch is not installed")
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]

Bytes = npt.NDArray[np.uint8]


def drawn(rng: np.random.Generator, size: int) -> Bytes:
    chances = rng.dirichlet(np.full(52, 0.05), size)
    return np.round(np.sqrt(chances) * 255).astype(np.uint8).reshape(-1, 4, 13)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("size", [1, BLOCK, 10 * BLOCK + 7])
def test_the_same_cases_are_found(size: int, device: str) -> None:
    rng = np.random.default_rng(size)
    cases, trumps = drawn(rng, size), rng.integers(0, 5, size).astype(np.uint8)
    cases[size // 2 :: 3] = cases[0]  # many equally near
    asked = np.concatenate([drawn(rng, 12), cases[:1]])
    ours = np.concatenate([rng.integers(0, 5, 12), trumps[:1]]).astype(np.uint8)
    found = Resident(cases, trumps, device).nearest(asked, ours, 64)
    for row in range(len(asked)):
        expected = nearest(asked[row], int(ours[row]), cases, trumps, 64)
        many = len(expected.cases)
        np.testing.assert_array_equal(found.cases[row, :many], expected.cases)
        np.testing.assert_array_equal(found.squares[row, :many], expected.squares)
        np.testing.assert_array_equal(found.suits[row, :many], expected.suits)
        assert (found.cases[row, many:] == -1).all()
