"""Files of 0.1.0 that took hours to make are written anew with the same numbers."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
import pytest

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cli import main
from kibitz.runtime.arrays import unpack
from kibitz.runtime.storage import seal
from kibitz_lab.harness.seen_deals import SeenDeals


def sealed_archive() -> tuple[bytes, str, Network]:
    """A similarity as 0.1.0 wrote it, its name, and its network."""
    drawn = Network.drawn(np.random.default_rng(1), width=16, layers=1, heads=2)
    packed = unpack(FORM, drawn.packed(), name="drawn")
    said = json.dumps({**packed.about, "trust": [0.0, 1.0, 0.0]}).encode()
    file = io.BytesIO()
    arrays = {"told": np.frombuffer(said, np.uint8), **packed.arrays}
    np.savez_compressed(file, allow_pickle=False, **arrays)
    content = file.getvalue()
    name = hashlib.sha256(content).hexdigest()[:12]
    network = Network.unpacked(packed, name="drawn")
    return seal(content, kind="similarity", version=1), name, network


def test_a_similarity_keeps_its_numbers_and_its_name(tmp_path: Path) -> None:
    old, name, network = sealed_archive()
    (tmp_path / "similarity.kibitz").write_bytes(old)
    into = tmp_path / "converted"
    assert main(["lab", "convert", str(tmp_path / "similarity.kibitz"), "--into", str(into)]) == 0
    found = Similarity.at(into / "similarity.kibitz")
    assert (found.name, found.trust) == (name, (0.0, 1.0, 0.0))
    for key, weight in network.weights.items():
        assert found.network.weights[key].tobytes() == weight.tobytes()


def test_the_deals_it_has_seen_stay_the_same(tmp_path: Path) -> None:
    bits = SeenDeals.of([5, 99]).bits
    path = tmp_path / "similarity-deals.kibitz"
    path.write_bytes(seal(bits.tobytes(), kind="seen-deals", version=1))
    assert main(["lab", "convert", str(path), "--into", str(tmp_path / "converted")]) == 0
    content = (tmp_path / "converted" / path.name).read_bytes()
    assert SeenDeals.read(content, name="").bits.tobytes() == bits.tobytes()


def test_anything_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.kibitz"
    path.write_bytes(seal(b"{}", kind="openings-own", version=1))
    assert main(["lab", "convert", str(path), "--into", str(tmp_path)]) != 0
    assert "neither a similarity" in " ".join(capsys.readouterr().err.split())
