"""Which theme is a decision of? By the cause of the gain and by where the cards are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.because.cards import WhyCard
from kibitz.because.causes import Cause, Kind
from kibitz.because.lies import LieForm
from kibitz.cardplay.lookahead.comparing import why_better
from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Card, Rank
from kibitz.games.bridge.play import tricks_of
from kibitz.mygame.themes.cards import CARD_THEMES
from kibitz.mygame.themes.sight import SeatSight
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.sight import SeenDeal
from kibitz.sitting.stops import Trials
from kibitz_lab.ladder.positions import PartedCards

SIGNAL = "partner's card"
"""The kind of a signal: with the opposite one the other card would be right."""
_LATE = 4
SWAYED = 0.5
"""A signal decides if, with the opposite one, no more than so much of the gain is left."""
_HOLDING_UP = {
    Kind.NONE_LEFT, Kind.THEY_RUN, Kind.SAFE_HAND, Kind.STOPPER_KEPT, Kind.TRICKS_FIRST,
    Kind.NEEDLESS_DUCK, Kind.MORE_FOR_THEM,
}  # fmt: skip
_BY_CAUSE = {
    Kind.OUT_OF_REACH: "entries",
    Kind.SAFE_HAND: "avoidance",
    Kind.NONE_LEFT: "avoidance",
    Kind.THEY_OPEN: "endplay",
    Kind.RUFFED_LOSER: "ruffs",
    Kind.OUR_RUFF: "ruffs",
    Kind.DISCARD: "discards",
}
_RUFFS = {Kind.RUFFED_LOSER, Kind.OUR_RUFF}
_TRUMPS_FIRST = {
    Kind.THEIR_RUFF, Kind.LOST_CONTROL, Kind.BECOMES, Kind.THEY_RUN, Kind.MORE_FOR_THEM, Kind.TAKES,
}  # fmt: skip
_OWN_SUIT = {Kind.BECOMES, Kind.COUNT, Kind.TAKES}
_LENGTHS = {LieForm.EVEN, LieForm.UNEVEN, LieForm.LENGTH}
_ACTIVE = {
    Kind.IN_TIME, Kind.TRICKS_FIRST, Kind.OPENS, Kind.MORE_FOR_THEM, Kind.BECOMES, Kind.TAKES,
    Kind.DISCARD, Kind.COUNT, Kind.THEY_RUN,
}  # fmt: skip
_SEATS = (
    ("covering an honour", "covering"),
    ("second hand", "second-hand"),
    ("third hand", "third-hand"),
)


def why(at: PartedCards) -> WhyCard | None:
    """The reason of a decision, as the table gives it."""
    return why_better(at.right, at.rival, at.stop.tried)


def told(at: PartedCards, house: HousePlayer) -> dict[str, Any]:
    """What is known of a decision: its reason, the rules that part its cards, what was measured."""
    reason = why(at)
    sight = SeatSight(at.state)
    return {
        "why": "" if reason is None else reason.text,
        "causes": [] if reason is None else [one.cause.to_json() for one in reason.reason],
        "rules": [one.name for one in CARD_THEMES if one.concerns(sight, at.rival, at.right)],
        "opposite": None if reason is None else _opposite_gain(at, sight, house),
    }


@dataclass(frozen=True, slots=True)
class SortedCard:
    """A decision by what is known of it, so that it can be sorted again without a trial."""

    sight: SeatSight
    right: Card
    rival: Card
    causes: tuple[Cause, ...]
    rules: frozenset[str]
    is_signalled: bool

    @property
    def theme(self) -> str:
        """The theme, by its cause and by where the cards are played; empty if it is of none."""
        return self._of_declarer() if self.sight.declares else self._of_defence()

    @property
    def kind(self) -> str:
        """The kind of its cause."""
        if self.theme == "signals":
            return SIGNAL
        return self.causes[0].kind.value if self.causes else ""

    def _of_declarer(self) -> str:
        if not self.causes:
            return ""
        kind, sight = self.causes[0].kind, self.sight
        theirs = sight.place > 1 and not sight.we_led and sight.follows
        ducks = self.rules & {"hold-up", "winning or ducking"} and kind in _HOLDING_UP
        if theirs and (ducks or kind in (Kind.NONE_LEFT, Kind.STOPPER_KEPT)):
            return "holding-up"
        if kind in _RUFFS and self.right.suit is self.rival.suit:
            return "finesse-or-drop" if "finesse or drop" in self.rules else ""
        if kind in _BY_CAUSE:
            return _BY_CAUSE[kind]
        if "drawing trumps" in self.rules and kind in _TRUMPS_FIRST:
            first = kind in (Kind.THEIR_RUFF, Kind.LOST_CONTROL) or self.right.suit is sight.trumps
            return "drawing-trumps" if first else ""
        if kind is Kind.OPENS and sight.place == 1 and sight.state.tricks >= _LATE:
            return "endplay"
        return "" if theirs or self.right.suit is not self.rival.suit else self._of_suit()

    def _of_suit(self) -> str:
        """A suit of declarer's own: which card of it."""
        cause = self.causes[0]
        if cause.suit not in (None, self.right.suit):
            return ""
        if cause.lie is not None and cause.lie.form in _LENGTHS:
            return "safety"
        if cause.lie is not None or "finesse or drop" in self.rules:
            return "finesse-or-drop"
        return "safety" if cause.kind in _OWN_SUIT else ""

    def _of_defence(self) -> str:
        if not self.causes:
            return ""
        for rule, theme in _SEATS:
            if rule in self.rules:
                return theme
        if self.sight.place != 1 or self.right.suit is self.rival.suit:
            return ""
        if self.is_signalled:
            return "signals"
        return "active-or-passive" if self.causes[0].kind in _ACTIVE else ""


def _opposite_gain(at: PartedCards, sight: SeatSight, house: HousePlayer) -> float | None:
    """What a defender's lead would gain on the rival, had partner played the opposite small card;
    None if he told nothing."""
    if sight.declares or sight.place != 1 or at.right.suit is at.rival.suit:
        return None
    other = _opposite(at.stop.seen)
    if other is None:
        return None
    try:
        found = Trials(house.playing).among(other, [at.right, at.rival], at.stop.shares)
    except KibitzError:  # no layout fits
        return None
    return round(found.tried.gain(at.right, at.rival).chance.mean, 3)


def _opposite(seen: SeenDeal) -> SeenDeal | None:
    """The same position, had partner played the highest small card that is out instead of the
    lowest, or the other way round, when he last followed suit below the winning card."""
    sight, state = SeatSight(seen.state), seen.state
    for trick in reversed(list(tricks_of(state.contract, state.played))):
        mine = trick.by_seat.get(state.turn.partner)
        if mine is None or trick.winner is None or trick.by_seat[trick.winner] is mine:
            continue
        spots = [one for one in sight.unseen.of_suit(mine.suit) if one.rank <= Rank.NINE]
        if mine.suit is not trick.cards[0].suit or mine.rank > Rank.NINE or not spots:
            return None
        other = max(spots) if mine.rank < max(spots).rank else min(spots)
        if not _is_plain(other, mine, trick.by_seat[trick.winner]):
            return None
        played = tuple(other if one == mine else one for one in state.played)
        return replace(seen, known=replace(seen.known, played=played))
    return None


def _is_plain(other: Card, mine: Card, winning: Card) -> bool:
    """Whether a small card would not have won the trick either, and tells something else."""
    loses = other.suit is not winning.suit or other.rank < winning.rank
    return loses and abs(other.rank - mine.rank) >= 2
