"""Teaching a network to foretell experts' calls and what hidden hands hold, with torch.

Method:   a causal transformer over what a player holds and the calls so far; at each place a
          distribution over the calls that may be made, where it is his turn, and everywhere the
          points, the lengths and the cards of the three hidden hands; what is known of the pairs
          is left out now and then, so that one network does with it and without
Checked by: tests/unit/lab/test_calls.py (skipped, saying so, without torch)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kibitz.bidding.calls.auctions import CALLS, LONGEST, NONE, PASS, Auctions, Rows, legal_calls
from kibitz.bidding.calls.inputs import HAND_WIDTH, SPOKEN, hands
from kibitz.bidding.calls.network import BELIEF, LENGTHS, POINTS
from kibitz.bidding.calls.pairs import SITUATIONS, WIDTH
from kibitz.lab.making.calls.lessons import Known, PackedAuctions
from kibitz.lab.making.lessons import Tensor, torch_module

_NEVER = -30.0
_MEAN = 0.999
_EDGES = (8, 12, 18, LONGEST)
"""Auctions of about one length are taught together: padding costs time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The size of a network and how long it learns; *tables* are those of a batch."""

    width: int = 256
    layers: int = 6
    heads: int = 8
    epochs: float = 16
    tables: int = 1024
    rate: float = 1e-3
    dropout: float = 0.1
    strangers: float = 0.25
    """How often nothing is known of a pair."""
    belief: float = 0.3
    """How much the hidden hands count beside the call."""

    @property
    def weights(self) -> int:
        """Of the layers, about."""
        return 12 * self.layers * self.width**2


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Auctions on the training device, and what is known of their pairs."""

    owners: Tensor
    calls: Tensor
    hands: Tensor
    pairs: Tensor
    situations: Tensor
    added: Tensor
    sums: Tensor
    usual: Tensor

    @classmethod
    def of(cls, packed: PackedAuctions, known: Known, rows: Rows, device: str) -> Lessons:
        torch = torch_module()
        auctions = packed.auctions[rows]
        each = np.arange(len(rows))
        of_seats = [hands(auctions, each, np.full(len(rows), seat)) for seat in range(4)]
        arrays = (
            auctions.owners,
            auctions.calls,
            np.stack(of_seats, axis=1),
            packed.pairs[rows],
            known.situations[rows],
            known.added[rows],
            known.sums,
            known.usual,
        )
        return cls(*(torch.from_numpy(np.ascontiguousarray(one)).to(device) for one in arrays))

    def __len__(self) -> int:
        return len(self.calls)

    def pair_features(self, rows: Tensor) -> Tensor:
        """What is known of the two pairs of each table from their other boards, (n, 2, WIDTH)."""
        torch = torch_module()
        size = len(rows)
        sums = self.sums[self.pairs[rows]]  # (n, 2, situations, 6)
        room = torch.zeros((size, 2, len(SITUATIONS) + 1, 6), device=sums.device)
        at = self.situations[rows].unsqueeze(3).expand(-1, -1, -1, 6)
        room.scatter_add_(2, at, self.added[rows])
        sums = (sums - room[:, :, :-1]).clamp(min=0)
        return features(sums, self.usual) * (self.pairs[rows] > 0).unsqueeze(2)


def features(sums: Tensor, usual: Tensor) -> Tensor:
    """`pairs.features` with torch."""
    torch = torch_module()
    from kibitz.bidding.calls import pairs

    same = torch.from_numpy(pairs.SAME_GROUP).to(sums.device)
    count = sums[..., 0]
    of_group = count @ same
    trust, seen = count / (count + pairs.SHRINK), of_group / (of_group + 2 * pairs.SHRINK)
    often = (count / of_group.clamp(min=1) - usual[:, 0]) * seen
    mean = sums[..., 1:] / count.clamp(min=1).unsqueeze(-1)
    apart = (mean - usual[:, 1:]) * trust.unsqueeze(-1) / pairs.SCALE
    return torch.cat([often.unsqueeze(-1), apart, trust.unsqueeze(-1)], dim=-1).flatten(-2)


