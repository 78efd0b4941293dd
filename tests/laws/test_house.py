"""The plan of the house where no tool holds it: folders, files, functions, names of roles."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit import ROOT

SOURCE = ROOT / "src" / "kibitz"
LAB = ROOT / "lab" / "src" / "kibitz_lab"
MOST_FILES, MOST_LINES, MOST_LINES_A_FILE = 17, 60, 400
ROLES = {"question", "adviser", "answer", "explain", "learning", "store"}
RIDDLES = re.compile(
    r"\b(aright|asker|bell|bells|comes to it|errand|errands|fellows|hears|hitherto|kin|nobody came"
    r"|slate|told (as|by|of)|what became|wherein|whereof|whence|whoever|withal|work_out)\b",
    re.IGNORECASE,
)
"""Twenty words that a reader had to translate; say what a thing is or does."""
WITHOUT = {
    "suits": {"learning", "store"},  # nothing is learned: every answer is proved anew
    "bidding/meanings": {"learning"},  # what calls mean is read from the memory of calls
    "cardplay/belief": {"learning", "store"},  # the network of calls is all it asks
    "plans": {"learning", "store"},  # everything is played out anew
}


def _room(adviser: Path) -> str:
    return adviser.parent.relative_to(SOURCE).as_posix()


def _functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path.relative_to(SOURCE).as_posix(), node


def _is_compiled(node: ast.FunctionDef) -> bool:
    """A compiled loop is one function: a call inside it costs what the loop was written to save."""
    machine_code = {"ahead", "compiled"}
    return any(isinstance(one, ast.Name) and one.id in machine_code for one in node.decorator_list)


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{where}: {node.name}"
        for where, node in _functions()
        if (node.end_lineno or 0) - node.lineno >= MOST_LINES and not _is_compiled(node)
    ]
    assert long == []


def test_no_folder_shows_more_files_than_one_can_take_in() -> None:
    folders: dict[Path, int] = {}
    for path in [*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        folders[path.parent] = folders.get(path.parent, 0) + 1
    crowded = {
        folder.relative_to(ROOT).as_posix(): number
        for folder, number in folders.items()
        if number > MOST_FILES and folder.name != "laws"  # a law a file
    }
    assert crowded == {}


def test_no_file_is_so_long_that_it_would_have_to_justify_itself() -> None:
    long = [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > MOST_LINES_A_FILE
    ]
    assert long == []


def test_the_words_of_comments_need_no_translation() -> None:
    found = []
    for path in sorted([*SOURCE.rglob("*.py"), *LAB.rglob("*.py")]):
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            is_prose = token.type == tokenize.COMMENT or token.string.startswith('"""')
            if is_prose and (hit := RIDDLES.search(token.string)):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{token.start[0]}: {hit[0]}")
    assert found == []


def test_a_public_class_name_stands_for_one_class() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path.relative_to(SOURCE).as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


@pytest.mark.parametrize(
    "room", sorted(_room(path) for path in SOURCE.rglob("adviser.py")), ids=str
)
def test_the_same_role_has_the_same_name_in_every_answering_room(room: str) -> None:
    here = {path.stem for path in (SOURCE / room).iterdir()}
    assert ROLES - WITHOUT.get(room, set()) <= here
