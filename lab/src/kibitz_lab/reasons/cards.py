"""One decision of an expert asked about: the card, its reason, and both on fresh layouts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np

from kibitz.because.candidates import CARD
from kibitz.because.cards import card_pair
from kibitz.because.finding import holds_again, reasons
from kibitz.because.pair import StoryPair
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.comparing import CardComparison, two_cards, ways, why_better
from kibitz.cardplay.lookahead.trying import TriedCards, try_cards
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.errors import SolverError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.playing_out import costs
from kibitz.records.record import Record
from kibitz_lab.harness.splits import event_of

_ASKED = 3
"""The decisions of a table among which the one most in doubt is taken."""
_OTHER_SEED = 7919
_SHUFFLED = 5
_SEEN = 0.01
"""The least difference that is seen: a point of the chance, or a tenth of a trick."""


def decisions_of(record: Record, declares: bool, rng: random.Random) -> list[CardQuestion]:
    """A few real decisions of a side, the opening lead perhaps among them; none if it had none."""
    start, real = record.opening_state(), list[int]()
    assert record.contract is not None
    for ply, _ in enumerate(record.play):
        state = start.after_all(record.play[:ply])
        if state.turn.is_with(record.contract.declarer) == declares and is_real(state):
            real.append(ply)
    return [CardQuestion.of(record, ply + 1) for ply in rng.sample(real, min(_ASKED, len(real)))]


def in_doubt(adviser: CardAdviser, questions: Sequence[CardQuestion]) -> CardAnswer | None:
    """The quick answer at which another card than the first is the likeliest to be chosen."""
    quick = [adviser.ask(question) for question in questions]
    sound = [one for one in quick if one.card is not None and not one.is_small]
    return max(sound, key=_doubt, default=None)


def _doubt(answer: CardAnswer) -> float:
    assert answer.card is not None
    shares = answer.seen_as
    return max(
        share for card, share in shares.items() if not are_equal(answer.state, card, answer.card)
    )


def answered(
    adviser: CardAdviser, quick: CardAnswer, layouts: int, solver: DoubleDummy
) -> dict[str, Any] | None:
    """The card advised with its reason, beside the expert's; plain JSON. None without an answer."""
    answer, question = adviser.explained(quick), quick.question
    record, state = question.record, question.state
    assert record is not None
    if answer.card is None:
        return None
    expert = record.play[len(state.played)]
    ahead = answer.lookahead
    best = answer.card if ahead is None else ahead.best
    try:
        lost = costs(state, solver)
    except SolverError:
        return None
    cards = {"joined": answer.card, "votes": quick.card or answer.card, "layouts": best}
    return {
        "event": event_of(record),
        "chair": question.chair.value,
        "defends": question.chair.is_defender,
        "tried": 0 if ahead is None else len(ahead.tricks),
        "differ": _differ(answer),
        "confidence": answer.confidence,
        "agrees": {name: are_equal(state, card, expert) for name, card in cards.items()},
        "lost": {name: int(lost[card]) for name, card in cards.items()},
        "compared": _compared(adviser, answer, layouts),
    }


def _differ(answer: CardAnswer) -> bool:
    """Whether another card than that of the votes does better on the layouts, by enough to see."""
    ahead, voted = answer.lookahead, answer.voted
    if ahead is None or voted is None or voted not in ahead.tricks:
        return False
    if are_equal(answer.state, voted, ahead.best):
        return False
    chance = ahead.success(ahead.best) - ahead.success(voted)
    return chance >= _SEEN or ahead.own_tricks(ahead.best) - ahead.own_tricks(voted) >= 10 * _SEEN


def _compared(adviser: CardAdviser, answer: CardAnswer, layouts: int) -> dict[str, Any] | None:
    """The comparison that the answer makes, if a card does clearly better than another."""
    reason = answer.reason
    if reason is None or reason.rival is None or not reason.is_better:
        return None
    fresh = fresh_trial(adviser, answer.question, [reason.card, reason.rival], layouts)
    began = process_time()
    anew = why_better(reason.card, reason.rival, fresh)
    seconds = process_time() - began
    return {
        "step": answer.question.chair.value,
        "cards": [str(reason.card), str(reason.rival)],
        "kind": None if reason.why is None else reason.why.found.kind.value,
        "text": "" if reason.why is None else reason.why.text,
        "held": holds_on(reason, fresh),
        "anew": None if anew is None else anew.found.kind.value,
        "control": _by_chance(reason, fresh),
        "seconds": seconds,
    }


def fresh_trial(
    adviser: CardAdviser, question: CardQuestion, cards: list[Card], layouts: int
) -> TriedCards:
    """The same cards on layouts from another seed."""
    assert adviser.defence is not None
    return try_cards(
        question.state,
        question.auction,
        cards,
        Networks(adviser.similarity, adviser.defence),
        believer=hear(question.auction, question.vulnerability),
        seed=adviser.seed + _OTHER_SEED,
        layouts=layouts,
    )


def _pair(reason: CardComparison, tried: TriedCards, by_tricks: bool) -> StoryPair:
    assert reason.rival is not None
    asked = two_cards(reason.card, reason.rival, tried, by_tricks)
    advised, rival = (tried.played[tried.cards.index(one)] for one in (asked.card, asked.than))
    return card_pair(asked, advised, rival, tried.layouts.weights)


def holds_on(reason: CardComparison, tried: TriedCards) -> bool:
    """Whether what was said is true of other layouts."""
    why = reason.why
    return why is not None and holds_again(why.reason, _pair(reason, tried, why.by_tricks))


def _by_chance(reason: CardComparison, tried: TriedCards) -> bool:
    """Whether a reason is found where the same failures are dealt at random."""
    assert reason.gain is not None
    order = np.random.default_rng(_SHUFFLED).permutation(len(tried.layouts.weights))
    assert reason.rival is not None
    context = two_cards(reason.card, reason.rival, tried, False).context(tried.played[0])
    pairs = (_pair(reason, tried, by_tricks).dealt(order) for by_tricks in ways(reason.gain))
    return any(reasons(pair, CARD, context) for pair in pairs)
