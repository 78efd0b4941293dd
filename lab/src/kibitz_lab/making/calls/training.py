"""Trains a network to foresee experts' calls and what the hidden hands hold, with torch.

Method:   a causal transformer over a player's hand and the calls so far; at each place it gives a
          distribution over the legal calls, if it is his turn, and always the points, the lengths
          and the cards of the three hidden hands; what is known about the pairs is left out now
          and then, so that one network works with it and without; beside the experts' calls a
          network may learn the answers of an earlier one
Stopped:  each tenth of a stage is kept (`making/snapshots.py`), and leads to the same weights
Checked by: lab/tests/unit/test_calls.py (skipped, saying so, without torch)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import CALLS, LONGEST, NONE, PASS, Auctions, Rows
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.bidding.calls.network import BELIEF, LENGTHS, POINTS, CallNetwork
from kibitz.bidding.calls.network.inputs import HAND_WIDTH, SPOKEN
from kibitz.runtime.parts import NOT_KEPT
from kibitz_lab.making.calls.batches import AuctionBatch, CallLessons, legal_in
from kibitz_lab.making.calls.lessons import Known, PackedAuctions
from kibitz_lab.making.lessons import Tensor, torch_module
from kibitz_lab.making.snapshots import Arrays, Snapshots
from kibitz_lab.making.state import TrainingState

_NEVER = -30.0
_KEPT = 10  # snapshots per stage
_EDGES = (8, 12, 18, LONGEST)
"""Auctions of similar length form batches, since padding costs time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSetting:
    """The size of a network, and how long it is trained; *tables* is the size of a batch."""

    width: int = 256
    layers: int = 6
    heads: int = 8
    epochs: float = 16
    tables: int = 1024
    rate: float = 1e-3
    dropout: float = 0.1
    strangers: float = 0.25
    """How often a pair is hidden."""
    belief: float = 0.3
    """The weight of the hidden hands in the loss, beside the call."""
    trusted: float = 0.7
    """The weight in the loss of the earlier network's answers, if there is one."""

    @property
    def weights(self) -> int:
        """About the number of weights in the layers."""
        return 12 * self.layers * self.width**2


@dataclass(frozen=True, slots=True, eq=False)
class CallLearner:
    """The weights of a network of calls on a device."""

    weights: dict[str, Any]
    setting: CallSetting

    @classmethod
    def drawn(cls, setting: CallSetting, *, seed: int, device: str) -> CallLearner:
        torch, width = torch_module(), setting.width
        rng = np.random.default_rng(seed)
        shapes = {
            "hand": (HAND_WIDTH, width),
            "own": (WIDTH, width),
            "their": (WIDTH, width),
            "head": (width, CALLS),
            "belief": (width, BELIEF),
        }
        for layer in range(setting.layers):
            shapes |= {
                f"{layer}.attention": (width, 3 * width),
                f"{layer}.gathered": (width, width),
                f"{layer}.wider": (width, 4 * width),
                f"{layer}.narrower": (4 * width, width),
            }
        weights: dict[str, Any] = {}
        for name, shape in shapes.items():
            weights[name] = shape[0] ** -0.5 * rng.standard_normal(shape, np.float32)
            weights[f"{name}.bias"] = np.zeros(shape[1], np.float32)
        for name, size in (("call", SPOKEN), ("place", LONGEST + 1)):
            weights[name] = 0.05 * rng.standard_normal((size, width), np.float32)
        for name in ("last", *(f"{n}.{p}" for n in range(setting.layers) for p in ("one", "two"))):
            weights[f"{name}.gain"] = np.ones(width, np.float32)
            weights[f"{name}.shift"] = np.zeros(width, np.float32)
        return cls({k: torch.from_numpy(w).to(device) for k, w in weights.items()}, setting)

    @classmethod
    def of(cls, network: CallNetwork, setting: CallSetting, device: str) -> CallLearner:
        """A learner that continues from a network of the same size."""
        torch = torch_module()
        weights = {k: np.array(w, np.float32) for k, w in network.weights.items()}
        return cls({k: torch.from_numpy(w).to(device) for k, w in weights.items()}, setting)

    def answers(
        self, hand: Tensor, own: Tensor, their: Tensor, calls: Tensor, dropout: float
    ) -> tuple[Tensor, Tensor]:
        """The logits of calls and of belief, before each call and after the last."""
        torch = torch_module()
        functional, weights, heads = torch.nn.functional, self.weights, self.setting.heads

        def linear(name: str, state: Tensor) -> Tensor:
            return functional.linear(state, weights[name].T, weights[f"{name}.bias"])

        def normal(name: str, state: Tensor) -> Tensor:
            gain, shift = weights[f"{name}.gain"], weights[f"{name}.shift"]
            return functional.layer_norm(state, gain.shape, gain, shift)

        def dropped(state: Tensor) -> Tensor:
            return functional.dropout(state, dropout, dropout > 0)

        first = linear("hand", hand) + linear("own", own) + linear("their", their)
        state = torch.cat([first.unsqueeze(1), weights["call"][calls]], dim=1)
        state = state + weights["place"][: state.shape[1]]
        size, places, width = state.shape
        for layer in range(self.setting.layers):
            parts = linear(f"{layer}.attention", normal(f"{layer}.one", state))
            asks, keys, values = parts.view(size, places, 3, heads, -1).permute(2, 0, 3, 1, 4)
            seen = functional.scaled_dot_product_attention(asks, keys, values, is_causal=True)
            seen = seen.transpose(1, 2).reshape(size, places, width)
            state = state + dropped(linear(f"{layer}.gathered", seen))
            wider = linear(f"{layer}.wider", normal(f"{layer}.two", state)).relu()
            state = state + dropped(linear(f"{layer}.narrower", dropped(wider)))
        last = normal("last", state)
        return linear("head", last).float(), linear("belief", last).float()


