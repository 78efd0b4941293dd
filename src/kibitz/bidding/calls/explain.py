"""A call explained in English, from the grounds that decided it; nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.advice import Measure
from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.bidding.calls.names import CallNames
from kibitz.bidding.calls.reasons import Reason, Stopper
from kibitz.bidding.calls.shown.words import MOST_POINTS, points_words, shown_words
from kibitz.bidding.openings.explain import change_words, hand_text
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Suit
from kibitz.wording import call_text, call_word, chance_text, counted, in_words, listed, percent

if TYPE_CHECKING:
    from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
    from kibitz.bidding.calls.precedents import CallPrecedent, Showing, Split
    from kibitz.bidding.conventions.convention import NamedCall
    from kibitz.bidding.openings.differences import CallChange

READING = "what the network of calls foresees"
TRAINED = "made from the calls of experts; no table of it is kept"
_KINDS = {
    CallKind.OPENING: "openings",
    CallKind.RESPONSE: "responses",
    CallKind.REBID: "rebids",
    CallKind.OVERCALL: "calls over the opponents' opening",
    CallKind.COMPETITIVE: "calls in contested auctions",
}
_NOTHING = "No auction was learned yet"
_CHANGES = 3  # the most changes that are mentioned
_SHARED_OUT = 3  # the most calls whose votes are mentioned


def explain(answer: CallAnswer) -> str:
    """The word of a rule or an own case first, then what is said without it."""
    lead = answer.lead
    if lead is None:
        no_rule = f"No rule of the {answer.rules} speaks for this hand here. "
        return f"{no_rule if answer.rules else ''}{answer.said}"
    name, ordered = lead.ground.name, _named(lead.call, lead.named)
    if answer.decided_by == "own":
        parts = [f"{ordered}: {name} of this very situation, which decides alone."]
    else:
        shows = f": {lead.shows}" if lead.shows else ""
        parts = [f"{ordered}, by the rule “{name}” of the {answer.rules}{shows}."]
    return " ".join(part for part in (*parts, lead.partner, *_beside(lead.call, answer)) if part)


def _beside(led: Call, answer: CallAnswer) -> list[str]:
    """What is said without the rule or own case that decided."""
    call = answer.said_call
    if call is None:
        return []
    who = "The cases" if answer.measure is Measure.VOTE else "The network of calls"
    would = "would do the same" if call == led else f"would rather {_infinitive(call)}"
    return [f"{who} {would}.", answer.said_in_short]


def explain_vote(vote: CallVote) -> str:
    """What the hand shows, then what others did."""
    name = vote.names.calls.get(vote.candidates[0].call)
    shows = "" if vote.showing is None or name is not None else showing_words(vote.showing)
    voted = [shows, _whose_words(vote), vote_words(vote), _own_words(vote), _worth(vote)]
    splits = [split_words(split) for split in vote.splits]
    return _paragraph(vote, [*voted, *_precedent_words(vote), *splits])


def explain_reading(reading: Reading) -> str:
    """What the hand shows, then what the network foresees."""
    return _paragraph(reading, [_whose_words(reading), reading_words(reading), _worth(reading)])


def _paragraph(said: CallVote | Reading, grounds: Sequence[str]) -> str:
    """What to do, what the hand shows, the grounds, and what would change the call."""
    first = said.candidates[0].call
    name = said.names.calls.get(first)
    named = _named(first, name)
    parts = [f"{named}." if first is Sign.PASS else f"{named}: {reason_words(said.reason)}."]
    if name is not None and first is not Sign.PASS:
        parts.append(f"It {name.does}.")
    parts += [impossible_words(said), heard_words(said.names), partner_words(said.reason), *grounds]
    if said.changes is not None:
        parts.append(_change_list(said.changes))
    return " ".join(part for part in parts if part)


def order(call: Call) -> str:
    """What to do: *Bid 2♥*, *Pass*, *Double*."""
    return f"Bid {call_text(call)}" if isinstance(call, Bid) else _SIGN_ORDERS[call]


def _named(call: Call, name: NamedCall | None) -> str:
    """What to do, with the name of the call: *Bid 2♦, a transfer to hearts*."""
    return order(call) if name is None else f"{order(call)}, {name.short}"


def impossible_words(said: CallVote | Reading) -> str:
    """That one's own earlier call does not go with this hand; empty if it does."""
    made = said.impossible
    if made is None:
        return ""
    return (
        f"Hardly anybody {_does(made)} with this hand, as you did before: the position does not "
        "really arise, and the answer is worth little."
    )


