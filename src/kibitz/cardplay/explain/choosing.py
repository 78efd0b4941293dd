"""How a card was chosen, in words: its reason, the layouts, and what is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.leads.signals import named_signal, signal_text
from kibitz.cardplay.scoring import are_equal, are_small
from kibitz.games.bridge.cards import Card
from kibitz.wording import card_text, percent

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.lookahead.comparing import CardComparison
    from kibitz.cardplay.lookahead.evaluation import Lookahead

FEW = 20
"""With fewer layouts they are counted, and no share of them is spoken of."""
_NOBODY = "Hardly anybody would play another card."
_SURELY = 0.97
_SAME_CHANCE, _SAME_TRICKS = 0.005, 0.05


def reason_text(answer: CardAnswer) -> str:
    """Why this card and not another, in a sentence; empty if it was not asked."""
    reason = answer.reason
    if reason is None:
        return ""
    if reason.rival is None or reason.ahead is None:
        return _NOBODY
    if reason.why is not None:
        return reason.why.text
    if reason.is_better:
        return f"{_outcomes(reason.ahead, [reason.card, reason.rival])}."
    if reason.is_overruled:
        other = _outcomes(reason.ahead, [reason.rival, reason.card])
        who = "The learned reading is" if answer.is_reading else "Experts are"
        return f"{who} for it, though on the layouts {other}."
    return _why_close(answer, reason.ahead, reason.card, reason.rival)


def agreed_text(answer: CardAnswer) -> str:
    """Where the agreements decide: what the card tells; empty otherwise."""
    card, other = answer.card, answer.instead_of
    if card is None or other is None:
        return ""
    tells = signal_text(answer.state, card, answer.agreements)
    return f"{card_text(card)} rather than {card_text(other)}, as agreed{tells and ': '}{tells}."


def lesson_text(lesson: CardComparison) -> str:
    """The same after another card was played, as a lesson; empty if no cause was found.

    It says by itself which card was better.
    """
    if lesson.why is None:
        return ""
    return f"{card_text(lesson.card)} was better. {lesson.why.text}"


def _why_close(answer: CardAnswer, ahead: Lookahead, card: Card, rival: Card) -> str:
    """Why it matters little: two signals, a contract that is decided, or cards that do as well."""
    both = f"{card_text(card)} or {card_text(rival)}"
    if ahead.chair.is_defender and are_small(card, rival):
        told = [named_signal(answer.state, one, answer.agreements) for one in (card, rival)]
        if all(told) and told[0].partition(": ")[2] != told[1].partition(": ")[2]:
            return f"{told[0]}; {told[1]}. Between them is only what they tell partner."
        return f"{both}: between them is only what they tell partner."
    worst, best = sorted(map(ahead.success, (card, rival)))
    if worst >= _SURELY:
        return f"The contract is {_done(ahead)} with either of {both}."
    if best <= 1 - _SURELY:
        return f"The contract can hardly be {_done(ahead)} any more: {both}, it is close."
    return f"{both}: it is close."


def layouts_text(answer: CardAnswer, ahead: Lookahead) -> str:
    """What comes of the card on the layouts, beside the votes' card and the best; what is followed.

    *Together* is said only where votes and layouts are for the same card.
    """
    card, best, voted = answer.card, ahead.best, answer.voted
    assert card is not None
    rival = None if answer.reason is None else answer.reason.rival
    spoken = dict.fromkeys(one for one in (card, best, voted, rival) if one is not None)
    cards = [one for one in spoken if one in ahead.tricks]
    how = "played out by learned players" if ahead.is_played_out else "solved double dummy"
    over = "the one layout" if ahead.layouts == 1 else f"{ahead.layouts} layouts"
    text = f"Over {over} that fit{'s' * (ahead.layouts == 1)} what is known, {how}: "
    return f"{text}{_outcomes(ahead, cards)}. {_followed(answer, ahead, card)}"


def _followed(answer: CardAnswer, ahead: Lookahead, card: Card) -> str:
    """What the advice follows: partner's wish, the votes or the layouts."""
    if answer.is_asked:
        return "What partner asked for goes before both."
    card, best, voted = answer.instead_of or card, ahead.best, answer.voted
    votes = "the learned reading" if answer.is_reading else "the experts' choice"
    if voted is None:
        return f"No votes stand beside them: the layouts alone are for {card_text(card)}."
    is_voted, is_best = (are_equal(answer.state, card, one) for one in (voted, best))
    if is_voted and (is_best or _as_good(ahead, card)):
        return f"{votes[:1].upper()}{votes[1:]} and the layouts together are for {card_text(card)}."
    if is_voted:
        return f"The layouts are for {card_text(best)}, but not by enough: {votes} is followed."
    if not is_best and not _as_good(ahead, card):
        both = f"{votes} is {card_text(voted)}, the layouts are for {card_text(best)}"
        return f"{both[:1].upper()}{both[1:]}: {card_text(card)} does well by both."
    return f"{votes[:1].upper()}{votes[1:]} is {card_text(voted)}: the layouts are followed."


def _as_good(ahead: Lookahead, card: Card) -> bool:
    """Whether a card does as well as the best."""
    best = ahead.best
    return (
        ahead.success(best) - ahead.success(card) < _SAME_CHANCE
        and ahead.own_tricks(best) - ahead.own_tricks(card) < _SAME_TRICKS
    )


def _outcomes(ahead: Lookahead, cards: list[Card]) -> str:
    """``♠A beats the contract in 35 %, ♠3 in 3 %``; tricks, where the chances are the same."""
    first, *others = cards
    chances = {card: ahead.success(card) for card in cards}
    if others and max(chances.values()) - min(chances.values()) < _SAME_CHANCE:
        side = " for the defence" if ahead.chair.is_defender else ""
        parts = [f"{card_text(card)} {ahead.own_tricks(card):.1f}" for card in others]
        said = [f"{card_text(first)} takes {ahead.own_tricks(first):.1f} tricks{side}", *parts]
        return f"{', '.join(said)}, and the contract is {_done(ahead)} {_share(ahead, first)}"
    does = "beats" if ahead.chair.is_defender else "makes"
    parts = [f"{card_text(card)} {_share(ahead, card)}" for card in others]
    return ", ".join([f"{card_text(first)} {does} the contract {_share(ahead, first)}", *parts])


def _done(ahead: Lookahead) -> str:
    return "beaten" if ahead.chair.is_defender else "made"


def _share(ahead: Lookahead, card: Card) -> str:
    """``in 35 %``; of few layouts ``in 6 of 16``."""
    share = ahead.success(card)
    if ahead.layouts < FEW:
        return f"in {round(share * ahead.layouts)} of {ahead.layouts}"
    return f"in {percent(share)}"
