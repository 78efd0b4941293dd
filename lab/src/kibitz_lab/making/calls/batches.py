"""Auctions in batches on the training device, to train a network of calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, Auctions, Rows, legal_calls
from kibitz.bidding.auctions.pairs import SITUATIONS
from kibitz.bidding.calls.network.inputs import hands
from kibitz_lab.making.calls.lessons import Known, PackedAuctions
from kibitz_lab.making.lessons import Tensor, torch_module


@dataclass(frozen=True, slots=True, eq=False)
class CallLessons:
    """Auctions on the training device, and what is known about their pairs."""

    owners: Tensor
    calls: Tensor
    hands: Tensor
    pairs: Tensor
    situations: Tensor
    added: Tensor
    sums: Tensor
    usual: Tensor

    @classmethod
    def of(cls, packed: PackedAuctions, known: Known, rows: Rows, device: str) -> CallLessons:
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
        """What is known about each table's two pairs from their other boards, (n, 2, WIDTH)."""
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
    from kibitz.bidding.auctions import pairs

    same = torch.from_numpy(pairs.SAME_GROUP).to(sums.device)
    count = sums[..., 0]
    of_group = count @ same
    trust, seen = count / (count + pairs.SHRINK), of_group / (of_group + 2 * pairs.SHRINK)
    often = (count / of_group.clamp(min=1) - usual[:, 0]) * seen
    mean = sums[..., 1:] / count.clamp(min=1).unsqueeze(-1)
    apart = (mean - usual[:, 1:]) * trust.unsqueeze(-1) / pairs.SCALE
    return torch.cat([often.unsqueeze(-1), apart, trust.unsqueeze(-1)], dim=-1).flatten(-2)


@dataclass(frozen=True, slots=True, eq=False)
class AuctionBatch:
    """The sequences of all four players of some tables, of at most *places* calls."""

    hand: Tensor
    own: Tensor
    their: Tensor
    calls: Tensor
    chosen: Tensor
    """(n, places + 1): the call to foresee; 0 if it is not the player's turn."""
    legal: Tensor
    there: Tensor
    """(n, places + 1): whether the auction reached this place."""
    hidden: Tensor
    """(n, 3, 52): the cards of the three others, from the left."""

    @classmethod
    def of(
        cls, lessons: CallLessons, rows: Tensor, places: int, legal: Tensor, strangers: Tensor
    ) -> AuctionBatch:
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

    @property
    def targets(self) -> tuple[Tensor, Tensor, Tensor]:
        """Points (n, 3), lengths (n, 12), and holders of all cards, (n, 52), -1 for the player."""
        torch = torch_module()
        hidden = self.hidden
        worth = (torch.arange(52, device=hidden.device) % 13 - 8).clamp(min=0)
        points = (hidden * worth).sum(dim=2)
        lengths = hidden.view(-1, 3, 4, 13).sum(dim=3).flatten(1)
        holder = torch.where(hidden.any(dim=1), hidden.long().argmax(dim=1), -1)
        return points.long(), lengths.long(), holder


def legal_in(auctions: Auctions) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """`legal_calls` at every place, and none after the last."""
    legal = legal_calls(auctions.calls)
    return np.concatenate([legal, np.zeros_like(legal[:, :1])], axis=1)
