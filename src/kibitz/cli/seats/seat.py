"""``kibitz seat``: Kibitz sits down at another program's table."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError

SecondsOption = Annotated[
    float | None,
    typer.Option(min=0, max=3600, help="Seconds a board for looking ahead; 0 never looks ahead."),
]
SystemOption = Annotated[
    str,
    typer.Option(help="Call by written rules: 'house system', or a file mine.toml."),
]
PatienceOption = Annotated[
    float, typer.Option(min=1, max=86_400, help="Seconds to wait for the other side's next line.")
]


def seat(
    chair: Annotated[str, typer.Argument(metavar="SEAT", help="N, E, S or W.")],
    connect: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Where the table is.")
    ] = "127.0.0.1:2000",
    name: Annotated[str, typer.Option(help="The name of the team.")] = "Kibitz",
    system: SystemOption = "",
    seconds: SecondsOption = None,
    patience: PatienceOption = 300,
    plain: Annotated[
        bool, typer.Option("--plain", help="Explain no call: some tables know no alerts.")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="Print each line of the protocol.")] = False,
    as_json: Json = False,
) -> None:
    """Take a seat at a table of bridge programs, by the table-manager protocol, version 18.

    The house calls and plays; its artificial calls are alerted with their names.

    Example: kibitz seat N --connect 127.0.0.1:2000 --name Kibitz
    """
    import asyncio

    from kibitz.games.bridge.solving import solving
    from kibitz.games.bridge.typed import typed_seat
    from kibitz.seats.advisers import adviser_named
    from kibitz.seats.client import sit_down
    from kibitz.seats.member import TableMember

    host, port = address(connect)
    with solving() as solver:
        adviser = adviser_named("house", solver, system, seconds)
        member = TableMember(typed_seat(chair), name, adviser, plain=plain)

        def watch(way: str, line: str) -> None:
            if log:
                console().print(f"{way} {line}")

        asyncio.run(sit_down(member, host, port, watch, patience))
    if as_json:
        print_json({"seat": str(member.seat), "boards": member.boards, "notes": member.notes})
        return
    for note in member.notes:
        console().print(f"Not understood: {note}")
    console().print(f"The session is over after {member.boards} boards.")


def address(text: str) -> tuple[str, int]:
    """A host and its port.

    >>> address("127.0.0.1:2000"), address("2000")
    (('127.0.0.1', 2000), ('127.0.0.1', 2000))
    """
    host, _, port = text.strip().rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise UsageError(f"not an address: {text!r} (as in 127.0.0.1:2000)")
    return host or "127.0.0.1", int(port)
