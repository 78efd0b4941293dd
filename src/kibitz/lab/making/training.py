"""Teaching a network to foretell experts' cards, with torch: its weights, its loss, its lessons.

Method:   one token a suit and one for the whole, as in `similarity.network`; the loss is half
          that of the very card and half that of any card equal to it; a network may learn, beside
          the experts' cards, the answers of one that was taught before; the running mean of the
          weights is what is kept
Stopped:  each tenth of a stage is kept (`lab/making/snapshots.py`), and goes on to the same weights
Checked by: tests/unit/lab/test_cardplay.py (skipped, saying so, without torch)
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from kibitz.cardplay.similarity.network import Network, scales
from kibitz.cardplay.similarity.positions import Views
from kibitz.cardplay.similarity.tokens import classes, tokens
from kibitz.errors import UsageError
from kibitz.lab.making.snapshots import Arrays, Snapshots
from kibitz.runtime.parts import NOT_KEPT

Tensor: TypeAlias = Any  # torch is an extra: its types are not here where this is checked
Weights: TypeAlias = dict[str, Any]

_CHUNK = 65_536
_NEVER = -30.0  # the logit of a card that may not be played
_MEAN = 0.999  # what the running mean of the weights keeps at each step
_KEPT = 10  # times in a stage that its state is kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The size of a network and how long it learns."""

    width: int
    layers: int
    heads: int
    epochs: float
    batch: int
    rate: float
    dropout: float
    silence: float = 0.1
    """How often the bidding is hidden, because many records have none."""
    trusted: float = 0.5
    """How much of the loss is the answer of the network taught before, where there is one."""

    def steps(self, decisions: int) -> int:
        """How many batches are learned from."""
        return max(1, int(self.epochs * decisions / self.batch))

    @property
    def weights(self) -> int:
        """How many weights its layers have."""
        return 12 * self.layers * self.width**2


def torch_module() -> Any:
    try:
        import torch
    except ImportError as error:
        raise UsageError("training needs torch: pip install 'kibitz[learn]'") from error
    return torch


def training_device() -> str:
    """Where training runs: a graphics processor where torch finds one."""
    if find_spec("torch") is None:
        return "cpu"
    return "cuda" if torch_module().cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Decisions on the training device: tokens, legal cards, equal cards, the card chosen."""

    suits: Tensor
    whole: Tensor
    legal: Tensor
    equal: Tensor
    chosen: Tensor

    @classmethod
    def of(cls, views: Views, device: str) -> Lessons:
        torch = torch_module()
        parts: list[list[np.ndarray[Any, Any]]] = []
        for first in range(0, len(views), _CHUNK):
            part = views[first : first + _CHUNK]
            given = tokens(part)
            parts.append([given.suits, given.whole, given.legal, classes(part), part.chosen])
        columns = (np.concatenate(column) for column in zip(*parts, strict=True))
        return cls(*(torch.from_numpy(column).to(device) for column in columns))

    def __len__(self) -> int:
        return len(self.chosen)

    def __getitem__(self, rows: Any) -> Lessons:
        columns = (self.suits, self.whole, self.legal, self.equal, self.chosen)
        return Lessons(*(column[rows] for column in columns))


@dataclass(frozen=True, slots=True, eq=False)
class Learner:
    """A network's weights on a device, by the names of `Network`."""

    weights: Weights
    setting: Setting

    @classmethod
    def drawn(cls, setting: Setting, *, seed: int, device: str) -> Learner:
        rng = np.random.default_rng(seed)
        size = {"width": setting.width, "layers": setting.layers, "heads": setting.heads}
        return cls.of(Network.drawn(rng, **size), setting, device)

    @classmethod
    def of(cls, network: Network, setting: Setting, device: str) -> Learner:
        torch = torch_module()
        weights = {k: torch.from_numpy(w.copy()).to(device) for k, w in network.weights.items()}
        return cls(weights, setting)

    def network(self, story: Mapping[str, Any]) -> Network:
        """The weights as numpy uses them."""
        weights = {
            name: weight.detach().float().cpu().numpy() for name, weight in self.weights.items()
        }
        return Network(weights, self.setting.layers, self.setting.heads, story)

    def logits(self, suits: Tensor, whole: Tensor, legal: Tensor, dropout: float = 0.0) -> Tensor:
        """What each card speaks for, (n, 52); the same sums as `Network`."""
        torch = torch_module()
        functional, weights, heads = torch.nn.functional, self.weights, self.setting.heads
        by_suit, by_whole = (torch.from_numpy(scale).to(suits.device) for scale in scales())

        def linear(name: str, state: Tensor) -> Tensor:
            return functional.linear(state, weights[name].T, weights[f"{name}.bias"])

        def normal(name: str, state: Tensor) -> Tensor:
            gain, shift = weights[f"{name}.gain"], weights[f"{name}.shift"]
            return functional.layer_norm(state, gain.shape, gain, shift)

        def dropped(state: Tensor) -> Tensor:
            return functional.dropout(state, dropout, dropout > 0)

        of_suits = linear("suit", suits / by_suit)
        state = torch.cat([of_suits, linear("whole", whole / by_whole).unsqueeze(1)], dim=1)
        size, places, width = state.shape
        for layer in range(self.setting.layers):
            parts = linear(f"{layer}.attention", normal(f"{layer}.one", state))
            asks, keys, values = parts.view(size, places, 3, heads, -1).permute(2, 0, 3, 1, 4)
            seen = functional.scaled_dot_product_attention(asks, keys, values)
            seen = seen.transpose(1, 2).reshape(size, places, width)
            state = state + dropped(linear(f"{layer}.gathered", seen))
            wider = linear(f"{layer}.wider", normal(f"{layer}.two", state)).relu()
            state = state + dropped(linear(f"{layer}.narrower", dropped(wider)))
        spoken = linear("head", normal("last", state[:, :4])).float()
        return spoken.masked_fill(~legal, _NEVER).flatten(1)


