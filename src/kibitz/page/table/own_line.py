"""A table played on otherwise than it was recorded, with the player's own cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.page.table.guessing import Moment, Seen, is_choice
from kibitz.records.record import Record


@dataclass(frozen=True)
class OwnLine:
    """The record's first *left* cards, every card since, and the one the player now thinks of."""

    record: Record
    left: int
    cards: tuple[Card, ...]
    choice: Card | None = None
    is_open: bool = False
    player: Seat | None = None

    @classmethod
    def of(
        cls,
        record: Record,
        left: int,
        own: str,
        choice: str = "",
        *,
        is_open: bool = False,
        player: Seat | None = None,
    ) -> OwnLine:
        """A line as an address spells it; cards that do not fit are refused."""
        if not Moment.of(record, left, "", player=player).is_decision:
            raise UsageError(f"You have no choice after {left} cards of this record.")
        line = cls(record, left, cards_of(own), None, is_open, player)
        if not line.cards:
            raise UsageError("Your own play begins with a card.")
        try:
            state = line.state
        except IllegalActionError as error:
            raise UsageError(str(error)) from error
        if not choice:
            return line
        [card, *more] = cards_of(choice)
        if more or not is_choice(state, player) or card not in state.legal_actions:
            raise UsageError(f"{choice} cannot be played as card {len(state.played) + 1}.")
        return cls(record, left, line.cards, card, is_open, player)

    @cached_property
    def states(self) -> tuple[Play, ...]:
        """Every state since the record was left, that one first."""
        state = self.record.opening_state().after_all(self.record.play[: self.left])
        states = [state]
        for card in self.cards:
            state = state.after(card)
            states.append(state)
        return tuple(states)

    @property
    def state(self) -> Play:
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def waits_for_replies(self) -> bool:
        """Whether others are to play, or there is but one card, before the player chooses again."""
        return not self.is_over and not is_choice(self.state, self.player)

    @property
    def seen(self) -> Seen:
        must_choose = is_choice(self.state, self.player) and self.choice is None
        return Seen(self.record, self.state, self.is_open, self.is_over, must_choose, self.player)

    @property
    def _last(self) -> int:
        """The place in the line of the card that the player chose last."""
        return max(i for i, state in enumerate(self.states[:-1]) if is_choice(state, self.player))

    def since(self) -> Iterator[tuple[Seat, Card]]:
        """The player's last card and all that were played upon it."""
        for place in range(self._last, len(self.cards)):
            yield self.states[place].turn, self.cards[place]

    def before(self) -> tuple[str, str] | None:
        """The line and its choice when the last card is taken back; None: back to the record."""
        last = self._last
        return (spelled(self.cards[:last]), str(self.cards[last])) if last else None

    def spelled(self) -> str:
        return spelled(self.cards)

    def to_json(self) -> dict[str, Any]:
        """All that may be seen now."""
        return {
            **self.seen.to_json(),
            "left": self.left,
            "own": self.spelled(),
            "choice": None if self.choice is None else str(self.choice),
        }


def spelled(cards: tuple[Card, ...]) -> str:
    """Cards as an address spells them: ``HKS3``."""
    return "".join(map(str, cards))


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards that an address spells."""
    if len(text) % 2:
        raise UsageError("Write each card with two letters, like HK.")
    try:
        return tuple(Card.parse(text[i : i + 2]) for i in range(0, len(text), 2))
    except ValueError as error:
        raise UsageError(str(error)) from error
