"""Protects the page from strangers: it checks hosts, origins and sizes, and sets a strict policy.

The page listens on loopback, but a browser on the same machine also visits other sites. So a
request must name this server as its host, and one that changes anything must come from the page
itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LARGEST_UPLOAD = 256 << 20
"""Bytes in one request."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """The application behind the checks."""

    def __init__(self, app: App, hosts: tuple[str, ...] = LOOPBACK) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        problem = self._problem(scope["method"], headers)
        if problem is not None:
            await _refuse(send, *problem)
            return
        await self._app(scope, _Bounded(receive), _with_headers(send))

    def _problem(self, method: str, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        if _name(f"//{host}") not in self._hosts:
            return 421, "This page answers only under its own address."
        length = headers.get(b"content-length", "0")
        is_number = length.isascii() and length.isdigit() and len(length) < 20
        if not is_number or int(length) > LARGEST_UPLOAD:
            return 413, too_large()
        if method in _SAFE_METHODS:
            return None
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "This request comes from another page."
        if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "This request comes from another page."
        return None


def too_large() -> str:
    return f"At most {LARGEST_UPLOAD >> 20} MiB at a time."


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


class _Bounded:
    """The body of a request, cut off where it exceeds the largest upload."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._taken = receive, 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        if self._taken > LARGEST_UPLOAD:
            return {"type": "http.disconnect"}
        return message


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return answer


async def _refuse(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
