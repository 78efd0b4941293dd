"""``kibitz lab cardplay`` and ``kibitz lab train-similarity``: the experts' cards, found or not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.errors import UsageError

Into = Annotated[Path | None, typer.Option(help="Also write the result file into this folder.")]
Seed = Annotated[int, typer.Option(help="Everything drawn follows from it.")]


def cardplay(
    train: Annotated[list[Path], typer.Option(help="Files of games to learn from.")],
    test: Annotated[
        list[Path],
        typer.Option(help="Files of games to test on; events learned from are left out."),
    ],
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
    similarity: Annotated[
        Path | None, typer.Option(help="A similarity of your own making; else the shipped one.")
    ] = None,
    seed: Seed = 1,
    name: Annotated[str, typer.Option(help="With --into: the result file's name.")] = "cardplay",
    into: Into = None,
    as_json: Json = False,
) -> None:
    """How often each method finds the expert's card, on events it has not learned from.

    Equal cards count as one. The interval is that of real decisions, over events; the calibration
    error is the worst tenth of the decisions by confidence. Tables that the similarity was made
    from are refused. Described positions are cached, so that a second run is quick.

    Example: kibitz lab cardplay --train 3nt.jsonl.gz --test other.jsonl.gz --limit-test 5000
    """
    from kibitz.lab.cardplay import METHODS
    from kibitz.lab.cardplay_run import run

    wanted = method or list(METHODS)
    for one in wanted:
        if one not in METHODS:
            raise UsageError(f"no method {one!r}; there are {', '.join(METHODS)}")
    for path in (*train, *test):
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
    watched = progress_console()
    with Progress(console=watched, transient=True, disable=not watched.is_terminal) as progress:
        result = run(
            train,
            test,
            wanted,
            limit_train=limit_train,
            limit_test=limit_test,
            sample=sample,
            seed=seed,
            similarity=similarity,
            watch=Bars(progress),
        )
    if into is not None:
        from kibitz.lab.results import result_of, write_result

        write_result(into, result_of(name, result, seed=seed, records=[*train, *test]))
    if as_json:
        print_json(result["rows"])
        return
    console().print(_table(result))


class Bars:
    """A bar for each stage of the work."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def __call__(self, stage: str, total: int | None, done: int) -> None:
        for task in self.progress.tasks:
            if task.description == stage:
                self.progress.update(task.id, total=total, advance=done)
                return
        self.progress.add_task(stage, total=total, completed=done)


def train_similarity(
    records: Annotated[list[Path], typer.Option(help="Files of expert games.")],
    into: Annotated[Path, typer.Option(help="A folder for the similarity and its story.")],
    setting: Annotated[
        str, typer.Option(help="shipped (a GPU, minutes) or two-cores (twenty minutes at most).")
    ] = "two-cores",
    limit: Annotated[int, typer.Option(min=0, help="At most so many tables; 0: all.")] = 0,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Make a similarity of card play from expert games (extra: pip install 'kibitz[learn]').

    Writes similarity.kibitz, similarity-deals.kibitz and similarity.json; pass the first to
    kibitz lab cardplay --similarity. Part of the events is kept back for validation and testing.

    Example: kibitz lab train-similarity --records 3nt.jsonl.gz --into made
    """
    from kibitz.lab.similarity_making import SETTINGS, make

    if setting not in SETTINGS:
        raise UsageError(f"no setting {setting!r}; there are {', '.join(SETTINGS)}")
    for path in records:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
    watched = progress_console()
    with Progress(console=watched, transient=True, disable=not watched.is_terminal) as progress:
        story = make(records, into, SETTINGS[setting], limit=limit, seed=seed, watch=Bars(progress))
    if as_json:
        print_json(story)
        return
    last = story["stages"][-1]
    console().print(
        f"{into / 'similarity.kibitz'}: {last['agreement_real']:.1%} of real decisions on "
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
            f"{1000 * row['seconds_per_decision']:.2f}",
            f"{row['memory_mb']:.0f}",
        )
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"
