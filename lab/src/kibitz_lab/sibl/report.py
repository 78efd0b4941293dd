"""SIBL: its commands, result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.runtime.running import Engine
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Found, StageWatch, Study, begun
from kibitz_lab.harness.tables import Column, Row, named, table, within
from kibitz_lab.sibl import experiment, scale
from kibitz_lab.sibl.figures import draw_beside, draw_curves, draw_scale
from kibitz_lab.sibl.summary import summary

CHAPTER = Chapter("SIBL: card play by the most similar sequence of states")

_MEASURES = {"score": "score", "identical": "identical symbol", "real": "real agreement"}


def report(result: Result) -> Iterator[str]:
    """The paper's experiment: every decision maker, the claims, and which metric decided."""
    [records] = result["records"]
    yield "### The paper's experiment on expert deals"
    yield ""
    yield (
        f"{result['runs']} runs; each draws {result['models']} models of"
        f" {result['training_deals']} deals and {result['testing_deals']} test deals, every deal"
        f" of another event, from {records['deals']:,} deals of three no-trump that made,"
        f" played to the end ({records['file']}; {records['refused']} tables"
        " refused). In per cent, mean and 95 % interval over runs; p is the exact sign-flip test"
        " of the score against the paper's IB3, paired by run. Real decisions are"
        f" {result['real_share']:.0%} of all. The paper's figures are for other deals, which are"
        " not published."
    )
    for reading, found in result["readings"].items():
        yield from ("", *_reading(reading, found))
        yield from table(_makers(result), named(found["makers"]))
        yield ""
        yield from table(_CLAIMS, found["claims"])
    yield from ("", "![Learning curves](results/sibl.svg)", "")
    yield from ("Which metric decided, in per cent of the decisions of SSM:", "")
    yield from _mix(result["deciding_metrics"])
    yield ""
    yield (
        "*Scaled* is the method as run: all metrics in [0, 1]. *Unscaled* asks which metric would"
        " have decided the same decisions had distances not been brought into [0, 1] before they"
        " were rounded to tenths. *Agreed* counts a metric that leaves several candidates with one"
        " action as deciding."
    )
    yield ""
    yield source(result)


def report_target_seen(result: Result) -> Iterator[str]:
    """The experiment about the paper's own figures, and the control beside it."""
    yield "### Where 36 % and 43 % may come from"
    yield ""
    yield (
        "Not a method: metrics that see the card the expert chose cannot be asked for it. The"
        " question is whether the paper's program let them. Its candidates are found without the"
        " target and chosen among with it; *target-hidden* is the control, the same program with"
        f" the target left out. The reading is one of {result['tried']} that were tried on a"
        " separate program, and it was chosen because its figures fit: how near they come here,"
        " on other deals, is all that is claimed. Identical symbols in per cent, mean and 95 %"
        f" interval over {result['runs']} runs of the protocol above; the last columns say which"
        " metric decided."
    )
    yield ""
    yield from table(_TARGET, _target_rows(result))
    yield from ("", "![Learning curves](results/sibl-target-seen.svg)", "")
    seen, hidden = (result["readings"][name] for name in ("target-seen", "target-hidden"))
    yield f"- For it: {seen['speaks_for']}."
    yield f"- Against it: {seen['speaks_against']}."
    yield (
        f"- Blindly it cannot be: in {_spread(hidden['any_candidate_right'])} % of the decisions"
        " any of a model's five candidates is right, so that 36 % would need the right one to be"
        " chosen nearly always."
    )
    yield ""
    yield source(result)


def report_scale(result: Result) -> Iterator[str]:
    """The same similarity with more deals."""
    yield "### The same similarity with more deals"
    yield ""
    yield (
        f"Real agreement in per cent on {result['questions']:,} real decisions of"
        f" {result['testing_deals']:,} deals of {result['testing_events']:,} other events;"
        " intervals are over events. Every case is stored once under its canonical names. Random"
        f" legal play: {_spread(result['random_legal'])}."
    )
    yield ""
    voters = (_voter(voter) for voter in result["points"][0]["real_agreement"])
    sizes = (Column("deals", "deals", ","), Column("cases", "cases", ","))
    yield from table((*sizes, *voters), result["points"])
    yield from ("", "![Real agreement against training deals](results/sibl-scale.svg)", "")
    yield source(result)


def _reading(name: str, found: Row) -> Iterator[str]:
    """A reading's name, the sentences for and against it, and its ceiling."""
    yield (
        f"Read as *{name}*. For it: {found['speaks_for']}. Against it: {found['speaks_against']}."
        f" Any of the five candidates is right in {_spread(found['any_candidate_right'])} %:"
    )
    yield ""


