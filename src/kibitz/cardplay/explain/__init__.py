"""Answers about cards in words; precedents and reviews have modules of their own here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.bidding.conventions.telling import told
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain.choosing import agreed_text, layouts_text, reason_text
from kibitz.cardplay.explain.decisions import deed, deed_text, situation
from kibitz.cardplay.explain.opening_leads import about_the_lead, before_the_lead, lead_results
from kibitz.cardplay.explain.precedents import equal_choice, precedent_text
from kibitz.cardplay.likeness import followed_suit
from kibitz.cardplay.scoring import unequal_cards
from kibitz.games.bridge.cards import Card
from kibitz.wording import card_text, chance_text, counted, listed

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.voting import CardShare

_CHOICES = 3  # choices that are spoken of
_SELDOM = 20  # a choice of fewer than one in so many is not named
_FEW = 5  # with fewer results, nothing is said
_FAILING = 10  # of so many contracts one must have failed, or the memory holds no failures
_UNSURE = 0.5
_HEAVIER = 0.15  # if a card's share of the vote exceeds its share of the number, weights are given
_COUNTED_AS = "Where they held other cards, the nearest of yours is counted."
_GERUNDS = {"played": "playing", "led": "leading", "ruffed": "ruffing", "threw": "throwing"}


def explain(answer: CardAnswer) -> str:
    """Why this card: the decision, what experts did, how it went, and the closest by name."""
    first, why, *rest = parts(answer)
    return "\n".join([" ".join(filter(None, (first, why))), *rest])


def parts(answer: CardAnswer) -> list[str]:
    """What to do, why, and then line by line what stands behind it; either may be empty."""
    if answer.is_forced:
        return [_nothing_to_decide(answer), ""]
    first = "" if answer.card is None else f"{_imperative(answer)} {card_text(answer.card)}."
    votes, why = _verdict(answer), _asked_for(answer) or reason_text(answer)
    said = [first, why, votes] if why else [first, votes]
    if agreed := agreed_text(answer):
        said.append(agreed)
    if _is_lead(answer):
        said += [*about_the_lead(answer), *before_the_lead(answer)]
    else:
        said.append(_auction_text(answer))
    if answer.like:
        said.insert(2, f"Asked of one player alone: {answer.like}.")
    if answer.lookahead is not None and answer.card is not None:
        said.append(layouts_text(answer, answer.lookahead))
    if answer.question.considered is not None:
        said.append(considered_text(answer, answer.question.considered))
    return [*said, *_closest(answer)]


def _auction_text(answer: CardAnswer) -> str:
    """The auction with the names of its calls, if one of them has a name that tells something."""
    auction = answer.question.auction
    calls = "" if auction is None else told(auction)
    return f"The calls: {calls}" if "(" in calls else ""


def _asked_for(answer: CardAnswer) -> str:
    """The suit that partner asked for, where it decides; empty otherwise."""
    return answer.asked.sentence if answer.asked is not None and answer.is_asked else ""


def considered_text(answer: CardAnswer, card: Card) -> str:
    """A comment on the card that the player has in mind."""
    one, said = answer.candidate(card), []
    if answer.ballot.close:
        said.append(f"chosen in {one.count or 'none'} of {len(answer.precedents)} precedents")
    if answer.is_reading:
        said.append(f"{chance_text(answer.read_share(card))} by the learned reading")
    if answer.lookahead is not None and card in answer.lookahead.tricks:
        tricks = f"{answer.lookahead.own_tricks(card):.2f} tricks"
        said.append(f"{tricks} on average over the sampled layouts")
    return f"Your {card_text(card)}: {listed(said) or 'nothing is known of it here'}."


def _nothing_to_decide(answer: CardAnswer) -> str:
    card = card_text(answer.favoured.card)
    if len(answer.state.legal_actions) == 1:
        return f"{card} is the only card that may be played."
    return f"All cards that may be played come to the same: {card} will do."


def no_card(answer: CardAnswer) -> str:
    """Why the precedents advise no card."""
    if not answer.known and answer.question.chair.is_defender:
        return "No close precedent: this memory holds no decisions of defenders yet."
    if not answer.known:
        return (
            "There are no precedents yet: 'kibitz import' brings games into the library, "
            "'kibitz learn cardplay' learns from them."
        )
    return (
        f"No close precedent: none of {counted(answer.known, 'decision')} is enough like this one."
    )


def count_text(answer: CardAnswer, card: Card) -> str:
    """What is counted: ``decisions of this kind in which experts played low``."""
    return f"decisions of this kind in which {_who(answer)} {deed_text(answer.state, card)}"


def _is_lead(answer: CardAnswer) -> bool:
    return answer.question.chair is Chair.OPENING_LEAD


def _verdict(answer: CardAnswer) -> str:
    """The decision, how many had it, what they did, how it went, and how sure we are."""
    if answer.is_small:
        return "Small cards of one suit; records do not tell them apart, and the lowest is usual."
    if not answer.ballot.close:
        return _reading(answer) if answer.is_reading else no_card(answer)
    kind = situation(answer.state)
    sentences = [f"{kind[0].upper()}{kind[1:]}: {_counts(answer)}", *_results(answer)]
    if answer.confidence is not None:
        sentences.append(_chance(answer.confidence))
    return " ".join(sentences)


def _reading(answer: CardAnswer) -> str:
    """The network's forecast, and that no games stand behind it."""
    cards = unequal_cards(answer.state, sorted(answer.reading, key=lambda c: -answer.reading[c]))
    shares = [(answer.read_share(card), card) for card in cards]
    spoken = sorted(shares, key=lambda one: -one[0])[:_CHOICES]
    said = ", ".join(f"{card_text(card)} {chance_text(share)}" for share, card in spoken)
    kind = situation(answer.state)
    return (
        f"{kind[0].upper()}{kind[1:]}: no close precedent in this memory. The learned reading of "
        f"such positions: {said}. It is a forecast, and no example stands behind it."
    )


