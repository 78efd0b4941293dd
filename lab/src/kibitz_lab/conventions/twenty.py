"""Twenty conventions that players name, the words by which they do, and what Kibitz calls them.

Chosen and written down from the events that teach, before any event for testing was looked at:
the names that players write most often, one for each kind of convention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.bidding.conventions.file import conventions

_DENIED = re.compile(r"\b(?:not?|non|nt|never|don'?t|isn'?t|without|if|would|available)\b|\?")


@dataclass(frozen=True, slots=True)
class PlayersName:
    """A name as players write it, and the conventions of the file that it means."""

    name: str
    words: str
    """A pattern that their words hold, in small letters."""
    short: str
    """A pattern of the names in the file that are meant."""

    def is_in(self, words: str) -> bool:
        """Whether an explanation names it, and neither denies it nor asks whether it is so."""
        return bool(re.search(self.words, words)) and not _DENIED.search(words)

    @property
    def conventions(self) -> frozenset[str]:
        return frozenset(one for one in conventions() if re.search(self.short, one))


TWENTY = (
    PlayersName("Stayman", r"^(?!.*(pup|5|check|cb)).*\bsta?y?e?man|^stay$", r"Stayman$|^Stayman"),
    PlayersName("Puppet Stayman", r"pup.*stay|^5[ -]?c.*stay", r"^Puppet Stayman$"),
    PlayersName(
        "transfer",
        r"^(?!.*(accept|super|complet|break|re-?trans|refus)).*\b(transf|trf\b|xfer|tfr\b|texas)",
        r"transfer (?!accepted)|transfer$|Texas",
    ),
    PlayersName("Smolen", r"smol", r"^Smolen"),
    PlayersName("Drury", r"drury", r"^Drury"),
    PlayersName("Bergen", r"\bberg[aei]n", r"Bergen"),
    PlayersName("splinter", r"splint|\bspl\b", r"splinter|short suit after Jacoby"),
    PlayersName(
        "limit raise",
        r"\blimit raise|\blr\b",
        r"limit raise|Truscott|two no-trump raise|Bergen limit|cue-raise|Drury",
    ),
    PlayersName("inverted raise", r"\binvert", r"inverted|weak jump raise of a minor"),
    PlayersName("fourth suit forcing", r"4th suit|4sf|fsf|fourth suit|^4th$", r"fourth suit"),
    PlayersName(
        "checkback",
        r"check ?-?back|nmf|new minor|^cb$|2wcb",
        r"checkback|New minor|Cole|XYZ",
    ),
    PlayersName("Gazzilli", r"ga[zs]+il|^gaz", r"^Gazzilli"),
    PlayersName("Multi", r"\bmulti\b|multicol", r"^Multi$|multi over no-trump"),
    PlayersName("pass or correct", r"p/c|pass ?(or|/) ?cor", r"pass or correct"),
    PlayersName("game try", r"\btrial|game ?try|help suit", r"game try"),
    PlayersName(
        "Blackwood, with or without key cards",
        r"^(?!.*(\d ?key|excl)).*(rkc|blackw|\bbw\b|key ?card|\bkc ask)",
        r"^Blackwood$|key card ask|minorwood|kickback",
    ),
    PlayersName("Michaels", r"\bmicha[ei]l", r"Michaels"),
    PlayersName("Lebensohl", r"\blebe?n?[sz]?h?[oe]|^leb\b", r"Lebensohl|good-bad"),
    PlayersName(
        "support double",
        r"\bsupp?(ort)? ?(x|dbl?e?|double|xx|rdbl|redouble)\b",
        r"support (re)?double",
    ),
    PlayersName(
        "take-out double",
        r"t/ ?o\b|take ?-?out|\btko\b",
        r"take-out|competitive double|balancing double|reopening|negative double|double showing"
        r"|responsive|of their bid over",
    ),
)


def named_by_players(words: str) -> Iterator[PlayersName]:
    """Those of the twenty that an explanation names; *words* are made plain."""
    return (one for one in TWENTY if one.is_in(words))
