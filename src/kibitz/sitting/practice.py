"""Mistakes at the table become practice cards, which come back when FSRS says so."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.because.names import NAMES
from kibitz.cardplay.chairs import Chair
from kibitz.mygame.drills.cards import Drill, NewCard, new_card
from kibitz.mygame.sitting import Role, Sitting
from kibitz.mygame.slips import Slip
from kibitz.mygame.themes.cards import card_theme
from kibitz.records.record import Citation, Record, Source
from kibitz.sitting.coach import Coach, at_answer
from kibitz.sitting.coached import AnswerVerdict, CoachedDeal, FirstAnswer
from kibitz.sitting.ending import Ending
from kibitz.sitting.whatif import WhatIf
from kibitz.wording import card_text

PLAYER = "me"
"""Whose cards they are, unless a name is given."""


def practice_cards(end: Ending, coach: Coach) -> Iterator[NewCard]:
    """A practice card of every first answer that was wrong."""
    for one in end.decisions:
        if one.answer.verdict is AnswerVerdict.WRONG and one.asked is not None:
            yield new_card(drill_of(end.deal, one.answer, one.asked, coach))


def drill_of(deal: CoachedDeal, answer: FirstAnswer, asked: WhatIf, coach: Coach) -> Drill:
    """The position of a mistake as it was seen, with what was better and why."""
    seen = at_answer(deal, answer)
    number = len(answer.before) + 1
    record = Record(
        source=Source("table"),
        deal=deal.deal,
        auction=deal.auction,
        vulnerability=deal.start.vulnerability,
        contract=deal.contract,
        play=(*answer.before, answer.did),
        citation=Citation(event="At the table", board=deal.start.origin, kind="human"),
    )
    about = card_theme(seen.state, answer.did, answer.best)
    share = coach.trials.shares(seen).get(answer.best, 0.0)
    role = Role.of(Chair.of(seen.state))
    slip = _slip(answer, asked, share, role, "" if about is None else about.name)
    return Drill(Sitting(record, asked.viewer), number, False, str(answer.best), slip.theme, slip)


def _slip(answer: FirstAnswer, asked: WhatIf, share: float, role: Role, about: str) -> Slip:
    """The mistake; *about* is what the position asked, by the rules of themes."""
    cause = "" if asked.why is None else NAMES[asked.why.found.kind]
    with_card, with_better = asked.tricks
    lesson = "" if asked.why is None else f"{card_text(asked.better)} was better. {asked.why.text}"
    return Slip(
        role=role.value,
        number=len(answer.before) + 1,
        did=str(answer.did),
        experts=str(answer.best),
        sure=round(share, 4),
        theme=cause or about,
        cost=round(asked.gain.tricks.mean, 4),
        layouts=asked.layouts,
        worst=str(asked.layout),
        most=float(abs(with_better - with_card)),
        voters=0,
        share=0.0,
        alike=0,
        question=about if cause else "",
        lesson=lesson,
    )
