"""The SIBL part of docs/results.md, made from result files; no number in it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import read_result, source

_MEASURES = {"score": "score", "identical": "identical symbol", "real": "real agreement"}


def section(folder: Path) -> str:
    """Everything the result files in *folder* say."""
    parts: dict[str, Callable[[dict[str, Any]], list[str]]] = {
        "sibl": _experiment,
        "sibl-scale": _scale,
        "nearest": _nearest,
        "nearest-large": _nearest,
        "learning": _learning,
        "opening": _opening,
    }
    lines = ["## SIBL: card play by the most similar sequence of states", ""]
    for name, write in parts.items():
        path = folder / f"{name}.json"
        if path.exists():
            lines += [*write(read_result(path)), ""]
    return "\n".join(lines)


def _experiment(result: dict[str, Any]) -> list[str]:
    [records] = result["records"]
    lines = [
        "### The paper's experiment on expert deals",
        "",
        f"{result['runs']} runs; each draws {result['models']} models of"
        f" {result['training_deals']} deals and {result['testing_deals']} test deals, every deal"
        f" of another event, from {records['deals']:,} deals of three no-trump that made,"
        f" played to the end ({records['file']}; {records['refused']} tables"
        " refused). In per cent, mean and 95 % interval over runs; p is the exact sign-flip test"
        " of the score against the paper's IB3, paired by run. Real decisions are"
        f" {result['real_share']:.0%} of all. The paper's figures are for other deals, which are"
        " not published.",
        "",
    ]
    for reading, told in result["readings"].items():
        lines += [f"Legality read as *{reading}*:", ""]
        header = ["decision maker", "paper", *_MEASURES.values(), "p", "cases stored"]
        lines += _table(header, _makers(told["makers"], result))
        lines += ["", *_claims(told["claims"]), ""]
    lines += ["![Learning curves](results/sibl.svg)", ""]
    lines += ["Which metric decided, in per cent of the decisions of SSM:", ""]
    mix = result["deciding_metrics"]
    lines += _table(["metric", *mix], _mix(mix))
    lines += [
        "",
        "*Scaled* is the method as run: all metrics in [0, 1]. *Unscaled* asks which metric would"
        " have decided the same decisions had distances not been brought into [0, 1] before they"
        " were rounded to tenths.",
        "",
        source(result),
    ]
    return lines


def _makers(makers: dict[str, Any], result: dict[str, Any]) -> Iterable[list[str]]:
    for maker, told in makers.items():
        p = "" if maker == "IB3 of the paper" else f"{told['score']['p_against_ib3']:.3f}"
        stored = result["stored"].get(maker)
        yield [
            maker,
            f"{100 * result['paper'][maker]:.0f}" if maker in result["paper"] else "",
            *(_spread(told[measure]) for measure in _MEASURES),
            p,
            f"{stored:,}" if stored else "",
        ]


def _claims(claims: Sequence[dict[str, Any]]) -> list[str]:
    rows = [
        [claim["claim"], *(_verdict(claim[measure]) for measure in _MEASURES)] for claim in claims
    ]
    return _table(["the paper's claim", *_MEASURES.values()], rows)


def _verdict(found: dict[str, Any]) -> str:
    return f"{found['verdict']} ({100 * found['difference']:+.1f}, p {found['p']:.3f})"


def _mix(mix: dict[str, dict[str, float]]) -> Iterable[list[str]]:
    for metric in mix["scaled"]:
        yield [
            metric,
            *(f"{100 * row[metric]:.0f}" if metric in row else "" for row in mix.values()),
        ]


def _scale(result: dict[str, Any]) -> list[str]:
    voters = list(result["points"][0]["real_agreement"])
    rows = [
        [
            f"{point['deals']:,}",
            f"{point['cases']:,}",
            *(_spread(point["real_agreement"][voter]) for voter in voters),
        ]
        for point in result["points"]
    ]
    return [
        "### The same similarity with more deals",
        "",
        f"Real agreement in per cent on {result['questions']:,} real decisions of"
        f" {result['testing_deals']:,} deals of {result['testing_events']:,} other events;"
        " intervals are over events. Every case is stored once under its canonical names. Random"
        f" legal play: {_spread(result['random_legal'])}.",
        "",
        *_table(["deals", "cases", *voters], rows),
        "",
        "![Real agreement against training deals](results/sibl-scale.svg)",
        "",
        source(result),
    ]


def _nearest(result: dict[str, Any]) -> list[str]:
    ours = {
        _task(row): row["queries_per_second"]
        for row in result["rows"]
        if row["program"] == "kibitz"
    }
    rows = [
        [
            f"{row['cases']:,}",
            str(row["states"]),
            str(row["questions"]),
            row["program"],
            f"{row['queries_per_second']:,.1f} ({row['slowest']:,.1f} to {row['fastest']:,.1f})",
            f"{row['cpu_ms_per_query']:.2f}",
            f"{row['bytes'] / 1e6:,.0f}",
            f"{ours[_task(row)] / row['queries_per_second']:.1f}",
        ]
        for row in result["rows"]
    ]
    header = ["cases", "states", "at a time", "program", "questions a second", "CPU ms each", "MB"]
    return [
        f"### How fast the memory answers: {_sizes(result)} cases",
        "",
        f"Exact nearest case over the 23 features; median of"
        f" {result['rounds']} rounds in which every program got the same questions, and gave the"
        " same distances. Five states: all five lengths in one pass for Kibitz, the longest alone"
        " for the others. Peers whose coding takes more than"
        f" {result['room_gb']:g} GB are left out.",
        "",
        *_table([*header, "kibitz is faster by"], rows),
        "",
        source(result),
    ]


def _sizes(result: dict[str, Any]) -> str:
    return " and ".join(f"{size:,}" for size in sorted({row["cases"] for row in result["rows"]}))


def _task(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["cases"], row["states"], row["questions"]


def _learning(result: dict[str, Any]) -> list[str]:
    rows = [
        [
            row["rule"],
            f"{row['lessons']:,}",
            f"{row['stored']:,}",
            f"{row['seconds']:.1f} ({row['fastest']:.1f} to {row['slowest']:.1f})",
            f"{row['cpu_seconds']:.1f}",
        ]
        for row in result["rows"]
    ]
    return [
        "### How long the paper's model takes to learn",
        "",
        "24 deals under 48 relabellings; median of the rounds.",
        "",
        *_table(["rule", "lessons", "stored", "seconds", "CPU seconds"], rows),
        "",
        source(result),
    ]


def _opening(result: dict[str, Any]) -> list[str]:
    return [
        "### How long a memory on disk takes to open",
        "",
        f"{result['cases']:,} cases of one state ({result['bytes'] / 1e6:,.0f} MB)"
        f" are opened in {_took(result, 'open_seconds')}; the first question"
        f" takes {_took(result, 'first_question_seconds')}, the next"
        f" {_took(result, 'next_question_seconds')}, and reading every byte to verify them"
        f" {_took(result, 'verify_seconds')}; medians and extremes.",
        "",
        source(result),
    ]


def _took(result: dict[str, Any], what: str) -> str:
    low, high = result["spread"][what]
    return f"{result[what]:.3f} s ({low:.3f} to {high:.3f})"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(header)} |",
        f"|{'---|' * len(header)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _spread(told: dict[str, float]) -> str:
    return f"{100 * told['mean']:.1f} ± {100 * told['within']:.1f}"
