"""A precedent in words: whose it is, what was played, what is alike and what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.sibl.comparison import Aspect, Comparison, Difference, Matter
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text, listed

if TYPE_CHECKING:
    from kibitz.cardplay.answer import Precedent

_ONE_BY_ONE = 4  # differences that are not merely counted
_WHOSE = {"declarer": "declarer's", "dummy": "dummy's"}
_SIDE = {
    "declarer": "declarer",
    "dummy": "dummy",
    "left": "the left-hand opponent",
    "right": "the right-hand opponent",
}


def precedent_text(precedent: Precedent) -> str:
    """One precedent: where it stands, what was played, what is alike and what differs."""
    same, other = alike(precedent), differences(precedent)
    text = f"{cited(precedent)}. {played(precedent)}."
    if same:
        text += f" Alike: {', '.join(same)}."
    return text + (f" Differs: {'; '.join(other)}." if other else " Nothing we look at differs.")


def cited(precedent: Precedent) -> str:
    """Where a precedent stands, as people name it."""
    where = str(precedent.record.citation) or f"table {precedent.table} of the library"
    house = "house case, " if precedent.is_house else ""
    return f"{house}{where}, card {precedent.number}"


def played(precedent: Precedent) -> str:
    """Who played what: ``Helgemo played ♥Q (your ♠Q)``, or the card it counts for."""
    card, own, vote = precedent.card, precedent.stands_for, precedent.votes_for
    text = f"{precedent.declarer} played {card_text(card)}"
    if vote is None:
        return f"{text} (no card of yours)"
    if vote == own:
        return text if card == own else f"{text} (your {card_text(own)})"
    here = "" if card == own else f"here {card_text(own)}, "
    return f"{text} ({here}counted for your {card_text(vote)})"


def equal_choice(precedent: Precedent, card: Card) -> str:
    """What it chose in our cards, beside the equal *card* that is spoken of."""
    vote = precedent.votes_for or card
    return card_text(card) if vote == card else f"{card_text(vote)}, equal to {card_text(card)}"


def alike(precedent: Precedent) -> list[str]:
    """What is the same, the cards on the table first."""
    comparison = precedent.comparison
    same = []
    if comparison.same_trick:
        same.append(_trick(comparison.here))
    if comparison.same_suits:
        same.append(f"the same {listed([suit.symbol for suit in comparison.same_suits])}")
    here, there = comparison.here.contract, comparison.there.contract
    if here.bid == there.bid:
        same.append("the same contract")
    return same


def differences(precedent: Precedent) -> list[str]:
    """What is not the same, in the question's suits, the weightiest first."""
    comparison = precedent.comparison
    lines = _renamed(precedent) + _stage(comparison)
    lines += [_difference(one) for one in comparison.differs[:_ONE_BY_ONE]]
    rest = len(comparison.differs) - _ONE_BY_ONE
    if rest > 0:
        lines.append(f"{rest} smaller difference{'s' if rest > 1 else ''}")
    return lines


def main_difference(precedent: Precedent) -> str:
    """The one thing that adds most to the distance."""
    differs = precedent.comparison.differs
    return _difference(differs[0]) if differs else "nothing"


def _renamed(precedent: Precedent) -> list[str]:
    pairs = [(suit, precedent.renaming.suits[suit]) for suit in reversed(Suit)]
    other = [f"{there.symbol} for your {here.symbol}" for there, here in pairs if there is not here]
    return [listed(other)] if other else []


def _stage(comparison: Comparison) -> list[str]:
    lines = []
    here, there = comparison.here.contract, comparison.there.contract
    if here.bid.level != there.bid.level:
        lines.append(f"the contract is at level {there.bid.level}, here {here.bid.level}")
    if comparison.here.tricks != comparison.there.tricks:
        trick = comparison.there.tricks + 1
        lines.append(f"it is trick {trick}, here {comparison.here.tricks + 1}")
    return lines


def _trick(play: Play) -> str:
    hand = "declarer's hand" if play.turn is play.contract.declarer else "dummy"
    if not play.trick:
        return f"a lead from {hand}"
    cards = listed([card_text(card) for card in play.trick])
    return f"{hand} plays to {cards}"


def _difference(one: Difference) -> str:
    about = _about(one.aspect)
    return f"{about} {_letters(one.there)}, here {_letters(one.here)}"


def _about(aspect: Aspect) -> str:
    suit = "" if aspect.suit is None else aspect.suit.symbol
    match aspect.matter:
        case Matter.HOLDS:
            return f"{_WHOSE[aspect.who]} {suit} are"
        case Matter.SHOWED:
            return f"of {suit} {_SIDE[aspect.who]} has shown"
        case Matter.PLAYED:
            return f"to the trick {_SIDE[aspect.who]} has played"
        case Matter.TURN:
            return "the next card is from"


def _letters(text: str) -> str:
    """A holding, a card or a hand, readable: ``♠x`` for ``Sx``, ``nothing`` for ``-``."""
    if text == "-":
        return "nothing"
    if len(text) == 2 and text[0] in "CDHS":
        return f"{Suit.parse(text[0]).symbol}{text[1].replace('T', '10')}"
    return text if text in ("declarer", "dummy") else text.replace("T", "10")
