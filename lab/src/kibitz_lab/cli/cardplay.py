"""``kibitz lab cardplay`` and ``kibitz lab train-similarity``: the experts' cards, found or not."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Device, DryRun, announce_stages, existing, long_command
from kibitz.errors import UsageError
from kibitz_lab.cli.run import DrawnRun, Seed, SimilarityFile, TestFiles, TrainFiles, methods_named


@long_command
def cardplay(
    train: TrainFiles,
    test: TestFiles,
    method: Annotated[
        list[str] | None, typer.Option(help="A method; may be given several times. Default: all.")
    ] = None,
    limit_train: Annotated[
        int, typer.Option(min=0, help="At most so many tables to learn from; 0: all.")
    ] = 5_000,
    limit_test: Annotated[
        int, typer.Option(min=0, help="About so many decisions to test, whole tables; 0: all.")
    ] = 20_000,
    sample: Annotated[
        int, typer.Option(min=0, help="Real decisions solved double dummy for tricks lost.")
    ] = 300,
    similarity: SimilarityFile = None,
    device: Device = None,
    name: Annotated[str, typer.Option(help="With --into: the result file's name.")] = "cardplay",
    *,
    run: DrawnRun,
) -> None:
    """How often each method finds the expert's card, on events it has not learned from.

    Equal cards count as one. The interval is that of real decisions, over events; the calibration
    error is the worst tenth of the decisions by confidence. Tables that the similarity was made
    from are refused. Described positions are cached, so that a second run is quick; a cluster must
    see that cache (KIBITZ_HOME on storage that all share).

    Example: kibitz lab cardplay --train 3nt.jsonl.gz --test other.jsonl.gz --limit-test 5000
    """
    from kibitz_lab.cardplay import run as cardplay_run
    from kibitz_lab.cardplay.experiment import METHODS

    existing((*train, *test))
    task = cardplay_run.Task(
        train=train,
        test=test,
        methods=methods_named(method, METHODS),
        limit_train=limit_train,
        limit_test=limit_test,
        sample=sample,
        seed=run.seed,
        similarity=similarity,
        device=device,
    )
    with bars() as watch:
        ready = cardplay_run.prepared(task, watch)
        if run.dry_run:
            run.announce_stages("cardplay", ready.stages)
            return
        found = cardplay_run.run(ready, engine=run.workers, watch=watch)
    run.result(name, found, records=[*train, *test], seed=run.seed)
    ready.clear()
    if run.as_json:
        print_json(found["rows"])
        return
    console().print(_table(found))


def pack_tables(
    records: Annotated[list[Path], typer.Option(help="Files of expert games.")],
    into: Annotated[Path, typer.Option(help="The packed file.")],
    as_json: Json = False,
) -> None:
    """Pack expert games for training on a machine that has numpy and torch alone.

    Hands, auctions and play become arrays; each table carries the hashes of its deal and of its
    event's name, on which its part of the frozen split hangs. Experiments read it in a moment.

    Example: kibitz lab pack-tables --records players.jsonl.xz --into tables.kibitz
    """
    from kibitz_lab.making.tables import PackedTables

    existing(records)
    with bars() as watch:
        packed = PackedTables.gathered(records, partial(watch, "reading records", None))
        packed.save(into)
    events = len(set(packed.events.tolist()))
    if as_json:
        print_json({"file": str(into), "tables": len(packed.tables), "events": events})
        return
    console().print(f"{into}: {len(packed.tables):,} tables of {events:,} events")


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
    limit: Annotated[int, typer.Option(min=0, help="At most so many tables; 0: all.")] = 0,
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
    from kibitz.runtime.running import Engine
    from kibitz_lab.making.similarity import SETTINGS, make, prepared
    from kibitz_lab.making.tables import PackedTables

    if setting not in SETTINGS:
        raise UsageError(f"There is no setting {setting!r}, only {', '.join(SETTINGS)}.")
    existing(records)
    with bars() as watch:
        packed = PackedTables.of_files(records, partial(watch, "reading records", None))
        ready = prepared(packed, SETTINGS[setting], limit=limit, seed=seed)
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


def _table(result: dict[str, Any]) -> Table:
    title = (
        f"{result['decisions']:,} decisions at {result['tested']:,} tables of other events, "
        f"{result['learned']:,} tables learned from, {result['refused']:,} refused as seen"
    )
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("", "all", "real", "95 %", "top 2", "score", "error", "lost", "ms", "MB"):
        table.add_column(column, justify="right" if column else "left")
    for row in result["rows"]:
        low, high = row["interval"] or (None, None)
        table.add_row(
            row["method"],
            _percent(row["agreement_all"]),
            _percent(row["agreement_real"]),
            f"{_percent(low)} to {_percent(high)}" if row["interval"] else "",
            _percent(row["top2"]),
            f"{row['paper_score']:.3f}",
            _percent(row["calibration_error"]),
            "" if row["tricks_lost"] is None else f"{row['tricks_lost']:.3f}",
            _cost(row["seconds_per_decision"], 1000, 2),
            _cost(row["memory_mb"], 1, 0),
        )
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _cost(cost: float | None, scale: int, decimals: int) -> str:
    return "–" if cost is None else f"{scale * cost:.{decimals}f}"