@dataclass(frozen=True, slots=True, eq=False)
class CallLearner:
    """The weights of a network of calls on a device, by name."""

    weights: dict[str, Any]
    setting: Setting

    @classmethod
    def drawn(cls, setting: Setting, *, seed: int, device: str) -> CallLearner:
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

    def answers(
        self, hand: Tensor, own: Tensor, their: Tensor, calls: Tensor, dropout: float
    ) -> tuple[Tensor, Tensor]:
        """Before each call and after the last: every call's logit, and the belief's logits."""
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


@dataclass(frozen=True, slots=True, eq=False)
class _Batch:
    """The sequences of all four players of some tables, of at most *places* calls."""

    hand: Tensor
    own: Tensor
    their: Tensor
    calls: Tensor
    chosen: Tensor
    """(n, places + 1): the call to foretell, 0 where it is not the player's turn or all is over."""
    legal: Tensor
    there: Tensor
    """(n, places + 1): whether the auction had come so far."""
    hidden: Tensor
    """(n, 3, 52): the cards of the three others, from the left."""

    @classmethod
    def of(
        cls, lessons: Lessons, rows: Tensor, places: int, legal: Tensor, strangers: Tensor
    ) -> _Batch:
        torch = torch_module()
        size, device = len(rows), rows.device
        calls = lessons.calls[rows, :places].long()
        seats = torch.arange(4, device=device)
        who = (torch.arange(places, device=device)[None] - seats[:, None]) % 4  # (4, places)
        said = (4 * calls.unsqueeze(1) + who).flatten(0, 1)
        pairs = lessons.pair_features(rows) * ~strangers.unsqueeze(2)
        own = pairs[:, seats % 2].flatten(0, 1)
        their = pairs[:, (seats + 1) % 2].flatten(0, 1)
        following = torch.cat([calls, calls.new_zeros((size, 1))], dim=1)
        turn = (torch.arange(places + 1, device=device)[None] % 4) == seats[:, None]
        chosen = (following.unsqueeze(1) * turn).flatten(0, 1)
        there = torch.cat([calls.new_ones((size, 1)), (calls > NONE).long()], dim=1)
        owners = lessons.owners[rows]
        others = (seats[:, None] + torch.arange(1, 4, device=device)[None]) % 4  # (4, 3)
        hidden = owners[:, None, None, :] == others[None, :, :, None]
        return cls(
            lessons.hands[rows].flatten(0, 1).float(), own, their, said, chosen,
            legal[:, : places + 1].repeat_interleave(4, dim=0),
            there.bool().repeat_interleave(4, dim=0), hidden.flatten(0, 1),
        )  # fmt: skip


def _loss(run: Any, batch: _Batch, setting: Setting, on_gpu: bool) -> Tensor:
    """What a batch still surprises: the experts' calls, and the hidden hands."""
    torch = torch_module()
    with torch.autocast("cuda" if on_gpu else "cpu", torch.bfloat16, enabled=on_gpu):
        logits, belief = run(batch.hand, batch.own, batch.their, batch.calls, setting.dropout)
    asked = batch.chosen > NONE
    logs = logits.masked_fill(~batch.legal, _NEVER).log_softmax(dim=2)
    of_calls = -logs.gather(2, batch.chosen.unsqueeze(2)).squeeze(2)[asked].mean()
    return of_calls + setting.belief * _doubt(belief, batch)


def _doubt(belief: Tensor, batch: _Batch) -> Tensor:
    """How surprising the hidden hands are, on average over the places that were reached."""
    torch = torch_module()
    size, places, _ = belief.shape
    points, lengths, cards = _targets(batch)
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


