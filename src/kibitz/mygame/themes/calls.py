"""Themes of the auction: each sorts calls into the ways to answer one question.

A slip is about the first theme under which the player's call and the experts' answer differently.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain

Sort = Callable[[Call], str | None]
"""Sorts a call; None if the theme does not apply to it."""

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
    """What a choice of call is about, what a teacher would say of it, and where it applies."""

    name: str
    sentence: str
    kinds: tuple[CallKind, ...]
    sort: Sort
    acting: bool = False
    """Whether it applies only where experts do not pass."""

    def meets(self, kind: CallKind, experts: Call) -> bool:
        """Whether a decision of this kind asks this theme's question."""
        if kind not in self.kinds or (self.acting and experts is Sign.PASS):
            return False
        return self.sort(experts) is not None

    def concerns(self, kind: CallKind, called: Call, experts: Call) -> bool:
        """Whether two calls answer the theme's question differently."""
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
        "Open a hand that partner can rely on: judge its points, its shape, and your seat.",
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
        "Compete to the level of your side's trumps; then let them play.",
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
        "Bid what your hand is worth at once, and only once.",
        _ALL,
        _level,
        acting=True,
    ),
)


def call_themes(kind: CallKind, experts: Call) -> list[CallTheme]:
    """All themes whose question a decision asks."""
    return [theme for theme in CALL_THEMES if theme.meets(kind, experts)]


def call_theme(kind: CallKind, called: Call, experts: Call) -> CallTheme | None:
    """The theme of a slip; None if no theme tells the two calls apart."""
    return next((one for one in CALL_THEMES if one.concerns(kind, called, experts)), None)
