"""Trains a network to foresee experts' cards, with torch.

Method:   one token per suit and one for the whole, as in `similarity.network`; the loss is half
          that of the very card and half that of any card equal to it; beside the experts' cards a
          network may learn the answers of an earlier one and, for defenders, the holders of the
          hidden cards (a second task, which is not kept); the running mean of the weights is kept
Stopped:  each tenth of a stage is kept (`making/snapshots.py`), and leads to the same weights
Checked by: lab/tests/unit/test_cardplay.py (skipped, saying so, without torch)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.sights import DECLARER, TokenSight
from kibitz.runtime.parts import NOT_KEPT
from kibitz_lab.making.lessons import CHUNK, CardLessons, Tensor, torch_module
from kibitz_lab.making.snapshots import Snapshots
from kibitz_lab.making.state import TrainingState

Weights: TypeAlias = dict[str, Any]

_NEVER = -30.0  # the logit of an illegal card
_KEPT = 10  # snapshots per stage
_HOLDERS = "holders"  # the second task's weights


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetting:
    """The size of a network, and how long it is trained."""

    width: int
    layers: int
    heads: int
    epochs: float
    batch: int
    rate: float
    dropout: float
    silence: float = 0.1
    """How often the bidding is hidden, since many records have none."""
    trusted: float = 0.5
    """The weight in the loss of the earlier network's answers, if there is one."""
    holders: float = 0.0
    """The weight of the second task, the holders of the hidden cards, beside the card."""

    def steps(self, decisions: int) -> int:
        """The number of batches."""
        return max(1, int(self.epochs * decisions / self.batch))

    @property
    def weights(self) -> int:
        """The number of weights in its layers."""
        return 12 * self.layers * self.width**2


@dataclass(frozen=True, slots=True, eq=False)
class CardLearner:
    """A network's weights on a device, named as in `Network`."""

    weights: Weights
    setting: CardSetting
    sight: TokenSight
    scales: tuple[Tensor, Tensor]

    @classmethod
    def drawn(
        cls, setting: CardSetting, sight: TokenSight, *, seed: int, device: str
    ) -> CardLearner:
        rng = np.random.default_rng(seed)
        size = {"width": setting.width, "layers": setting.layers, "heads": setting.heads}
        learner = cls.of(Network.drawn(rng, **size, sight=sight), setting, device)
        if setting.holders:
            torch = torch_module()
            head = rng.standard_normal((setting.width, 39), np.float32) * setting.width**-0.5
            learner.weights[_HOLDERS] = torch.from_numpy(head.astype(np.float32)).to(device)
            learner.weights[f"{_HOLDERS}.bias"] = torch.zeros(39, device=device)
        return learner

    @classmethod
    def of(cls, network: Network, setting: CardSetting, device: str) -> CardLearner:
        torch = torch_module()
        weights = {k: torch.from_numpy(w.copy()).to(device) for k, w in network.weights.items()}
        by_suit, by_whole = (torch.from_numpy(one).to(device) for one in network.sight.scales())
        return cls(weights, setting, network.sight, (by_suit, by_whole))

    def network(self, story: Mapping[str, Any]) -> Network:
        """The weights as a numpy network, without those of the second task."""
        weights = {
            name: weight.detach().float().cpu().numpy()
            for name, weight in self.weights.items()
            if not name.startswith(_HOLDERS)
        }
        return Network(weights, self.setting.layers, self.setting.heads, story, self.sight)

    def logits(self, suits: Tensor, whole: Tensor, legal: Tensor) -> Tensor:
        """The logit of each card, (n, 52), by the same sums as in `Network`."""
        return self.answers(suits, whole, legal, 0.0)[0]

    def answers(
        self, suits: Tensor, whole: Tensor, legal: Tensor, dropout: float
    ) -> tuple[Tensor, Tensor | None]:
        """The logit of each card, (n, 52), and of its three possible holders, (n, 52, 3)."""
        torch = torch_module()
        functional, weights, heads = torch.nn.functional, self.weights, self.setting.heads
        by_suit, by_whole = self.scales

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
        last = normal("last", state[:, :4])
        spoken = linear("head", last).float().masked_fill(~legal, _NEVER).flatten(1)
        if _HOLDERS not in weights:
            return spoken, None
        return spoken, linear(_HOLDERS, last).float().view(size, 52, 3)


def same_cards(equal: Tensor, sight: TokenSight) -> Tensor:
    """Which cards of a suit are equal, (n, 4, 13, 13); a defender's small cards signal."""
    same = equal.unsqueeze(3) == equal.unsqueeze(2)
    if sight is not DECLARER:
        return same
    small = torch_module().arange(13, device=equal.device) <= 6
    return same | (small.unsqueeze(1) & small.unsqueeze(0))


def surprise(logits: Tensor, chosen: Tensor, equal: Tensor, sight: TokenSight) -> Tensor:
    """The loss: half of it for the very card, half for any card equal to it."""
    torch = torch_module()
    logs = logits.log_softmax(dim=1)
    suit, rank = chosen // 13, chosen % 13
    rows = torch.arange(len(chosen), device=chosen.device)
    same = same_cards(equal, sight)[rows, suit, rank]
    alike = logs.view(-1, 4, 13)[rows, suit].masked_fill(~same, 2 * _NEVER).logsumexp(dim=1)
    return -(logs[rows, chosen] + alike).mean() / 2


