"""What the player to a card sees, in the words that themes are said in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner


@dataclass(frozen=True)
class SeatSight:
    """A position as the seat to play sees it: no hidden card is read."""

    state: Play

    @cached_property
    def chair(self) -> Chair:
        return Chair.of(self.state)

    @property
    def declares(self) -> bool:
        return not self.chair.is_defender

    @cached_property
    def hand(self) -> Hand:
        """What the hand to play still holds."""
        return self.state.holding(self.state.turn)

    @cached_property
    def open_hands(self) -> dict[Seat, Hand]:
        """The hands in view, as they are now."""
        return {seat: self.state.holding(seat) for seat in open_seats(self.state)}

    @cached_property
    def partner(self) -> Hand | None:
        """Partner's hand where it is in view: declarer's side alone sees both of its hands."""
        return self.open_hands.get(self.state.turn.partner)

    @cached_property
    def unseen(self) -> Hand:
        """The cards that are still in hidden hands."""
        found = FULL_DECK - self.state.gone
        for hand in self.open_hands.values():
            found -= hand
        return found

    @property
    def trumps(self) -> Suit | None:
        return self.state.trumps

    @property
    def place(self) -> int:
        """The place in the trick, from 1 (the lead) to 4."""
        return len(self.state.trick) + 1

    @property
    def led(self) -> Card | None:
        return self.state.trick[0] if self.state.trick else None

    @property
    def follows(self) -> bool:
        """Whether the hand to play has to follow suit, and can."""
        return self.led is not None and self.hand.length(self.led.suit) > 0

    @cached_property
    def leader(self) -> Seat:
        """Who led to this trick."""
        return Seat((self.state.turn - len(self.state.trick)) % 4)

    @property
    def we_led(self) -> bool:
        return self.leader.is_with(self.state.turn)

    @cached_property
    def winning(self) -> Card | None:
        """The card that wins the trick so far."""
        trick = self.state.trick
        return trick[trick_winner(trick, self.trumps)] if trick else None

    @cached_property
    def partner_wins(self) -> bool:
        """Whether partner's card wins so far."""
        if not self.state.trick:
            return False
        winner = Seat((self.leader + trick_winner(self.state.trick, self.trumps)) % 4)
        return winner is self.state.turn.partner

    def beats_table(self, card: Card) -> bool:
        """Whether a card would win the trick so far."""
        return self.winning is None or self._over(card, self.winning)

    def _over(self, card: Card, other: Card) -> bool:
        if card.suit is other.suit:
            return card.rank > other.rank
        return card.suit is self.trumps

    @cached_property
    def to_come(self) -> tuple[Seat, ...]:
        """The opponents who have yet to play to this trick."""
        after = (Seat((self.state.turn + away) % 4) for away in range(1, 5 - self.place))
        return tuple(seat for seat in after if not seat.is_with(self.state.turn))

    def stands(self, card: Card) -> bool:
        """Whether no opponent still to play can be seen, or feared, to beat a card of its suit.

        Ruffs are not feared.
        """
        for seat in self.to_come:
            rivals = self.open_hands.get(seat, self.unseen)
            if any(other.rank > card.rank for other in rivals.of_suit(card.suit)):
                return False
        return True

    def wins(self, card: Card) -> bool:
        """Whether a card surely takes the trick, ruffs aside."""
        return self.beats_table(card) and self.stands(card)

    @cached_property
    def partner_takes(self) -> bool:
        """Whether partner's card surely takes the trick, ruffs aside."""
        return self.partner_wins and self.winning is not None and self.stands(self.winning)

    def is_honour(self, card: Card) -> bool:
        return card.rank >= Rank.TEN
