"""What each kind of cause is called where slips and drills are sorted by it."""

from __future__ import annotations

from kibitz.because.causes import Kind

NAMES = {
    Kind.NONE_LEFT: "none left to return",
    Kind.SAFE_HAND: "losing to the safe hand",
    Kind.TRICKS_FIRST: "tricks before they get in",
    Kind.STOPPER_KEPT: "keeping the stopper",
    Kind.THEY_RUN: "the suit they run",
    Kind.THEIR_RUFF: "their ruff",
    Kind.RUFFED_LOSER: "ruffing losers",
    Kind.DISCARD: "losers thrown in time",
    Kind.OUT_OF_REACH: "winners out of reach",
    Kind.BARREN: "a suit that brings nothing",
    Kind.COUNT: "the suit with the tricks",
    Kind.LIE: "how the cards lie",
    Kind.EXTRA_CHANCE: "one chance more",
    Kind.NEEDLESS_DUCK: "a needless duck",
    Kind.LOST_CONTROL: "control of trumps",
    Kind.BECOMES: "making their card good",
    Kind.TAKES: "a card that can take a trick",
    Kind.OPENS: "opening a suit for them",
    Kind.MORE_FOR_THEM: "more tricks for them",
    Kind.IN_TIME: "tricks taken in time",
    Kind.OUR_RUFF: "a ruff of ours",
    Kind.THEY_OPEN: "letting them open a suit",
    Kind.LED_FROM: "leading from the right hand",
}
"""By kind, in the words of a teacher."""


def theme_named(text: str) -> str:
    """The theme that is meant, by its own name or by the kind of its cause.

    >>> theme_named("Stopper kept"), theme_named("their ruff"), theme_named("hold-up")
    ('keeping the stopper', 'their ruff', 'hold-up')
    """
    wanted = " ".join(text.lower().split())
    return next((name for kind, name in NAMES.items() if kind.value == wanted), wanted)
