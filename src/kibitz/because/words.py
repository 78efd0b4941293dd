"""Reasons in words: one sentence for each kind of cause.

A sentence begins in small letters, because it follows what to do and a colon; `in_full` makes it
stand alone. The rival is named by a phrase such as "holding up once" or "after ♠J".
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.because.causes import Cause, Kind
from kibitz.because.finding import Reason, Told
from kibitz.because.lies import Lie, LieForm
from kibitz.because.setting import DUMMY, Setting, entry_words
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.wording import card_text, in_words


def sentence(reason: Reason, setting: Setting) -> str:
    """Why, beginning in small letters and without the full stop.

    Of two causes that share the layouts the one that covers more comes first.
    """
    first, *others = (_SENTENCES[told.cause.kind](told, setting) for told in reason)
    if not others:
        return first
    mostly, sometimes = (one.removeprefix("then ") for one in (first, others[0]))
    return f"mostly, {mostly}. Sometimes, {sometimes}"


def in_full(text: str) -> str:
    """The same as a sentence of its own.

    >>> in_full("you need five club tricks")
    'You need five club tricks.'
    """
    return f"{text[:1].upper()}{text[1:]}."


def cards_of(number: int, suit: Suit) -> str:
    """
    >>> cards_of(1, Suit.HEARTS), cards_of(3, Suit.CLUBS), cards_of(0, Suit.SPADES)
    ('a heart', 'three clubs', 'no spade')
    """
    if number == 1:
        return f"a {_one(suit)}"
    return f"no {_one(suit)}" if not number else f"{in_words(number)} {_all(suit)}"


def _one(suit: Suit) -> str:
    return suit.name.lower()[:-1]


def _all(suit: Suit) -> str:
    return suit.name.lower()


def _suit(cause: Cause) -> Suit:
    assert cause.suit is not None, f"{cause.kind} needs a suit"
    return cause.suit


def _none_left(told: Told, at: Setting) -> str:
    suit, facts = _suit(told.cause), told.facts
    takes = f"{at.they} {at.verb('take')} {cards_of(facts.number, suit)}"
    if at.declares:
        who = "whoever" if facts.seat is None else f"when {at.name(facts.seat)}"
        then = " then has" if facts.seat is None else ", he has"
        return (
            f"{who} gets in{entry_words(facts)}{then} no {_one(suit)} left to return; "
            f"{at.rival}, he still has one, and {takes}"
        )
    who, pronoun = ("dummy", "it") if facts.seat == DUMMY else ("declarer", "he")
    return (
        f"once {who} is in{entry_words(facts)}, {pronoun} has no {_one(suit)} left to lead to the "
        f"others; {at.rival}, {pronoun} still has one, and {takes}"
    )


def _safe_hand(told: Told, at: Setting) -> str:
    assert told.cause.seat is not None, "a safe hand needs the dangerous one"
    safe = at.name((told.cause.seat + 2) % 4)
    takes = f"{at.get_in(told.facts)} {cards_of(told.facts.number, _suit(told.cause))}"
    return f"what you lose goes to {safe}, who cannot hurt you; {at.rival}, {takes}"


def _tricks_first(told: Told, at: Setting) -> str:
    needed = f"your {in_words(told.facts.other)} tricks" if told.facts.other > 1 else "your trick"
    takes = f"{at.get_in(told.facts)} {cards_of(told.facts.number, _suit(told.cause))}"
    return f"you have {needed} before {at.they} {at.verb('get')} in; {at.rival}, {takes}"


def _stopper_kept(told: Told, at: Setting) -> str:
    suit, facts = _suit(told.cause), told.facts
    who = f"{at.they} {at.verb('get')}" if facts.seat is None else f"{at.name(facts.seat)} gets"
    return (
        f"when {who} in{entry_words(facts)}, you still stop the {_all(suit)}; {at.rival}, your "
        f"stopper has gone by then and {at.they} {at.verb('take')} {cards_of(facts.number, suit)}"
    )


def _they_run(told: Told, at: Setting) -> str:
    if at.than is not None and not at.tabled and told.facts.via is at.than.suit is told.cause.suit:
        return _opens(told, at)
    takes = f"{at.get_in(told.facts)} {cards_of(told.facts.number, _suit(told.cause))}"
    return f"{at.rival}, {takes}"


def _their_ruff(told: Told, at: Setting) -> str:
    suit = told.facts.suit if told.cause.suit is None else told.cause.suit
    if told.facts.seat is not None:
        who = at.name(told.facts.seat)
    else:
        who = "a defender" if at.declares else "declarer"
    if suit is None:
        return f"{at.rival}, {who} gets {'a ruff' if at.declares else 'one more ruff'}"
    return f"{at.rival}, {who} ruffs {cards_of(1, suit)}"


def _ruffed_loser(told: Told, at: Setting) -> str:
    assert told.cause.hand is not None, "a ruff has a hand"
    suit = _suit(told.cause)
    more = f"{at.they} {at.verb('take')} {cards_of(told.facts.number, suit)} more"
    if at.kind == "ruff":
        return f"each {_one(suit)} ruffed is a loser less; without the ruffs {more}"
    who = at.player(told.cause.hand)
    they = who if who == "you" else "it" if at.declares else "he"
    return f"{who} can ruff {_all(suit)}; {at.rival}, {they} cannot ruff as many, and {more}"


def _discard(told: Told, at: Setting) -> str:
    assert told.cause.hand is not None, "a discard has a hand"
    one = told.facts.number == 1
    losers = f"{_one(_suit(told.cause))} loser{'' if one else 's'}"
    return (
        f"the {losers} in {at.hand(told.cause.hand)} can be thrown away before {at.they} "
        f"{at.verb('get')} in; {at.rival}, {at.they} {at.verb('get')} in first and "
        f"{at.verb('take')} {'it' if one else 'them'}"
    )


def _out_of_reach(told: Told, at: Setting) -> str:
    assert told.cause.hand is not None, "what cannot be reached lies in a hand"
    where = f"the {_all(_suit(told.cause))} in {at.hand(told.cause.hand)}"
    no_way = f"{at.rival}, there is no way to reach {where}"
    card = told.facts.card
    if card is None or at.kind == "entry":
        return no_way
    if card == at.than:
        return f"{card_text(card)} is the entry to {where}; played now, it leaves no other"
    return f"{card_text(card)} is the entry to {where}; {no_way.replace(where, 'them')}"


def _they_open(told: Told, at: Setting) -> str:
    suit, than = _all(_suit(told.cause)), at.than
    if than is not None and than.suit is told.cause.suit and not at.tabled:
        who, him = ("them", "them") if at.declares else ("declarer", "him")
        return f"leave it to {who} to open the {suit}; {card_text(than)} does it for {him}"
    if at.declares:
        return f"then they open the {suit} for you; {at.rival}, you open them yourself"
    return f"then declarer opens the {suit} himself; {at.rival}, you open them for him"


def _led_from(told: Told, at: Setting) -> str:
    assert told.cause.hand is not None, "a suit is led from a hand"
    suit, hand = _all(_suit(told.cause)), told.cause.hand
    if not at.declares:
        who = "you get" if hand == at.you else "your partner gets"
        other = "you do" if hand == at.you else "he does"
        return f"then {who} in to lead {suit}; {at.rival}, {other} not"
    other = at.hand((hand + 2) % 4)
    never = "you are" if hand == at.you else "it is"
    return (
        f"{suit} can be led from {at.hand(hand)} up to {other}; {at.rival}, {never} not in again "
        "to lead them"
    )


def _barren(told: Told, at: Setting) -> str:
    facts, suit = told.facts, _suit(told.cause)
    take = f"{at.they} {at.verb('take')} {cards_of(facts.number, suit)}"
    if facts.suit is None or not facts.other:
        return f"{at.rival}, you win no more {_all(suit)} and {take}"
    where = f"the tricks are in {_all(facts.suit)}, where you come to {in_words(facts.other)}"
    return f"{where}; {at.rival}, {take}"


def _count(told: Told, at: Setting) -> str:
    suit, need = _suit(told.cause), told.cause.number
    if at.throws:
        only = f"only {in_words(told.facts.number)}" if told.facts.number else "none"
        worth = f"{in_words(told.facts.other)} trick{'' if told.facts.other == 1 else 's'}"
        return f"keep the {_all(suit)}, which are worth {worth}; {at.rival}, they are worth {only}"
    tricks = f"{in_words(need)} {_one(suit)} trick{'' if need == 1 else 's'}"
    get = f"only {in_words(told.facts.number)}" if told.facts.number else "none"
    return f"you need {tricks}; {at.rival}, you get {get}"


def _lie(told: Told, at: Setting) -> str:
    lie, facts = told.cause.lie, told.facts
    assert lie is not None, f"{told.cause.kind} needs a lie of the cards"
    so = f"it gains when {lie_text(lie, at)}"
    if facts.other <= facts.number:
        return f"{so}: {at.rival}, {at.they} {at.verb('win')} more {_all(lie.suit)} then"
    get = f"only {in_words(facts.number)}" if facts.number else "none"
    return f"{so}: you win {cards_of(facts.other, lie.suit)} then, {at.rival} {get}"


def _extra_chance(told: Told, at: Setting) -> str:
    assert told.cause.lie is not None, "a chance is a lie of the cards"
    rest = f"if not, {at.rest} is still there" if at.rest else "if not, the rest is still there"
    return f"if {lie_text(told.cause.lie, at)}, you need nothing else; {rest}"


def lie_text(lie: Lie, at: Setting) -> str:
    """``West has ♦Q``, ``the clubs break 4-1 or worse``, ``♦J is alone``."""
    low = lie.missing - lie.number
    match lie.form:
        case LieForm.PLACE:
            assert lie.seat is not None, "a place is a seat's"
            return f"{_who(lie.seat, at)} {card_text(_card(lie))}"
        case LieForm.EVEN:
            how = "" if lie.number - low <= 1 else "no worse than "
            return f"the {_all(lie.suit)} break {how}{lie.number}-{low}"
        case LieForm.UNEVEN:
            worse = " or worse" if low else ""
            return f"the {_all(lie.suit)} break {lie.number}-{low}{worse}"
        case LieForm.LENGTH:
            assert lie.seat is not None, "a length is a seat's"
            more = "" if lie.number == lie.missing else " or more"
            return f"{_who(lie.seat, at)} {in_words(lie.number)}{more} {_all(lie.suit)}"
        case LieForm.FALLS:
            beside = "" if lie.number == 1 else " or has one card beside it"
            return f"{card_text(_card(lie))} is alone{beside}"


def _who(seat: int, at: Setting) -> str:
    """The subject of a lie: an opponent, or a defender's partner."""
    if seat % 2 != at.you % 2:
        return f"{at.name(seat)} has"
    return "you have" if seat == at.you else f"{at.player(seat)} has"