def _imperative(answer: CardAnswer) -> str:
    return "Lead" if answer.question.chair is Chair.OPENING_LEAD else "Play"


def _counts(answer: CardAnswer) -> str:
    """``of 64 decisions of this kind, experts played low in 52 and the king in 12.``"""
    voters, state = len(answer.precedents), answer.state
    chosen = _chosen(answer)
    if not chosen:
        return f"in none of {_kind_text(answer)} was it one of your cards."
    first, *others = chosen
    some = [one for one in others if one.count * _SELDOM >= voters or voters < _SELDOM]
    spoken = [first, *some][:_CHOICES]
    verb, what = deed(state, first.card)
    who = _who(answer)
    counted_as = "" if _is_literal(answer) else f" {_COUNTED_AS}"
    if first.count == voters:
        return f"in all {_kind_text(answer)}, {who} {verb} {what}.{counted_as}"
    deeds = [deed(state, one.card) for one in spoken]
    parts: list[str] = []
    for one, done in zip(spoken, deeds, strict=True):
        # two low cards of a suit that experts tell apart are named
        thing = card_text(one.card) if deeds.count(done) > 1 else done[1]
        said = thing if parts and done[0] == verb else f"{done[0]} {thing}"
        parts.append(f"{said} in {one.count}")
    rest = voters - sum(one.count for one in spoken)
    if rest > 0:
        parts.append(f"did something else in {rest}")
    outnumbered = any(one.count > first.count for one in others)
    heavier = first.share * voters - first.count > _HEAVIER * voters
    weighed = " The closest of them weigh more." if outnumbered or heavier else ""
    return f"of {_kind_text(answer)}, {who} {listed(parts)}.{counted_as}{weighed}"


