"""Beside a foreign program: bridge_env (MIT), from a checkout that is named, never from here.

BRIDGE_ENV=/somewhere/bridge_env python -m pytest tests/unit/seats/test_foreign.py
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.games.bridge.deal import Seat
from kibitz.seats.client import sit_down
from kibitz.seats.host import LOOPBACK, TableHost
from kibitz.seats.member import TableMember
from seated import TEAMS, RandomSeat, boards

BRIDGE_ENV = Path(os.environ.get("BRIDGE_ENV", ""))
pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.skipif(
        not (BRIDGE_ENV / "bridge_env" / "network_bridge").is_dir(),
        reason="bridge_env is not here: BRIDGE_ENV names its checkout",
    ),
]
BOARDS = 10


def started(module: str, *options: str) -> subprocess.Popen[bytes]:
    """One of its programs, in a process of its own."""
    code = f"from bridge_env.network_bridge.{module} import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(BRIDGE_ENV)}
    return subprocess.Popen([sys.executable, "-c", code, *options], env=environment)


def test_its_clients_play_at_our_table() -> None:
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.SOUTH)}
    host = TableHost(boards(BOARDS), held, patience=60, plain=True)
    running: list[subprocess.Popen[bytes]] = []

    def ready(port: int) -> None:
        running.extend(
            started("client", "-p", str(port), "-i", LOOPBACK, "-l", seat, "-t", TEAMS[1])
            for seat in "EW"
        )

    asyncio.run(host.serve(0, ready=ready))
    played = host.manager.played
    assert len(played) == BOARDS
    assert all(not one.broken and one.score is not None for one in played)
    assert [one.wait(20) for one in running] == [0, 0]


def test_our_seats_play_at_its_table(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        port = free.getsockname()[1]
    dealt = tmp_path / "boards.pbn"
    dealt.write_text(
        "".join(
            f'[Board "{one.number}"]\n[Dealer "{one.dealer}"]\n'
            f'[Vulnerable "{one.vulnerability}"]\n[Deal "{one.deal}"]\n\n'
            for one in boards(BOARDS)
        )
    )
    options = ("-p", str(port), "-i", LOOPBACK, "-b", str(dealt), "-o", str(tmp_path / "out.json"))
    server = started("server", *options)
    members = [TableMember(seat, TEAMS[seat % 2], RandomSeat(), plain=True) for seat in Seat]

    async def all_four() -> None:
        for member in members:
            member_task = asyncio.create_task(_patiently(member, port))
            tasks.append(member_task)
            await asyncio.sleep(0.5)
        await asyncio.wait_for(asyncio.gather(*tasks), 120)

    tasks: list[asyncio.Task[None]] = []
    try:
        time.sleep(2)
        asyncio.run(all_four())
        assert [member.boards for member in members] == [BOARDS] * 4
        assert all(member.is_over and not member.notes for member in members)
        assert (tmp_path / "out.json").stat().st_size > 1000
    finally:
        server.kill()
        server.wait()


async def _patiently(member: TableMember, port: int) -> None:
    await sit_down(member, LOOPBACK, port, patience=60)
