"""A partnership's agreements as they are typed: an empty text leaves one as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from kibitz.forms import Said, Spelled

_LONGEST = 20


@dataclass(frozen=True, slots=True)
class AgreementsForm(Spelled):
    """The agreements to change."""

    notrump_leads: Annotated[
        str,
        Said(
            "Small cards of a long suit against no-trump: fourth, third-fifth or attitude.",
            longest=_LONGEST,
        ),
    ] = ""
    suit_leads: Annotated[
        str,
        Said(
            "The same against suits: fourth, third-fifth or attitude.",
            longest=_LONGEST,
        ),
    ] = ""
    notrump_ace_king: Annotated[
        str,
        Said(
            "From ace-king against no-trump: ace or king.",
            longest=_LONGEST,
        ),
    ] = ""
    suit_ace_king: Annotated[
        str,
        Said("From ace-king against suits: ace or king.", longest=_LONGEST),
    ] = ""
    attitude: Annotated[
        str,
        Said(
            "A high card encourages (standard), a low one (upside-down), or none.",
            longest=_LONGEST,
        ),
    ] = ""
    count: Annotated[
        str,
        Said(
            "High is an even number (standard), an odd one (upside-down), or none.",
            longest=_LONGEST,
        ),
    ] = ""
    partner_leads: Annotated[
        str,
        Said(
            "What is told on partner's lead: attitude, count or suit-preference.",
            longest=_LONGEST,
        ),
    ] = ""
    declarer_leads: Annotated[
        str,
        Said(
            "What is told on declarer's lead: attitude, count or suit-preference.",
            longest=_LONGEST,
        ),
    ] = ""
    first_discard: Annotated[
        str,
        Said(
            "What the first discard tells: attitude, count, suit-preference or odd-even.",
            longest=_LONGEST,
        ),
    ] = ""