def _targets(batch: _Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Points (n, 3), lengths (n, 12) and of each card who holds it, (n, 52), -1 for the player."""
    torch = torch_module()
    hidden = batch.hidden
    worth = (torch.arange(52, device=hidden.device) % 13 - 8).clamp(min=0)
    points = (hidden * worth).sum(dim=2)
    lengths = hidden.view(-1, 3, 4, 13).sum(dim=3).flatten(1)
    holder = torch.where(hidden.any(dim=1), hidden.long().argmax(dim=1), -1)
    return points.long(), lengths.long(), holder


def train_calls(
    packed: PackedAuctions,
    known: Known,
    taught: Rows,
    setting: Setting,
    *,
    seed: int,
    device: str,
    watch: Callable[[int, int], object] = lambda steps, done: None,
) -> tuple[CallLearner, dict[str, Any]]:
    """A learner of calls, and how it went."""
    torch, on_gpu = torch_module(), device == "cuda"
    torch.manual_seed(seed)
    lessons = Lessons.of(packed, known, taught, device)
    long_each = (packed.auctions.calls[taught] > NONE).sum(axis=1)
    legal = torch.from_numpy(_legal(packed.auctions[taught])).to(device)
    batches = _batches(long_each, setting, seed)
    learner = CallLearner.drawn(setting, seed=seed, device=device)
    weights = [weight.requires_grad_() for weight in learner.weights.values()]
    means = [weight.detach().clone() for weight in weights]
    optimizer = torch.optim.AdamW(weights, setting.rate, weight_decay=0.02, fused=on_gpu)
    cycle = {"total_steps": len(batches) + 1, "pct_start": 0.1}
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, setting.rate, **cycle)
    run = torch.compile(learner.answers, dynamic=False) if on_gpu else learner.answers
    generator = torch.Generator(device).manual_seed(seed)
    start = time.perf_counter()
    watch(len(batches), 0)
    for step, (rows, places) in enumerate(batches):
        at = torch.from_numpy(rows).to(device)
        unknown = torch.rand((len(rows), 2), generator=generator, device=device)
        batch = _Batch.of(lessons, at, places, legal[at], unknown < setting.strangers)
        _loss(run, batch, setting, on_gpu).backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        kept = min(_MEAN, (step + 1) / (step + 10))
        torch._foreach_lerp_(means, [weight.detach() for weight in weights], 1 - kept)
        watch(len(batches), 1)
    learner = CallLearner(dict(zip(learner.weights, means, strict=True)), setting)
    seconds = time.perf_counter() - start
    return learner, {
        "setting": asdict(setting),
        "seed": seed,
        "seconds": seconds,
        "tables": len(taught),
    }


def _legal(auctions: Auctions) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """`legal_calls`, and after the last place nothing."""
    legal = legal_calls(auctions.calls)
    return np.concatenate([legal, np.zeros_like(legal[:, :1])], axis=1)


def steps_of(auctions: Auctions, setting: Setting, seed: int) -> int:
    """How many steps a training takes."""
    return len(_batches((auctions.calls > NONE).sum(axis=1), setting, seed))


def _batches(long_each: Rows, setting: Setting, seed: int) -> list[tuple[Rows, int]]:
    """Tables of about one length together, whole batches, in an order of chance."""
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
    """On tables not learned from: calls foretold, and the errors of points and lengths."""
    torch = torch_module()
    lessons = Lessons.of(packed, known, checked, device)
    legal = torch.from_numpy(_legal(packed.auctions[checked])).to(device)
    right, passes, points_off, lengths_off = [], [], [], []
    for first in range(0, len(checked), 1024):
        at = torch.arange(first, min(first + 1024, len(checked)), device=device)
        unknown = torch.full((len(at), 2), strangers, device=device)
        batch = _Batch.of(lessons, at, LONGEST, legal[at], unknown)
        with torch.no_grad():
            logits, belief = learner.answers(batch.hand, batch.own, batch.their, batch.calls, 0.0)
        asked = batch.chosen > NONE
        picked = logits.masked_fill(~batch.legal, _NEVER).argmax(dim=2)
        right.append((picked == batch.chosen)[asked].cpu())
        passes.append((batch.chosen == PASS)[asked].cpu())
        points, lengths, _ = _targets(batch)
        last = batch.there.sum(dim=1) - 1  # when all was said
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
