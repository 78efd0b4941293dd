"""torch on the device that a user names; it comes with ``kibitz[gpu]``."""

from __future__ import annotations

from typing import Any

from kibitz.errors import UsageError

Tensor = Any  # torch ships types, but is not installed where types are checked


def torch_on(device: str) -> Any:
    """torch, where it is installed and sees *device*."""
    try:
        import torch
    except ImportError as error:
        raise UsageError("another device needs torch: pip install 'kibitz[gpu]'") from error
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(f"torch sees no device {device!r} here") from error
    return torch
