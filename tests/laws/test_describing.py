"""A network in eight bits says what it says in floats, whatever is asked with it and wherever."""

import os
import random
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from float_network import FloatNetwork
from kibitz.cardplay.describing import cases_of
from kibitz.cardplay.similarity.learned import Similarity, codes
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import Tables, Views
from kibitz.cardplay.similarity.sights import SIGHTS
from kibitz.cardplay.similarity.tokens import Floats, Tokens
from kibitz.runtime import eight_bits
from kibitz.runtime.compiled import compiled
from kibitz.runtime.running import Engine
from kibitz.runtime.vectors import COLUMNS, ROWS, STEP, multiply_bytes
from played import random_play

DIFFER, FURTHEST = 0.3, 6
"""Of the codes of legal cards so many may differ from those of floats, and none by more: of 5,778
real decisions of experts 17 % did, 1 % by more than one 255th, none by more than three (six among
33,000 of the house), and the network chose another card in 8 of them."""

PROCESSORS = {"x86-64": "+sse2", "haswell": "+sse4.2,+avx,+avx2"}


@cache
def tables() -> Tables:
    rng = random.Random(5)
    plays = [random_play(rng, contract) for contract in ("3N", "4S", "2H", "6D") for _ in range(3)]
    return Tables.of([(start, cards, None) for start, cards in plays])


@cache
def asked(sight: str) -> Tokens:
    return SIGHTS[sight].tokens(Views.of_tables(tables(), SIGHTS[sight].side))


@cache
def drawn(sight: str, heads: int = 4) -> Network:
    rng = np.random.default_rng(heads)
    return Network.drawn(rng, width=40, layers=2, heads=heads, sight=SIGHTS[sight])


@cache
def answered(sight: str) -> Floats:
    return drawn(sight).chances(asked(sight))


def test_the_shipped_descriptions_are_those_of_floats_within_the_tolerance() -> None:
    network, questions = Similarity.shipped().network, asked("declarer")
    found, exact = network.chances(questions), FloatNetwork(network).chances(questions)
    apart = np.abs(codes(found).astype(int) - codes(exact))[questions.legal]
    assert (apart > 0).mean() < DIFFER
    assert apart.max() <= FURTHEST
    first, second = (chances.reshape(-1, 52).argmax(axis=1) for chances in (found, exact))
    assert (first == second).mean() > 0.99


@pytest.mark.parametrize("heads", [1, 2, 4, 8])
@pytest.mark.parametrize("sight", SIGHTS)
def test_a_network_of_any_form_is_near_to_its_floats(sight: str, heads: int) -> None:
    network, questions = drawn(sight, heads), asked(sight)
    found, exact = network.chances(questions), FloatNetwork(network).chances(questions)
    assert np.abs(found - exact).max() < 0.03
    assert (found[~questions.legal] == 0).all()
    assert np.allclose(found.sum(axis=(1, 2)), 1, atol=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(list(SIGHTS)), st.lists(st.integers(0, 300), min_size=1, max_size=40))
def test_an_answer_does_not_hang_on_what_is_asked_with_it(sight: str, rows: list[int]) -> None:
    every = asked(sight)
    some = np.array(rows) % len(every)
    alone = drawn(sight).chances(Tokens(every.suits[some], every.whole[some], every.legal[some]))
    assert np.array_equal(alone, answered(sight)[some])


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("sight", SIGHTS)
def test_a_processor_with_tiles_says_what_one_without_them_says(
    sight: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(width)
    network = Network.drawn(rng, width=width, layers=2, heads=8, sight=SIGHTS[sight])
    every = asked(sight)
    some = Tokens(every.suits[:37], every.whole[:37], every.legal[:37])  # fills no last tile
    found = network.chances(some)
    monkeypatch.setattr(eight_bits, "tile_shapes", lambda: np.zeros(0, np.uint8))
    assert np.array_equal(found, network.chances(some))


@pytest.mark.process
def test_one_process_and_two_describe_alike() -> None:
    both = [Similarity(drawn(sight), sight) for sight in SIGHTS]
    blocks = [tables()[first : first + 3] for first in range(0, len(tables()), 3)]
    one, two = (list(Engine(jobs).run(partial(cases_of, both), blocks)) for jobs in (1, 2))
    for here, there in zip(one, two, strict=True):
        assert np.array_equal(here.codes, there.codes)


@compiled
def multiplied(rows: np.ndarray, panel: np.ndarray, sums: np.ndarray) -> None:
    multiply_bytes(rows, 0, panel, sums)


def check_bytes(depth: int) -> None:
    """Sums of products of bytes are those of whole numbers, the largest among them."""
    rng = np.random.default_rng(depth)
    rows = rng.integers(0, 256, (ROWS, depth)).astype(np.uint8)
    columns = rng.integers(-127, 128, (depth, COLUMNS)).astype(np.int8)
    rows[0], columns[:, :2] = 255, (127, -127)
    panel = columns.reshape(-1, STEP, COLUMNS).transpose(0, 2, 1).reshape(-1)
    sums = np.zeros((ROWS, COLUMNS), np.int32)
    multiplied(rows, np.ascontiguousarray(panel), sums)
    assert np.array_equal(sums, rows.astype(np.int32) @ columns.astype(np.int32))


@pytest.mark.parametrize("depth", [4, 64, 1024])
def test_products_of_bytes_are_exact(depth: int) -> None:
    check_bytes(depth)


@pytest.mark.process
@pytest.mark.parametrize("processor", PROCESSORS)
def test_products_of_bytes_are_exact_on_older_processors(processor: str, tmp_path: Path) -> None:
    older = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": PROCESSORS[processor]}
    paths = os.pathsep.join(path for path in sys.path if path)
    code = "import test_describing; test_describing.check_bytes(64)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **older, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": paths},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
