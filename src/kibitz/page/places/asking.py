"""What places that ask one question from a form share: its address, its page, its data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypeAlias, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from kibitz.errors import KibitzError
from kibitz.page.desk import A_MOMENT, PATIENTLY
from kibitz.page.words import WORDS

VULNERABLE = {name: WORDS["vulnerable"][name] for name in ("none", "ns", "ew", "both")}

HandField: TypeAlias = Annotated[str, Query(max_length=100)]
AuctionField: TypeAlias = Annotated[str, Query(max_length=400)]
WordField: TypeAlias = Annotated[str, Query(max_length=10)]
PairField: TypeAlias = Annotated[str, Query(max_length=200)]
PlayerField: TypeAlias = Annotated[
    str, Query(max_length=100, description="only the decisions of this player")
]
SystemField: TypeAlias = Annotated[str, Query(max_length=100)]

Data: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Address(ABC):
    """A question as the page's address spells it; its fields are those of the form."""

    @property
    @abstractmethod
    def is_asked(self) -> bool:
        """Whether there is a question yet, or only the form."""

    @property
    def address(self) -> str:
        """What stands behind the question mark of a link that asks again."""
        return urlencode({name: value for name, value in asdict(self).items() if value})


Asked = TypeVar("Asked", bound=Address)


def question_router(
    path: str,
    summary: str,
    read: Callable[..., Asked],
    work: Callable[[Asked, float], Awaitable[Data]],
    page: Callable[[Asked, Data | None, str], str],
) -> APIRouter:
    """The place at *path* and the same as data: *read* is the question, *work* answers it.

    *page* draws the question, its answer where there is one, and what is wrong with it.
    """
    router = APIRouter()
    question = Depends(read)

    @router.get(path, response_class=HTMLResponse, include_in_schema=False)
    async def place(asked: Any = question) -> str:
        answer, problem = None, ""
        if asked.is_asked:
            try:
                answer = await work(asked, A_MOMENT)
            except KibitzError as error:
                problem = str(error)
        return page(asked, answer, problem)

    @router.get(f"/api{path}", summary=summary)
    async def as_data(asked: Any = question) -> Data:
        return await work(asked, PATIENTLY)

    return router