def _loss(
    run: Any, batch: AuctionBatch, heard: Tensor | None, setting: CallSetting, on_gpu: bool
) -> Tensor:
    """The loss of a batch: by the experts' calls, by the chances *heard* from a teacher, and by the
    hidden hands."""
    torch = torch_module()
    with torch.autocast("cuda" if on_gpu else "cpu", torch.bfloat16, enabled=on_gpu):
        logits, belief = run(batch.hand, batch.own, batch.their, batch.calls, setting.dropout)
    asked = batch.chosen > NONE
    logs = logits.masked_fill(~batch.legal, _NEVER).log_softmax(dim=2)
    of_calls = -logs.gather(2, batch.chosen.unsqueeze(2)).squeeze(2)[asked].mean()
    if heard is not None:
        apart = -(heard * logs).sum(dim=2)[asked].mean()
        of_calls = (1 - setting.trusted) * of_calls + setting.trusted * apart
    return of_calls + setting.belief * _doubt(belief, batch)


def _chances(run: Any, batch: AuctionBatch, on_gpu: bool) -> Tensor:
    """The earlier network's answers to a batch."""
    torch = torch_module()
    device = "cuda" if on_gpu else "cpu"
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=on_gpu):
        logits, _ = run(batch.hand, batch.own, batch.their, batch.calls, 0.0)
        return logits.masked_fill(~batch.legal, _NEVER).softmax(dim=2)


