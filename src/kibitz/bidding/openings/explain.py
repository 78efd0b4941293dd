"""An opening explained in English, from the grounds that decided it; nowhere else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kibitz.bidding.openings.cases import MIXED, OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.cycle import Opening, OpeningMatch, to_show
from kibitz.bidding.openings.differences import CallChange, ChangeKind, HandDifference
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.reasons import OpeningReason, Property
from kibitz.games.bridge.auction import Bid, Call
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.wording import call_text, call_word, card_text, chance_text, counted, in_words

if TYPE_CHECKING:
    from kibitz.bidding.openings.learning import LearnedSystem

ALIKE = (
    "How alike two hands are: points count for 51 %, the length of each suit for 9 %, "
    "and each card held in both for 1 %."
)

_SEATS = ("", "first", "second", "third", "fourth")
_COLOURS = {
    "none": "nobody vulnerable",
    "we": "vulnerable against not",
    "they": "not vulnerable against vulnerable",
    "both": "both vulnerable",
}
_SOURCE = re.compile(
    r".*?, table (?P<table>\d+)(?: \((?P<cited>.*)\))?, (?P<seat>North|East|South|West)"
)
"""The source of a watched case, as `openings.cases.cited` writes it."""
_CHANGES = 3  # the most changes that are mentioned


def explain(opening: Opening) -> str:
    """Why this opening, in one paragraph: what the hand shows, then what others did."""
    parts = [f"{opening_words(opening.call)}: {reason_words(opening.reason)}."]
    parts += _verdict(opening)
    if opening.agreeing:
        parts.append(_closest(to_show(opening.agreeing)[0], opening.situation))
    if opening.contrast is not None:
        parts.append(_contrast(opening.contrast, opening.situation))
    parts.append(_changes(opening.changes))
    return " ".join(parts)


def no_precedent(system: OpeningSystem) -> str:
    """Why there is no answer."""
    return f"No hand of {system_words(system)} was watched yet, so there is nothing to go by."


def system_words(system: OpeningSystem) -> str:
    """A system as a sentence names it.

    >>> system_words(OpeningSystem("Acol")), system_words(OpeningSystem(MIXED, inferred=True))
    ('Acol', 'tables that state no system')
    """
    return "tables that state no system" if system.name == MIXED else str(system)


def case_name(case: OpeningCase) -> str:
    """The name people would use: the event, board and seat, without the file."""
    written = _SOURCE.fullmatch(case.source)
    if written is None:
        return case.source
    where = written["cited"] or f"table {written['table']}"
    return f"{where}, {written['seat']}"


def deed(call: Call) -> str:
    """What was done: *opened 1NT*, *passed*."""
    return f"opened {call_text(call)}" if isinstance(call, Bid) else "passed"


def opening_words(call: Call) -> str:
    """What to do: *Open 1NT*, *Pass*."""
    return f"Open {call_text(call)}" if isinstance(call, Bid) else "Pass"


def hand_text(hand: Hand) -> str:
    """
    >>> hand_text(Hand.parse("AQ7.KJT85.K2.943"))
    '♠AQ7 ♥KJ1085 ♦K2 ♣943'
    """
    suits = ((suit, hand.ranks(suit).replace("T", "10")) for suit in reversed(Suit))
    return " ".join(f"{suit.symbol}{ranks or '–'}" for suit, ranks in suits)


def reason_words(reason: OpeningReason) -> str:
    """
    >>> reason_words(OpeningReason.of(Situation.parse("K2.AQ985.KJ8.643"), Bid.parse("1H")))
    '13 points, five hearts, the values of an opening'
    """
    shown = [counted(reason.points, "point"), _shape(reason)]
    if reason.agrees and reason.suit in (Suit.CLUBS, Suit.DIAMONDS) and max(reason.lengths[:2]) < 5:
        shown.append("no five-card major")
    if reason.agrees:
        return ", ".join((*shown, property_words(reason)))
    instead = "pass" if not isinstance(reason.house, Bid) else f"open {call_text(reason.house)}"
    return f"{', '.join(shown)} (the house rules would {instead}: {property_words(reason)})"


def _shape(reason: OpeningReason) -> str:
    pattern = "-".join(map(str, sorted(reason.lengths, reverse=True)))
    if reason.suit is None:
        return f"balanced ({pattern})"
    length = reason.lengths[Suit.SPADES - reason.suit]
    return f"{in_words(length)} {reason.suit.name.lower()}"


def property_words(reason: OpeningReason) -> str:
    """The deciding property, with the arithmetic behind it."""
    points, long, spades = reason.points, reason.two_longest, reason.lengths[0]
    twenty = f"{points} and the {long} cards of the two longest suits make {points + long}"
    fifteen = f"{points} and {counted(spades, 'spade')} make {points + spades}"
    words = {
        Property.ONE_NOTRUMP: "within the 15 to 17 of one no-trump",
        Property.TWO_NOTRUMP: "the 20 or 21 of two no-trump",
        Property.STRONG: "22 or more, too strong for any other opening",
        Property.VALUES: "the values of an opening",
        Property.TWENTY: f"an opening by the rule of twenty ({twenty})",
        Property.FIFTEEN: f"an opening in fourth seat by the rule of fifteen ({fifteen})",
        Property.THIRD_SEAT: "a light opening, as third seat allows",
        Property.WEAK_TWO: "a good suit and less than an opening: a weak two",
        Property.PREEMPT: "a long suit and less than an opening: a pre-empt",
        Property.WEAK: "too little for any opening",
        Property.SHORT_OF_TWENTY: f"no opening by the rule of twenty ({twenty})",
        Property.SHORT_OF_FIFTEEN: f"no opening in fourth seat by the rule of fifteen ({fifteen})",
        Property.SOFT: "enough by the rule of twenty, but too few aces and kings",
    }
    return words[reason.decides]


def _verdict(opening: Opening) -> list[str]:
    if opening.correction is not None:
        return ["You said so yourself of this very hand."]
    voters = len(opening.agreeing) + len(opening.dissenting)
    if not opening.dissenting:
        agreed = f"All of the {voters} most similar hands did so"
    else:
        agreed = f"{len(opening.agreeing)} of the {voters} most similar hands did so"
    return [f"{agreed} ({_who_spoke(opening)}).", _worth(opening.confidence)]


def _who_spoke(opening: Opening) -> str:
    """Whose hands voted: those of the system asked about, and the house's that fill in."""
    house = sum(match.case.origin is Origin.HOUSE for match in opening.matches)
    own = len(opening.matches) - house
    whose = system_words(opening.system)
    if not house:
        return whose
    if not own:
        return f"all of the house rules, which fill in for {whose}"
    return f"{own} of {whose}, {house} of the house rules, which fill in"


