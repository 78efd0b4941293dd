"""A device describes decisions as the compiled kernel does, to the last number."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from coached import fill
from coached import tables as played_at_random
from kibitz.cardplay.describing import ByDevice, ByEngine, cases_of
from kibitz.cardplay.learning import learn, shipped
from kibitz.cardplay.similarity.gpu_network import ResidentNetwork
from kibitz.cardplay.similarity.learned import SCALE, Similarity, codes
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import Tables, Views
from kibitz.cardplay.similarity.sights import SIGHTS
from kibitz.cardplay.store import Cases
from kibitz.errors import UsageError
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.runtime.running import Engine
from match import played
from played import random_play

torch = pytest.importorskip("torch", reason="torch is not installed")
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@cache
def house_tables() -> Tables:
    """Tables of the house's match, whose experts play as people do."""
    return Tables.of_records(islice(played(), 24))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("side", range(2))
def test_the_shipped_networks_describe_real_decisions_alike(side: int, device: str) -> None:
    network = shipped()[side].network
    given = network.sight.tokens(Views.of_tables(house_tables(), network.sight.side))
    found = ResidentNetwork(network, SCALE, device).codes(given)
    np.testing.assert_array_equal(found, codes(network.chances(given)))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("heads", [1, 2, 4, 8])
@pytest.mark.parametrize("sight", SIGHTS)
def test_a_network_of_any_form_describes_alike(sight: str, heads: int, device: str) -> None:
    rng = np.random.default_rng(heads)
    network = Network.drawn(rng, width=40, layers=2, heads=heads, sight=SIGHTS[sight])
    plays = [random_play(random.Random(heads), contract) for contract in ("3N", "4S")]
    tables = Tables.of([(start, cards, None) for start, cards in plays])
    given = network.sight.tokens(Views.of_tables(tables, network.sight.side))
    found = ResidentNetwork(network, SCALE, device).codes(given)
    np.testing.assert_array_equal(found, codes(network.chances(given)))


@pytest.mark.parametrize("device", DEVICES)
def test_sums_of_more_bytes_than_a_float_can_hold_are_exact(device: str) -> None:
    """In a network so wide that its widest rows are added in two parts."""
    network = Network.drawn(np.random.default_rng(0), width=264, layers=1, heads=8)
    given = network.sight.tokens(Views.of_tables(house_tables()[:2], network.sight.side))
    found = ResidentNetwork(network, SCALE, device).codes(given)
    np.testing.assert_array_equal(found, codes(network.chances(given)))


@pytest.mark.parametrize("device", DEVICES)
def test_blocks_of_tables_become_the_same_cases_in_the_same_order(device: str) -> None:
    both, heard = _drawn(), list[int]()
    blocks = [house_tables()[first : first + 5] for first in range(0, 24, 5)]
    found = list(ByDevice(both, device).run(iter(blocks), len(blocks), heard.append))
    for tables, cases in zip(blocks, found, strict=True):
        expected = cases_of(both, tables)
        for name in ("codes", "trumps", "cards", "records", "plies", "kinds"):
            np.testing.assert_array_equal(getattr(cases, name), getattr(expected, name))
    assert heard == [1, 2, 3, 4, 5]
    assert ByEngine(both, Engine()).block < ByDevice.block


@pytest.mark.parametrize("device", DEVICES)
def test_a_library_is_learned_on_a_device(tmp_path: Path, device: str) -> None:
    fill(tmp_path / "library", played_at_random(6))
    with Library.open(tmp_path / "library") as library:
        on_device = learn(library, tmp_path / "one", _drawn(), device=device)
        assert on_device == learn(library, tmp_path / "two", _drawn())
    one, two = (Shelf.open(Cases, tmp_path / name).everything() for name in ("one", "two"))
    assert one is not None
    assert two is not None
    np.testing.assert_array_equal(one.codes, two.codes)


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no device 'cuda:99'"):
        ByDevice(_drawn(), "cuda:99")


def _drawn() -> list[Similarity]:
    rng = np.random.default_rng(1)
    return [
        Similarity(Network.drawn(rng, width=16, layers=1, heads=2, sight=sight), name)
        for name, sight in SIGHTS.items()
    ]
