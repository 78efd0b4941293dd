"""``kibitz serve`` as a user starts it, and the browser to look at it with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox"]
"""A container has no user namespace for the sandbox, and no page but ours is visited."""


def browser_path() -> str | None:
    """The first of the browsers that is on the path."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def served(home: Path, *options: str) -> Iterator[str]:
    """The address of a page over *home*."""
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json", *options]
    environment = {**os.environ, "KIBITZ_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        try:
            yield told["address"].rstrip("/")
        finally:
            server.terminate()
