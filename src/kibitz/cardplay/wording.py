"""How two positions compare, and whose a precedent is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.sibl.comparison import Aspect, Comparison, Difference, Matter
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text, listed

if TYPE_CHECKING:
    from kibitz.cardplay.answer import Precedent

_TOLD = 4  # differences that are told one by one
_WHOSE = {"declarer": "declarer's", "dummy": "dummy's"}
_SIDE = {
    "declarer": "declarer",
    "dummy": "dummy",
    "left": "the left-hand opponent",
    "right": "the right-hand opponent",
}


def cited(precedent: Precedent) -> str:
    """Where a precedent stands, as people name it."""
    record = precedent.record
    where = str(record.citation) or str(record.source)
    house = "house case, " if precedent.is_house else ""
    return f"{house}{where}, card {precedent.number}"


def played(precedent: Precedent) -> str:
    """Who played what: ``Helgemo played ♥Q (your ♠Q)``, or the card it counts for."""
    card, own, vote = precedent.card, precedent.stands_for, precedent.votes_for
    told = f"{precedent.declarer} played {card_text(card)}"
    if vote is None:
        return f"{told} (no card of yours)"
    if vote == own:
        return told if card == own else f"{told} (your {card_text(own)})"
    here = "" if card == own else f"here {card_text(own)}, "
    return f"{told} ({here}counted for your {card_text(vote)})"


def alike(precedent: Precedent) -> list[str]:
    """What is the same, the cards on the table first."""
    comparison = precedent.comparison
    told = []
    if comparison.same_trick:
        told.append(_trick(comparison.here))
    if comparison.same_suits:
        told.append(f"the same {listed([suit.symbol for suit in comparison.same_suits])}")
    here, there = comparison.here.contract, comparison.there.contract
    if here.bid == there.bid:
        told.append("the same contract")
    return told


def differences(precedent: Precedent) -> list[str]:
    """What is not the same, in the question's suits, the weightiest first."""
    comparison = precedent.comparison
    told = _renamed(precedent) + _stage(comparison)
    told += [_difference(one) for one in comparison.differs[:_TOLD]]
    rest = len(comparison.differs) - _TOLD
    if rest > 0:
        told.append(f"{rest} smaller difference{'s' if rest > 1 else ''}")
    return told


def main_difference(precedent: Precedent) -> str:
    """The one thing that adds most to the distance."""
    differs = precedent.comparison.differs
    return _difference(differs[0]) if differs else "nothing"


def _renamed(precedent: Precedent) -> list[str]:
    pairs = [(suit, precedent.renaming.suits[suit]) for suit in reversed(Suit)]
    other = [f"{there.symbol} for your {here.symbol}" for there, here in pairs if there is not here]
    return [listed(other)] if other else []


def _stage(comparison: Comparison) -> list[str]:
    told = []
    here, there = comparison.here.contract, comparison.there.contract
    if here.bid.level != there.bid.level:
        told.append(f"the contract is at level {there.bid.level}, here {here.bid.level}")
    if comparison.here.tricks != comparison.there.tricks:
        told.append(f"it is trick {comparison.there.tricks + 1}, here {comparison.here.tricks + 1}")
    return told


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
