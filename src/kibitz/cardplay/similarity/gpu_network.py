"""A network's descriptions on a graphics processor: the same as those of `eight_bits`, to the bit.

Bytes less 128 are multiplied as floats: sums of a thousand such products stay below 2**24, so they
are exact in any order, even with the short factors of tensor cores. Everything else is a sequence
of IEEE operations in the order of the compiled kernel: sums of floats in eight lanes, sums over
suits from the lowest up. Only numpy and torch are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import Bytes
from kibitz.cardplay.similarity.tokens import Tokens
from kibitz.runtime.devices import Tensor, torch_on
from kibitz.runtime.weights import (
    HALF,
    LANES,
    LEAST,
    LN2,
    LN2_REST,
    LOG2_E,
    LOWEST,
    MIDDLE,
    TERMS,
    TINY,
    NetworkParts,
    Norm,
    Stack,
)

AT_ONCE = 16_384
"""The decisions that pass through the network together: two gigabytes on the device."""
_EXACT = 1024  # products of two bytes, one of them less 128, whose sum is below 2**24
_ROWS = 5
_SORTED = ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class _Matrix:
    """Matrices of the same shape on a device, one for each layer."""

    whole: Tensor
    scales: Tensor
    bias: Tensor
    ones: Tensor
    """128 times the sum of each column."""


@dataclass(frozen=True, slots=True, eq=False)
class _Written:
    """Rows of numbers as bytes less 128, with the value of one step for each row."""

    bytes: Tensor
    units: Tensor
    zero: int


class ResidentNetwork:
    """A network that stays on a *device*, and describes many decisions at a time."""

    def __init__(self, network: Network, scale: int, device: str) -> None:
        self.torch = torch_on(device)
        self.sight, self._scale, self._heads = network.sight, scale, network.heads
        self._depth = network.layers
        parts = NetworkParts(network.weights, network.layers, network.heads)
        by_suit, by_whole = network.sight.scales()
        self._device = device
        self._suit, self._whole, self._head = map(
            self._matrix, map(parts.one, ("suit", "whole", "head"))
        )
        self._by_suit, self._by_whole = map(self._put, (1 / by_suit, 1 / by_whole))
        self._attention, self._gathered, self._wider, self._narrower = map(
            self._matrix, parts.layers()
        )
        self._one, self._two, self._last = (
            Norm(self._put(norm.gain), self._put(norm.shift)) for norm in parts.norms()
        )
        width = self._one.gain.shape[1]
        self._width = self._put(np.array(width, np.float32))
        self._rate = float(np.sqrt(np.float32(self._heads) / np.float32(width)))

    def codes(self, given: Tokens) -> Bytes:
        """The codes of decisions, (n, 4, 13): the square roots of the chances, rounded."""
        torch, found = self.torch, np.empty(given.legal.shape, np.uint8)
        with torch.inference_mode(), _short_factors(torch):
            for first in range(0, len(given), AT_ONCE):
                part = slice(first, first + AT_ONCE)
                some = (given.suits[part], given.whole[part], given.legal[part])
                roots = _root(self._chances(*map(self._put, some))) * self._scale
                found[part] = roots.round_().to(torch.uint8).cpu().numpy()
        return found

    def _put(self, array: np.ndarray[Any, Any]) -> Tensor:
        return self.torch.from_numpy(np.ascontiguousarray(array)).to(self._device)

    def _matrix(self, stack: Stack) -> _Matrix:
        ones = MIDDLE * stack.bytes.sum(axis=1, dtype=np.int32)
        whole = stack.bytes.astype(np.float32)
        return _Matrix(*map(self._put, (whole, stack.scales, stack.bias, ones)))

    def _chances(self, suits: Tensor, whole: Tensor, legal: Tensor) -> Tensor:
        size = len(suits)
        state = self._enter(suits, whole)
        added = self.torch.zeros_like(state)
        for layer in range(self._depth):
            state += added
            asked = self._times(self._attention, layer, self._normalised(self._one, layer, state))
            gathered = self._written(self._attend(asked.unflatten(0, (size, _ROWS))), MIDDLE)
            state += self._times(self._gathered, layer, gathered)
            wide = self._times(self._wider, layer, self._normalised(self._two, layer, state))
            added = self._times(self._narrower, layer, self._written(wide, 0))
        state += added
        logits = self._times(self._head, 0, self._normalised(self._last, 0, state))
        return self._choose(logits.view(size, _ROWS, -1)[:, :4], legal)

    def _enter(self, suits: Tensor, whole: Tensor) -> Tensor:
        """The initial state, from the tokens of the suits and of the whole."""
        torch, size = self.torch, len(suits)
        of_suits = self._written(suits.flatten(0, 1).to(torch.float32) * self._by_suit, 0)
        of_whole = self._written(whole.to(torch.float32) * self._by_whole, 0)
        said = self._times(self._suit, 0, of_suits).view(size, 4, -1)
        beside = self._times(self._whole, 0, of_whole).view(size, 1, -1)
        return torch.cat((said, beside), dim=1).flatten(0, 1)

    def _times(self, by: _Matrix, layer: int, rows: _Written) -> Tensor:
        """Rows of bytes times a matrix, plus its bias."""
        torch, whole = self.torch, by.whole[layer]
        exact = torch.zeros((), dtype=torch.int32, device=self._device)
        for first in range(0, len(whole), _EXACT):
            part = slice(first, first + _EXACT)
            exact = exact + (rows.bytes[:, part] @ whole[part]).to(torch.int32)
        if not rows.zero:
            exact += by.ones[layer]
        return exact.to(torch.float32).mul_(rows.units * by.scales[layer]).add_(by.bias[layer])

    def _normalised(self, by: Norm, layer: int, state: Tensor) -> _Written:
        mean = _total(_lanes(state)) / self._width
        apart = state - mean
        variance = _total(_lanes(apart * apart)) / self._width
        rate = _root(variance + float(TINY)).reciprocal_()
        apart.mul_(rate).mul_(by.gain[layer]).add_(by.shift[layer])
        return self._written(apart, MIDDLE)

    def _written(self, floats: Tensor, zero: int) -> _Written:
        """Numbers as bytes, row by row; if *zero* is the lowest byte, negative ones become 0."""
        steps = self.torch.full((), 255.0 - zero, device=self._device)
        above = (floats.abs() if zero else floats).amax(dim=1, keepdim=True)
        largest = above.clamp_(min=float(LEAST))
        lowest = -largest if zero else self.torch.zeros_like(largest)
        bytes_ = floats.maximum(lowest).mul_(steps / largest).add_(zero + float(HALF)).trunc_()
        return _Written(bytes_.sub_(MIDDLE), largest / steps, zero)

    def _attend(self, asked: Tensor) -> Tensor:
        """Attention: each of the five tokens gathers from all, by head."""
        ours, theirs, given = asked.unflatten(2, (3, -1, LANES)).unbind(dim=2)
        lanes = ours[:, :, None, 0] * theirs[:, None, :, 0]  # who asks, who gives, lane
        for place in range(1, ours.shape[2]):
            lanes += ours[:, :, None, place] * theirs[:, None, :, place]
        scores = self._fold(lanes)
        scores = self._exponentials(scores - scores.amax(dim=2, keepdim=True))
        total = _sum_of_suits(*scores[:, :, :4].unbind(dim=2)) + scores[:, :, 4]
        scores *= total.reciprocal_().unsqueeze(2)
        shares = scores.repeat(1, 1, 1, LANES // self._heads)[:, :, :, None]
        *suits, gathered = (shares[:, :, giver] * given[:, None, giver] for giver in range(_ROWS))
        for part in _in_order(suits):
            gathered += part
        return gathered.flatten(2).flatten(0, 1)

    def _fold(self, lanes: Tensor) -> Tensor:
        """The score of each head."""
        heads = lanes[..., : self._heads].clone()
        for lane in range(self._heads, LANES):
            heads[..., lane % self._heads] += lanes[..., lane]
        return heads.mul_(self._rate)

    def _exponentials(self, values: Tensor) -> Tensor:
        """The exponential of each number; none of them is positive."""
        torch = self.torch
        values = values.clamp(min=float(LOWEST))
        whole = (values * float(LOG2_E) - float(HALF)).to(torch.int32)
        power = whole.to(torch.float32)
        rest = values - power * float(LN2) - power * float(LN2_REST)
        total = torch.zeros_like(rest)
        for term in TERMS:
            total = total.mul_(rest).add_(float(term))
        return total.mul_(((whole + 127) << 23).view(torch.float32))

    def _choose(self, logits: Tensor, legal: Tensor) -> Tensor:
        """The chances of the legal cards."""
        torch, logits = self.torch, logits[:, :, : legal.shape[2]]
        top = torch.where(legal, logits, -torch.inf).amax(dim=(1, 2), keepdim=True)
        answer = self._exponentials((logits - top).clamp_(max=0)) * legal
        sums = torch.zeros_like(answer[:, :, 0])
        for rank in range(answer.shape[2]):
            sums += answer[:, :, rank]
        return answer * _sum_of_suits(*sums.unbind(dim=1)).reciprocal_()[:, None, None]


@contextmanager
def _short_factors(torch: Any) -> Iterator[None]:
    """Let tensor cores multiply: their factors of ten bits are enough for all numbers here."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def _root(values: Tensor) -> Tensor:
    """The square root, exact to the bit by way of doubles, as torch's is not for short floats."""
    return values.double().sqrt_().float()


def _lanes(products: Tensor) -> Tensor:
    """Eight sums of each row, each over every eighth number."""
    parts = products.unflatten(1, (-1, LANES))
    sums = parts[:, 0].clone()
    for place in range(1, parts.shape[1]):
        sums += parts[:, place]
    return sums


def _total(lanes: Tensor) -> Tensor:
    total = lanes[:, :1].clone()
    for lane in range(1, LANES):
        total += lanes[:, lane : lane + 1]
    return total


def _in_order(four: Sequence[Tensor]) -> list[Tensor]:
    """Four numbers in ascending order, so that their sum does not depend on the names of suits."""
    found = list(four)
    for one, other in _SORTED:
        pair = found[one], found[other]
        found[one], found[other] = pair[0].minimum(pair[1]), pair[0].maximum(pair[1])
    return found


def _sum_of_suits(*four: Tensor) -> Tensor:
    first, *others = _in_order(four)
    for other in others:
        first = first + other
    return first
