"""What the command line promises: help, examples, JSON, exit codes, a fast start, a reference."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from kibitz.cli import app, main
from kibitz.cli.reference import commands, help_text, reference
from kit import ROOT

HEAVY = (
    *("numpy", "numba", "scipy", "pandas", "safetensors", "sklearn", "torch", "matplotlib"),
    *("endplay", "fastapi", "uvicorn", "pyspiel", "faiss"),
)
COMMANDS = dict(commands(app))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_json_and_help_that_ends_with_an_example(name: str) -> None:
    command = COMMANDS[name]
    assert "--json" in {option for parameter in command.params for option in parameter.opts}
    assert command.help is not None
    assert command.help.split("\n\n")[-1].startswith(f"Example: {name}")
    assert all(getattr(p, "help", None) for p in command.params if p.name != "help"), name


def test_the_reference_is_made_from_the_help() -> None:
    assert (ROOT / "docs" / "commands.md").read_text() == reference(app), "run 'make docs'"


@pytest.mark.process
def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from kibitz.cli import main; main(['--help']); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.splitlines()[-1].split())
    assert "kibitz.cli" in loaded
    assert not loaded & set(HEAVY)


def test_no_command_at_all_shows_the_help() -> None:
    assert main([]) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["odds", "splits", "5"], 0, ""),
        (["odds", "8-8-8-8"], 0, ""),
        (["odds", "nonsense"], 2, "kibitz: a pattern has four suits"),
        (["odds", "splits", "27"], 2, "kibitz: 27 missing cards do not fit"),
        (["show", "nowhere.lin"], 2, "kibitz: there is no file nowhere.lin"),
        (["library", "--library", "nowhere.kibitz"], 1, "kibitz: there is no library at nowhere"),
        (["export", "--format", "doc", "--library", "nowhere.kibitz"], 1, "there is no library"),
        (["dance"], 2, "No such command"),
    ],
)
def test_exit_codes_and_one_clear_line(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    told = capsys.readouterr().err
    assert said in told
    if told.startswith("kibitz:"):
        assert told.count("\n") == 1


def test_json_of_odds_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "splits", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["splits"]
    assert [(row["split"], row["exact"]) for row in rows] == [("1-1", "13/25"), ("2-0", "12/25")]


def test_all_of_a_commands_help_fits_the_page() -> None:
    for name, command in COMMANDS.items():
        assert all(len(line) <= 100 for line in help_text(name, command).splitlines()), name