def _does(call: Call) -> str:
    return f"bids {call_text(call)}" if isinstance(call, Bid) else _SIGN_DOES[call]


def heard_words(names: CallNames) -> str:
    """The conventions that were just called: partner's in a sentence, theirs by its name."""
    theirs, partners = names.theirs, names.partners
    said = [] if theirs is None else [f"They {deed(theirs.call)}, {theirs.short}."]
    if partners is not None:
        said.append(f"Partner {deed(partners.call)}, {partners.short}. It {partners.does}.")
    return " ".join(said)


def _infinitive(call: Call) -> str:
    return f"bid {call_text(call)}" if isinstance(call, Bid) else _SIGN_ORDERS[call].lower()


def deed(call: Call) -> str:
    """What was done: *bid 2♥*, *passed*, *doubled*."""
    return f"bid {call_text(call)}" if isinstance(call, Bid) else _SIGN_DEEDS[call]


_SIGN_ORDERS = {Sign.PASS: "Pass", Sign.DOUBLE: "Double", Sign.REDOUBLE: "Redouble"}
_SIGN_DOES = {Sign.PASS: "passes", Sign.DOUBLE: "doubles", Sign.REDOUBLE: "redoubles"}
_SIGN_DEEDS = {Sign.PASS: "passed", Sign.DOUBLE: "doubled", Sign.REDOUBLE: "redoubled"}


def auction_text(auction: Auction) -> str:
    """
    >>> auction_text(Auction.parse("N: 1H P 2N"))
    '1♥ – pass – 2NT'
    """
    return " – ".join(map(call_text, auction.calls))


def reason_words(reason: Reason) -> str:
    """The hand in the light of the auction: *9 points, balanced (5-3-3-2), ...*."""
    said = [counted(reason.points, "point"), _shape(reason)]
    for support in reason.support[:2]:
        suit = support.suit.name.lower()
        cards = "no card" if not support.cards else counted_cards(support.cards)
        said.append(f"{cards} for partner's {suit}")
    said += [_stopper(one) for one in reason.stoppers[:2]]
    return ", ".join(said)


def counted_cards(number: int) -> str:
    return f"{in_words(number)} card{'' if number == 1 else 's'}"


def _shape(reason: Reason) -> str:
    pattern = "-".join(map(str, sorted(reason.shape, reverse=True)))
    suits = zip(reversed(Suit), reason.shape, strict=True)
    long = sorted(((n, suit) for suit, n in suits if n >= 4), key=lambda one: (-one[0], -one[1]))
    if reason.is_balanced:
        five = f" with five {long[0][1].name.lower()}" if long[0][0] == 5 else ""
        return f"balanced ({pattern}){five}"
    held = listed([f"{in_words(n)} {suit.name.lower()}" for n, suit in long])
    return f"{held} ({pattern})"


def _stopper(stopper: Stopper) -> str:
    suit = stopper.suit.name.lower()
    if not stopper.ranks:
        return f"void in their {suit}"
    held = f"{stopper.suit.symbol}{stopper.ranks.replace('T', '10')}"
    return f"{'a' if stopper.is_stopped else 'no'} stopper in their {suit} ({held})"


def partner_words(reason: Reason) -> str:
    """What partner has shown, and what he probably holds if that differs; empty if neither."""
    shown = reason.shown
    if shown is None:
        return ""
    said, claim, own, probably = shown_words(shown), shown.points, reason.points, reason.probably
    parts = []
    if said:
        usually = said.startswith("usually ")
        has = "Partner, who has passed, has shown" if shown.has_passed else "Partner has shown"
        has = "Partner's call" if usually else has
        together = ""
        if claim is not None and claim.is_sure and probably is None:
            most = claim.most if claim.most >= MOST_POINTS else claim.most + own
            together = f": {points_words(claim.least + own, most)} between you"
        parts.append(f"{has} {said}{together}.")
    if probably is not None:
        least, most = probably.least, probably.most
        parts.append(
            f"Beside your own {counted(own, 'point')} he probably holds {_span(least, most)}: "
            f"{points_words(least + own, most + own)} between you."
        )
    return " ".join(parts)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def vote_words(vote: CallVote) -> str:
    """What was called in the most similar decisions, and what decides if that is not the most."""
    best = vote.candidates[0]
    voted = sorted((one for one in vote.candidates if one.votes), key=lambda one: -one.votes)
    named = voted[:_SHARED_OUT]
    if best not in named:
        named = [*named[:-1], best] if best.votes else named
    if named[0].votes == vote.voters:
        tally = f"all {deed(named[0].call)}"
    else:
        said = [f"{one.votes:,} {deed(one.call)}" for one in named]
        rest = vote.voters - sum(one.votes for one in named)
        tally = listed([*said, f"{rest:,} did otherwise"] if rest else said)
    house = " of the house" if vote.is_house else ""
    said_so = (
        f"Of the {vote.voters:,} {_KINDS[vote.kind]}{house} that leave most nearly the same "
        f"choice, {tally}."
    )
    if best.votes == named[0].votes:
        return said_so
    return (
        f"{said_so} The closest of them and the network of calls, which count more than those "
        f"further off, decide for {call_word(best.call)}."
    )