def same_cards(equal: Tensor) -> Tensor:
    """Which cards of a suit come to the same, (n, 4, 13, 13)."""
    small = torch_module().arange(13, device=equal.device) <= 6
    return (equal.unsqueeze(3) == equal.unsqueeze(2)) | (small.unsqueeze(1) & small.unsqueeze(0))


def surprise(logits: Tensor, chosen: Tensor, equal: Tensor) -> Tensor:
    """Half that at the very card, half that at any card equal to it."""
    torch = torch_module()
    logs = logits.log_softmax(dim=1)
    suit, rank = chosen // 13, chosen % 13
    rows = torch.arange(len(chosen), device=chosen.device)
    same = same_cards(equal)[rows, suit, rank]
    alike = logs.view(-1, 4, 13)[rows, suit].masked_fill(~same, 2 * _NEVER).logsumexp(dim=1)
    return -(logs[rows, chosen] + alike).mean() / 2


def agreement(learner: Learner, lessons: Lessons) -> tuple[float, float]:
    """How often the best class of equal cards is the expert's: all decisions, and real ones."""
    torch = torch_module()
    right, real = [], []
    with torch.no_grad():
        for first in range(0, len(lessons), _CHUNK):
            part = lessons[first : first + _CHUNK]
            logits = learner.logits(part.suits.float(), part.whole.float(), part.legal)
            chances = logits.softmax(dim=1).view(-1, 4, 13) * part.legal
            same = same_cards(part.equal)
            together = torch.einsum("nsij,nsj->nsi", same.float(), chances) * part.legal
            picked, chosen = together.flatten(1).argmax(dim=1), part.chosen.long()
            rows = torch.arange(len(picked), device=picked.device)
            as_good = same[rows, chosen // 13, chosen % 13]
            right.append((picked // 13 == chosen // 13) & as_good[rows, picked % 13])
            choices = (as_good & part.legal[rows, chosen // 13]).sum(dim=1)
            real.append(choices < part.legal.flatten(1).sum(dim=1))
    hits, asked = torch.cat(right).float(), torch.cat(real)
    return float(hits.mean()), float(hits[asked].mean())


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """All that a step of training changes, but for the drawing of batches."""

    weights: Sequence[Tensor]
    means: Sequence[Tensor]
    optimizer: Any
    schedule: Any

    def taken(self, step: int, seconds: float) -> Arrays:
        """A copy as plain arrays, after so many steps and seconds."""
        moments = [self.optimizer.state[weight] for weight in self.weights]
        columns = {
            "weight": self.weights,
            "mean": self.means,
            "first": [moment["exp_avg"] for moment in moments],
            "second": [moment["exp_avg_sq"] for moment in moments],
            "chance": self._chance(),
        }
        arrays = {
            f"{name}.{number}": one.detach().cpu().numpy()
            for name, column in columns.items()
            for number, one in enumerate(column)
        }
        return {**arrays, "step": np.array(step), "seconds": np.array(seconds)}

    def put_back(self, arrays: Arrays) -> tuple[int, float]:
        """The state of a copy; after how many steps and seconds it was taken."""
        torch, step = torch_module(), int(arrays["step"])
        with torch.no_grad():
            for number, (weight, mean) in enumerate(zip(self.weights, self.means, strict=True)):
                kept = {
                    name: torch.from_numpy(arrays[f"{name}.{number}"]).to(weight.device)
                    for name in ("weight", "mean", "first", "second")
                }
                weight.copy_(kept["weight"])
                mean.copy_(kept["mean"])
                count = torch.tensor(float(step), device=weight.device)
                moments = {"exp_avg": kept["first"], "exp_avg_sq": kept["second"]}
                self.optimizer.state[weight] = {"step": count, **moments}
        self.schedule.last_epoch = step - 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of torch: no step was taken before
            self.schedule.step()
        torch.set_rng_state(torch.from_numpy(arrays["chance.0"]))
        if "chance.1" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays["chance.1"]))
        return step, float(arrays["seconds"])

    def _chance(self) -> list[Tensor]:
        torch = torch_module()
        on_gpu = self.weights[0].device.type == "cuda"
        return [torch.get_rng_state(), *([torch.cuda.get_rng_state()] if on_gpu else [])]


def _loss(run: Any, taught: Any, batch: Lessons, silent: Tensor, setting: Setting) -> Tensor:
    """What a batch still surprises, the bidding hidden where *silent*; *taught* answers beside."""
    torch, device = torch_module(), batch.suits.device
    suits, whole, chosen = batch.suits.float(), batch.whole.float(), batch.chosen.long()
    suits[silent, :, -4:] = 0
    whole[silent, 54:] = 0
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        logits = run(suits, whole, batch.legal, setting.dropout)
        with torch.no_grad():
            answers = taught(suits, whole, batch.legal).softmax(dim=1) if taught else None
    loss = surprise(logits, chosen, batch.equal)
    if answers is None:
        return loss
    apart = -(answers * logits.log_softmax(dim=1)).sum(dim=1).mean()
    return (1 - setting.trusted) * loss + setting.trusted * apart


def train(
    lessons: Lessons,
    validation: Lessons,
    setting: Setting,
    *,
    seed: int,
    teacher: Learner | None = None,
    snapshots: Snapshots | None = None,
    stage: int = 0,
    watch: Callable[[int, int], object] = lambda steps, done: None,
) -> tuple[Learner, dict[str, Any]]:
    """A learner, and how it went; what *snapshots* hold of the *stage* is not learned again."""
    torch, device = torch_module(), lessons.suits.device
    on_gpu = device.type == "cuda"
    torch.manual_seed(seed)
    learner = Learner.drawn(setting, seed=seed, device=str(device))
    weights = [weight.requires_grad_() for weight in learner.weights.values()]
    means = [weight.detach().clone() for weight in weights]
    steps = setting.steps(len(lessons))
    optimizer = torch.optim.AdamW(weights, setting.rate, weight_decay=0.02, fused=on_gpu)
    cycle = {"total_steps": steps + 1, "pct_start": 0.1}
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, setting.rate, **cycle)
    run = torch.compile(learner.logits) if on_gpu else learner.logits
    taught = torch.compile(teacher.logits) if on_gpu and teacher else teacher and teacher.logits
    generator = torch.Generator(device).manual_seed(seed)
    state = _State(weights, means, optimizer, schedule)
    found: Any = snapshots.find(stage) if snapshots is not None else NOT_KEPT
    begun, before = (0, 0.0) if found is NOT_KEPT else state.put_back(found)
    watch(steps, begun)
    start, per_epoch = time.perf_counter() - before, max(1, len(lessons) // setting.batch)
    for step in range(steps):
        if step % per_epoch == 0:
            order = torch.randperm(len(lessons), generator=generator, device=device)
        at = step % per_epoch * setting.batch
        rows = order[at : at + setting.batch]
        silent = torch.rand(len(rows), generator=generator, device=device) < setting.silence
        if step < begun:
            continue  # chance alone is drawn again
        _loss(run, taught, lessons[rows], silent, setting).backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        kept = min(_MEAN, (step + 1) / (step + 10))
        torch._foreach_lerp_(means, [weight.detach() for weight in weights], 1 - kept)
        done = step + 1
        if snapshots is not None and (done == steps or done % max(1, steps // _KEPT) == 0):
            snapshots.keep(stage, state.taken(done, time.perf_counter() - start))
        watch(steps, 1)
    learner = Learner(dict(zip(learner.weights, means, strict=True)), setting)
    overall, real = agreement(learner, validation)
    return learner, {
        "setting": asdict(setting),
        "seed": seed,
        "device": device.type,
        "seconds": time.perf_counter() - start,
        "decisions": len(lessons),
        "agreement_all": overall,
        "agreement_real": real,
    }