def _card(lie: Lie) -> Card:
    assert lie.rank is not None, "a lie of this form names a card"
    return Card(lie.suit, Rank(lie.rank))


def _needless_duck(told: Told, at: Setting) -> str:
    suit, facts = _suit(told.cause), told.facts
    if facts.other <= facts.number:
        return f"{at.rival} gives them a {_one(suit)} more, and nothing is gained by it"
    worth = f"{in_words(facts.other)} trick{'' if facts.other == 1 else 's'}"
    other = in_words(facts.number) if facts.number else "none"
    return f"the {_all(suit)} are worth {worth} this way; {at.rival}, {other}"


def _lost_control(told: Told, at: Setting) -> str:
    takes = f"{at.they} {at.verb('run')} the {_all(_suit(told.cause))}"
    return f"{at.rival}, you run out of trumps and {takes}"


def _becomes(told: Told, at: Setting) -> str:
    card, facts = told.cause.card, told.facts
    assert card is not None, "a card becomes a trick"
    owner = "their"
    if facts.seat is not None:
        owner = f"{at.name(facts.seat)}'s"
    elif not at.declares:
        owner = "declarer's"
    theirs = f"{owner} {card_text(card)}"
    if card in at.tabled or facts.now:
        return f"{at.rival}, {theirs} wins this trick"
    if at.throws:
        return f"keep the {_all(card.suit)}: {at.rival}, {theirs} becomes a trick"
    if at.than is not None and at.than.suit is card.suit and at.than.rank >= Rank.TEN:
        if facts.by is not None and facts.by.suit is card.suit:
            fell = f"{card_text(at.than)} would fall to {card_text(facts.by)}"
            return f"{fell}, and {theirs} becomes a trick"
        if facts.small:
            taken = f"{card_text(at.than)} would win only small cards"
            return f"{taken}, and {theirs} becomes a trick"
    return f"{at.rival}, {theirs} becomes a trick"


