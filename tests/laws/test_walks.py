"""How far a question walks through the house: budgets, so that the way stays short enough to read.

A walk is what runs from the words of a question to the words of its answer when one `Kibitz` is
asked it for the second time, as in any session: what is imported, compiled or opened once already
is. Of our functions that somebody wrote (no comprehension, nothing generated), each counts where it
is entered first. The *modules* are the files that they lie in; a *change of room* is a function in
another room (`kibitz.records`, `kibitz.games`, ...) than the one entered before it.

0.2.0, which opened what was learned anew for every question, took 54 modules and 96 changes for a
card, 47 and 81 for a call, 83 and 127 for a plan.

Who must raise a budget says why beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit import ROOT

BUDGETS = {"card": (50, 85), "call": (54, 70), "plan": (128, 140)}
"""The most modules, and the most changes of room. The house was drawn with 45 and 75 for a card,
42 and 70 for a call, 75 and 115 for a plan. What was raised since, and why:

A card: `explain/choosing.py` says how votes and layouts were joined (one module, two changes); the
agreements that were written down are looked up (one module); a lead names the calls (three).

A call: it and the calls before it have names: what a convention is, and which one a call is. What
partner has shown is claimed before one's own hand is looked at, from hands, the network's reading
and what his conventions promise: three modules of its own, the claims, and the language of systems.

A plan: its steps have reasons, and it is chosen steadily. The room of reasons is twelve modules
(the story of playouts, causes, who leads, their measure and finding, their words), entered where a
step compares two lines, as most plans now do; the ledger of tricks, the race of all lines on more
and more layouts, the name of free play, the rarer lines, the rivals of a plan, the comparison with
them and the players' memory of what they were asked are files of `plans`; the weights of layouts,
the estimates from them, and how a card is chosen are files of card play, which plans share with
cards; so is what is expected of the hidden hands, the layouts that there are, and the rounds in
which they are weighed.
"""
ASKED = {
    "card": 'k.advise(table("starter:111"), 2)',
    "call": 'k.call("KJ4.Q85.A962.T73", "1H P")',
    "plan": 'k.plan("starter:1")',
}
HEAVY = {"numpy", "numba", "llvmlite", "endplay", "scipy", "torch", "sklearn", "safetensors"}
MODULES_AT_FIRST, MODULES_OF_THE_SERVER = 29, 150
"""Of `kibitz` itself. The server was drawn with 86: its places and its table have become small
files in folders of their own, and every question's form is imported, to describe its address.
With the table to sit down at, the ladder and the line that asks anything it is 148, none heavy.
"""

_WALK = """
import json, sys
import kibitz
from kibitz import table
k = kibitz.open()
def ask():
    return str({question})
ask()
seen, walk = set(), []
def enter(frame, event, _):
    module, code = frame.f_globals.get("__name__", ""), frame.f_code
    is_written = code.co_flags & 1 and not (code.co_name + code.co_filename).count("<")
    if event == "call" and is_written and module.startswith("kibitz") and code not in seen:
        seen.add(code)
        walk.append(module)
sys.setprofile(enter)
ask()
sys.setprofile(None)
print(json.dumps(walk))
"""


def run(code: str, home: Path) -> str:
    """What a process of its own prints, over an empty home."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "KIBITZ_HOME": str(home)}
    environment.pop("KIBITZ_LIBRARY", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def room(module: str) -> str:
    return ".".join(module.split(".")[:2])


@pytest.mark.process
@pytest.mark.parametrize("question", BUDGETS)
def test_the_walk_of_a_question_stays_within_its_budget(question: str, tmp_path: Path) -> None:
    walk = json.loads(run(_WALK.format(question=ASKED[question]), tmp_path))
    rooms = [room(module) for module in walk]
    changes = sum(one != other for one, other in zip(rooms, rooms[1:], strict=False))
    modules, budget = len(set(walk)), BUDGETS[question]
    assert modules <= budget[0], sorted(set(walk))
    assert changes <= budget[1]


def imported(code: str, home: Path) -> set[str]:
    return set(run(f"import sys; {code}; print(*sys.modules)", home).split())


@pytest.mark.process
@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("import kibitz", MODULES_AT_FIRST),
        ("import kibitz.page.server", MODULES_OF_THE_SERVER),
    ],
)
def test_little_is_imported_before_anything_is_asked(code: str, most: int, tmp_path: Path) -> None:
    found = imported(code, tmp_path)
    assert not found & HEAVY
    assert sum(one.split(".")[0] == "kibitz" for one in found) <= most
