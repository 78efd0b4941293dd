"""Training data for a network of cards: decisions as tensors on the training device."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import Bytes, Views
from kibitz.cardplay.similarity.sights import TokenSight
from kibitz.errors import UsageError
from kibitz.runtime.running import at_once

Tensor: TypeAlias = Any  # torch is optional, so its types are not available to the type checker

CHUNK = 65_536


def torch_module() -> Any:
    try:
        import torch
    except ImportError as error:
        raise UsageError("training needs torch: pip install 'kibitz[learn]'") from error
    return torch


def training_device() -> str:
    """The training device: a graphics processor if torch finds one."""
    if find_spec("torch") is None:
        return "cpu"
    return "cuda" if torch_module().cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True, eq=False)
class CardLessons:
    """Decisions on the training device: tokens, legal cards, equal cards, the card chosen, and
    whose the hidden cards were (counted from the hand to play; 0 where a card is not hidden)."""

    suits: Tensor
    whole: Tensor
    legal: Tensor
    equal: Tensor
    chosen: Tensor
    holders: Tensor

    @classmethod
    def of(cls, views: Views, sight: TokenSight, device: str) -> CardLessons:
        torch = torch_module()

        def part(first: int) -> list[np.ndarray[Any, Any]]:
            some = views[first : first + CHUNK]
            given = sight.tokens(some)
            seen = (given.suits, given.whole, given.legal)
            return [*seen, Choices.of(some).touching, some.chosen, _holders(some)]

        parts = at_once(part, range(0, len(views), CHUNK))
        on_device = [[torch.from_numpy(one).to(device) for one in each] for each in parts]
        return cls(*(torch.cat(column) for column in zip(*on_device, strict=True)))

    def with_a_choice(self) -> CardLessons:
        """The decisions with more than one legal card."""
        several = self.legal.flatten(1).sum(dim=1) > 1
        return self[several.nonzero().squeeze(1)]

    def __len__(self) -> int:
        return len(self.chosen)

    def __getitem__(self, rows: Any) -> CardLessons:
        return CardLessons(*(getattr(self, field.name)[rows] for field in fields(self)))


def _holders(views: Views) -> Bytes:
    """The holder of each card that the hand to play could not see."""
    each = np.arange(len(views))[:, None]
    played = views.tables.played[views.table]
    gone = np.zeros((len(views), 256), np.bool_)
    gone[each, np.where(np.arange(52) < views.plies[:, None], played, 255)] = True
    owners, turns = views.tables.owners[views.table], views.turns[:, None]
    hidden = ~gone[:, :52] & (owners != turns) & ((owners != 2) | (views.plies[:, None] == 0))
    held: Bytes = np.where(hidden, (owners + 4 - turns) % 4, 0).astype(np.uint8)
    return held
