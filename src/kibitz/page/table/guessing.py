"""One moment of a table's play as a player may see it: nothing that a guess would give away.

Only cards already played, the hands that are open and the cards that may be played are in it;
what the table went on to do is asked for elsewhere, once the player has guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.wording import card_text, contract_text

SKIPPED = "--"
"""In an address: a decision that was looked at without a guess."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A state of a table's play as the player may see it now."""

    record: Record
    state: Play
    is_open: bool
    """Whether the defenders' hands are shown before the end."""
    is_over: bool
    must_guess: bool
    player: Seat | None = None
    """Whose chair the player has taken; None: declarer's."""

    @property
    def chair(self) -> Seat:
        """The seat that the player looks from: his own, or declarer's for that side."""
        declarer = self.state.contract.declarer
        return declarer if plays_declarer(self.state, self.player) else self.player or declarer

    def shows(self, seat: Seat) -> bool:
        """The player's own hand always, dummy's once the lead is made, any when all are open."""
        if self.is_open or self.is_over or seat is self.chair:
            return True
        return seat is self.state.contract.dummy and bool(self.state.played)

    def to_json(self) -> dict[str, Any]:
        state = self.state
        hands = {str(seat): str(state.holding(seat)) if self.shows(seat) else None for seat in Seat}
        return {
            "contract": contract_text(self.record.contract, by=True),
            "at": len(state.played),
            "hands": hands,
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
class Moment:
    """A table after *at* cards, and what the *player* said at his decisions until now."""

    record: Record
    at: int
    said: tuple[Card | None, ...]
    is_open: bool = False
    player: Seat | None = None

    @classmethod
    def of(
        cls,
        record: Record,
        at: int,
        said: str,
        *,
        is_open: bool = False,
        player: Seat | None = None,
    ) -> Moment:
        """A moment as an address spells it; guesses that do not fit are refused."""
        if record.contract is None or not record.play:
            raise UsageError("No card was played at this table.")
        if not 0 <= at <= len(record.play):
            raise UsageError(f"Only {len(record.play)} cards were played at this table.")
        if len(said) % 2 or len(said) > 2 * len(record.play):
            raise UsageError("Write each guess with two letters, like HK.")
        names = [said[i : i + 2] for i in range(0, len(said), 2)]
        try:
            cards = [None if name == SKIPPED else Card.parse(name) for name in names]
        except ValueError as error:
            raise UsageError(str(error)) from error
        return cls(record, at, (), is_open, player)._with(cards)

    def _with(self, cards: list[Card | None]) -> Moment:
        """The guesses for the decisions there are until now; those missing were skipped."""
        past = [state for state in self.decisions if len(state.played) < self.at]
        now = [self.state] if self.is_decision else []
        if len(cards) > len(past) + len(now):
            raise UsageError("There are more guesses than decisions.")
        for state, card in zip(past + now, cards, strict=False):
            if card is not None and card not in state.legal_actions:
                raise UsageError(
                    f"{card_text(card)} cannot be played as card {len(state.played) + 1}."
                )
        missing = [None] * (len(past) - len(cards))
        return Moment(self.record, self.at, (*cards, *missing), self.is_open, self.player)

    @cached_property
    def states(self) -> tuple[Play, ...]:
        """Every state of the play, the opening lead first."""
        state = self.record.opening_state()
        states = [state]
        for card in self.record.play:
            state = state.after(card)
            states.append(state)
        return tuple(states)

    @property
    def state(self) -> Play:
        return self.states[self.at]

    @cached_property
    def decisions(self) -> tuple[Play, ...]:
        """Where the player had a choice, until now."""
        return tuple(state for state in self.states[: self.at] if is_choice(state, self.player))

    @property
    def is_over(self) -> bool:
        return self.at == len(self.record.play)

    @property
    def is_decision(self) -> bool:
        """Whether the player chooses now; what was played next is known."""
        return not self.is_over and is_choice(self.state, self.player)

    @property
    def is_revealed(self) -> bool:
        """Whether the player has guessed, or given up guessing, what was played now."""
        return self.is_decision and len(self.said) > len(self.decisions)

    @property
    def must_guess(self) -> bool:
        return self.is_decision and not self.is_revealed

    @property
    def guess(self) -> Card | None:
        return self.said[-1] if self.is_revealed else None

    @property
    def seen(self) -> Seen:
        return Seen(
            self.record, self.state, self.is_open, self.is_over, self.must_guess, self.player
        )

    def spelled(self, *more: Card | None) -> str:
        """The guesses as an address spells them, perhaps with one more."""
        return "".join(SKIPPED if card is None else str(card) for card in (*self.said, *more))

    def said_by(self, at: int) -> str:
        """The guesses of an earlier moment: those made before its card was seen, and its own."""
        made = sum(len(state.played) <= at for state in self.decisions)
        return self.spelled()[: 2 * made] if at < self.at else self.spelled()

    def next_stop(self) -> int:
        """Where stepping on comes to: the end of the trick, or the decision before it."""
        for at in range(self.at + 1, len(self.record.play)):
            if at % 4 == 0 or is_choice(self.states[at], self.player):
                return at
        return len(self.record.play)

    def to_json(self) -> dict[str, Any]:
        """All that may be seen now."""
        return {
            **self.seen.to_json(),
            "cards": len(self.record.play) if self.is_over else None,
            "said": [None if card is None else str(card) for card in self.said],
        }


def plays_declarer(state: Play, player: Seat | None) -> bool:
    """Whether the player's chair is on declarer's side: then he plays both of its hands."""
    return player is None or player.is_with(state.contract.declarer)


def is_choice(state: Play, player: Seat | None = None) -> bool:
    """Whether the player is to play and has more than one card to choose from."""
    declares = plays_declarer(state, player)
    mine = state.turn.is_with(state.contract.declarer) if declares else state.turn is player
    return mine and len(state.legal_actions) > 1


def _leader(state: Play) -> Seat:
    return Seat((state.turn - len(state.trick)) % 4)


def trick_by_seat(state: Play) -> dict[Seat, Card]:
    """The cards of the trick in progress; between tricks, those of the one just ended."""
    if state.trick:
        leader = _leader(state)
        return {Seat((leader + i) % 4): card for i, card in enumerate(state.trick)}
    if not state.played:
        return {}
    before = Play.start(state.deal, state.contract).after_all(state.played[:-4])
    return {Seat((before.turn + i) % 4): card for i, card in enumerate(state.played[-4:])}