def _takes(told: Told, at: Setting) -> str:
    card, facts = told.cause.card, told.facts
    assert card is not None, "a card takes a trick"
    seat = at.you if facts.seat is None else facts.seat
    owner = "your" if seat == at.you else f"{at.player(seat)}'s"
    mine = f"{owner} {card_text(card)}"
    not_so = f"{at.rival}, it does not"
    if card.rank < Rank.NINE:
        mine = f"a long {_one(card.suit)} in {at.hand(seat)}"
    if at.throws:
        return f"keep the {_all(card.suit)}: {mine} takes a trick then; {not_so}"
    if card.suit is at.trumps and card.rank < Rank.ACE:
        return f"then {owner} {card_text(card)} makes a trump trick; {not_so}"
    if facts.now:
        return f"{mine} wins this trick; {not_so}"
    high = at.card is not None and at.card.rank >= Rank.TEN and at.card.suit is card.suit
    if at.card is not None and high and facts.by is not None and facts.by.suit is card.suit:
        out = f"{card_text(at.card)} drives out {card_text(facts.by)}"
        return f"{out}, and then {mine} takes a trick; {not_so}"
    return f"then {mine} takes a trick; {not_so}"


def _opens(told: Told, at: Setting) -> str:
    suit, number = _suit(told.cause), told.facts.number
    card = at.rival if at.than is None else card_text(at.than)
    if at.declares:
        return f"{card} opens the {_all(suit)} for them: they take {in_words(number)}"
    return f"{card} opens the {_all(suit)} for declarer, who takes {in_words(number)}"


