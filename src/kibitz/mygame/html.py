"""A report as a page that a teacher can print: one HTML text, everything in it escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kibitz.cardplay.explain.report import hands_table
from kibitz.mygame.explain import cause_text, heading, rate_text, slip_notes, slip_place, slip_text
from kibitz.mygame.report import CauseLine, Costly, Line, Report, Stretch
from kibitz.wording import listed

_STYLE = """
body { font: 16px/1.45 Georgia, serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table.rates { border-collapse: collapse; } table.rates td, table.rates th {
  text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #ddd; }
td.worse { font-weight: bold; } table.hands td { padding: 0 1.5rem .5rem 0; vertical-align: top; }
p.note { margin: .2rem 0 .2rem 1rem; font-size: .93rem; }
section.slip { break-inside: avoid; }
svg text { font: 12px Georgia, serif; }
"""
_WIDE, _HIGH, _LEFT = 640, 160, 40


def page(report: Report) -> str:
    """The whole report."""
    title = f"The game of {report.player}"
    said = "".join(f"<p>{escape(line)}</p>\n" for line in heading(report))
    slipped = [line for line in report.themes if line.mine.slips]
    rare = (
        f"<p>Met fewer than twenty times, and so not judged: {escape(listed(report.too_few))}.</p>"
        if report.too_few
        else ""
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n{said}"
        f"{_rates('Slips a hundred decisions', [report.total, *report.roles])}"
        f"{_rates('By what the position asked', slipped) if slipped else ''}{rare}"
        f"{_causes(report.causes)}{_trend(report.trend)}"
        f"{_rates('Fewer slips than experts', report.well[:8]) if report.well else ''}"
        f"<h2>The costliest</h2>\n{''.join(map(_slip, report.costliest)) or '<p>None.</p>'}"
        "</body></html>\n"
    )


def _rates(title: str, lines: Sequence[Line]) -> str:
    rows = []
    for line in lines:
        theirs = "" if line.experts is None else rate_text(line.experts)
        sure = "worse" if line.is_surely_worse else "better" if line.is_surely_better else ""
        rows.append(
            f'<tr><td class="{sure}">{escape(line.name)}</td><td>{rate_text(line.mine)}</td>'
            f"<td>{theirs}</td><td>{line.mine.decisions:,}</td><td>{sure}</td></tr>"
        )
    head = "<tr><th></th><th>you (95 %)</th><th>experts</th><th>decisions</th><th></th></tr>"
    return f'<h2>{escape(title)}</h2>\n<table class="rates">{head}{"".join(rows)}</table>\n'


def _causes(lines: Sequence[CauseLine]) -> str:
    rows = "".join(f"<li>{escape(cause_text(line))}</li>" for line in lines)
    return f"<h2>What the cards were lost by</h2>\n<ul>{rows}</ul>\n" if rows else ""


def _trend(stretches: Sequence[Stretch]) -> str:
    """The rates of the stretches, each with its interval as a line."""
    if len(stretches) < 2:
        return ""
    most = max(one.rate.interval[1] for one in stretches)
    step = (_WIDE - _LEFT) / len(stretches)

    def y(rate: float) -> float:
        return round(_HIGH - 24 - (_HIGH - 40) * rate / most, 1)

    marks = []
    for at, one in enumerate(stretches):
        x = round(_LEFT + step * (at + 0.5), 1)
        low, high = one.rate.interval
        marks.append(
            f'<line x1="{x}" x2="{x}" y1="{y(low)}" y2="{y(high)}" stroke="#888"/>'
            f'<circle cx="{x}" cy="{y(one.rate.a_hundred)}" r="4"/>'
            f"<title>{escape(one.first)}</title>"
        )
    rows = "".join(
        f"<li>{escape(one.first)} to {escape(one.last)}: {rate_text(one.rate)}</li>"
        for one in stretches
    )
    return (
        f'<h2>Trend</h2>\n<svg width="{_WIDE}" height="{_HIGH}" role="img" '
        f'aria-label="slips a hundred decisions over time">'
        f'<text x="0" y="{y(most)}">{most:.1f}</text><text x="0" y="{y(0)}">0</text>'
        f"{''.join(marks)}</svg>\n<ol>{rows}</ol>\n"
    )


def _slip(one: Costly) -> str:
    notes = "".join(f'<p class="note">{escape(line)}</p>' for line in slip_notes(one.slip))
    return (
        f'<section class="slip"><h3>{escape(slip_place(one.sitting, one.slip))}</h3>'
        f"<p>{escape(slip_text(one.sitting, one.slip))}.</p>{notes}"
        f"{hands_table(one.sitting.record)}</section>\n"
    )
