"""Commands whose options are declared elsewhere: as a form's texts, or as fields of `run.Run`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter
from typing import Annotated, Any, get_args, get_type_hints

import typer

from kibitz.forms import Said, said_by, texts


def command(answer: Callable[..., None]) -> Callable[..., None]:
    """A command of typer: *answer*, with each parameter that is a dataclass spread into options.

    A field or a parameter with a `Said` becomes an option or an argument; one that is declared in
    typer's own words stays as it is.
    """
    declared = inspect.signature(answer, eval_str=True).parameters.values()
    forms: dict[str, Any] = {
        one.name: one.annotation for one in declared if is_dataclass(one.annotation)
    }
    spread = [option for one in declared for option in _spread(one)]

    @functools.wraps(answer)
    def answer_with(**given: Any) -> None:
        filled = {name: _filled(form, given) for name, form in forms.items()}
        answer(**given, **filled)

    answer_with.__signature__ = inspect.Signature(spread)  # type: ignore[attr-defined]
    answer_with.__annotations__ = {one.name: one.annotation for one in spread}
    return answer_with


def _filled(form: Any, given: dict[str, Any]) -> Any:
    """A form with the values that are *given* for it, and are taken from there."""
    values = {field.name: given.pop(field.name) for field in fields(form) if field.name in given}
    for text in texts(form):
        if text.said.argument == "words":
            values[text.name] = " ".join(values[text.name] or ())
    return form(**values)


def _spread(parameter: Parameter) -> Iterator[Parameter]:
    """The options that a parameter of a command stands for: itself, or the fields of a form."""
    if not is_dataclass(parameter.annotation):
        yield _option(parameter.name, parameter.annotation, parameter.default)
        return
    hints = get_type_hints(parameter.annotation, include_extras=True)
    for field in fields(parameter.annotation):
        said = said_by(hints[field.name])
        if said is None or said.only != "page":
            default = Parameter.empty if field.default is MISSING else field.default
            yield _option(field.name, hints[field.name], default)


def _option(name: str, hint: Any, default: Any) -> Parameter:
    """A parameter as typer reads it."""
    said = said_by(hint)
    if said is not None:
        kind = get_args(hint)[0]
        if said.argument == "words":
            kind = list[str] if default is Parameter.empty else list[str] | None
            default = default or None
        hint = Annotated[kind, _declared(name, said)]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _declared(name: str, said: Said) -> Any:
    """A `Said` in typer's words."""
    least, most = said.bounds
    metavar = said.metavar or None
    if said.argument:
        return typer.Argument(help=said.help, metavar=metavar, min=least, max=most)
    spelled = (said.option or name).replace("_", "-")
    return typer.Option(f"--{spelled}", help=said.help, metavar=metavar, min=least, max=most)
