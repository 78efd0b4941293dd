"""Leads in a teacher's words: the auction, the lead, its results, and a pair's habits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from kibitz.cardplay.inferences.asked import asked
from kibitz.cardplay.inferences.bids import suits_bid
from kibitz.cardplay.inferences.rates import Certainty
from kibitz.cardplay.inferences.statements import Length, Points, SidePoints
from kibitz.cardplay.inferences.telling import Inference, told_by_calls
from kibitz.cardplay.leads.agreements import USUAL, Agreements
from kibitz.cardplay.leads.card_reason import CardReason
from kibitz.cardplay.leads.lead import Lead, SuitReason, hopes_for_ruff, suits_shown
from kibitz.games.bridge.auction import Auction, Contract, Sign
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import card_text, counted, listed

if TYPE_CHECKING:
    from kibitz.cardplay.leads.carding import Carding, Tally
    from kibitz.cardplay.leads.results import LeadResults

_OF = (CardReason.FOURTH_BEST, CardReason.THIRD_BEST, CardReason.FIFTH_BEST, CardReason.LOWEST)
_WHOSE = (SuitReason.ASKED, SuitReason.PARTNER, SuitReason.OWN, SuitReason.LONG)
_WHICH = (SuitReason.UNBID_MAJOR, SuitReason.UNBID_MINOR, SuitReason.OPPONENTS, SuitReason.SHOWN)
_AGAINST = {True: " against no-trump", False: " against suits", None: ""}
_STRONG, _WEAK = 13, 10
_LIMITED, _SOMETHING = 12, 4  # points of partner's that are worth a word, at most and at least
_NOTHING = "The auction says little about the hidden hands."


def auction_text(
    hand: Hand, auction: Auction, contract: Contract, *, is_asked: bool = False
) -> str:
    """What the auction says surely or usually about the three hidden hands.

    The suit that partner asked for is left out if it *is asked* and was said before.

    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> print(auction_text(Hand.parse("KJ752.84.Q93.T62"), auction, auction.contract))
    Declarer opened 1NT: usually no void and no singleton. Dummy raised 1NT to 3NT without looking \
for a major: usually no five-card major. The opponents bid 3NT: usually 23 points or more between \
them, so partner has at most 11. Nobody bid a suit.
    """
    leader = contract.leader
    order = {leader.partner: 0, contract.declarer: 1, contract.dummy: 2}
    told = sorted(
        (one for one in told_by_calls(auction) if _is_worth_saying(one, leader)),
        key=lambda one: (isinstance(one.statement, SidePoints), order[one.seat]),
    )
    said = [_sentence(list(same), hand, contract) for _, same in groupby(told, _deed)]
    sentences = [*_partners_calls(auction, leader, is_asked), *said, *_unbid(auction, leader)]
    return " ".join(sentences) or _NOTHING


def lead_text(lead: Lead, agreements: Agreements = USUAL) -> str:
    """A lead in words: the card, and the suit; and the card of it that is agreed, if another is.

    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> hand = Hand.parse("KJ752.84.Q93.T62")
    >>> from kibitz.games.bridge.cards import Card
    >>> print(lead_text(Lead(hand, auction, auction.contract, Card.parse("S5"))))
    ♠5: fourth best of your long suit, an unbid major, away from the king.
    """
    return f"{card_text(lead.card)}: {_reasons(lead)}.{_otherwise(lead, agreements)}"


def _otherwise(lead: Lead, agreements: Agreements) -> str:
    """The card that the agreements name in place of this one of the suit."""
    if lead.suit is lead.trumps:
        return ""
    agreed = agreements.agreed(lead.held, lead.card, at_notrump=lead.trumps is None)
    if agreed is None or agreed is lead.card.rank:
        return ""
    reason = CardReason.of(replace(lead, card=Card(lead.suit, agreed)))
    named = "" if reason is None else f", {reason.phrase}"
    whose = "Most pairs lead" if agreements == USUAL else "By your agreements it is"
    return f" {whose} {card_text(Card(lead.suit, agreed))}{named}."


def comparison_text(lead: Lead, other: Lead) -> str:
    """A lead compared with the second choice, in one sentence."""
    card = card_text(other.card)
    if lead.suit is other.suit:
        reason = CardReason.of(other)
        return f"The other card of the suit, {card}, would be {_card(other, reason)}."
    return f"The next choice, {card}: {_reasons(other)}."


def results_text(results: LeadResults) -> str:
    """``Those who led a spade beat it 14 of 31 times, the others 9 of 40.``"""
    name = results.suit.name.lower().removesuffix("s")
    those, others = (f"{one.number} of {one.total}" for one in (results.chosen, results.others))
    return f"Those who led a {name} beat it {those} times, the others {others}."


def carding_text(carding: Carding) -> str:
    """A pair's leads and signals, line by line: ``This pair leads second best from bad suits.``"""
    tables, defended = counted(carding.tables, "table"), f"{carding.defended:,} of them defended"
    habits = [f"This pair {habit_text(one)}." for one in carding.clear]
    nothing = ["Too few cards tell how this pair leads and signals."]
    return "\n".join([f"{carding.pair}: {tables}, {defended}.", *(habits or nothing)])


def habit_text(tally: Tally) -> str:
    """``leads second best from bad suits against suits (31 of 38)``"""
    choice, number = tally.chosen[0]
    verb, against = "leads" if tally.habit.is_lead else "plays", _AGAINST[tally.at_notrump]
    return f"{verb} {choice} {tally.habit.value}{against} ({number:,} of {tally.total:,})"


