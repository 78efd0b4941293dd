"""Fifty readers at once, for a few seconds: nobody gets an error (benchmarks/page.py: a minute)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from kibitz.lab.page_load import QUESTIONS, Load


def test_fifty_readers_at_once_get_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json"]
    home = {**os.environ, "KIBITZ_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=home, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        found = Load(told["address"], clients=50, seconds=4).run()
        server.terminate()
    assert not {(one.status, one.path) for one in found if one.is_error}
    assert {one.question for one in found} == set(QUESTIONS)
    assert len(found) >= 50
