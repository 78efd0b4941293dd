"""`kibitz.places` alone names files of the user's, and `kibitz.rooms` alone opens the rooms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisers import ROOMS, kibitz
from kit import ROOT

SOURCE = ROOT / "src" / "kibitz"
BELOW = ("places.py", "runtime/")
"""The file that names them, and the rooms under it: what they keep, they keep in the cache."""
INSIDE = ("bidding/openings/store.py", "precedents/manifest.py", "sitting/keeping.py")
"""What they name lies in a folder that they were given: a file a system, the parts of a store, a
file a deal."""
OF_THE_PACKAGE = {"static", "templates", "words.toml"}
"""Parts of the page, which are no files of the user's."""


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a path is made from text that is written here: ``folder / "x"``, ``with_name(...)``."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div(), right=ast.Constant(value=str(text))):
                yield node.lineno, text
            case ast.BinOp(op=ast.Div(), right=ast.JoinedStr()):
                yield node.lineno, ast.unparse(node.right)
            case ast.Call(func=ast.Attribute(attr="with_name" | "with_suffix")):
                yield node.lineno, ast.unparse(node)


def sources() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8"))


def test_no_file_of_ours_is_named_elsewhere() -> None:
    found = [
        f"{path}:{line} names {text}"
        for path, tree in sources()
        if not path.startswith(BELOW)
        for line, text in named(tree)
        if text not in OF_THE_PACKAGE
    ]
    assert [one for one in found if not one.startswith(INSIDE)] == []


def test_nothing_else_asks_where_the_user_keeps_things() -> None:
    for path, tree in sources():
        if not path.startswith(BELOW):
            used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert not used & {"data_folder", "cache_folder"}, path


def test_nothing_else_opens_an_adviser() -> None:
    for path, tree in sources():
        if path != "rooms.py":
            imported = {
                alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            assert "open_adviser" not in imported, path


@pytest.mark.parametrize("name", sorted(set(ROOMS) - {"pile"}))
def test_a_question_goes_to_the_room_that_it_belongs_to(name: str) -> None:
    room = ROOMS[name]
    question = room.questions()[0]
    assert type(kibitz().adviser(question)) is type(room.adviser())


def test_a_folder_is_no_part_of_the_places(tmp_path: Path) -> None:
    """What was learned lies beside its library, and so moves with it."""
    from kibitz.places import Places

    one = Places.of(tmp_path / "a" / "club.kibitz", tmp_path / "home")
    assert one.cards == tmp_path / "a" / "club.kibitz.cardplay"
    assert one.calls == tmp_path / "a" / "club.kibitz.calls"
    assert one.aliases == tmp_path / "home" / "aliases.txt"