def _reasons(lead: Lead) -> str:
    suit_reasons, reason = SuitReason.all_of(lead), CardReason.of(lead)
    card = _card(lead, reason)
    whose = _whose(lead, suit_reasons)
    if reason is CardReason.SECOND_FROM_BAD and SuitReason.LONG in suit_reasons:
        whose = []  # a bad suit is not led for its length
    which = [one.phrase for one in suit_reasons if one in _WHICH]
    if SuitReason.TRUMP in suit_reasons:
        words = ["a trump"] + [card] * (len(lead.held) > 1)
        return ", ".join(words + _manner(lead))
    suits = ", ".join(whose + which)
    link = ", " if reason is CardReason.SECOND_FROM_BAD else " of " if reason in _OF else " in "
    return ", ".join([f"{card}{link}{suits}" if suits else card, *_manner(lead)])


def _whose(lead: Lead, reasons: tuple[SuitReason, ...]) -> list[str]:
    """Whose suit it is: partner's rather than the leader's own, and that rather than a long one."""
    if {SuitReason.PARTNER, SuitReason.OWN} <= set(reasons):
        return ["the suit you and partner bid"]
    phrases = [one.phrase for one in reasons if one in _WHOSE][:1]
    lengths = [lead.hand.length(suit) for suit in Suit if suit is not lead.trumps]
    if phrases == [SuitReason.LONG.phrase] and lengths.count(len(lead.held)) > 1:
        return ["one of your long suits"]
    return phrases


def _card(lead: Lead, reason: CardReason | None) -> str:
    if reason is CardReason.UNSUPPORTED:
        return f"an unsupported {lead.card.rank.name.lower()}"
    if reason is not None:
        return reason.phrase
    return f"{('the highest', 'the second', 'the third')[min(lead.place, 2)]} card"


def _manner(lead: Lead) -> list[str]:
    """What the lead hopes for, keeps safe, or risks."""
    reasons = SuitReason.all_of(lead)
    if hopes_for_ruff(lead):
        return ["hoping for a ruff"]
    if SuitReason.PARTNER in reasons or SuitReason.ASKED in reasons:
        return []
    if lead.honour_above is not None:
        return [f"away from the {lead.honour_above.name.lower()}"]
    small = SuitReason.PASSIVE in reasons
    named = CardReason.of(lead) is CardReason.LOW_FROM_HONOUR
    return ["passive"] if small and not named and SuitReason.LONG not in reasons else []


def _is_worth_saying(one: Inference, leader: Seat) -> bool:
    """Whether it helps the leader: of points, that partner has few, or more than an opening."""
    statement = one.statement
    if not isinstance(statement, Points):
        return one.seat is not leader
    is_telling = statement.least >= _STRONG or statement.most <= _WEAK
    return one.seat is leader.partner and is_telling


def _deed(one: Inference) -> tuple[Seat, int, bool]:
    """What is told in one sentence: what one player's call shows."""
    return one.seat, one.place, isinstance(one.statement, SidePoints)


def _sentence(same: Sequence[Inference], hand: Hand, contract: Contract) -> str:
    """What one call shows, and what follows for partner's points."""
    one, says = max(same, key=lambda each: len(each.did)), _together(same)
    statement = one.statement
    if not isinstance(statement, SidePoints):
        names = {contract.declarer: "Declarer", contract.dummy: "Dummy"}
        return f"{names.get(one.seat, 'Partner')} {one.did}: {says}."
    most, least = 40 - hand.points - statement.least, 40 - hand.points - statement.most
    so = ""
    if statement.least and most <= _LIMITED:
        so = f", so partner has at most {max(0, most)}"
    elif not statement.least and least >= _SOMETHING:
        so = f", so partner has at least {least}"
    return f"The opponents {one.did}: {says}{so}."


def _together(same: Sequence[Inference]) -> str:
    """``surely four hearts or more, usually at most three spades and a stopper in clubs``"""
    order = sorted(same, key=lambda one: one.certainty is not Certainty.SURELY)
    return ", ".join(
        f"{certainty.value} {listed([str(one.statement) for one in alike])}"
        for certainty, alike in groupby(order, lambda one: one.certainty)
    )


def _partners_calls(auction: Auction, leader: Seat, is_asked: bool) -> list[str]:
    """What partner asked for, his suits of which no length was stated, a double of the contract."""
    told = [one.statement for one in told_by_calls(auction) if one.seat is leader.partner]
    stated = {one.suit for one in told if isinstance(one, Length)}
    partners, own = suits_bid(auction, leader.partner), suits_bid(auction, leader)
    wish = asked(auction, leader)
    sentences = [] if wish is None or is_asked else [wish.sentence]
    if both := _names(partners & own):
        sentences.append(f"You and partner bid {listed(both)}.")
    if bid := _names(partners - own - stated):
        sentences.append(f"Partner bid {listed(bid)}.")
    calls = auction.calls[(leader.partner - auction.dealer) % 4 :: 4]
    last = next((call for call in reversed(calls) if call is not Sign.PASS), None)
    contract = auction.contract
    is_doubled = last is Sign.DOUBLE and contract is not None and contract.doubling
    if is_doubled and (wish is None or not wish.is_of_the_contract):
        sentences.append("Partner doubled the contract.")
    return sentences


def _unbid(auction: Auction, leader: Seat) -> list[str]:
    """The suits that nobody has bid, shown or asked for."""
    wish = asked(auction, leader)
    spoken = suits_bid(auction, *Seat) | suits_shown(auction, *Seat)
    unbid = _names(set(Suit) - spoken - ({wish.suit} if wish is not None else set()))
    if len(unbid) == len(Suit):
        return ["Nobody bid a suit."]
    return [f"Nobody bid {listed(unbid, 'or')}."] if unbid else []


def _names(suits: Collection[Suit]) -> list[str]:
    return [suit.name.lower() for suit in sorted(suits, reverse=True)]
