"""What is remembered of a deal: every first answer, and a practice card of every one to be learned.

A wrong answer becomes a card, and so does a right one that was not the player's own: after a hint,
or a line that was right although the winners were not. They come back when FSRS says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from kibitz.because.names import NAMES
from kibitz.bidding.auctions.arrays import LONGEST, number_of
from kibitz.bidding.calls.likeness.decisions import CallKind, kinds
from kibitz.cardplay.chairs import Chair
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.cards import Card
from kibitz.mygame.drills.cards import Drill, NewCard, new_card
from kibitz.mygame.drills.choices import ChoiceDrill, new_choice
from kibitz.mygame.sitting import Role, Sitting
from kibitz.mygame.slips import Slip
from kibitz.mygame.store import PLAYER, FirstGuess, PracticeStore
from kibitz.mygame.themes.calls import call_theme, call_themes
from kibitz.mygame.themes.cards import card_theme
from kibitz.plans.arithmetic import count
from kibitz.records.record import Citation, Record, Source
from kibitz.sitting.coach import Coach, OtherCall, at_answer
from kibitz.sitting.coached import (
    AnswerVerdict,
    CoachedDeal,
    FirstAnswer,
    FirstCall,
    MarkKind,
)
from kibitz.sitting.ending import Ending, ReviewedAnswer, stop_of
from kibitz.sitting.keeping import name_of
from kibitz.sitting.ladder.rungs import rung_of
from kibitz.sitting.sight import seen_by_decider
from kibitz.sitting.whatif import WhatIf, what_if
from kibitz.sitting.words import on_top_text
from kibitz.wording import card_text

COUNTING, PLANNING = "counting winners", "choosing a line"
"""The themes of what is asked when dummy comes down."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One first answer, what it was about, and the card that asks it again."""

    what: str
    number: int
    theme: str
    right: bool
    by_luck: bool
    card: NewCard | None


def remember(end: Ending, coach: Coach, store: PracticeStore, now: datetime) -> int:
    """Note the first answers of a finished deal, and add its cards; how many cards were new.

    A deal that is replayed is for oneself: nothing of it is kept.
    """
    if end.deal.start.again:
        return 0
    found = list(decided(end, coach))
    name, dealt = name_of(end.deal.start), str(end.deal.deal)
    store.add_guesses(
        PLAYER,
        [
            FirstGuess(
                f"{name} {one.what} {one.number}", dealt, _theme(end.deal, one), one.what, now,
                one.right, one.by_luck,
            )
            for one in found
        ],
    )  # fmt: skip
    return store.add_cards(PLAYER, cards_of(found))


def dearest(end: Ending) -> Drill | None:
    """The position of the dearest mistake."""
    wrong = [one for one in end.decisions if one.asked is not None]
    if not wrong:
        return None
    worst = max(wrong, key=lambda one: one.cost)
    assert worst.asked is not None
    return drill_of(end.deal, worst.answer, worst.asked)


def _theme(deal: CoachedDeal, one: Decided) -> str:
    """The theme of an answer; at the decision of a deal of the ladder, the ladder's."""
    rung = rung_of(deal.start)
    if rung is None:
        return one.theme
    place = len(rung.calls if rung.is_call else rung.cards) + 1
    is_its = (one.what, one.number) == ("call" if rung.is_call else "card", place)
    return rung.theme.name if is_its else one.theme


def cards_of(found: Iterable[Decided]) -> list[NewCard]:
    """A practice card of every first answer that has to be learned."""
    return [one.card for one in found if one.card is not None]


def decided(end: Ending, coach: Coach) -> Iterator[Decided]:
    """Every first answer of a deal: calls, the count, the line, cards."""
    deal = end.deal
    yield from (_call(deal, one, coach) for one in deal.spoken)
    yield from _opened(deal, coach)
    yield from (_card(deal, one, coach) for one in end.decisions)


def _card(deal: CoachedDeal, one: ReviewedAnswer, coach: Coach) -> Decided:
    answer, asked = one.answer, one.asked
    stop = stop_of(deal, answer, coach)
    if asked is None and stop is not None:
        asked = what_if(stop, stop.worst)
    right = answer.verdict is AnswerVerdict.RIGHT
    by_luck = one.luck == "lucky" or (right and _was_helped(deal, answer))
    if asked is None:
        return Decided("card", len(answer.before) + 1, "", right, by_luck, None)
    drill = drill_of(deal, answer, asked, () if stop is None else stop.also_right)
    card = None if right and not by_luck else new_card(drill)
    return Decided("card", drill.number, drill.theme, right, by_luck, card)


def _was_helped(deal: CoachedDeal, answer: FirstAnswer) -> bool:
    """Whether a hint was taken before the answer."""
    moment = len(deal.auction.calls) + len(answer.before)
    return any((one.kind, one.moment) == (MarkKind.HINT, moment) for one in deal.marks)