def _worth(confidence: float | None) -> str:
    if confidence is None:
        return (
            "But this hand is out of range of every case: how often such a vote is right was "
            "measured at no such distance, so trust it little."
        )
    return (
        "When they agree like this, theirs is the call that is made "
        f"{chance_text(confidence, 1)} of the time."
    )


def _closest(match: OpeningMatch, question: Situation) -> str:
    kind = " that was watched" if match.case.origin is Origin.WATCHED else ""
    apart = difference(question, match.case.situation)
    return f"The closest{kind} is {_hand(match.case)}: {apart}."


def _contrast(match: OpeningMatch, question: Situation) -> str:
    done = "was passed" if not isinstance(match.proposes, Bid) else f"was {deed(match.proposes)}"
    return (
        f"The nearest hand that {done} is {_hand(match.case)}: "
        f"{difference(question, match.case.situation)}."
    )


def _hand(case: OpeningCase) -> str:
    marks = {
        Origin.GENERATED: ", generated by the house rules",
        Origin.HOUSE: ", generated by the house rules",
    }
    return f"{hand_text(case.situation.hand)} ({case_name(case)}{marks.get(case.origin, '')})"


def difference(question: Situation, precedent: Situation) -> str:
    """The precedent compared with the question, in words."""
    gap = HandDifference.between(question, precedent)
    parts = ["the same points" if not gap.points else _more(gap.points, "point")]
    if gap.same_shape:
        parts.append("the same shape")
    else:
        suits = zip(reversed(Suit), gap.lengths, strict=True)
        parts.extend(_more(n, suit.name.lower()[:-1]) for suit, n in suits if n)
    cards = f"{in_words(gap.shared)} of 13 cards shared"
    parts.append("every card" if gap.shared == 13 else cards)
    if gap.seat is not None:
        parts.append(f"in {_SEATS[gap.seat]} seat")
    if gap.colours:
        parts.append(_COLOURS[gap.colours])
    return ", ".join(parts)


