"""``kibitz lab calls``, ``lab belief`` and what makes their network: the experts' calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import DryRun, announce_stages, existing, long_command
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun, Seed, methods_named

Train = Annotated[
    list[Path], typer.Option(help="Files of games to learn from, or one packed by pack-auctions.")
]
Test = Annotated[
    list[Path], typer.Option(help="The like to test on; only events that are for testing are.")
]
Name = Annotated[str, typer.Option(help="With --into: the result file's name.")]


@dataclass(frozen=True, slots=True)
class CallsRun(DrawnRun):
    """How an experiment of calls is run: also what is asked of whom."""

    method: Annotated[
        list[str] | None, typer.Option(help="A method; may be given several times. Default: all.")
    ] = None
    limit_train: Annotated[
        int, typer.Option(min=0, help="At most so many tables as precedents; 0: all.")
    ] = 100_000
    limit_test: Annotated[
        int, typer.Option(min=0, help="About so many decisions to test, whole tables; 0: all.")
    ] = 20_000
    network: Annotated[
        Path | None, typer.Option(help="A network of your own making; else the shipped one.")
    ] = None
    validation: Annotated[
        bool, typer.Option("--validation", help="Test on the events kept for choosing numbers.")
    ] = False

    def measure(
        self,
        name: str,
        files: tuple[Sequence[Path], Sequence[Path]],
        methods: Sequence[str],
        run: Callable[..., dict[str, Any]],
    ) -> dict[str, Any] | None:
        """The result, written where asked; nothing where it is only announced or printed here."""
        from kibitz_lab.calls import experiment
        from kibitz_lab.calls.sample import Draw
        from kibitz_lab.harness.splits import Part

        train, test = files
        existing((*train, *test))
        task = experiment.Task(
            draw=Draw(
                train=train, test=test, limit_train=self.limit_train, limit_test=self.limit_test,
                part=Part.VALIDATES if self.validation else Part.TESTS, seed=self.seed,
            ),
            methods=methods_named(self.method, methods), network=self.network,
        )  # fmt: skip
        with bars() as watch:
            ready = experiment.prepared(task, watch)
            if self.dry_run:
                self.announce_stages(name, ready.stages)
                return None
            found = run(ready, engine=self.workers, watch=watch)
        self.result(name, found, seed=self.seed)
        if self.as_json:
            print_json(found["rows"])
            return None
        return found


@long_command
def calls(train: Train, test: Test, name: Name = "calls", *, run: CallsRun) -> None:
    """How often each method makes the expert's call, on events it has not learned from.

    Of all calls and of those that are not pass; the expert's call among the first three; by kind
    of decision. Known: with what the pairs did at other tables, and without. Only real decisions
    count. Intervals are over events. A file of one event (a program's deals) is split by deal:
    name a network made from it (kibitz lab train-calls) with --network.

    Example: kibitz lab calls --train auctions.kibitz --test auctions.kibitz --limit-test 5000
    """
    from kibitz_lab.calls import experiment
    from kibitz_lab.calls.answers import METHODS

    found = run.measure(name, (train, test), METHODS, experiment.run)
    if found is not None:
        shown = ("all", "non_pass", "top3", "opening", "response", "rebid", "overcall")
        console().print(_table(found, (*shown, "competitive", "calibration_error"), 100))


@long_command
def belief(train: Train, test: Test, name: Name = "belief", *, run: CallsRun) -> None:
    """How well the hidden hands are known once an auction is over, on events not learned from.

    Mean errors of points and of lengths; how often the 80 % range of points holds them and how
    many whole numbers it has; how many of the hidden cards are placed right.

    Example: kibitz lab belief --train auctions.kibitz --test auctions.kibitz --limit-test 5000
    """
    from kibitz_lab.calls import belief as measured

    found = run.measure(name, (train, test), measured.METHODS, measured.run)
    if found is not None:
        shown = ("hcp_error", "length_error", "cover80", "width80", "cards_placed")
        console().print(_table(found, shown, 1))


def pack_auctions(
    records: Annotated[list[Path], typer.Option(help="Files of expert games.")],
    into: Annotated[Path, typer.Option(help="The packed file.")],
    as_json: Json = False,
) -> None:
    """Pack auctions for training on a machine that has numpy and torch alone.

    Hands and calls become arrays, pairs become numbers; each table carries the hashes of its deal
    and of its event's name, on which its part of the frozen split hangs. Tables at which fewer than
    20 cards were played are left out: their auctions are often filled in.

    Example: kibitz lab pack-auctions --records players.jsonl.xz --into auctions.kibitz
    """
    from kibitz_lab.making.calls.lessons import PackedAuctions

    existing(records)
    with bars() as watch:
        packed = PackedAuctions.gathered(records, partial(watch, "reading records", None))
        packed.save(into)
    events = len(set(packed.events.tolist()))
    if as_json:
        print_json({"file": str(into), "tables": len(packed.auctions), "events": events})
        return
    console().print(f"{into}: {len(packed.auctions):,} tables of {events:,} events")


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
    limit: Annotated[int, typer.Option(min=0, help="At most so many tables; 0: all.")] = 0,
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
    from kibitz.runtime.running import Engine
    from kibitz_lab.making.calls.course import SETTINGS, make, prepared
    from kibitz_lab.making.calls.lessons import PackedAuctions

    if setting not in SETTINGS:
        raise UsageError(f"There is no setting {setting!r}, only {', '.join(SETTINGS)}.")
    existing(records)
    with bars() as watch:
        packed = PackedAuctions.of_files(records, partial(watch, "reading records", None))
        ready = prepared(packed, SETTINGS[setting], limit=limit, seed=seed)
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


def _table(result: dict[str, Any], shown: Sequence[str], scale: int) -> Table:
    title = f"{result['tested']:,} tables of {result['events']:,} other events"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("", "pair", "decisions", *shown):
        table.add_column(column.replace("_", " "), justify="right" if column else "left")
    form = ".1f" if scale == 100 else ".3f"
    for row in result["rows"]:
        figures = ("" if row[one] is None else f"{scale * row[one]:{form}}" for one in shown)
        table.add_row(
            row["method"],
            "known" if row["known"] else "",
            f"{row['decisions']:,}",
            *figures,
        )
    return table
