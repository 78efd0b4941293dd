"""The coached table: its command, result file and section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.table import experiment


def report(result: Result) -> Iterator[str]:
    """Stops a deal, and whether what is said at them holds."""
    both = result["all"]
    yield (
        f"{result['deals']} deals dealt from seed {result['seed']} and bid by the house; the "
        "player is declarer on one half, the opening leader on the other. A line counts where "
        "those offered differ by a tenth of the layouts. 95 % intervals over "
        f"deals. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, [*result["rows"], both])
    yield ""
    if not both["decisions"]:
        return
    yield (
        "Each decision was tried again on fresh layouts of another seed. The card called best "
        f"scores best there in {_share(both, 'first')} of {both['decisions']} decisions, best or "
        f"within {result['near']} IMPs of it in {_share(both, 'best')}; another card beats it by "
        f"more than chance in {round(both['beaten'] * both['decisions'])} of them. Of "
        f"{both['wrong']} cards called wrong "
        f"{both['still_wrong']} are wrong there too, by the same rule. A layout was shown for "
        f"{both['shown']}; on {both['true']} of them the card fails and the better one works. A "
        f"reason was found for {both['explained']}."
    )


def _share(row: Row, name: str) -> str:
    return f"{row[name]:.1%} ± {row[f'{name}_within']:.1%}"


_COLUMNS = (
    Column("player", "role", left=True),
    Column("deals", "deals", "d"),
    Column("stops a deal", lambda row: f"{row['stops']:.2f} ± {row['stops_within']:.2f}"),
    Column("a line to choose, %", "planned", ".0f", scale=100),
    Column("two to five of both, %", "two_to_five", ".0f", scale=100),
    Column("nothing, %", "none", ".0f", scale=100),
    Column("decisions", "decisions", "d"),
)

STUDIES = (
    Study(
        name="table",
        task=experiment.Task,
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="table",
        command="lab table --deals 300",
        quick="lab table --deals 4",
        chapter=Chapter("At the table: what stops the play"),
        report=report,
    ),
)
