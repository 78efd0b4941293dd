"""Where ``kibitz serve`` listens."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx2
import pytest

from kibitz.cli import main
from serving import served


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "", "::", "0::0"])
def test_no_address_stands_for_all(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    if ":" in host and not socket.has_ipv6:
        pytest.skip("this machine has no such addresses")
    assert main(["serve", "--port", "0", "--host", host]) == 2
    told = capsys.readouterr().err
    assert f"{host!r} stands for every address; name one of this machine's" in told


@pytest.mark.process
@pytest.mark.parametrize("host", ["LocalHost", "::1"])
def test_the_address_that_is_printed_answers(host: str, tmp_path: Path) -> None:
    try:
        socket.create_server(
            (host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        ).close()
    except OSError:
        pytest.skip(f"{host} is no address of this machine")
    with served(tmp_path, "--host", host) as address:
        assert httpx2.get(address, timeout=60).status_code == 200
        foreign = httpx2.get(address, headers={"host": "evil.example"}, timeout=60)
        assert foreign.status_code == 421
