"""Reviews as one HTML page for a teacher to hand out, with everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kibitz.cardplay.explain.reviews import (
    decision_notes,
    decision_place,
    decision_verdict,
    review_heading,
    review_sides,
    session_summary,
    side_summary,
)
from kibitz.cardplay.review import JudgedCard, Review, ReviewedSide
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Record

_STYLE = """
body { font: 16px/1.45 Georgia, serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
table.hands td { padding: 0 1.5rem .75rem 0; vertical-align: top; }
ol { padding-left: 0; list-style: none; } li { margin: .35rem 0; }
li.agrees { color: #555; } li.unusual { border-left: 4px solid #a33; padding-left: .75rem; }
li.differs { border-left: 4px solid #c90; padding-left: .75rem; }
p.note { margin: .2rem 0 .2rem 1rem; font-size: .93rem; }
p.summary { font-weight: bold; }
@media print { h2 { break-before: page; } h2:first-of-type { break-before: auto; } }
"""
_AROUND = ((None, Seat.NORTH, None), (Seat.WEST, None, Seat.EAST), (None, Seat.SOUTH, None))


def page(reviews: Sequence[Review]) -> str:
    """All reviews on one page, under a summary of the session."""
    title = "Declarer's play and the defence, compared with the experts'"
    boards = "".join(map(_board, reviews))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="summary">{escape(session_summary(reviews))}</p>\n'
        f"{boards}</body></html>\n"
    )


def _board(review: Review) -> str:
    sides = "".join(_side(name, side) for name, side in review_sides(review))
    heading = escape(review_heading(review))
    return f"<h2>{heading}</h2>\n{hands_table(review.record)}{_auction(review)}{sides}"


def _auction(review: Review) -> str:
    if review.auction is None:
        return ""
    lines = str(review.auction).splitlines()
    return "<h3>Auction</h3>\n" + "".join(f"<p>{escape(line)}</p>\n" for line in lines)


def _side(name: str, side: ReviewedSide) -> str:
    decisions = "".join(_decision(one) for one in side.decisions if not one.is_forced)
    return (
        f'<h3>{escape(name)}</h3>\n<p class="summary">{escape(side_summary(side))}</p>\n'
        f"<ol>\n{decisions}</ol>\n"
    )


def _decision(judged: JudgedCard) -> str:
    notes = decision_notes(judged) if judged.needs_a_word else []
    lines = "".join(f'<p class="note">{escape(line)}</p>' for line in notes)
    kind = judged.verdict.value.split()[0]
    place, verdict = escape(decision_place(judged)), escape(decision_verdict(judged))
    return f'<li class="{kind}"><b>{place}</b>: {verdict}{lines}</li>\n'


def hands_table(record: Record) -> str:
    """The four hands around the table, each with its player's name."""
    rows = []
    for row in _AROUND:
        cells = [
            "" if seat is None else _hand(seat, record.citation.players[seat], record.deal[seat])
            for seat in row
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f'<table class="hands">{"".join(rows)}</table>\n'


def _hand(seat: Seat, name: str, hand: Hand) -> str:
    named = f"{seat.name.capitalize()}{f' ({name})' if name else ''}"
    suits = (
        f"{suit.symbol} {hand.ranks(suit).replace('T', '10') or '-'}" for suit in reversed(Suit)
    )
    return f"<b>{escape(named)}</b><br>{'<br>'.join(map(escape, suits))}"
