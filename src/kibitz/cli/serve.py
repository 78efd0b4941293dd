"""``kibitz serve``: the coach in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import KibitzError, UsageError
from kibitz.places import Places

READING = 60
"""Seconds that a connection is kept while its reader reads."""
EVERYWHERE = "stands for every address; name one of this machine's, as in 192.168.1.20"


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")
    ] = 8274,
    host: Annotated[
        str,
        typer.Option(
            help="Where to listen; an address of this machine other than 127.0.0.1 lets "
            "other machines in."
        ),
    ] = "127.0.0.1",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Open the coach in the browser; only this machine can reach it, unless --host says otherwise.

    Example: kibitz serve --port 8274
    """
    import socket
    from ipaddress import ip_address

    import uvicorn

    from kibitz.page.guard import LOOPBACK
    from kibitz.page.server import create_app

    named = f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            bound, port, *_ = listener.getsockname()
            if ip_address(bound).is_unspecified:
                raise UsageError(f"{host!r} {EVERYWHERE}")
            listener.listen(128)
        except OSError as error:
            raise KibitzError(f"{named}:{port} cannot be listened on: {error.strerror}") from error
        address = f"http://{named}:{port}/"
        hosts = tuple({*LOOPBACK, host.lower(), bound})
        app = create_app(Places.of(library), hosts=hosts, warm=True)
        if as_json:
            print_json({"address": address})
        else:
            console().print(f"The coach is at {address} (Ctrl-C ends it)", soft_wrap=True)
        config = uvicorn.Config(
            app, log_level="warning", server_header=False, timeout_keep_alive=READING
        )
        uvicorn.Server(config).run(sockets=[listener])
