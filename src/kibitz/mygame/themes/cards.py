"""Themes of card play: each sorts the legal cards into the ways to answer one question.

A position asks a theme's question if its legal cards are of at least two sorts, judged by what the
player can see. A slip is about the theme if the card played and the experts' card are of different
sorts. Themes are tried from the most specific to the most general, and the first that fits is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.mygame.sitting import Role
from kibitz.mygame.themes.sight import SeatSight

Sort = Callable[[SeatSight, Card], str | None]
"""Sorts a legal card, seen from the player's seat; None if the theme does not apply to it."""


@dataclass(frozen=True, slots=True)
class CardTheme:
    """What a choice of card is about, what a teacher would say of it, and which roles face it."""

    name: str
    sentence: str
    roles: tuple[Role, ...]
    sort: Sort

    def meets(self, sight: SeatSight) -> bool:
        """Whether the position asks this theme's question."""
        if Role.of(sight.chair) not in self.roles:
            return False
        sorts = {self.sort(sight, card) for card in sight.state.legal_actions}
        return len(sorts - {None}) > 1

    def concerns(self, sight: SeatSight, played: Card, experts: Card) -> bool:
        """Whether two cards answer the question differently."""
        one, other = self.sort(sight, played), self.sort(sight, experts)
        return self.meets(sight) and None not in (one, other) and one != other


def _hold_up(sight: SeatSight, card: Card) -> str | None:
    """At no-trump, last to play to a suit they led, with partner not winning: win, or hold up."""
    if sight.trumps is not None or sight.we_led or sight.place != 4 or not sight.follows:
        return None
    if sight.partner_wins:
        return None
    return "win" if sight.beats_table(card) else "hold up"


def _duck(sight: SeatSight, card: Card) -> str | None:
    """The last hand of its side to play follows suit: it can win the trick, or let it go."""
    if not sight.follows or sight.partner_takes or (sight.to_come and not sight.declares):
        return None
    if sight.place < 3 or (sight.place == 3 and not sight.we_led):
        return None
    if not sight.beats_table(card):
        return "duck"
    theirs = sight.winning is not None and not sight.partner_wins and sight.is_honour(sight.winning)
    return "win" if theirs or sight.stands(card) else None


def _which_hand(sight: SeatSight, card: Card) -> str | None:
    """Either of declarer's hands can win the trick: this one, or the other."""
    if not sight.follows or sight.partner is None or sight.led is None:
        return None
    if sight.partner_takes:
        return "this hand" if sight.wins(card) else "the other hand"
    if sight.place > 2:
        return None
    behind = [one for one in sight.partner.of_suit(sight.led.suit) if sight.wins(one)]
    if not behind:
        return None
    if sight.wins(card):
        return "this hand"
    return "the other hand" if max(behind).rank > card.rank else None


def _entry_lead(sight: SeatSight, card: Card) -> str | None:
    """Declarer leads: the trick can be won in this hand or in the other."""
    if sight.place != 1 or sight.partner is None or card.suit is sight.trumps:
        return None
    if sight.stands(card):
        return "this hand"
    theirs = sight.partner.of_suit(card.suit)
    return "the other hand" if any(sight.stands(other) for other in theirs) else None


def _finesse(sight: SeatSight, card: Card) -> str | None:
    """Third hand, in a suit that declarer leads himself: the top card, a finesse against an
    opponent's honour, a low card, or a low card under the one led, which is run."""
    if sight.place != 3 or not sight.we_led or not sight.follows or sight.partner_takes:
        return None
    if not sight.partner_wins and sight.winning is not None and sight.is_honour(sight.winning):
        return None  # their honour is on the table: there is nothing left to finesse
    if sight.wins(card):
        held = sight.hand.of_suit(card.suit)
        lower = any(
            sight.beats_table(one) and not sight.stands(one) and one.rank >= Rank.EIGHT
            for one in held
        )
        return "top" if lower else None
    if sight.partner_wins and not sight.beats_table(card):
        return "run" if sight.winning is not None and sight.winning.rank >= Rank.EIGHT else None
    if sight.beats_table(card) and card.rank >= Rank.EIGHT and _missing_above(sight, card) <= 2:
        return "finesse"
    return "low"


def _missing_above(sight: SeatSight, card: Card) -> int:
    return sum(other.rank > card.rank for other in sight.unseen.of_suit(card.suit))


def _trumps(sight: SeatSight, card: Card) -> str | None:
    """Declarer is on lead while opponents still have trumps: lead trumps, or another suit."""
    if sight.place != 1 or sight.trumps is None or not sight.unseen.length(sight.trumps):
        return None
    return "trumps" if card.suit is sight.trumps else "another suit"


