"""A decision in a player's words: the hand, the holding, what was led, and what was done."""

from __future__ import annotations

from kibitz.cardplay.chairs import Chair, other_hand
from kibitz.cardplay.likeness import followed_suit, held_before, place, tricks_needed
from kibitz.cardplay.scoring import are_equal
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text, contract_text, in_words, listed

_PLACES = ("", "on lead", "second hand", "third hand", "last hand")
_SIDES = {Chair.BEFORE_DUMMY: "in front of", Chair.AFTER_DUMMY: "behind"}
_SUITS = tuple(reversed(Suit))
_RANKS = {
    Rank.ACE: "ace",
    Rank.KING: "king",
    Rank.QUEEN: "queen",
    Rank.JACK: "jack",
    Rank.TEN: "ten",
    Rank.NINE: "nine",
}


def situation(play: Play) -> str:
    """The kind of decision: ``second hand, ♥K8 in dummy opposite ♥AJ9, ♥3 led``."""
    if Chair.of(play) is Chair.OPENING_LEAD:
        return f"on lead against {contract_text(play.contract)} with {hand_text(play)}"
    if not play.trick:
        return f"{hand_name(play)} on lead at trick {play.tricks + 1}, {needed_text(play)}"
    where = _where(play)
    suit = followed_suit(play)
    no_such = f"no {play.trick[0].suit.symbol} {where}"
    held = no_such if suit is None else holding_text(play, suit)
    return f"{_PLACES[place(play)]}, {held}, {trick_text(play)}"


def holding_text(play: Play, suit: Suit) -> str:
    """The holdings in a suit of the hand to play, and of the other hand in view.

    ``♥K8 in dummy opposite ♥AJ9``; of a defender ``♥K8 behind ♥AJ9 in dummy``. The other hand
    is the one there was before this trick.
    """
    own = play.holding(play.turn).ranks(suit)
    held = f"{suit.symbol}{_letters(own) or ' none'}"
    seat = other_hand(play)
    if seat is None:
        return held
    other = held_before(play, seat).ranks(suit)
    opposite = f"{suit.symbol}{_letters(other)}" if other else "a void"
    if not Chair.of(play).is_defender:
        return f"{held} {_where(play)} opposite {opposite}"
    return f"{held} {_SIDES[Chair.of(play)]} {opposite} in dummy"


def hand_text(play: Play) -> str:
    """The hand to play: ``♠KQ1094 ♥73 ♦862 ♣J54``."""
    hand = play.holding(play.turn)
    held = (f"{suit.symbol}{_letters(hand.ranks(suit))}" for suit in _SUITS if hand.length(suit))
    return " ".join(held)


def trick_text(play: Play) -> str:
    """The cards on the table: ``♥3 led``, ``♥3 led, ♥K and ♥5 played``."""
    led, *others = map(card_text, play.trick)
    return f"{led} led, {listed(others)} played" if others else f"{led} led"


def needed_text(play: Play) -> str:
    """The tricks still needed, to make or to defeat the contract: ``three more tricks needed``."""
    needed, is_defender = tricks_needed(play), Chair.of(play).is_defender
    if not needed:
        return "the contract beaten" if is_defender else "the contract made"
    more = f"{in_words(needed)} more trick{'s' if needed > 1 else ''}"
    return f"{more} to beat it" if is_defender else f"{more} needed"


def hand_name(play: Play) -> str:
    """``declarer``, ``dummy``, ``the defender behind dummy``."""
    chair = Chair.of(play)
    return f"the defender {_SIDES[chair]} dummy" if chair in _SIDES else chair.value


def _where(play: Play) -> str:
    return "in dummy" if Chair.of(play) is Chair.DUMMY else "in hand"


def deed(play: Play, card: Card) -> tuple[str, str]:
    """Playing a card, as a verb and its object: ``played``, ``the king``."""
    ranks = _rank_names(play, card)
    suit = card.suit.name.lower().removesuffix("s")
    if followed_suit(play) is not None:
        return "played", "low" if ranks == ["low"] else listed(_with_article(ranks), "or")
    if play.trick and card.suit is play.trumps:
        return "ruffed", "low" if ranks == ["low"] else f"with {listed(_with_article(ranks), 'or')}"
    thing = f"a low {suit}"
    if ranks != ["low"]:
        thing = f"{listed(_with_article(ranks), 'or')} of {suit}s"
    return "threw" if play.trick else "led", thing


def deed_text(play: Play, card: Card) -> str:
    return " ".join(deed(play, card))


def _rank_names(play: Play, card: Card) -> list[str]:
    """Equal cards by name, the highest first; below the nine all are low."""
    same = [one.rank for one in play.legal_actions if are_equal(play, one, card)]
    names = [_RANKS[rank] for rank in sorted(same, reverse=True) if rank in _RANKS]
    return [*names, "low"] if any(rank not in _RANKS for rank in same) else names


def _with_article(names: list[str]) -> list[str]:
    """``the king``, ``queen``: the article is used once."""
    first, *rest = names
    return [f"the {first}", *("lower" if name == "low" else name for name in rest)]


def _letters(ranks: str) -> str:
    return ranks.replace("T", "10")
