"""What was learned by watching one game: context pairs (best first), held states, judgement."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.boards.lines import LineGame
from kibitz.strategies.judgement.player import BoardPlayer, Knowledge
from kibitz.strategies.sequences.contexts import ContextPair, ContextStatus
from kibitz.strategies.sequences.player import Tier
from kibitz.strategies.sequences.reading import PaperReading
from kibitz.strategies.sequences.view import BoardView

TRUSTED = 0.9  # the weight from which a player follows a context
PLIES = 4  # how far a player searches where pieces slide


@dataclass(frozen=True, slots=True)
class StrategyMemory:
    """All that was learned about one game, and the number of contests watched."""

    game: LineGame
    contests: int
    seed: int
    reading: PaperReading
    pairs: tuple[ContextPair, ...]
    knowledge: Knowledge

    @property
    def view(self) -> BoardView:
        return BoardView(self.game)

    @property
    def trusted(self) -> list[ContextPair]:
        """The pairs that may advise: heavy enough, and none that is refuted."""
        return [
            pair
            for pair in self.pairs
            if pair.weight >= TRUSTED and pair.standing is not ContextStatus.REFUTED
        ]

    @property
    def to_show(self) -> tuple[ContextPair, ...]:
        """The pairs, best first; refuted ones, which are no advice, come last."""
        return tuple(sorted(self.pairs, key=lambda pair: pair.standing is ContextStatus.REFUTED))

    def player(self) -> BoardPlayer:
        """A player that uses all of it."""
        plies = PLIES if self.game.slides else 0
        trusted = self.trusted
        tier = (
            Tier.of(self.view, trusted, enforced=False, reading=self.reading) if trusted else None
        )
        return BoardPlayer(plies, self.knowledge.held, tier, self.knowledge.judgement)


def best_first(pairs: list[ContextPair]) -> tuple[ContextPair, ...]:
    """The pairs by weight, then by how often they applied; ties have a fixed order too."""
    return tuple(sorted(pairs, key=lambda p: (-p.weight, -p.comments, p.context, p.sequences)))