def drill_of(
    deal: CoachedDeal, answer: FirstAnswer, asked: WhatIf, also: Sequence[Card] = ()
) -> Drill:
    """The position of a mistake as it was seen, with what was better and why.

    *also* are other cards that were as good.
    """
    seen = at_answer(deal, answer)
    number = len(answer.before) + 1
    record = _record(deal, deal.auction, (*answer.before, answer.did))
    about = card_theme(seen.state, asked.card, answer.best)
    role = Role.of(Chair.of(seen.state))
    slip = _slip(answer, asked, role, "" if about is None else about.name)
    slip = replace(slip, also=[str(one) for one in also])
    return Drill(Sitting(record, asked.viewer), number, False, str(answer.best), slip.theme, slip)


def _record(deal: CoachedDeal, auction: Auction, play: tuple[Card, ...] = ()) -> Record:
    """The table as a card keeps it; it names nobody."""
    return Record(
        source=Source("table"),
        deal=deal.deal,
        auction=auction,
        vulnerability=deal.start.vulnerability,
        contract=auction.contract,
        play=play,
        citation=Citation(event="At the table", board=deal.start.origin, kind="human"),
    )


def _slip(answer: FirstAnswer, asked: WhatIf, role: Role, about: str) -> Slip:
    """The mistake; *about* is what the position asked, by the rules of themes."""
    cause = "" if asked.why is None else NAMES[asked.why.found.kind]
    with_card, with_better = asked.tricks
    lesson = "" if asked.why is None else f"{card_text(asked.better)} was better. {asked.why.text}"
    return Slip(
        role=role.value,
        number=len(answer.before) + 1,
        did=str(answer.did),
        experts=str(answer.best),
        sure=0.0,
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


def _call(deal: CoachedDeal, one: FirstCall, coach: Coach) -> Decided:
    """A call, and the card that asks it again if experts would hardly make it."""
    number, auction = len(one.before) + 1, Auction(deal.start.dealer, one.before)
    kind = _kind(auction)
    right = one.verdict is AnswerVerdict.RIGHT
    if right:
        themes = call_themes(kind, one.experts)
        return Decided("call", number, themes[0].name if themes else "", True, False, None)
    found = call_theme(kind, one.did, one.experts)
    theme = "" if found is None else found.name
    spoken = auction.after(one.did)
    record = _record(deal, spoken if spoken.is_over else _passed_out(spoken))
    bare = replace(deal.start, auction=(), cards=())
    opened = CoachedDeal.at(bare).called(*one.before)
    reason = coach.house.reason(seen_by_decider(opened))
    slip = Slip(
        role=Role.CALLS.value, number=number, did=str(one.did), experts=str(one.experts),
        sure=0.0, theme=theme, cost=0.0, layouts=0, worst="", most=0.0, voters=0, share=0.0,
        alike=0, lesson=OtherCall(one.did, one.experts, auction, reason).text,
    )  # fmt: skip
    drill = Drill(Sitting(record, auction.turn), number, True, str(one.experts), theme, slip)
    return Decided("call", number, theme, False, False, new_card(drill))


def _passed_out(auction: Auction) -> Auction:
    """The auction after as many passes as end it."""
    while not auction.is_over:
        auction = auction.after(Sign.PASS)
    return auction


def _kind(auction: Auction) -> CallKind:
    """What the next call is asked to do."""
    calls = np.zeros((1, LONGEST), np.uint8)
    place = len(auction.calls)
    calls[0, :place] = [number_of(call) for call in auction.calls]
    calls[0, place] = number_of(Sign.PASS)
    return CallKind(int(kinds(calls)[0, place]))


def _opened(deal: CoachedDeal, coach: Coach) -> Iterator[Decided]:
    """The count and the line, asked when dummy came down: of each the first answer."""
    moment = len(deal.auction.calls) + 1
    said = {
        kind: next(
            (one.number for one in deal.marks if (one.kind, one.moment) == (kind, moment)), 0
        )
        for kind in (MarkKind.COUNT, MarkKind.LINE)
    }
    counted_right = True
    seen = seen_by_decider(deal.until(moment)) if any(said.values()) else None
    if seen is None:
        return
    sitting = Sitting(_record(deal, deal.auction, deal.cards[:1]), seen.by)
    if said[MarkKind.COUNT]:
        top = sum(count(seen.state).on_top.values())
        counted_right = said[MarkKind.COUNT] == top
        asked = ChoiceDrill(
            sitting, COUNTING, "How many winners can you count on top?",
            tuple(map(str, range(14))), (top,), (f"{on_top_text(count(seen.state))}.",),
        )  # fmt: skip
        card = None if counted_right else new_choice(asked)
        yield Decided("count", 1, COUNTING, counted_right, False, card)
    yield from _line(deal, coach, sitting, said[MarkKind.LINE], counted_right)


def _line(
    deal: CoachedDeal, coach: Coach, sitting: Sitting, number: int, counted_right: bool
) -> Iterator[Decided]:
    found = coach.lines(deal) if number else None
    if found is None or number > len(found.lines):
        return
    rights = tuple(at for at in range(len(found.lines)) if found.is_right(at + 1))
    right = number - 1 in rights
    said = tuple(found.verdict(at + 1) for at in range(len(found.lines)))
    question = "Where will the others come from? Which would you play?"
    asked = ChoiceDrill(sitting, PLANNING, question, tuple(found.texts), rights, said)
    by_luck = right and not counted_right
    card = None if right and not by_luck else new_choice(asked)
    yield Decided("line", 1, PLANNING, right, by_luck, card)