def _target_rows(result: Result) -> Iterator[Row]:
    """Rows of the paper's own figures, then of every reading."""
    yield {
        "name": "the paper",
        "makers": {maker: {"identical": {"mean": mean}} for maker, mean in result["paper"].items()},
        "agreed": result["deciding_metrics"]["paper"],
    }
    for name, found in result["readings"].items():
        yield {**found, "name": name, "agreed": found["deciding_metrics"]["agreed"]}


def _identical(maker: str) -> Column:
    def cell(row: Row) -> str:
        found = row["makers"].get(maker, {}).get("identical")
        if found is None:
            return ""
        return _spread(found) if "within" in found else f"{100 * found['mean']:.1f}"

    return Column(maker, cell)


def _ceiling(row: Row) -> str:
    return _spread(row["any_candidate_right"]) if "any_candidate_right" in row else ""


def _deciding(row: Row) -> str:
    """The shares of distance, convergence, consistency and the rest."""
    mix = row["agreed"]
    shares = [mix[metric] for metric in ("distance", "convergence", "consistency")]
    return " / ".join(f"{100 * share:.0f}" for share in (*shares, 1 - sum(shares)))


_TARGET = (
    Column("read as", "name", left=True),
    *(
        _identical(maker)
        for maker in (
            "random symbol",
            "IB3 of the paper",
            "vote",
            "SSM averaging",
            "SSM combination",
        )
    ),
    Column("any candidate right", _ceiling),
    Column("distance / convergence / consistency / rest", _deciding),
)


def _makers(result: Result) -> list[Column]:
    def p(row: Row) -> float | None:
        return None if row["name"] == "IB3 of the paper" else row["score"]["p_against_ib3"]

    return [
        Column("decision maker", "name", left=True),
        Column("paper", lambda row: result["paper"].get(row["name"]), ".0f", scale=100),
        *(_measure(title, name) for name, title in _MEASURES.items()),
        Column("p", p, ".3f"),
        Column("cases stored", lambda row: result["stored"].get(row["name"]) or None, ","),
    ]


def _measure(title: str, name: str) -> Column:
    return Column(title, lambda row: _spread(row[name]))


def _voter(name: str) -> Column:
    return Column(name, lambda row: _spread(row["real_agreement"][name]))


def _claim(title: str, name: str) -> Column:
    def cell(row: Row) -> str:
        found = row[name]
        return f"{found['verdict']} ({100 * found['difference']:+.1f}, p {found['p']:.3f})"

    return Column(title, cell, left=True)


_CLAIMS = (
    Column("the paper's claim", "claim", left=True),
    *(_claim(title, name) for name, title in _MEASURES.items()),
)


def _mix(mix: Row) -> Iterable[str]:
    shares = [Column(how, how, ".0f", scale=100) for how in mix]
    metrics = {
        metric: {how: row.get(metric) for how, row in mix.items()} for metric in mix["scaled"]
    }
    return table((Column("metric", "name", left=True), *shares), named(metrics))


def _spread(found: Row) -> str:
    return within(found["mean"], found["within"], ".1f", scale=100)


def run(ready: experiment.Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Make the runs of every reading, and sum them up."""
    task, material = ready.task, ready.material
    runs = experiment.runs(
        material, task.readings, task.runs, task.seed,
        protocol=task.protocol, engine=engine, parts=ready.parts,
        tell=begun(watch, "runs", task.runs),
    )  # fmt: skip
    return summary(runs, task.readings, material, task.seed, task.protocol)


def report_either(result: Result) -> Iterator[str]:
    """The report of the paper's experiment, or of the one about its figures."""
    target_seen = result["experiment"] == "sibl-target-seen"
    return (report_target_seen if target_seen else report)(result)


STUDIES = (
    Study(
        name="sibl",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=run,
        finish=draw_beside(draw_curves),
        report=report_either,
    ),
    Study(
        name="scale",
        task=scale.Task,
        records=("records",),
        prepare=scale.prepared,
        run=scale.run,
        finish=draw_beside(draw_scale),
        report=report_scale,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="sibl",
        command="lab sibl --records {human_3nt_made.jsonl.gz} --runs 10 --seed 2",
        quick="lab sibl --records {3nt.jsonl} --runs 2 --training 2 --testing 3",
        chapter=CHAPTER,
        report=report,
        draw=draw_curves,
    ),
    Experiment(
        result="sibl-target-seen",
        command=(
            "lab sibl --reading target-seen --records {human_3nt_made.jsonl.gz} --runs 10 --seed 3"
        ),
        quick=(
            "lab sibl --reading target-seen --records {3nt.jsonl} --runs 2 --training 2 --testing 3"
        ),
        chapter=CHAPTER,
        report=report_target_seen,
        draw=draw_curves,
    ),
    Experiment(
        result="sibl-scale",
        command="lab scale --records {human_3nt_made.jsonl.gz} --seed 1",
        quick="lab scale --records {3nt.jsonl} --testing 20 --questions 60",
        chapter=CHAPTER,
        report=report_scale,
        draw=draw_scale,
    ),
)