def _doubt(belief: Tensor, batch: AuctionBatch) -> Tensor:
    """The mean loss over the hidden hands, at the places that were reached."""
    torch = torch_module()
    size, places, _ = belief.shape
    points, lengths, cards = batch.targets
    split = [3 * POINTS, 12 * LENGTHS, 156]
    of_points, of_lengths, of_cards = belief.split(split, dim=2)
    weight = batch.there.float() / batch.there.sum()

    def surprise(logits: Tensor, truth: Tensor, kinds: int) -> Tensor:
        logs = logits.view(size, places, -1, kinds).log_softmax(dim=3)
        found = truth[:, None, :, None].expand(-1, places, -1, 1)
        return -(logs.gather(3, found).squeeze(3).mean(dim=2) * weight).sum()

    is_hidden = cards >= 0
    logs = of_cards.view(size, places, 52, 3).log_softmax(dim=3)
    found = cards.clamp(min=0)[:, None, :, None].expand(-1, places, -1, 1)
    each = torch.where(is_hidden[:, None], logs.gather(3, found).squeeze(3), 0.0).sum(dim=2) / 39
    of_points_, of_lengths_ = (
        surprise(of_points, points, POINTS),
        surprise(of_lengths, lengths, LENGTHS),
    )
    return of_points_ + 2 * of_lengths_ - (each * weight).sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What a stage starts from: a *teacher* whose answers are learned too, or the weights of
    *first*; and the snapshots of the stage if it was stopped."""

    teacher: CallLearner | None = None
    first: CallLearner | None = None
    snapshots: Snapshots | None = None
    stage: int = 0

    def find(self) -> Any:
        return NOT_KEPT if self.snapshots is None else self.snapshots.find(self.stage)

    def keep(self, arrays: Arrays) -> None:
        if self.snapshots is not None:
            self.snapshots.keep(self.stage, arrays)


_AFRESH = Before()


def train_calls(
    packed: PackedAuctions,
    known: Known,
    taught: Rows,
    setting: CallSetting,
    *,
    seed: int,
    device: str,
    before: Before = _AFRESH,
    watch: Callable[[int, int], object] = lambda steps, done: None,
) -> tuple[CallLearner, dict[str, Any]]:
    """Train a learner of calls and report how it went, continuing its stage from its snapshots."""
    torch, on_gpu = torch_module(), device == "cuda"
    torch.manual_seed(seed)
    lessons = CallLessons.of(packed, known, taught, device)
    long_each = (packed.auctions.calls[taught] > NONE).sum(axis=1)
    legal = torch.from_numpy(legal_in(packed.auctions[taught])).to(device)
    batches = _batches(long_each, setting, seed)
    learner = before.first or CallLearner.drawn(setting, seed=seed, device=device)
    state = TrainingState.begun(learner.weights, setting.rate, len(batches))
    teacher = before.teacher
    run, ask = (
        torch.compile(one.answers, dynamic=False) if on_gpu else one.answers
        for one in (learner, teacher or learner)
    )
    generator = torch.Generator(device).manual_seed(seed)
    found = before.find()
    begun, seconds = (0, 0.0) if found is NOT_KEPT else state.put_back(found)
    start = time.perf_counter() - seconds
    watch(len(batches), begun)
    for step, (rows, places) in enumerate(batches):
        unknown = torch.rand((len(rows), 2), generator=generator, device=device)
        if step < begun:
            continue  # only the random draws are repeated
        at = torch.from_numpy(rows).to(device)
        batch = AuctionBatch.of(lessons, at, places, legal[at], unknown < setting.strangers)
        heard = _chances(ask, batch, on_gpu) if teacher is not None else None
        _loss(run, batch, heard, setting, on_gpu).backward()
        state.take_step(step)
        if (step + 1) % max(1, len(batches) // _KEPT) == 0:
            before.keep(state.taken(step + 1, time.perf_counter() - start))
        watch(len(batches), 1)
    learner = CallLearner(dict(zip(learner.weights, state.means, strict=True)), setting)
    seconds = time.perf_counter() - start
    return learner, {
        "setting": asdict(setting),
        "seed": seed,
        "seconds": seconds,
        "tables": len(taught),
    }


def steps_of(auctions: Auctions, setting: CallSetting, seed: int) -> int:
    """The number of steps of a training."""
    return len(_batches((auctions.calls > NONE).sum(axis=1), setting, seed))


def _batches(long_each: Rows, setting: CallSetting, seed: int) -> list[tuple[Rows, int]]:
    """Full batches of tables of similar length, in random order."""
    rng = np.random.default_rng(seed)
    found: list[tuple[Rows, int]] = []
    epochs = int(np.ceil(setting.epochs))
    for epoch in range(epochs):
        some: list[tuple[Rows, int]] = []
        low = 0
        for edge in _EDGES:
            rows = rng.permutation(np.flatnonzero((long_each > low) & (long_each <= edge)))
            low = edge
            whole = len(rows) // setting.tables * setting.tables
            parts = rows[:whole].reshape(-1, setting.tables)
            some += [(part, edge) for part in parts]
        share = min(1.0, setting.epochs - epoch)
        found += [some[at] for at in rng.permutation(len(some))[: max(1, int(share * len(some)))]]
    return found


def judged(
    learner: CallLearner,
    packed: PackedAuctions,
    known: Known,
    checked: Rows,
    *,
    device: str,
    strangers: bool,
) -> dict[str, float]:
    """Results on tables not learned from: calls foreseen, and the errors of points and lengths."""
    torch = torch_module()
    lessons = CallLessons.of(packed, known, checked, device)
    legal = torch.from_numpy(legal_in(packed.auctions[checked])).to(device)
    right, passes, points_off, lengths_off = [], [], [], []
    for first in range(0, len(checked), 1024):
        at = torch.arange(first, min(first + 1024, len(checked)), device=device)
        unknown = torch.full((len(at), 2), strangers, device=device)
        batch = AuctionBatch.of(lessons, at, LONGEST, legal[at], unknown)
        with torch.no_grad():
            logits, belief = learner.answers(batch.hand, batch.own, batch.their, batch.calls, 0.0)
        asked = batch.chosen > NONE
        picked = logits.masked_fill(~batch.legal, _NEVER).argmax(dim=2)
        right.append((picked == batch.chosen)[asked].cpu())
        passes.append((batch.chosen == PASS)[asked].cpu())
        points, lengths, _ = batch.targets
        last = batch.there.sum(dim=1) - 1  # after the last call
        each = torch.arange(len(last), device=device)
        said = belief[each, last]
        of_points = said[:, : 3 * POINTS].view(-1, 3, POINTS).softmax(dim=2)
        of_lengths = (
            said[:, 3 * POINTS : 3 * POINTS + 12 * LENGTHS].view(-1, 12, LENGTHS).softmax(2)
        )
        mean = (of_points * torch.arange(POINTS, device=device)).sum(dim=2)
        points_off.append((mean - points).abs().mean(dim=1).cpu())
        mean = (of_lengths * torch.arange(LENGTHS, device=device)).sum(dim=2)
        lengths_off.append((mean - lengths).abs().mean(dim=1).cpu())
    hit, was_pass = torch.cat(right).float(), torch.cat(passes)
    return {
        "all": float(hit.mean()),
        "non_pass": float(hit[~was_pass].mean()),
        "hcp_error": float(torch.cat(points_off).mean()),
        "length_error": float(torch.cat(lengths_off).mean()),
        "decisions": float(len(hit)),
    }
