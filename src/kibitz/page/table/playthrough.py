"""A table's play as one player goes through it, along its record or on with his own cards.

Nothing here gives a guess away: only the cards played so far, the hands that are open and the
cards that may be played are shown. The rest of the record is left to other modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, tricks_of
from kibitz.records.record import Record
from kibitz.wording import card_text, contract_text

SKIPPED = "--"
"""How an address spells a decision that was passed without a guess."""


@dataclass(frozen=True, slots=True)
class VisibleTable:
    """What the player is allowed to see of a table right now."""

    record: Record
    state: Play
    is_open: bool
    """Whether the hidden hands are shown before the end."""
    is_over: bool
    must_guess: bool
    player: Seat | None = None
    """The seat whose cards the player guesses; None: declarer's."""

    @property
    def chair(self) -> Seat:
        """The seat at the bottom of the table: the player's, or declarer's for that side."""
        declarer = self.state.contract.declarer
        return declarer if plays_declarer(self.state, self.player) else self.player or declarer

    def shows(self, seat: Seat) -> bool:
        """The player's own hand always, dummy's after the opening lead, all when they are open."""
        if self.is_open or self.is_over or seat is self.chair:
            return True
        return seat is self.state.contract.dummy and bool(self.state.played)

    @property
    def hands(self) -> dict[str, str]:
        """The hands that are shown, by the letter of the seat."""
        return {str(seat): str(self.state.holding(seat)) for seat in Seat if self.shows(seat)}

    def to_json(self) -> dict[str, Any]:
        state, hands = self.state, self.hands
        return {
            "contract": contract_text(self.record.contract, by=True),
            "at": len(state.played),
            "hands": {str(seat): hands.get(str(seat)) for seat in Seat},
            "trick": [str(card) for card in state.trick],
            "leader": str(_leader(state)),
            "turn": None if self.is_over else str(state.turn),
            "declarer": str(state.contract.declarer),
            "tricks": {"declarer": state.declarer_tricks, "played": state.tricks},
            "played": [str(card) for card in state.played],
            "must_guess": self.must_guess,
            "legal": [str(card) for card in state.legal_actions] if self.must_guess else [],
        }


