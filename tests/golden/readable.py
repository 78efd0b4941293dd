"""Plain data as text that a person can compare line by line."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_WIDE = 96
_LONG = 30_000


def readable(data: Any, indent: int = 0) -> str:
    """JSON with one thing a line; what is short stays on one line.

    >>> print(readable({"card": "D7", "of": [1, 2]}))
    {"card": "D7", "of": [1, 2]}
    >>> print(readable({"card": "D7", "votes": list(range(23))}))
    {
     "card": "D7",
     "votes": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
    }
    """
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= _WIDE or not isinstance(data, dict | list):
        return line
    space = " " * (indent + 1)
    if isinstance(data, dict):
        rows = [f"{space}{json.dumps(key)}: {readable(data[key], indent + 1)}" for key in data]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    rows = [space + readable(one, indent + 1) for one in data]
    return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"


def folded(told: Any) -> Any:
    """The same with a mark in the place of whatever is too long to be read."""
    if not isinstance(told, dict):
        return told
    return {key: _mark(one) if len(json.dumps(one)) > _LONG else one for key, one in told.items()}


def _mark(data: Any) -> str:
    return f"{len(json.dumps(data))} characters, {digest(data)}"


def digest(data: Any) -> str:
    """A short mark of everything in *data*."""
    return hashlib.blake2b(json.dumps(data).encode(), digest_size=6).hexdigest()