def _more(number: int, what: str) -> str:
    """A difference in words.

    >>> _more(-1, "point"), _more(2, "heart")
    ('one point less', 'two hearts more')
    """
    many = abs(number)
    less = "more" if number > 0 else "less" if many == 1 else "fewer"
    return f"{in_words(many)} {what}{'s' if many > 1 else ''} {less}"


def _changes(found: tuple[CallChange, ...]) -> str:
    first = {(change.variation.kind, change.call): change for change in reversed(found)}
    lines = [change_words(change) for change in found if change in first.values()][:_CHANGES]
    if not lines:
        return "No small change of the hand, the seat or the colours changes that."
    return f"What would change it: {'; '.join(lines)}."


def change_words(change: CallChange) -> str:
    """One change and the call it leads to: *with one point less, pass*."""
    varied, bid = change.variation, call_word(change.call)
    match varied.kind:
        case ChangeKind.WEAKER | ChangeKind.STRONGER:
            less = "less" if varied.kind is ChangeKind.WEAKER else "more"
            swapped = [card_text(card) for card in (varied.gains, varied.loses) if card]
            how = f"with one point {less} ({' for '.join(swapped)})"
        case ChangeKind.SHAPE:
            lost = varied.loses.suit.name.lower()[:-1] if varied.loses else ""
            won = varied.gains.suit.name.lower()[:-1] if varied.gains else ""
            how = f"with one {lost} less and one {won} more"
        case ChangeKind.SEAT:
            how = f"in {_SEATS[varied.situation.seat]} seat"
        case ChangeKind.COLOURS:
            how = _COLOURS[str(varied.situation.colours)]
    return f"{how}, {bid}"


def learned_words(learned: LearnedSystem, least: int) -> str:
    """The result of learning a system, and what has changed."""
    whose = system_words(learned.system)
    said = [f"{whose[0].upper()}{whose[1:]}: {counted(learned.cases, 'opening decision')}"]
    if learned.path is None:
        said[0] += f", too few to learn from (it takes {least}); the answers stay as they were."
    elif learned.before is None:
        said[0] += " learned; it was not known before."
    elif learned.before == learned.cases:
        said[0] += " learned, as many as were known before."
    else:
        said[0] += f" learned; {learned.before:,} were known before."
    if learned.house:
        fill = f"{counted(learned.house, 'hand')} of the house rules"
        said.append(
            f"Beside them {fill} fill in, because they do not play one system."
            if learned.system.name == MIXED
            else f"Until there are more, {fill} fill in."
        )
    if learned.left_out:
        tables = counted(learned.left_out, "table")
        was = "was" if learned.left_out == 1 else "were"
        said.append(
            f"{tables} {was} left out: the auction was never bid, or is not what was played."
        )
    return " ".join(said)


def default_words(system: OpeningSystem) -> str:
    """Which system now answers by default."""
    return f"A question that names no system is now answered from {system_words(system)}."