@dataclass(frozen=True)
class Playthrough:
    """How far a player has come through a table's play.

    He follows the record and guesses its card at each of his decisions. With a card of his own he
    leaves the record, and from there on the other hands answer him.
    """

    record: Record
    at: int
    """How many cards of the record have been played, now or when the player left it."""
    guesses: tuple[Card | None, ...] = ()
    """The guess at each earlier decision; None: passed without a guess."""
    guess: Card | None = None
    """The guess at this decision; off the record, the card the player is thinking of."""
    is_revealed: bool = False
    """Whether the player has guessed, or asked to be shown the card."""
    own: tuple[Card, ...] = ()
    """Every card played since the player left the record."""
    is_open: bool = False
    player: Seat | None = None

    @classmethod
    def of(
        cls,
        record: Record,
        at: int,
        said: str = "",
        own: str | None = None,
        choice: str = "",
        *,
        is_open: bool = False,
        player: Seat | None = None,
    ) -> Playthrough:
        """Read an address: guesses *said* along the record, or *own* cards and a *choice* off it.

        Raise UsageError where the cards do not fit the table.
        """
        if record.contract is None or not record.play:
            raise UsageError("No card was played at this table.")
        if not 0 <= at <= len(record.play):
            raise UsageError(f"Only {len(record.play)} cards were played at this table.")
        start = cls(record, at, is_open=is_open, player=player)
        return start._guessed(said) if own is None else start._left(own, choice)

    def _guessed(self, said: str) -> Playthrough:
        """The same with the guesses made so far; decisions without one count as passed."""
        if len(said) % 2 or len(said) > 2 * len(self.record.play):
            raise UsageError("Write each guess with two letters, like HK.")
        cards = [None if name == SKIPPED else _card(name) for name in _pairs(said)]
        decisions = [*self.decisions, *([self.state] if self.is_decision else [])]
        if len(cards) > len(decisions):
            raise UsageError("There are more guesses than decisions.")
        for state, card in zip(decisions, cards, strict=False):
            if card is not None and card not in state.legal_actions:
                place = len(state.played) + 1
                raise UsageError(f"{card_text(card)} cannot be played as card {place}.")
        earlier = len(self.decisions)
        passed = [None] * (earlier - len(cards))
        now = cards[earlier:]
        return replace(
            self,
            guesses=(*cards[:earlier], *passed),
            guess=now[0] if now else None,
            is_revealed=bool(now),
        )

    def _left(self, own: str, choice: str) -> Playthrough:
        """The same off the record, after the player's *own* cards and the replies to them."""
        if not self.is_decision:
            raise UsageError(f"You have no choice after {self.at} cards of this record.")
        line = replace(self, own=_cards(own))
        if not line.own:
            raise UsageError("Your own play begins with a card.")
        try:
            state = line.state
        except IllegalActionError as error:
            raise UsageError(str(error)) from error
        if not choice:
            return line
        [card, *more] = _cards(choice)
        if more or not line.is_decision or card not in state.legal_actions:
            raise UsageError(f"{choice} cannot be played as card {len(state.played) + 1}.")
        return replace(line, guess=card, is_revealed=True)

    @property
    def has_left(self) -> bool:
        """Whether the player has left the record."""
        return bool(self.own)

    @cached_property
    def states(self) -> tuple[Play, ...]:
        """Every state from the opening lead to the end of the record, or of the player's cards."""
        played = self.record.play
        cards = (*played[: self.at], *self.own) if self.has_left else played
        return tuple(accumulate(cards, Play.after, initial=self.record.opening_state()))

    @property
    def state(self) -> Play:
        return self.states[-1 if self.has_left else self.at]

    @cached_property
    def decisions(self) -> tuple[Play, ...]:
        """The states in which the player had a choice, before this one."""
        earlier = self.states[: len(self.state.played)]
        return tuple(state for state in earlier if is_choice(state, self.player))

    @property
    def is_over(self) -> bool:
        return self.state.is_over if self.has_left else self.at == len(self.record.play)

    @property
    def is_decision(self) -> bool:
        """Whether the player is to choose a card now."""
        return not self.is_over and is_choice(self.state, self.player)

    @property
    def must_guess(self) -> bool:
        return self.is_decision and not self.is_revealed

    @property
    def waits_for_replies(self) -> bool:
        """Whether other hands, or a forced card of his own, come before his next choice."""
        return self.has_left and not self.is_over and not self.is_decision

    @property
    def visible(self) -> VisibleTable:
        return VisibleTable(
            self.record, self.state, self.is_open, self.is_over, self.must_guess, self.player
        )

    @property
    def said(self) -> str:
        """The guesses as an address spells them."""
        return spelled((*self.guesses, self.guess) if self.is_revealed else self.guesses)

    def said_by(self, at: int) -> str:
        """The guesses up to an earlier moment, including the one made there."""
        made = sum(len(state.played) <= at for state in self.decisions)
        return self.said[: 2 * made] if at < self.at else self.said

    def next_stop(self) -> int:
        """The card to step on to: the end of the trick, or the player's decision before it."""
        for at in range(self.at + 1, len(self.record.play)):
            if at % 4 == 0 or is_choice(self.states[at], self.player):
                return at
        return len(self.record.play)

    def since(self) -> Iterator[tuple[Seat, Card]]:
        """Off the record: the player's last card and all that followed it, by seat."""
        if not self.has_left:
            return
        last = len(self.decisions[-1].played)
        for state, card in zip(self.states[last:-1], self.state.played[last:], strict=True):
            yield state.turn, card

    def before(self) -> tuple[str, str]:
        """Off the record: the cards before the player's last one, and that card, as spelled."""
        last = len(self.decisions[-1].played) - self.at
        return spelled(self.own[:last]), str(self.own[last])

    def to_json(self) -> dict[str, Any]:
        """All that may be seen now."""
        seen = self.visible.to_json()
        now = None if self.guess is None else str(self.guess)
        if self.has_left:
            return {**seen, "left": self.at, "own": spelled(self.own), "choice": now}
        said = [None if card is None else str(card) for card in self.guesses]
        return {
            **seen,
            "cards": len(self.record.play) if self.is_over else None,
            "said": [*said, now] if self.is_revealed else said,
        }


def plays_declarer(state: Play, player: Seat | None) -> bool:
    """Whether the player sits on declarer's side: then he plays both of its hands."""
    return player is None or player.is_with(state.contract.declarer)


def is_choice(state: Play, player: Seat | None = None) -> bool:
    """Whether the player is to play and has more than one card to choose from."""
    declares = plays_declarer(state, player)
    mine = state.turn.is_with(state.contract.declarer) if declares else state.turn is player
    return mine and len(state.legal_actions) > 1


def trick_by_seat(state: Play) -> dict[Seat, Card]:
    """The cards of the trick in progress; between tricks, those of the one just completed."""
    *_, last = [{}, *(trick.by_seat for trick in tricks_of(state.contract, state.played))]
    return last


def _leader(state: Play) -> Seat:
    return Seat((state.turn - len(state.trick)) % 4)


def spelled(cards: Sequence[Card | None]) -> str:
    """Cards as an address spells them: ``HKS3--``."""
    return "".join(SKIPPED if card is None else str(card) for card in cards)


def _cards(text: str) -> tuple[Card, ...]:
    if len(text) % 2:
        raise UsageError("Write each card with two letters, like HK.")
    return tuple(map(_card, _pairs(text)))


def _pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _card(name: str) -> Card:
    try:
        return Card.parse(name)
    except ValueError as error:
        raise UsageError(str(error)) from error