def reading_words(reading: Reading) -> str:
    """What the network foresees, and that no decision is close."""
    several = reading.candidates[:_SHARED_OUT]
    foreseen = listed([f"{call_word(one.call)} {percent(one.chance)}" for one in several])
    none_close = f"None of {reading.learned:,} {_KINDS[reading.kind]} is close"
    why = none_close if reading.learned else _NOTHING
    return f"{why}: this is only {READING} ({foreseen}), with no precedent."


def vote_in_short(vote: CallVote) -> str:
    """The vote and the closest precedents, without the reason."""
    return " ".join([vote_words(vote), *_precedent_words(vote)])


def _own_words(vote: CallVote) -> str:
    if not vote.own:
        return ""
    return f"{in_words(vote.own).capitalize()} of them {'is' if vote.own == 1 else 'are'} yours."


def _whose_words(said: CallVote | Reading) -> str:
    whose = said.whose
    if whose is None:
        return ""
    if whose.only:
        verb = "is" if whose.is_one else "are"
        return f"Only {whose.name} {verb} asked, watched at {counted(whose.tables, 'table')}."
    return f"What {whose.name} play is read from {counted(whose.tables, 'board')} of theirs."


def _worth(said: CallVote | Reading) -> str:
    if said.confidence is None:
        return ""
    chance = chance_text(said.confidence)
    return f"A call foreseen like this is the expert's {chance} of the time."


def _precedent_words(vote: CallVote) -> list[str]:
    if vote.precedents:
        parts = [f"The closest precedent: {precedent_words(vote.precedents[0])}."]
    else:
        who = f"nobody who {deed(vote.candidates[0].call)}"
        parts = [f"No close precedent: {who} had such a hand after such an auction."]
    if vote.contrast is not None:
        parts.append(f"The closest that was called otherwise: {precedent_words(vote.contrast)}.")
    return parts


def precedent_words(one: CallPrecedent) -> str:
    """One precedent: the player, the table, the hand, the auction, and the call."""
    heard = auction_text(one.auction)
    after = f"after {heard}" if heard else "as dealer"
    if not one.is_same_auction and heard:
        after += " (which means much the same)"
    return f"{one.name}, with {hand_text(one.hand)} {after}, {one.did} ({one.differs})"


def showing_words(showing: Showing) -> str:
    """What the callers had after exactly this auction, if not the suit that the call names."""
    called, suit = call_text(showing.call), showing.suit
    made = f"the {showing.whole} who {deed(showing.call)}"
    if suit is None:
        return f"{called} is artificial here: of {made} only {showing.part} had four of the suit."
    name = called if isinstance(showing.call, Bid) else f"A {order(showing.call).lower()}"
    had = f"had {in_words(showing.cards)} or more"
    who = f"all of {made}" if showing.part == showing.whole else f"{showing.part} of {made}"
    return f"{name} here shows {suit.name.lower()}: {who} {had}."


def split_words(split: Split) -> str:
    """
    Where systems differ: *natural-club pairs bid 2♥ (9 of 12), strong-club pairs 1NT (6 of 8)*.
    """
    one, other = split.sides
    return (
        f"Systems differ: after this auction with such a hand {one.whose} {deed(one.call)} "
        f"({one.part} of {one.whole} times), {other.whose} {deed(other.call)} "
        f"({other.part} of {other.whole})."
    )


def _change_list(found: Sequence[CallChange]) -> str:
    first = {(change.variation.kind, change.call): change for change in reversed(found)}
    lines = [change_words(change) for change in found if change in first.values()][:_CHANGES]
    if not lines:
        return "No small change of the hand or the colours changes that."
    return f"What would change it, as the network foresees it: {'; '.join(lines)}."
