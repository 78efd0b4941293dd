"""Lets FastAPI read forms from an address and describe them in `openapi.json`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar

from fastapi import Query
from pydantic import BeforeValidator, Field

from kibitz.forms import Said, Spelled, Text, texts

FormT = TypeVar("FormT", bound=Spelled)


def query(form: type[FormT]) -> Callable[..., FormT]:
    """A dependency that reads *form* from an address: ``Annotated[F, Depends(query(F))]``.

    Texts out of bounds are refused before any work begins: requests come from strangers.
    """
    asked = {text.spelled: text for text in texts(form) if text.said.only != "terminal"}

    def read(**given: Any) -> FormT:
        values = {asked[spelled].name: _tidy(value) for spelled, value in given.items()}
        return form(**values)

    parameters = [_parameter(text) for text in asked.values()]
    read.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return read


def _parameter(text: Text) -> Parameter:
    hint = _annotated(text.type, text.said)
    return Parameter(text.spelled, Parameter.KEYWORD_ONLY, default=text.empty, annotation=hint)


def _tidy(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _annotated(kind: Any, said: Said) -> Any:
    """The type of a query parameter, with its bounds and its description."""
    least, most = said.page_bounds or said.bounds
    if kind == int | None:
        number = Annotated[int, Field(ge=least, le=most)]
        described = Query(description=said.help)
        return Annotated[number | None, BeforeValidator(_number_or_none), described]
    return Annotated[kind, Query(ge=least, le=most, max_length=said.longest, description=said.help)]


def _number_or_none(typed: Any) -> Any:
    """None for the empty text that a browser sends for a field left empty."""
    return None if typed == "" else typed