def _kind_text(answer: CardAnswer) -> str:
    """The number who had such a decision, and the number who had one of a wider kind."""
    wider = sum(one.is_wider for one in answer.precedents)
    same = counted(len(answer.precedents) - wider, "decision")
    if not wider:
        return f"{same} of this kind"
    how = "at another stage of the play"
    if followed_suit(answer.state) is not None:
        how = f"{how}, or with the suit longer or shorter"
    if wider == len(answer.precedents):
        return f"{counted(wider, 'decision')} of a wider kind ({how})"
    return f"{same} of this kind and {wider} of a wider one ({how})"


def _is_literal(answer: CardAnswer) -> bool:
    """Whether everybody did exactly what the words say, and not just something equal to it."""
    return all(
        one.votes_for is not None
        and deed(one.there, one.stands_for) == deed(answer.state, one.votes_for)
        for one in answer.precedents
    )


def _results(answer: CardAnswer) -> list[str]:
    """How it went, if failures are recorded too: from successes alone nothing can be learned."""
    known = [one for one in answer.precedents if one.result is not None and not one.is_house]
    failed = sum((one.result or 0) < 0 for one in known)
    is_defender = answer.question.chair.is_defender
    if _is_lead(answer) and (by_suit := lead_results(answer)):
        return [str(by_suit)]
    if len(known) < _FEW or failed < len(known) / _FAILING:
        return []
    parts: list[str] = []
    for one in _chosen(answer)[:2]:
        those = [each.result or 0 for each in known if each.chose(one.card)]
        if len(those) < _FEW:
            continue
        good = sum((result < 0) == is_defender for result in those)
        parts.append(f"after {_gerund(*deed(answer.state, one.card))} in {good} of {len(those)}")
    done = "defeated" if is_defender else "made"
    whose = f"The contract was {done}"
    if len(known) < len(answer.precedents):
        whose = f"The experts {done} the contract"
    return [f"{whose} {listed(parts)}."] if parts else []


def _gerund(verb: str, what: str) -> str:
    return f"{_GERUNDS[verb]} {what}"


def _chance(confidence: float) -> str:
    """How often such advice is right, as measured; never beside another percentage."""
    chance = chance_text(confidence)
    if confidence < _UNSURE:
        return (
            "But the positions are not so close that one could be sure: advice like this is what "
            f"an expert plays {chance} of the time."
        )
    return f"Advice like this is what an expert plays {chance} of the time."


def _who(answer: CardAnswer) -> str:
    """Whose decisions they are; the house's are not called experts'."""
    if answer.like:
        return answer.like.rpartition(", ")[0]
    house = sum(one.is_house for one in answer.precedents)
    if house and house == len(answer.precedents):
        return "the house"
    return "experts and the house" if house else "experts"


def _chosen(answer: CardAnswer) -> list[CardShare]:
    """The choices made, one for each class of equal cards: the favoured first, then by number."""
    order = [one.card for one in answer.ballot.candidates]
    unequal = [answer.candidate(card) for card in unequal_cards(answer.state, order)]
    chosen = [one for one in unequal if one.count]
    return [*chosen[:1], *sorted(chosen[1:], key=lambda one: -one.count)]


def _closest(answer: CardAnswer) -> list[str]:
    """The closest precedent, and the closest on the other side of the vote."""
    if not answer.precedents:
        return []
    suits = {} if answer.reason is None else answer.reason.about
    shown = [one for one in answer.precedents if not suits or one.alike_in(suits)]
    if not shown:
        names = listed([suit.symbol for suit in suits])
        return [f"No precedent is alike in {names}, which the reason is about."]
    card, first = answer.favoured.card, shown[0]
    agrees = first.chose(card)
    same = f", alike in {listed(first.alike_in(suits))}" if suits else ""
    lines = [f"The closest{same}: {precedent_text(first)}"]
    for other in shown[1:]:
        if other.chose(card) != agrees:
            label = "otherwise" if agrees else equal_choice(other, card)
            lines.append(f"The closest that chose {label}: {precedent_text(other)}")
            break
    return lines
