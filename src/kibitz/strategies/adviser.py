"""The adviser on board games: every legal move, ranked by search and by what was learned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.advice import Choice, Ground, Rule
from kibitz.games.boards import LineGame
from kibitz.games.boards.board import Move
from kibitz.places import Places
from kibitz.strategies.answer import (
    LeftBehind,
    Liked,
    LookedAhead,
    Sound,
    Spoke,
    Stands,
    Strategy,
    StrategyAnswer,
)
from kibitz.strategies.judgement.player import HAIR, Weighed, advised_by
from kibitz.strategies.memory import StrategyMemory
from kibitz.strategies.question import StrategyQuestion
from kibitz.strategies.search.depth_limited import SURE, Searched
from kibitz.strategies.sequences.contexts import ContextStatus
from kibitz.strategies.sequences.player import Backing
from kibitz.strategies.sequences.view import BoardView
from kibitz.strategies.store import recall


@dataclass(frozen=True, slots=True)
class StrategyAdviser:
    """Answers from what was learned about one game.

    >>> from kibitz.games.boards import LOSE_TIC_TAC_TOE
    >>> adviser = open_adviser(Places.of(), LOSE_TIC_TAC_TOE)
    >>> print(adviser.ask(StrategyQuestion.parse("lose-tic-tac-toe: 5 2")).best.action)
    8
    """

    memory: StrategyMemory

    def ask(self, question: StrategyQuestion, /) -> StrategyAnswer:
        """Every legal move, those that most steps kept first; ties in board order."""
        player = self.memory.player()
        state = question.state
        weighed = player.weigh(state)
        if not weighed.steps and len(weighed.legal) > 1:
            nothing = "nothing that was learned speaks here: one legal move is as good as another"
            return StrategyAnswer(question, (), self.memory.contests, nothing)
        contexts = player.contexts
        backing = {} if contexts is None else advised_by(contexts, state, weighed.legal)
        view, steps = self.memory.view, max(1, len(weighed.steps))
        choices = (
            Choice(
                Move.of(code),
                (weighed.passed(code) if weighed.steps else 1) / steps,
                tuple(_grounds(weighed, code, backing.get(code, ()), view)),
            )
            for code in sorted(weighed.legal, key=lambda code: -weighed.passed(code))
        )
        return StrategyAnswer(question, tuple(choices), self.memory.contests)


def open_adviser(places: Places, game: LineGame) -> StrategyAdviser:
    """The adviser for *game*, over what the user's Kibitz has watched, else over what ships."""
    return StrategyAdviser(recall(game, places.strategies_of(game.name)))


def _grounds(
    weighed: Weighed, code: int, backing: tuple[Backing, ...], view: BoardView
) -> Iterator[Ground]:
    if len(weighed.legal) == 1:
        yield Rule("the only legal move", f"the rules of {view.game.name}")
    searched = weighed.searched
    if searched is not None:
        yield LookedAhead(_found(searched), searched.nodes, complete=weighed.settled)
        if code in searched.best and not weighed.settled:
            yield Stands(len(searched.best), len(weighed.legal))
    if code in weighed.held:
        yield LeftBehind(weighed.held[code], sum(weighed.held.values()))
    once = {id(one.pair): one for one in reversed(backing)}  # it may hold in several ways
    for one in sorted(once.values(), key=lambda one: (-one.pair.weight, one.pair.context)):
        yield Spoke.of(Strategy.here(one, view, Move.of(code)))
        if one.pair.standing is ContextStatus.PROVED:
            yield Sound(number=one.pair.states)
    if code in weighed.likings:
        liking = weighed.likings[code] - HAIR
        others = [value for other, value in weighed.likings.items() if other != code]
        if less := sum(value < liking for value in others):
            yield Liked(less, len(others))


def _found(searched: Searched) -> str:
    """The ground for a move that a search examined, and what it proves."""
    looked = f"states, {searched.depth} plies deep"
    if searched.value > SURE // 2:
        return f"{looked}, proves that it wins"
    if searched.value < -SURE // 2:
        return f"{looked}, finds every move losing; this one holds out longest"
    return looked
