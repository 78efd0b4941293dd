"""A report and its slips in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.mygame.experts import Rate
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.slips import Slip
from kibitz.mygame.themes.calls import CALL_THEMES
from kibitz.mygame.themes.cards import CARD_THEMES
from kibitz.wording import (
    call_text,
    card_text,
    chance_text,
    contract_text,
    counted,
    listed,
    percent,
)

if TYPE_CHECKING:
    from kibitz.mygame.report import CauseLine, Line, Report

SENTENCES = {theme.name: theme.sentence for theme in (*CARD_THEMES, *CALL_THEMES)}
"""What a teacher would say of each theme."""


def deed_text(slip: Slip, deed: str) -> str:
    """A card or a call of a slip as people write it."""
    return call_text(parse_call(deed)) if slip.is_call else card_text(Card.parse(deed))


def hand_text(hand: Hand) -> str:
    """
    >>> hand_text(Hand.parse("AKT4.-.Q9.5"))
    '♠AK104 ♥- ♦Q9 ♣5'
    """
    suits = (
        f"{suit.symbol}{hand.ranks(suit).replace('T', '10') or '-'}" for suit in reversed(Suit)
    )
    return " ".join(suits)


def layout_text(deal: Deal) -> str:
    """All four hands in one line, from North on."""
    return "; ".join(f"{seat.name.capitalize()} {hand_text(deal[seat])}" for seat in Seat)


def rate_text(rate: Rate) -> str:
    """
    >>> rate_text(Rate(3, 200))
    '1.5 (0.5 to 4.3)'
    """
    low, high = rate.interval
    return f"{rate.a_hundred:.1f} ({low:.1f} to {high:.1f})"


def lesson_of(slip: Slip) -> list[str]:
    """Why the experts' choice was better, or what a teacher says of such decisions; or nothing."""
    return [slip.lesson] if slip.lesson else teachers_word(slip.theme)


def teachers_word(theme: str) -> list[str]:
    return [SENTENCES[theme]] if theme in SENTENCES else []


def slip_place(sitting: Sitting, slip: Slip) -> str:
    """Where a slip was: the table, and the card or call."""
    record = sitting.record
    where = str(record.citation) or str(record.source)
    what = "call" if slip.is_call else "card"
    return f"{where}, {what} {slip.number}"


def slip_text(sitting: Sitting, slip: Slip) -> str:
    """What was done, what experts do, and what it cost."""
    contract = contract_text(sitting.record.contract, by=True)
    about = f", {slip.theme}" if slip.theme else ""
    verb = "called" if slip.is_call else "played"
    return (
        f"{slip.role} in {contract}{about}: {verb} {deed_text(slip, slip.did)}, experts "
        f"{deed_text(slip, slip.experts)} ({chance_text(slip.sure)} agreed); "
        f"cost {slip.cost:.1f} {slip.unit} on average of {slip.layouts} layouts"
    )


def slip_notes(slip: Slip) -> list[str]:
    """The lesson, who spoke, and where the slip is punished."""
    return [*lesson_of(slip), *slip_circumstances(slip)]


def slip_circumstances(slip: Slip) -> list[str]:
    """Who spoke, and where the slip is punished."""
    lines = []
    if slip.voters:
        lines.append(
            f"Of {slip.voters} precedents {percent(slip.share)} of the vote was for "
            f"{deed_text(slip, slip.experts)}; {counted(slip.alike, 'player')} did as you did."
        )
    elif slip.sure:  # else nobody foresaw it: cards were tried
        lines.append("No precedent is close: this is what a network foresees of experts.")
    if slip.worst and slip.most > slip.cost:
        most = counted(round(slip.most), slip.unit.rstrip("s"))
        lines.append(f"It costs {most} where they hold: {layout_text(Deal.parse(slip.worst))}.")
    return lines