def _ruff(sight: SeatSight, card: Card) -> str | None:
    """A hand that cannot follow suit: ruff, or discard."""
    if sight.place == 1 or sight.follows or sight.trumps is None:
        return None
    if sight.led is not None and sight.led.suit is sight.trumps:
        return None
    return "ruff" if card.suit is sight.trumps else "discard"


def _ruff_high(sight: SeatSight, card: Card) -> str | None:
    """A ruff: with an honour, or with a low trump."""
    if _ruff(sight, card) != "ruff":
        return None
    return "high" if sight.is_honour(card) else "low"


def _unblock(sight: SeatSight, card: Card) -> str | None:
    """Partner's card takes the trick: play an honour under or over it, or play low."""
    if not sight.follows or not sight.partner_takes:
        return None
    return "honour" if sight.is_honour(card) else "low"


def _dummys_card(sight: SeatSight, card: Card) -> str | None:
    """The opponents led, and declarer's other hand is still to play: an honour, or low."""
    if sight.place != 2 or sight.we_led or not sight.follows:
        return None
    return "high" if sight.beats_table(card) and sight.is_honour(card) else "low"


def _cover(sight: SeatSight, card: Card) -> str | None:
    """Second hand, after an honour is led: cover it with a higher card, or play low."""
    if sight.place != 2 or not sight.follows or sight.led is None or not sight.is_honour(sight.led):
        return None
    if card.rank is Rank.ACE:
        return None  # the ace takes the trick: `_second_hand` asks about that
    return "cover" if card.rank > sight.led.rank else "play low"


def _second_hand(sight: SeatSight, card: Card) -> str | None:
    """Second hand: the ace, another honour, or low."""
    if sight.place != 2 or not sight.follows or sight.led is None:
        return None
    if sight.is_honour(sight.led) and Card(card.suit, Rank.ACE) not in sight.hand:
        return None
    if card.rank is Rank.ACE:
        return "ace"
    return "high" if sight.is_honour(card) and sight.beats_table(card) else "low"


def _third_hand(sight: SeatSight, card: Card) -> str | None:
    """Third hand, when partner's lead will not win by itself: high, a middle card, or low."""
    if sight.place != 3 or not sight.we_led or not sight.follows:
        return None
    if sight.partner_takes:
        return None
    if not sight.beats_table(card) or not sight.is_honour(card):
        return "low"
    top = max(one.rank for one in sight.hand.of_suit(card.suit))
    between = (Card(card.suit, Rank(rank)) for rank in range(card.rank + 1, top + 1))
    return "high" if all(one in sight.hand or one in sight.state.gone for one in between) else "mid"


def _parity(sight: SeatSight, card: Card) -> str | None:
    """A defender discards: from a suit in which he is just as long as dummy, or from another."""
    if sight.place == 1 or sight.follows or card.suit is sight.trumps:
        return None
    dummy = sight.open_hands.get(sight.state.contract.dummy)
    if dummy is None:
        return None
    ours, theirs = sight.hand.length(card.suit), dummy.length(card.suit)
    return "lets go" if theirs >= 3 and ours == theirs else "keeps"


def _discard(sight: SeatSight, card: Card) -> str | None:
    """Which suit to throw away."""
    if sight.place == 1 or sight.follows or card.suit is sight.trumps:
        return None
    return str(card.suit)


def _keeping(sight: SeatSight, card: Card) -> str | None:
    """Following suit with a card that does not beat the opponents': an honour, or low."""
    if sight.place == 1 or not sight.follows or sight.partner_wins or sight.beats_table(card):
        return None
    return "high" if sight.is_honour(card) else "low"


def _active(sight: SeatSight, card: Card) -> str | None:
    """An opening lead from an honour, or an ace without the king, is active: it risks a trick."""
    held = sight.hand.of_suit(card.suit)
    ranks = {one.rank for one in held}
    if card.suit is sight.trumps:
        return "passive"
    if Rank.ACE in ranks and Rank.KING not in ranks:
        return "active"
    top = max(ranks)
    if top < Rank.JACK or Rank(top - 1) in ranks and (top - 2) in {int(rank) for rank in ranks}:
        return "passive"
    if Rank(top - 1) in ranks and card.rank >= top - 1:
        return "passive"
    return "active" if len(held) > 1 else "passive"


def _suit(sight: SeatSight, card: Card) -> str | None:
    return str(card.suit) if sight.place == 1 else None


def _which_card(sight: SeatSight, card: Card) -> str | None:
    """Which card of a suit to lead: an honour, or a small one."""
    if sight.place != 1:
        return None
    return "honour" if sight.is_honour(card) else "small"


