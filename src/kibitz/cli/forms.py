"""Turns forms, and other dataclasses such as `run.Run`, into the options of a command."""

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
    """The function *answer* as typer reads it: a parameter that is a dataclass becomes its fields.

    A field or parameter with a `Said` becomes an option or an argument; what is declared with
    typer's own `Option` or `Argument` stays as it is.
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
    """Fill in a form, taking the values of its fields out of those *given* to the command."""
    values = {field.name: given.pop(field.name) for field in fields(form) if field.name in given}
    for text in texts(form):
        if text.said.argument == "words":
            values[text.name] = " ".join(values[text.name] or ())
    return form(**values)


def _spread(parameter: Parameter) -> Iterator[Parameter]:
    """The parameters that typer sees: the parameter itself, or one for each field of a form."""
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
    """A parameter with its `Said` translated for typer."""
    said = said_by(hint)
    if said is not None:
        kind = get_args(hint)[0]
        if said.argument == "words":
            kind = list[str] if default is Parameter.empty else list[str] | None
            default = default or None
        hint = Annotated[kind, _declared(name, said)]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _declared(name: str, said: Said) -> Any:
    """The option or argument that a `Said` describes."""
    least, most = said.bounds
    metavar = said.metavar or None
    if said.argument:
        return typer.Argument(help=said.help, metavar=metavar, min=least, max=most)
    spelled = (said.option or name).replace("_", "-")
    return typer.Option(f"--{spelled}", help=said.help, metavar=metavar, min=least, max=most)
