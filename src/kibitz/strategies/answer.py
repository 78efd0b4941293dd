"""The answer: moves, and the learned strategies and other grounds that speak for them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Measure, Proof
from kibitz.games.boards.board import Move
from kibitz.strategies import explain
from kibitz.strategies.question import StrategyQuestion
from kibitz.strategies.sequences.contexts import ContextPair
from kibitz.strategies.sequences.picture import (
    as_it_lies,
    pair_marks,
    pair_notes,
    pair_svg,
    pair_text,
)
from kibitz.strategies.sequences.player import Backing
from kibitz.strategies.sequences.properties import Property, properties
from kibitz.strategies.sequences.view import BoardView


@dataclass(frozen=True, slots=True)
class Strategy:
    """A learned context pair as it is shown: turned to fit the board, with its properties there."""

    pair: ContextPair
    view: BoardView
    does: Property

    @classmethod
    def of(cls, pair: ContextPair, view: BoardView) -> Strategy:
        """The pair as it was learned."""
        return cls(pair, view, properties(pair, pair.sequences[0], view)[0])

    @classmethod
    def here(cls, backing: Backing, view: BoardView, action: Move | None = None) -> Strategy:
        """A pair that holds in a state, turned to fit it; with *action*, only the sequences that
        begin with it."""
        pair = as_it_lies(backing, view)
        if action is not None:
            begun = tuple(s for s in pair.sequences if s[0] == action.code)
            pair = replace(pair, sequences=begun)
        return cls.of(pair, view)

    @property
    def notes(self) -> dict[int, str]:
        return pair_notes(self.pair)

    def to_json(self) -> dict[str, Any]:
        """The JSON that ``kibitz strategies --json`` prints."""
        pair = self.pair
        return {
            "agent": self.view.game.marks[pair.context.agent + 1],
            "kind": "solo" if pair.context.solo else "duet",
            "context": "".join(pair_marks(pair, self.view)),
            "sequences": [[str(Move.of(code)) for code in s] for s in pair.sequences],
            "weight": pair.weight,
            "supports": int(whole) if (whole := round(pair.supports, 4)).is_integer() else whole,
            "comments": pair.comments,
            "right": pair.right,
            "seen": pair.seen,
            "standing": pair.standing.value,
            "states": pair.states,
            "refutation": self._refutation(),
            "says": explain.sentence(self),
        }

    def _refutation(self) -> dict[str, Any] | None:
        """The state that refutes it and the moves from there; the advice that loses is named."""
        refutation, marks = self.pair.refutation, self.view.game.marks
        if refutation is None:
            return None
        moves = [str(Move.of(code)) for code in refutation.moves]
        return {
            "board": "".join(marks[kind] for kind in refutation.contents),
            "hands": list(refutation.hands),
            "moves": moves,
            "loses": moves[refutation.advised - 1],
            "loses_at": refutation.advised,
        }

    def picture(self) -> str:
        """The board of the context with the sequence on it, for a terminal."""
        return pair_text(self.pair, self.view)

    def svg(self) -> str:
        """The same picture as SVG."""
        return pair_svg(self.pair, self.view, title=explain.sentence(self))

    def __str__(self) -> str:
        return explain.strategy_text(self)


@dataclass(frozen=True, slots=True)
class LookedAhead(Proof):
    """The number of states in a search, and what it proves about the move."""


@dataclass(frozen=True, slots=True)
class Sound(Proof):
    """The states where a proved strategy applies."""

    over: str = "states where the strategy applies, and it loses only where every move loses"
    number: int = 0


@dataclass(frozen=True, slots=True)
class LeftBehind(Count):
    """How often experts moved to this state, of all their moves to a state one move from here."""

    what: str = "times experts left behind a state one move from here, it was this one"


@dataclass(frozen=True, slots=True)
class Stands(Count):
    """How many legal actions a search did not refute, including this one."""

    what: str = "legal moves stand up to the search"


@dataclass(frozen=True, slots=True)
class Liked(Count):
    """How many of the other actions are liked less, judging by what experts chose."""

    what: str = "other moves are liked less, by what experts chose and left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(Count):
    """How often a strategy that applies here was right, of the times it applied while watching."""

    strategy: Strategy

    @classmethod
    def of(cls, strategy: Strategy) -> Spoke:
        pair = strategy.pair
        right = "times that it spoke in the contests watched, it was right"
        return cls(pair.right, pair.comments, right, strategy=strategy)

    def to_json(self) -> dict[str, Any]:
        return {**Count.to_json(self), "strategy": explain.sentence(self.strategy)}


@dataclass(frozen=True, slots=True, repr=False)
class StrategyAnswer(Answer[StrategyQuestion, Move]):
    """The moves of a state, best first, each with what speaks for it.

    The weight of a choice is the share of the steps (search, held states, contexts, judgement)
    that had something to say and kept it.
    """

    measure: ClassVar[Measure] = Measure.SUPPORT

    question: StrategyQuestion = field()
    choices: tuple[Choice[Move], ...] = field()
    contests: int = field()  # that were watched
    why_not: str = ""

    @property
    def confidence(self) -> None:
        """None: it has not been measured how often such an answer is right."""
        return None

    def details(self) -> dict[str, Any]:
        game, state = self.question.game, self.question.state
        spoke = [g for choice in self.choices for g in choice.grounds if isinstance(g, Spoke)]
        return {
            "game": game.name,
            "moves": [str(move) for move in self.question.moves],
            "board": "".join(game.marks[kind] for kind in state.contents),
            "mover": self.question.mark,
            "contests": self.contests,
            "strategies": [ground.strategy.to_json() for ground in spoke],
        }

    def __str__(self) -> str:
        return explain.answer_text(self)