def _our_suit(sight: SeatSight, card: Card) -> str | None:
    """A defender is on lead later in the play: the suit that was led first, or another."""
    if sight.place != 1 or not sight.state.played:
        return None
    first: Suit = sight.state.played[0].suit
    return "the suit led first" if card.suit is first else "another suit"


_DECLARER, _DEFENCE, _LEAD = (Role.DECLARER,), (Role.DEFENCE,), (Role.LEAD,)
_BOTH = (Role.DECLARER, Role.DEFENCE)

CARD_THEMES = (
    CardTheme(
        "hold-up",
        "Hold up your stopper until one of them has no card of the suit left; win at once"
        " when another suit is the greater danger.",
        _DECLARER,
        _hold_up,
    ),
    CardTheme(
        "finesse or drop",
        "Count how many cards of the suit are out before you choose between the finesse "
        "and the drop.",
        _DECLARER,
        _finesse,
    ),
    CardTheme(
        "which hand wins",
        "Before you play a card, ask in which hand you want to be next.",
        _DECLARER,
        _which_hand,
    ),
    CardTheme(
        "drawing trumps",
        "Draw trumps unless you need them for something better first.",
        _DECLARER,
        _trumps,
    ),
    CardTheme(
        "active or passive lead",
        "Attack when they have tricks to discard losers on; otherwise let them do their own work.",
        _LEAD,
        _active,
    ),
    CardTheme(
        "covering an honour",
        "Cover an honour when it can promote a card for your side, and not otherwise.",
        _DEFENCE,
        _cover,
    ),
    CardTheme(
        "second hand",
        "Second hand plays low unless it knows what the honour gains.",
        _DEFENCE,
        _second_hand,
    ),
    CardTheme(
        "third hand",
        "Third hand plays as high as it must: high enough to win or to force an honour, "
        "and no higher.",
        _DEFENCE,
        _third_hand,
    ),
    CardTheme(
        "second hand on declarer's side",
        "When they lead, the first of your two hands need not hurry: let the lead run "
        "round to the other, unless its honour will never be worth more.",
        _DECLARER,
        _dummys_card,
    ),
    CardTheme(
        "unblocking",
        "When partner wins the trick, ask whether your honour is in his way or still needed: "
        "throw it under his card, overtake, or keep it.",
        _BOTH,
        _unblock,
    ),
    CardTheme(
        "winning or ducking",
        "A trick may be won now or later: duck to keep communications open, win when there "
        "will be no second chance.",
        _BOTH,
        _duck,
    ),
    CardTheme(
        "ruffing or discarding",
        "Before you ruff, ask what the trump is worth elsewhere; before you discard, ask "
        "who wins the trick.",
        _BOTH,
        _ruff,
    ),
    CardTheme(
        "how high to ruff",
        "Ruff high enough not to be overruffed, but no higher than you can afford.",
        _BOTH,
        _ruff_high,
    ),
    CardTheme(
        "keeping parity",
        "Keep as many cards of a suit as dummy has of it.",
        _DEFENCE,
        _parity,
    ),
    CardTheme(
        "discards",
        "Throw cards that can no longer take a trick; count before you part with a guard.",
        _BOTH,
        _discard,
    ),
    CardTheme(
        "keeping high cards",
        "If you cannot beat their card, play low: a ten may still take a trick.",
        _BOTH,
        _keeping,
    ),
    CardTheme(
        "going on or switching",
        "Go on with the suit that was led while it can still set up tricks; switch when "
        "they would take theirs first.",
        _DEFENCE,
        _our_suit,
    ),
    CardTheme(
        "an entry by the lead",
        "Lead so that the trick is won in the hand that needs to lead next.",
        _DECLARER,
        _entry_lead,
    ),
    CardTheme(
        "the suit to attack",
        "Count winners, then work on the suit that gives the tricks you lack.",
        _BOTH,
        _suit,
    ),
    CardTheme(
        "the suit to lead",
        "Lead the suit that their bidding and your hand point to.",
        _LEAD,
        _suit,
    ),
    CardTheme(
        "the card to lead",
        "Choose the card as well as the suit: it can cost a trick, and a defender's tells partner.",
        (Role.LEAD, Role.DECLARER, Role.DEFENCE),
        _which_card,
    ),
)


def card_themes(state: Play) -> list[CardTheme]:
    """All themes whose question a position asks."""
    sight = SeatSight(state)
    return [theme for theme in CARD_THEMES if theme.meets(sight)]


def card_theme(state: Play, played: Card, experts: Card) -> CardTheme | None:
    """The theme of a slip; None if no theme tells the two cards apart."""
    sight = SeatSight(state)
    return next((one for one in CARD_THEMES if one.concerns(sight, played, experts)), None)
