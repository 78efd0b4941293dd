"""How long a player waits at the table (benchmarks/table.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, table

_COLUMNS = (
    Column("what", "kind", left=True),
    Column("times", "times", "d"),
    Column("first of all, s", "cold", ".3f"),
    Column("median, s", "median", ".3f"),
    Column("95 % within, s", "often", ".3f"),
    Column("longest, s", "longest", ".3f"),
)


def report(result: Result) -> Iterator[str]:
    """Seconds for a call, a card, the next decision, a question and the end; several tables."""
    if "at_once" not in result:
        yield (
            f"{result['deals']} deals played as declarer by the house; every turn of the player's "
            f"is timed as if he had to be asked. {source(result)}"
        )
        yield ""
        yield from table(_COLUMNS, result["waits"])
        return
    yield (
        f"{result['deals']} deals, the player in turns declarer and opening leader, who plays the "
        "best card at every decision. A stop is all that passes from his card to his next "
        "decision; ahead, the same after the coach has tried what comes next while he thought. "
        f"{source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["waits"])
    yield ""
    told, shared = result["tell_tale"], result["at_once"]
    yield (
        f"{result['tables']} tables at once on two processes, each player thinking for about "
        f"{result['thinks']:.0f} s before a card: {shared['times']} waits for the next decision, "
        f"median {shared['median']:.2f} s, 95 % within {shared['often']:.2f} s, longest "
        f"{shared['longest']:.2f} s. The time of an answer tells nothing of hidden cards: with "
        f"other cards in the hidden hands {told['decisions']} decisions took "
        f"{1000 * told['apart']:+.0f} ± {1000 * told['within']:.0f} ms longer (95 %)."
    )


EXPERIMENTS = (
    Experiment(
        result="table-speed",
        command="benchmarks/table.py",
        quick="benchmarks/table.py --deals 2 --tables 2 --minutes 0.05",
        chapter=Chapter("At the table: how long a player waits"),
        report=report,
    ),
)