def _more_for_them(told: Told, at: Setting) -> str:
    suit, facts = _suit(told.cause), told.facts
    instead = in_words(facts.other) if facts.other else "none"
    wins = f"{at.they} {at.verb('win')} {cards_of(facts.number, suit)}"
    if at.throws:
        return f"keep the {_all(suit)}: {at.rival}, {wins} instead of {instead}"
    return f"{at.rival}, {wins} instead of {instead}"


def _in_time(told: Told, at: Setting) -> str:
    suit = _suit(told.cause)
    if at.card is not None and at.card.suit is suit:
        return (
            f"take your {_all(suit)} in time: {at.rival}, declarer throws {_all(suit)} away first"
        )
    return f"{at.rival}, declarer throws {_all(suit)} away before you can take them"


def _our_ruff(told: Told, at: Setting) -> str:
    assert told.cause.hand is not None, "a ruff has a hand"
    who = at.player(told.cause.hand)
    verb, does = ("get", "you do not") if who == "you" else ("gets", "not")
    what = "a ruff" if told.cause.suit is None else f"a {_one(told.cause.suit)} ruff"
    return f"then {who} {verb} {what}; {at.rival}, {does}"


_SENTENCES: dict[Kind, Callable[[Told, Setting], str]] = {
    Kind.NONE_LEFT: _none_left,
    Kind.SAFE_HAND: _safe_hand,
    Kind.TRICKS_FIRST: _tricks_first,
    Kind.STOPPER_KEPT: _stopper_kept,
    Kind.THEY_RUN: _they_run,
    Kind.THEIR_RUFF: _their_ruff,
    Kind.RUFFED_LOSER: _ruffed_loser,
    Kind.DISCARD: _discard,
    Kind.OUT_OF_REACH: _out_of_reach,
    Kind.BARREN: _barren,
    Kind.COUNT: _count,
    Kind.LIE: _lie,
    Kind.EXTRA_CHANCE: _extra_chance,
    Kind.NEEDLESS_DUCK: _needless_duck,
    Kind.LOST_CONTROL: _lost_control,
    Kind.BECOMES: _becomes,
    Kind.TAKES: _takes,
    Kind.OPENS: _opens,
    Kind.MORE_FOR_THEM: _more_for_them,
    Kind.IN_TIME: _in_time,
    Kind.OUR_RUFF: _our_ruff,
    Kind.THEY_OPEN: _they_open,
    Kind.LED_FROM: _led_from,
}
