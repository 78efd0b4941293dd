"""Work beside the page: followed, cancelled, and never in the way of another question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coach import awaited, deadly, deaf, gated, patient, reciting
from kibitz.errors import KibitzError
from kibitz.page.desk import Desk, Job, StillWorkingError
from kibitz.page.worker import DiedError

pytestmark = pytest.mark.process

LONG = 120
"""Seconds that suffice on a busy machine too; none of them is waited for when all is well."""


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def until_running(desk: Desk, name: str) -> None:
    for _ in range(20 * LONG):
        job = desk.find(name)
        assert job is not None
        if job.work.progress[1]:
            return
        time.sleep(0.05)
    raise AssertionError("the work does not begin")


def test_a_question_is_worked_out_once_and_followed(desk: Desk, tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def ask() -> str:
        with pytest.raises(StillWorkingError) as still:
            await desk.answer("play", "slow", gated, gate, patience=0.01)
        job = still.value.job
        assert job.to_json()["state"] == "running"
        until_running(desk, job.id)
        assert job.work.progress == (1.0, 2.0)
        gate.touch()
        answer: str = await desk.answer("play", "slow", gated, gate, patience=LONG)
        assert desk.find(job.id) is job
        assert job.to_json()["state"] == "done"
        return answer

    assert awaited(ask()) == "done "
    assert awaited(desk.answer("play", "slow", gated, gate, patience=LONG)) == "done "
    assert gate.read_text() == "done "


def test_what_is_known_of_an_answer_can_be_read_before_it_is_finished(desk: Desk) -> None:
    job = desk.start("play", "a recital", reciting, ("♠A is led", "Count 7 tricks", 5000 * "x"))
    until_running(desk, job.id)
    assert job.to_json()["said"] == ["♠A is led", "Count 7 tricks"]
    job.cancel()
    after = desk.start("play", "silence", patient, 0.05)
    assert after.work.lines == []


def test_a_slow_room_holds_up_no_other(desk: Desk) -> None:
    slow = desk.start("boards", "slow", patient, 300.0)
    assert awaited(desk.answer("play", "quick", patient, 0.05, patience=LONG)) == "done"
    assert slow.state == "running"
    slow.cancel()


def test_cancelled_work_stops_and_says_so(desk: Desk) -> None:
    job = desk.start("play", "long", patient, 300.0)
    until_running(desk, job.id)
    job.cancel()
    for _ in range(20 * LONG):
        if job.state != "running":
            break
        time.sleep(0.05)
    assert job.to_json()["state"] == "cancelled"


def test_work_cancelled_while_it_waits_says_so_at_once(desk: Desk, tmp_path: Path) -> None:
    async def ask() -> None:
        for _ in range(2):
            with pytest.raises(StillWorkingError) as still:
                await desk.answer("library", "next", gated, gate, patience=0.01)
            waiting.append(still.value.job)
        assert waiting[0] is waiting[1]
        waiting[0].cancel()
        assert waiting[0].to_json()["state"] == "cancelled"
        with pytest.raises(KibitzError, match="Next: this was cancelled"):
            await desk.answer("library", "next", gated, gate, patience=LONG)

    gate = tmp_path / "gate"
    waiting: list[Job] = []
    first = desk.start("library", "first", patient, 300.0)
    until_running(desk, first.id)
    awaited(ask())
    assert first.state == "running"
    gate.touch()
    first.cancel()
    assert awaited(desk.answer("library", "last", gated, gate, patience=LONG)) == "done "
    assert waiting[0].state == "cancelled"


def test_work_that_does_not_listen_is_ended_and_what_waits_is_answered(desk: Desk) -> None:
    async def ask() -> None:
        with pytest.raises(StillWorkingError) as still:
            await desk.answer("openings", "deaf", deaf, patience=0.5)
        waiting = asyncio.create_task(desk.answer("openings", "next", patient, 0.1, patience=LONG))
        await asyncio.sleep(0.1)
        still.value.job.cancel()
        assert await waiting == "done"
        assert still.value.job.state == "cancelled"

    awaited(ask())


def test_work_that_kills_its_process_is_given_up_and_the_room_goes_on(desk: Desk) -> None:
    with pytest.raises(DiedError, match="broke off. Please ask again"):
        awaited(desk.answer("experts", "deadly", deadly, patience=LONG))
    assert awaited(desk.answer("experts", "next", patient, 0.15, patience=LONG)) == "done"
