"""Tasks come back in order whoever does them, and what was finished is not done again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.errors import KibitzError, UsageError
from kibitz.runtime.parts import NOT_KEPT, Parts
from kibitz.runtime.running import CLUSTER_MISSING, Engine, EngineKind, chance, cores

LISTENING = """
import signal, sys
from kibitz.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are deaf
sys.exit(main(sys.argv[1:]))
"""


JOBS = (1, pytest.param(2, marks=pytest.mark.process))


@pytest.mark.parametrize("jobs", JOBS)
def test_results_stand_in_the_order_of_the_tasks(jobs: int) -> None:
    told: list[int] = []
    found = Engine(jobs).run(str, range(300), tell=lambda: told.append(1))
    assert list(found) == [str(number) for number in range(300)]
    assert len(told) == 300


def test_one_process_takes_tasks_as_they_are_asked_for() -> None:
    taken: list[int] = []
    found = Engine().run(str, (taken.append(number) or number for number in range(9)))  # type: ignore[func-returns-value]
    assert next(found) == "0"
    assert len(taken) == 1


@pytest.mark.parametrize("jobs", JOBS)
def test_an_error_of_a_task_is_the_callers(jobs: int) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(Engine(jobs).run(int, ["1", "x", "3"]))


@pytest.mark.parametrize("jobs", JOBS)
def test_what_was_finished_is_not_worked_out_again(jobs: int, tmp_path: Path) -> None:
    parts = Parts(tmp_path / "parts")
    with pytest.raises(ValueError, match="invalid literal"):
        list(Engine(jobs).run(int, ["1", "2", "x"], parts=parts))
    assert len(parts) == 2 or (jobs == 2 and len(parts) < 2)  # the error may come first
    told: list[int] = []
    found = Engine(jobs).run(int, ["1", "2", "3"], parts=parts, tell=lambda: told.append(1))
    assert list(found) == [1, 2, 3]
    assert len(told) == 3
    parts.keep("1", 17)
    assert list(Engine(jobs).run(int, ["1", "3"], parts=parts)) == [17, 3]
    parts.clear()
    assert len(parts) == 0
    assert list(Engine(jobs).run(int, ["1"], parts=parts)) == [1]


def test_a_damaged_part_is_worked_out_again(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.keep(("a", 1), {"b": [1.5]})
    assert parts.find(("a", 1)) == {"b": [1.5]}
    assert parts.find("other") is NOT_KEPT
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-2])
    assert parts.find(("a", 1)) is NOT_KEPT


def test_parts_belong_to_one_run_under_the_same_circumstances() -> None:
    assert Parts.of("sibl", "data", 1) == Parts.of("sibl", "data", 1)
    assert Parts.of("sibl", "data", 1) != Parts.of("sibl", "data", 2)


def test_chance_hangs_on_seed_and_key_alone() -> None:
    assert chance(1, "a").random() == chance(1, "a").random()
    assert chance(1, "a").random() != chance(1, "b").random() != chance(2, "b").random()


@pytest.mark.process
def test_a_worker_beside_others_is_given_its_share_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert cores() == 3
    monkeypatch.setenv("OMP_NUM_THREADS", "many")
    assert cores() >= 1
    monkeypatch.delenv("OMP_NUM_THREADS")
    [share] = set(Engine(2).run(_share, range(2)))
    assert share == max(1, (os.cpu_count() or 1) // 2)


def _share(_: int) -> int:
    return cores()


@pytest.mark.process
def test_a_process_that_is_killed_costs_time_and_not_correctness(tmp_path: Path) -> None:
    found = Engine(2).run(_deadly_once, [(str(tmp_path / "died"), n) for n in range(8)])
    assert list(found) == list(range(8))
    assert (tmp_path / "died").exists()
    with pytest.raises(KibitzError, match="died 3 times over the same work"):
        list(Engine(2).run(_deadly, range(2)))


def _deadly_once(asked: tuple[str, int]) -> int:
    marker, number = Path(asked[0]), asked[1]
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def _deadly(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_misuse_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="has an address"):
        Engine(kind=EngineKind.DASK)
    with pytest.raises(UsageError, match="only a cluster"):
        Engine(address="tcp://127.0.0.1:1")
    with pytest.raises(UsageError, match="at least one"):
        Engine(0)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="kibitz.cluster."):
        list(Engine(kind=EngineKind.DASK, address="tcp://127.0.0.1:1").run(int, ["1"]))
    assert "kibitz[cluster]" in CLUSTER_MISSING


@pytest.mark.process
def test_stopped_by_the_keyboard_the_finished_parts_are_used_again(tmp_path: Path) -> None:
    """Ctrl-C reaches the command and its workers; the same command then goes on."""
    words = ["lab", "routing", "--runs", "3", "--days", "20", "--jobs", "2", "--json"]
    command = [sys.executable, "-c", LISTENING, *words]
    environment = {**os.environ, "KIBITZ_HOME": str(tmp_path)}
    run = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    kept = tmp_path / "cache" / "parts"
    deadline = time.monotonic() + 300
    while not list(kept.rglob("*.json")) and run.poll() is None:
        time.sleep(0.01)
        if time.monotonic() > deadline:
            os.killpg(run.pid, signal.SIGKILL)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert said.strip().splitlines()[-1].startswith("kibitz: stopped")
    before = len(list(kept.rglob("*.json")))
    assert before
    plan = subprocess.run(
        [*command, "--dry-run"], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(plan.stdout)["finished_before"] == before
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    fresh = {**environment, "KIBITZ_HOME": str(tmp_path / "other")}
    whole = subprocess.run(command, env=fresh, capture_output=True, text=True, check=True)
    assert again.stdout == whole.stdout
    assert not list(kept.rglob("*.json"))
