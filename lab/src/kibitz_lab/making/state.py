"""The state that a training step with torch changes, and its form as plain arrays."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz_lab.making.lessons import Tensor, torch_module
from kibitz_lab.making.snapshots import Arrays

_MEAN = 0.999  # the share of the running mean that is kept at each step


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """Everything that a training step changes, apart from the drawing of batches."""

    weights: Sequence[Tensor]
    means: Sequence[Tensor]
    optimizer: Any
    schedule: Any

    @classmethod
    def begun(cls, named: Mapping[str, Tensor], rate: float, steps: int) -> TrainingState:
        """The state before the first of *steps* steps; *rate* is the highest learning rate."""
        optim = torch_module().optim
        weights = [weight.requires_grad_() for weight in named.values()]
        on_gpu = weights[0].device.type == "cuda"
        optimizer = optim.AdamW(weights, rate, weight_decay=0.02, fused=on_gpu)
        cycle = {"total_steps": steps + 1, "pct_start": max(0.1, 2 / (steps + 1))}
        schedule = optim.lr_scheduler.OneCycleLR(optimizer, rate, **cycle)
        return cls(weights, [weight.detach().clone() for weight in weights], optimizer, schedule)

    def take_step(self, step: int) -> None:
        """Take a step along the gradient, and update the running mean of the weights."""
        torch = torch_module()
        torch.nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad(set_to_none=True)
        kept = min(_MEAN, (step + 1) / (step + 10))
        torch._foreach_lerp_(self.means, [weight.detach() for weight in self.weights], 1 - kept)

    def taken(self, step: int, seconds: float) -> Arrays:
        """A copy as plain arrays, with the steps taken and the seconds spent so far."""
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
        """Restore the state from a copy; returns its number of steps and seconds."""
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
            warnings.simplefilter("ignore", UserWarning)  # that no step was taken before
            self.schedule.step()
        torch.set_rng_state(torch.from_numpy(arrays["chance.0"]))
        if "chance.1" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays["chance.1"]))
        return step, float(arrays["seconds"])

    def _chance(self) -> list[Tensor]:
        torch = torch_module()
        on_gpu = self.weights[0].device.type == "cuda"
        return [torch.get_rng_state(), *([torch.cuda.get_rng_state()] if on_gpu else [])]
