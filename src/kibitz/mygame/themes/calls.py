"""Themes of the auction: what a call is about, by the kind of decision and the two calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain

Sort = Callable[[Call], str | None]

_GAME = {
    Strain.CLUBS: 5,
    Strain.DIAMONDS: 5,
    Strain.HEARTS: 4,
    Strain.SPADES: 4,
    Strain.NOTRUMP: 3,
}
_SLAM = 6


@dataclass(frozen=True, slots=True)
class CallTheme:
    """What a choice of call is about, what a teacher would say, in which decisions it is met."""

    name: str
    sentence: str
    kinds: tuple[CallKind, ...]
    sort: Sort
    acting: bool = False
    """Whether it is met only where experts do not pass."""

    def meets(self, kind: CallKind, experts: Call) -> bool:
        """Whether a decision of this kind asks this theme's question."""
        if kind not in self.kinds or (self.acting and experts is Sign.PASS):
            return False
        return self.sort(experts) is not None

    def concerns(self, kind: CallKind, called: Call, experts: Call) -> bool:
        """Whether two calls answer it differently."""
        one, other = self.sort(called), self.sort(experts)
        return self.meets(kind, experts) and one is not None and one != other


def _acts(call: Call) -> str:
    return "pass" if call is Sign.PASS else "act"


def _doubles(call: Call) -> str | None:
    if isinstance(call, Bid):
        return "bid"
    return "double" if call is Sign.DOUBLE else None


def _height(call: Call) -> str | None:
    """Part score, game or slam; doubles and passes have no height."""
    if not isinstance(call, Bid):
        return None
    if call.level >= _SLAM:
        return "slam"
    return "game" if call.level >= _GAME[call.strain] else "part score"


def _strain(call: Call) -> str | None:
    return str(call.strain) if isinstance(call, Bid) else None


def _level(call: Call) -> str | None:
    return str(call.level) if isinstance(call, Bid) else None


_ALL = tuple(CallKind)
_UNDISTURBED = (CallKind.RESPONSE, CallKind.REBID)

CALL_THEMES = (
    CallTheme(
        "opening or passing",
        "Open what your partner can rely on: points, shape, and the seat you sit in.",
        (CallKind.OPENING,),
        _acts,
    ),
    CallTheme(
        "overcalling or passing",
        "Overcall on a suit worth leading and a hand worth bidding, not on points alone.",
        (CallKind.OVERCALL,),
        _acts,
    ),
    CallTheme(
        "competing or passing",
        "Compete to the level of your trumps; then let them play.",
        (CallKind.COMPETITIVE,),
        _acts,
    ),
    CallTheme(
        "answering partner or passing",
        "Partner's call asks for something: answer while game is possible, pass when it is not.",
        _UNDISTURBED,
        _acts,
    ),
    CallTheme(
        "doubling or bidding",
        "Double to ask or to punish; bid when you know where you are going.",
        _ALL,
        _doubles,
        acting=True,
    ),
    CallTheme(
        "game or less",
        "Add your points to what partner has shown before you stop, and before you go on.",
        _ALL,
        _height,
        acting=True,
    ),
    CallTheme(
        "the strain",
        "Show the suit that the partnership may play in; support comes before a suit of your own.",
        _ALL,
        _strain,
        acting=True,
    ),
    CallTheme(
        "the level",
        "Bid at once what your hand is worth, once.",
        _ALL,
        _level,
        acting=True,
    ),
)


def call_themes(kind: CallKind, experts: Call) -> list[CallTheme]:
    """All themes whose question a decision asks."""
    return [theme for theme in CALL_THEMES if theme.meets(kind, experts)]


def call_theme(kind: CallKind, called: Call, experts: Call) -> CallTheme | None:
    """What a slip is about."""
    return next((one for one in CALL_THEMES if one.concerns(kind, called, experts)), None)
