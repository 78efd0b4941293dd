"""Forms: a question's texts, spelled once for the terminal, the page's addresses and its API.

A form holds what somebody typed, sound or not, so that a page can hand it back for correction. Each
field has a `Said`: its help, its name, its bounds. `Form.question` makes a room's question of the
texts; it is the only place that refuses them. `cli.forms` turns a form into the options of a
command, `page.forms` into the query of an address.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)
from urllib.parse import urlencode

Bounds: TypeAlias = tuple[int | None, int | None]
ANY: Bounds = (None, None)


@dataclass(frozen=True, slots=True)
class Said:
    """The description of a field."""

    help: str
    option: str = ""
    """Its name in the terminal and in an address, if it is not the field's own."""
    argument: Literal["", "word", "words"] = ""
    """In the terminal it is an argument of one word, or of several, instead of an option."""
    metavar: str = ""
    """The name of its value in the terminal's help."""
    only: Literal["", "terminal", "page"] = ""
    bounds: Bounds = ANY
    """The least and the greatest value of a number."""
    page_bounds: Bounds | None = None
    """The same in an address, if requests from strangers are held to narrower ones."""
    longest: int | None = None
    """The greatest length of a text in an address."""


class Text(NamedTuple):
    """A field of a form: its name in Python, its name elsewhere, its type and its default."""

    name: str
    spelled: str
    type: Any
    said: Said
    default: Any

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    @property
    def empty(self) -> Any:
        """Its value on a page into which nothing was typed yet."""
        return "" if self.is_required else self.default


def said_by(annotation: Any) -> Said | None:
    """The `Said` of an annotation; None if it has none.

    >>> said_by(Annotated[int, Said("A number.")]).help, said_by(int)
    ('A number.', None)
    """
    notes = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return next((note for note in notes if isinstance(note, Said)), None)


def texts(form: type[object]) -> tuple[Text, ...]:
    """The fields of a dataclass that have a `Said`, in their order."""
    return _texts(form)  # type: ignore[arg-type]  # mypy does not know that a type has a hash


@cache
def _texts(form: Any) -> tuple[Text, ...]:
    hints = get_type_hints(form, include_extras=True)
    said = ((field, hints[field.name], said_by(hints[field.name])) for field in fields(form))
    return tuple(
        Text(field.name, says.option or field.name, get_args(hint)[0], says, field.default)
        for field, hint, says in said
        if says is not None
    )


@dataclass(frozen=True, slots=True)
class Spelled:
    """What an address or a command's options spell: a dataclass with a `Said` for every field."""

    @property
    def is_asked(self) -> bool:
        """Whether the first text was typed; until then a page shows nothing but the form."""
        return bool(getattr(self, texts(type(self))[0].name))

    @property
    def address(self) -> str:
        """The query string of a link that repeats this form, without what is empty."""
        spelled = {}
        for text in texts(type(self)):
            value = getattr(self, text.name)
            if text.said.only != "terminal" and (value or value != text.empty):
                spelled[text.spelled] = int(value) if value is True else value
        return urlencode(spelled, safe=",")

    def says_more_than(self, *names: str) -> bool:
        """Whether anything was typed apart from the fields with these *names*."""
        others = (text for text in texts(type(self)) if text.name not in names)
        return any(getattr(self, text.name) != text.empty for text in others)


QuestionT = TypeVar("QuestionT", covariant=True)


@dataclass(frozen=True, slots=True)
class Form(Spelled, ABC, Generic[QuestionT]):
    """What was typed to ask a question, sound or not.

    >>> @dataclass(frozen=True, slots=True)
    ... class SeatForm(Form[int]):
    ...     seat: Annotated[str, Said("Your seat.")]
    ...     vulnerability: Annotated[str, Said("Who is vulnerable.", option="vul")] = "none"
    ...     lookahead: Annotated[int, Said("How many layouts.")] = 0
    ...     def question(self) -> int:
    ...         return "NESW".index(self.seat)
    >>> SeatForm("E", lookahead=20).address
    'seat=E&vul=none&lookahead=20'
    >>> SeatForm("").is_asked, SeatForm("E").question(), SeatForm("E").says_more_than("seat")
    (False, 1, False)
    """

    @abstractmethod
    def question(self) -> QuestionT:
        """The question that the texts ask; UsageError if they make no sense."""