def agreement(learner: CardLearner, lessons: CardLessons) -> tuple[float, float]:
    """How often the best group of equal cards is the expert's, over all decisions and real ones."""
    torch = torch_module()
    right, real = [], []
    with torch.no_grad():
        for first in range(0, len(lessons), CHUNK):
            part = lessons[first : first + CHUNK]
            logits = learner.logits(part.suits.float(), part.whole.float(), part.legal)
            chances = logits.softmax(dim=1).view(-1, 4, 13) * part.legal
            same = same_cards(part.equal, learner.sight)
            together = torch.einsum("nsij,nsj->nsi", same.float(), chances) * part.legal
            picked, chosen = together.flatten(1).argmax(dim=1), part.chosen.long()
            rows = torch.arange(len(picked), device=picked.device)
            as_good = same[rows, chosen // 13, chosen % 13]
            right.append((picked // 13 == chosen // 13) & as_good[rows, picked % 13])
            choices = (as_good & part.legal[rows, chosen // 13]).sum(dim=1)
            real.append(choices < part.legal.flatten(1).sum(dim=1))
    hits, asked = torch.cat(right).float(), torch.cat(real)
    return float(hits.mean()), float(hits[asked].mean())


def foreseen(teacher: CardLearner, lessons: CardLessons) -> Tensor:
    """The earlier network's answers to every lesson, as chances in half precision."""
    torch = torch_module()
    device = lessons.suits.device
    answers = torch.empty((len(lessons), 52), dtype=torch.float16, device=device)
    on_gpu = device.type == "cuda"
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=on_gpu):
        for first in range(0, len(lessons), CHUNK):
            part = lessons[first : first + CHUNK]
            logits = teacher.logits(part.suits.float(), part.whole.float(), part.legal)
            answers[first : first + CHUNK] = logits.softmax(dim=1).half()
    return answers


def _loss(
    run: Any, batch: CardLessons, answers: Tensor | None, silent: Tensor, learner: CardLearner
) -> Tensor:
    """The loss of a batch, with the bidding hidden where *silent*, by the experts' cards and by a
    teacher's *answers*."""
    torch, device, setting = torch_module(), batch.suits.device, learner.setting
    suits, whole, chosen = batch.suits.float(), batch.whole.float(), batch.chosen.long()
    of_suit, of_all = learner.sight.auction
    suits[silent, :, -of_suit:] = 0
    whole[silent, -of_all:] = 0
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        logits, guessed = run(suits, whole, batch.legal, setting.dropout)
    loss = surprise(logits, chosen, batch.equal, learner.sight)
    if answers is not None:
        apart = -(answers.float() * logits.log_softmax(dim=1)).sum(dim=1).mean()
        loss = (1 - setting.trusted) * loss + setting.trusted * apart
    if guessed is not None:
        loss = loss + setting.holders * _doubt(guessed, batch.holders.long())
    return loss


def _doubt(guessed: Tensor, holders: Tensor) -> Tensor:
    """The mean loss over the holders of hidden cards."""
    torch = torch_module()
    hidden = holders > 0
    logs = guessed.log_softmax(dim=2).gather(2, (holders - 1).clamp(min=0).unsqueeze(2))
    doubts: Tensor = -torch.where(hidden, logs.squeeze(2), 0.0).sum() / hidden.sum().clamp(min=1)
    return doubts


def train(
    lessons: CardLessons,
    validation: CardLessons,
    setting: CardSetting,
    sight: TokenSight,
    *,
    seed: int,
    teacher: CardLearner | None = None,
    snapshots: Snapshots | None = None,
    stage: int = 0,
    watch: Callable[[int, int], object] = lambda steps, done: None,
) -> tuple[CardLearner, dict[str, Any]]:
    """Train a learner and report how it went, continuing the *stage* from its *snapshots*."""
    torch, device = torch_module(), lessons.suits.device
    on_gpu = device.type == "cuda"
    torch.manual_seed(seed)
    learner = CardLearner.drawn(setting, sight, seed=seed, device=str(device))
    steps = setting.steps(len(lessons))
    state = TrainingState.begun(learner.weights, setting.rate, steps)
    run = torch.compile(learner.answers, dynamic=False) if on_gpu else learner.answers
    answers = foreseen(teacher, lessons) if teacher is not None else None
    generator = torch.Generator(device).manual_seed(seed)
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
            continue  # only the random draws are repeated
        heard = None if answers is None else answers[rows]
        _loss(run, lessons[rows], heard, silent, learner).backward()
        state.take_step(step)
        done = step + 1
        if snapshots is not None and (done == steps or done % max(1, steps // _KEPT) == 0):
            snapshots.keep(stage, state.taken(done, time.perf_counter() - start))
        watch(steps, 1)
    learner = replace(learner, weights=dict(zip(learner.weights, state.means, strict=True)))
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
