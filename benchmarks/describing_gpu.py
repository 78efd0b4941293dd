"""How many decisions does a GPU describe in a second, and how long takes a whole archive?

Tables are those of a packed file (`kibitz lab pack-tables`). Two things are timed: a network alone,
what it is given being ready, and everything, as `kibitz learn cardplay --device cuda` does it: the
positions are made in threads beside. The descriptions are the compiled kernel's to the last number
(tests/laws/test_describing_on_a_device.py); with --codes those of some decisions are written, so
that a machine that has the kernel can compare them.

Needs numpy and torch alone. Where torch sees no GPU it says so; --device cpu tries it out.

Run: PYTHONPATH=src python benchmarks/describing_gpu.py PACKED [--tables 100000] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from kibitz.cardplay.describing import BLOCK_ON_DEVICE, ByDevice
from kibitz.cardplay.learning import shipped
from kibitz.cardplay.similarity.gpu_network import ResidentNetwork
from kibitz.cardplay.similarity.learned import SCALE, Similarity
from kibitz.cardplay.similarity.positions import Tables, Views
from kibitz_lab.harness.results import result_of, write_result
from kibitz_lab.making.tables import PackedTables

ARCHIVE = 850_000
ROUNDS = 5


def network_alone(similarity: Similarity, tables: Tables, device: str) -> dict[str, Any]:
    """Decisions a second of one side, one choice or many."""
    network = ResidentNetwork(similarity.network, SCALE, device)
    given = network.sight.tokens(Views.of_tables(tables, network.sight.side))
    rates = []
    for _ in range(ROUNDS + 1):
        before = time.perf_counter()
        network.codes(given)
        rates.append(len(given) / (time.perf_counter() - before))
    kept = rates[1:]
    return {
        "layers": similarity.network.layers,
        "decisions": len(given),
        "a_second": round(median(kept)),
        "least": round(min(kept)),
        "most": round(max(kept)),
    }


def everything(
    describing: ByDevice, tables: Tables, see: Callable[[Any], object]
) -> dict[str, Any]:
    """All decisions of all tables; *see* hears of the descriptions as they come."""
    edges = range(0, len(tables), BLOCK_ON_DEVICE)
    blocks = [tables[first : first + BLOCK_ON_DEVICE] for first in edges]
    before, used, decisions = time.perf_counter(), time.process_time(), 0
    for cases in describing.run(iter(blocks), len(blocks), lambda done: None):
        decisions += len(cases)
        see(cases.codes)
    seconds = time.perf_counter() - before
    return {
        "tables": len(tables),
        "decisions": decisions,
        "seconds": round(seconds, 1),
        "processor_seconds": round(time.process_time() - used, 1),
        "a_second": round(decisions / seconds),
        "archive_tables": ARCHIVE,
        "archive_seconds": round(ARCHIVE * seconds / len(tables)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packed", type=Path)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--codes", type=Path)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    packed = PackedTables.load(given.packed)
    tables, similarities = packed.tables[: given.tables], shipped()
    describing, digest = ByDevice(similarities, given.device), hashlib.sha256()
    some = tables[:BLOCK_ON_DEVICE]
    [first] = describing.run(iter([some[:80]]), 1, lambda done: None)
    if given.codes is not None:
        np.save(given.codes, first.codes)
    sides = {one.network.sight.name: network_alone(one, some, given.device) for one in similarities}
    whole = everything(describing, tables, digest.update)
    found = {"sides": sides, **whole, "codes": digest.hexdigest()[:16], **about(given.device)}
    name = found.pop("device")
    result = result_of("describing-gpu", found, seed=None, records=[given.packed], device=name)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


def about(device: str) -> dict[str, Any]:
    """The device by its name, how much of its memory was used, and whose arithmetic it was."""
    import torch

    if not device.startswith("cuda"):
        return {"device": device, "torch": torch.__version__}
    peak = round(torch.cuda.max_memory_allocated() / 2**30, 2)
    return {
        "device": torch.cuda.get_device_name(device), "torch": torch.__version__, "peak_gib": peak,
    }  # fmt: skip


if __name__ == "__main__":
    main()
