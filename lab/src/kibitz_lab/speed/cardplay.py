"""How long an advice on a card takes, by four benchmarks: their section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import GPU, Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, named, table

CHAPTER = Chapter("Which card: how long an advice takes")


def report(result: Result) -> Iterator[str]:
    """One advice on two cores, cold and warm."""
    yield (
        f"{result['cases']:,} cases, seconds: median, and a tenth and nine tenths of the "
        f"questions. {source(result)}"
    )
    yield ""
    rows = {
        "warm": result["warm_seconds"],
        "warm, processor time of both cores": result["warm_processor_seconds"],
        **{
            f"warm, {chair}": one["seconds"]
            for chair, one in result.get("chairs", {}).items()
            if chair != "declarer"
        },
        **{
            f"the reason, {chair}": one["seconds"]
            for chair, one in result.get("reasons", {}).items()
        },
        "cold: a new process": result["cold_seconds"],
    }
    yield from table(_SECONDS, named(rows))
    yield ""
    yield (
        f"A session of {result['session_boards']} boards is learned in "
        f"{result['session_seconds']} seconds."
    )
    for side, described in result.get("described", {}).items():
        yield (
            f"Decisions described in a second, {side}: {described['a_second']:,} "
            f"({described['processor_milliseconds']} ms of a core each)."
        )


def report_gpu(result: Result) -> Iterator[str]:
    """Questions a second on a GPU."""
    yield (
        f"The {result['k']} nearest of {result['cases']:,} cases, exactly, on a GPU, "
        "questions a second: median, least and most. "
        f"{source(result)}"
    )
    yield ""
    rows = {"mixed": result["all"], "no-trump": result["no_trump"], "trumps": result["trumps"]}
    yield from table(_QUESTIONS, named(rows))


def report_describing(result: Result) -> Iterator[str]:
    """One decision described on one core, in eight bits and in floats."""
    yield (
        f"Describing a decision on one core, microseconds of the processor: the best of "
        f"{result['rounds']} rounds, in each of which both ways took their turn; how many times "
        f"as fast eight bits are, median, least and most of the rounds. {source(result)}"
    )
    yield ""
    rows = {
        f"{name}, {side['layers']} layers": {
            **{way: told["best"] for way, told in side["microseconds"].items()},
            **side["times_as_fast"],
            "differ": side["codes_that_differ"],
            "furthest": side["furthest"],
        }
        for name, side in result["sides"].items()
    }
    yield from table(_DESCRIBED, named(rows))


def report_describing_gpu(result: Result) -> Iterator[str]:
    """Decisions described in a second on a GPU, and how long an archive takes."""
    yield (
        f"Every decision of {result['tables']:,} tables described on a GPU, positions made beside: "
        f"{result['decisions']:,} in {result['seconds']} seconds, "
        f"{result['a_second']:,} a second; {result['archive_tables']:,} tables take "
        f"{result['archive_seconds']} seconds. They are the same as on a processor to the last "
        f"number. The networks alone, decisions a second: median, least and most. {source(result)}"
    )
    yield ""
    rows = {f"{name}, {side['layers']} layers": side for name, side in result["sides"].items()}
    yield from table(_ON_GPU, named(rows))


_ON_GPU = (
    Column("network", "name", left=True),
    Column("a second", "a_second", ",.0f"),
    Column("least", "least", ",.0f"),
    Column("most", "most", ",.0f"),
)
_DESCRIBED = (
    Column("network", "name", left=True),
    Column("tokens", "tokens", ".1f"),
    Column("floats", "floats", ".0f"),
    Column("eight bits", "eight_bits", ".0f"),
    Column("times as fast", "median", ".1f"),
    Column("least", "least", ".1f"),
    Column("most", "most", ".1f"),
    Column("codes that differ", "differ", ".1%"),
    Column("by at most", "furthest"),
)
_SECONDS = (
    Column("one advice", "name", left=True),
    Column("median", "median", ".2f"),
    Column("tenth", "tenth", ".2f"),
    Column("nine tenths", "nine_tenths", ".2f"),
)
_QUESTIONS = (
    Column("questions", "name", left=True),
    Column("a second", "questions_per_second", ",.0f"),
    Column("least", "least", ",.0f"),
    Column("most", "most", ",.0f"),
)

EXPERIMENTS = (
    Experiment(
        result="cardplay-speed",
        command="benchmarks/cardplay.py",
        quick="benchmarks/cardplay.py --cases 2000 --rounds 3",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="cardplay-gpu",
        command="benchmarks/cardplay_gpu.py",
        quick="benchmarks/cardplay_gpu.py --cases 20000 --questions 64 --rounds 1",
        chapter=CHAPTER,
        report=report_gpu,
        needs=GPU,
    ),
    Experiment(
        result="describing",
        command="benchmarks/describing.py",
        quick="benchmarks/describing.py --tables 2 --rounds 2",
        chapter=CHAPTER,
        report=report_describing,
    ),
    Experiment(
        result="describing-gpu",
        command="lab pack-tables --records {human_players.jsonl.xz} --into {made-tables.kibitz};"
        "benchmarks/describing_gpu.py {made-tables.kibitz}",
        quick="lab pack-tables --records {3nt.jsonl} --into {made-tables.kibitz};"
        "benchmarks/describing_gpu.py {made-tables.kibitz} --tables 4",
        chapter=CHAPTER,
        report=report_describing_gpu,
        needs=GPU,
    ),
)
