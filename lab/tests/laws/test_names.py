"""A public class of the lab has a name of its own, which no class of Kibitz has."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kit import ROOT

ROLES = {"Task", "Prepared"}
"""What every experiment has, under the same name."""


def public_classes(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name


def test_a_public_class_name_stands_for_one_class() -> None:
    names = Counter(public_classes(ROOT / "lab" / "src"))
    assert {name for name, count in names.items() if count > 1} == ROLES
    assert not set(names) & set(public_classes(ROOT / "src" / "kibitz"))
