"""Commands that make what ships: pack games, train networks, describe the house's match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import DryRun, Run, announce_stages, existing
from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.runtime.running import Engine
from kibitz_lab.cli.run import Seed

Records = Annotated[list[Path], typer.Option(help="Files of expert games.")]
PackedFile = Annotated[Path, typer.Option(help="The packed file.")]
Limit = Annotated[int, typer.Option(min=0, help="At most so many tables; 0: all.")]


def pack_tables(records: Records, into: PackedFile, as_json: Json = False) -> None:
    """Pack expert games for training on a machine that has numpy and torch alone.

    Hands, auctions and play become arrays; each table carries the hashes of its deal and of its
    event's name, on which its part of the frozen split hangs. Experiments read it in a moment.

    Example: kibitz lab pack-tables --records players.jsonl.xz --into tables.kibitz
    """
    from kibitz_lab.making.tables import PackedTables

    _pack(PackedTables.gathered, records, into, as_json)


def pack_auctions(records: Records, into: PackedFile, as_json: Json = False) -> None:
    """Pack auctions for training on a machine that has numpy and torch alone.

    Hands and calls become arrays, pairs become numbers; each table carries the hashes of its deal
    and of its event's name, on which its part of the frozen split hangs. Tables at which fewer than
    20 cards were played are left out: their auctions are often filled in.

    Example: kibitz lab pack-auctions --records players.jsonl.xz --into auctions.kibitz
    """
    from kibitz_lab.making.calls.lessons import PackedAuctions

    _pack(PackedAuctions.gathered, records, into, as_json)


def _pack(gathered: Callable[..., Any], records: list[Path], into: Path, as_json: bool) -> None:
    existing(records)
    with bars() as watch:
        packed = gathered(records, partial(watch, "reading records", None))
        packed.save(into)
    tables, events = len(packed.parts), len(set(packed.events.tolist()))
    if as_json:
        print_json({"file": str(into), "tables": tables, "events": events})
    else:
        console().print(f"{into}: {tables:,} tables of {events:,} events")


def train_similarity(
    records: Annotated[
        list[Path], typer.Option(help="Files of expert games, or one packed by pack-tables.")
    ],
    into: Annotated[Path, typer.Option(help="A folder for the similarity and its story.")] = Path(),
    setting: Annotated[
        str,
        typer.Option(
            help="shipped or defence (a GPU, minutes), two-cores or defence-two-cores (CPU alone)."
        ),
    ] = "two-cores",
    limit: Limit = 0,
    seed: Seed = 1,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make a similarity of card play from expert games (extra: pip install 'kibitz[learn]').

    Of declarer's side, or of the defenders'. Writes it, a filter of the deals it has seen, and how
    it was made; pass the first to kibitz lab cardplay --similarity. Part of the events is kept
    back for validation and testing, always the same ones. Each tenth of a stage is kept as it is
    done: when it is stopped, the same command goes on.

    Example: kibitz lab train-similarity --records 3nt.jsonl.gz --into made
    """
    from kibitz_lab.making.similarity import SETTINGS, make, prepared
    from kibitz_lab.making.tables import PackedTables

    course = _named(setting, SETTINGS)
    existing(records)
    with bars() as watch:
        packed = PackedTables.of_files(records, partial(watch, "reading records", None))
        ready = prepared(packed, course, limit=limit, seed=seed)
        if dry_run:
            announce_stages("train-similarity", ready.stages, Engine(), as_json)
            return
        story = make(ready, into, watch=watch)
    if as_json:
        print_json(story)
        return
    last = story["stages"][-1]
    console().print(
        f"{into / story['file']}: {last['agreement_real']:.1%} of real decisions on "
        f"validation events after {sum(one['seconds'] for one in story['stages']):.0f} s"
    )


def train_calls(
    records: Annotated[
        list[Path], typer.Option(help="Files of expert games, or one packed by pack-auctions.")
    ],
    into: Annotated[Path, typer.Option(help="A folder for the network and its story.")] = Path(),
    setting: Annotated[
        str,
        typer.Option(
            help="shipped (a GPU, minutes), two-cores; alone or one-system for one program's."
        ),
    ] = "two-cores",
    limit: Limit = 0,
    seed: Seed = 1,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make a network of calls from expert games (extra: pip install 'kibitz[learn]').

    For few deals of one system, one-system goes on from the network that ships, and alone begins
    with nothing. Writes it and how it was made; pass it to kibitz lab calls --network. Part of the
    events is kept back for validation and testing, always the same ones; of a single event, four
    deals in ten. Stopped, it goes on where it was.

    Example: kibitz lab train-calls --records auctions.kibitz --into made
    """
    from kibitz_lab.making.calls.course import SETTINGS, make, prepared
    from kibitz_lab.making.calls.lessons import PackedAuctions

    course = _named(setting, SETTINGS)
    existing(records)
    with bars() as watch:
        packed = PackedAuctions.of_files(records, partial(watch, "reading records", None))
        ready = prepared(packed, course, limit=limit, seed=seed)
        if dry_run:
            announce_stages("train-calls", ready.stages, Engine(), as_json)
            return
        story = make(ready, into, watch=watch)
    if as_json:
        print_json(story)
        return
    found, took = story["validation"]["known"], sum(one["seconds"] for one in story["stages"])
    console().print(
        f"{into / 'calls.kibitz'}: {found['all']:.1%} of calls on validation events, "
        f"{found['non_pass']:.1%} of those that are not pass, after {took:.0f} s"
    )


def _named(setting: str, settings: Mapping[str, Any]) -> Any:
    if setting not in settings:
        raise UsageError(f"There is no setting {setting!r}, only {', '.join(settings)}.")
    return settings[setting]


@command
def starter_cases(
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    *,
    run: Run,
) -> None:
    """Describe the house's match, so that it need not be described on a user's machine.

    Run it whenever the match or the networks that ship are others; what it writes belongs beside
    them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.learning import shipped, stage
    from kibitz.cardplay.starter import starter_waiting
    from kibitz.records.starter import HOUSE_FILE
    from kibitz.runtime.storage import shipped_if_built, write_atomically
    from kibitz_lab.house.library import describe

    if run.dry_run:
        run.announce_stages("starter-cases", [stage(starter_waiting(Places.of(), shipped()))])
        return
    match = shipped_if_built(HOUSE_FILE)
    if match is None:
        raise UsageError(
            "This package was built without the house's match: make it with 'kibitz lab starter'."
        )
    with bars() as watch:
        files = describe(match, run.workers, partial(watch.reached, "tables"))
    for name, content in files.items():
        write_atomically(into / name, content)
    sizes = {str(into / name): len(content) for name, content in files.items()}
    if run.as_json:
        print_json({"written": sizes})
    else:
        console().print("\n".join(f"{path}: {size:,} bytes" for path, size in sizes.items()))


COMMANDS = {
    "starter-cases": starter_cases,
    "pack-tables": pack_tables,
    "train-similarity": train_similarity,
    "pack-auctions": pack_auctions,
    "train-calls": train_calls,
}