def report_text(report: Report) -> str:
    """The whole report but for the tables of its slips."""
    return "\n".join(
        [
            *heading(report),
            "",
            *_table("slips a hundred decisions (95 %)", [report.total, *report.roles]),
            *_themes(report),
            *_causes(report),
            *_trend(report),
            *_well(report),
            *_costliest(report),
        ]
    )


def heading(report: Report) -> list[str]:
    """Who, how much was seen, and how far to believe it."""
    as_written = f", written {listed(report.written)}" if report.written != (report.player,) else ""
    total = report.total.mine
    lines = [
        f"{report.player}{as_written}: {counted(report.tables, 'table')}, "
        f"{counted(total.decisions, 'decision')} with a choice.",
        f"Experts are agreed on {report.agreed:,} of them; {counted(report.departures, 'time')} "
        f"something else was done, and {counted(total.slips, 'slip')} cost something.",
    ]
    if report.is_few:
        lines.append(
            f"{counted(report.tables, 'table')} are few: the intervals say how little they tell."
        )
    unknown = total.slips - report.by_precedents
    if unknown:
        lines.append(
            f"Of {counted(unknown, 'slip')} no precedent was close: there a network's reading of "
            "experts speaks alone."
        )
    return lines


def _table(title: str, lines: list[Line]) -> list[str]:
    width = max([len(line.name) for line in lines] + [len(title)]) + 2
    rows = [f"{title:<{width}}{'you':<20}{'experts':<20}of"]
    for line in lines:
        theirs = rate_text(line.experts) if line.experts is not None else "-"
        mark = " worse" if line.is_surely_worse else " better" if line.is_surely_better else ""
        rows.append(
            f"{line.name:<{width}}{rate_text(line.mine):<20}{theirs:<20}"
            f"{line.mine.decisions:,}{mark}"
        )
    return rows


def _themes(report: Report) -> list[str]:
    slipped = [line for line in report.themes if line.mine.slips]
    lines = ["", *_table("by what the position asked", slipped)] if slipped else []
    if report.too_few:
        rare = listed(report.too_few)
        lines += ["", f"Met fewer than twenty times, and so not judged: {rare}."]
    return lines


def cause_text(line: CauseLine) -> str:
    """
    >>> from kibitz.mygame.report import CauseLine
    >>> cause_text(CauseLine("their ruff", 2, 1.25))
    'their ruff: 2 slips, 1.2 tricks'
    """
    return f"{line.name}: {counted(line.slips, 'slip')}, {line.cost:.1f} tricks"


def _causes(report: Report) -> list[str]:
    if not report.causes:
        return []
    return ["", "what the cards were lost by", *(f"  {cause_text(one)}" for one in report.causes)]


def _trend(report: Report) -> list[str]:
    if len(report.trend) < 2:
        return []
    rows = [
        f"  {one.first if one.first == one.last else f'{one.first} to {one.last}'}: "
        f"{rate_text(one.rate)} of {one.rate.decisions:,}"
        for one in report.trend
    ]
    first, last = report.trend[0].rate, report.trend[-1].rate
    apart = first.interval[1] < last.interval[0] or last.interval[1] < first.interval[0]
    said = (
        "The first and the last stretch differ."
        if apart
        else "The intervals of the first and the last overlap: no trend can be told from chance."
    )
    return ["", "trend, slips a hundred", *rows, said]


def _well(report: Report) -> list[str]:
    if not report.well:
        return []
    rows = [
        f"  {line.name}: {rate_text(line.mine)}, experts {line.experts.a_hundred:.1f}"
        f"{', surely better' if line.is_surely_better else ''}"
        for line in report.well[:8]
        if line.experts is not None
    ]
    return ["", "fewer slips than experts", *rows]


def _costliest(report: Report) -> list[str]:
    if not report.costliest:
        return ["", "No slip was found."]
    lines = ["", "the costliest"]
    for number, one in enumerate(report.costliest, 1):
        lines.append(f"{number:>2}. {slip_place(one.sitting, one.slip)}")
        lines.append(f"    {slip_text(one.sitting, one.slip)}")
    return lines
