"""Numbers that describe an opening situation, each with a name that players know.

All are counted from the hand, the seat and the colours. Among them is the call by the house rules
(`rules.py`), which makes every learned similarity a hybrid of rules and cases.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.openings.similarity.columns import Reals, SituationColumns
from kibitz.games.bridge.auction import Bid, Call

_SUITS = ("clubs", "diamonds", "hearts", "spades")


def describe(
    asked: SituationColumns, verdict: Callable[..., Call] = house_call
) -> tuple[list[str], Reals]:
    """The names of the features, and a row of values for each situation."""
    columns = {**_strength(asked), **_shape(asked), **_suits(asked), **_verdict(asked, verdict)}
    columns["seat"] = asked.seats.astype(np.float64)
    columns["we are vulnerable"] = (asked.colours & 1).astype(np.float64)
    columns["they are vulnerable"] = (asked.colours >> 1).astype(np.float64)
    return list(columns), np.column_stack(
        [column.astype(np.float64) for column in columns.values()]
    )


FEATURES: tuple[str, ...]
"""The names of all features, in order."""


def _sorted_lengths(asked: SituationColumns) -> npt.NDArray[np.int64]:
    return -np.sort(-asked.lengths.astype(np.int64), axis=1)


def _losers(asked: SituationColumns) -> Reals:
    """By suit: how many of the first three cards are not covered by the ace, king and queen."""
    lengths, held = asked.lengths, asked.cards
    losers = np.minimum(lengths, 3).astype(np.float64)
    for rank, least in ((12, 1), (11, 2), (10, 3)):
        losers -= held[:, :, rank] & (lengths >= least)
    return losers


def _weighted_losers(asked: SituationColumns) -> Reals:
    """Losers, but a missing ace counts one and a half, and a missing queen a half."""
    lengths, held = asked.lengths, asked.cards
    missing = np.zeros(len(asked))
    for rank, least, worth in ((12, 1, 1.5), (11, 2, 1.0), (10, 3, 0.5)):
        missing += worth * (~held[:, :, rank] & (lengths >= least)).sum(axis=1)
    total: Reals = missing
    return total


def _quick_tricks(asked: SituationColumns) -> Reals:
    held, lengths = asked.cards, asked.lengths
    ace, king, queen = (held[:, :, rank] for rank in (12, 11, 10))
    suits = np.select(
        [ace & king, ace & queen, ace | (king & queen), king & (lengths > 1)], [2.0, 1.5, 1.0, 0.5]
    )
    total: Reals = suits.sum(axis=1)
    return total


def _playing_tricks(asked: SituationColumns) -> Reals:
    """By suit: the cards of a long suit that are no losers; in a short suit, its honour tricks."""
    held, lengths = asked.cards, asked.lengths
    long = np.maximum(lengths - _losers(asked), 0.0)
    ace, king, queen = (held[:, :, rank].astype(np.float64) for rank in (12, 11, 10))
    guarded = king * (lengths > 1) * np.where(ace + queen > 0, 1.0, 0.5)
    short = ace + guarded
    tricks: Reals = np.where(lengths >= 4, np.maximum(long, short), short)
    return tricks


def _quality(asked: SituationColumns) -> Reals:
    """By suit: its honours down to the nine, worth more the longer the suit is.

    Together with `_fine_points` and `_shape_points`, this is the count of E. Kaplan and J. Rubens
    (The Bridge World, October 1982) as far as it is known; rare cases are rounded off.
    """
    held, lengths = asked.cards, asked.lengths
    ace, king, queen, jack, ten, nine, eight = (
        held[:, :, rank].astype(np.float64) for rank in (12, 11, 10, 9, 8, 7, 6)
    )
    higher = ace + king + queen + jack
    tens = ten * np.where((higher >= 2) | (jack > 0), 1.0, 0.5)
    nines = nine * np.where((higher + ten >= 2) | (ten + eight > 0), 0.5, 0.0)
    return (4 * ace + 3 * king + 2 * queen + jack + tens + nines) * lengths / 10.0


def _fine_points(asked: SituationColumns) -> Reals:
    """Points adjusted for company: bare honours count less, and tens and nines in suits count."""
    held, lengths = asked.cards, asked.lengths
    ace, king, queen, jack, ten = (held[:, :, rank].astype(float) for rank in (12, 11, 10, 9, 8))
    above_queen, above_jack = ace + king, ace + king + queen
    kings = king * np.where(lengths == 1, 0.5, 2.0)
    queens = queen * np.select(
        [lengths == 1, lengths == 2], [0.0, np.where(above_queen > 0, 0.5, 0.25)],
        np.where(above_queen > 0, 1.0, 0.75),
    )  # fmt: skip
    jacks = jack * np.select([above_jack >= 2, above_jack == 1], [0.5, 0.25], 0.0)
    tens = ten * np.where(above_jack + jack >= 2, 0.25, 0.0)
    suits = 3 * ace + kings + queens + jacks + tens + _quality(asked)
    total: Reals = suits.sum(axis=1)
    return total


def _shape_points(asked: SituationColumns) -> Reals:
    """Three for a void, two for a singleton, one for each doubleton but the first."""
    lengths = asked.lengths
    doubletons = (lengths == 2).sum(axis=1)
    flat = lengths.min(axis=1) == 3
    short = 3.0 * (lengths == 0).sum(axis=1) + 2.0 * (lengths == 1).sum(axis=1)
    total: Reals = short + np.maximum(doubletons - 1, 0) - 0.5 * flat
    return total


def _strength(asked: SituationColumns) -> dict[str, Reals]:
    """Counts of strength: points in several readings, tricks, losers, controls."""
    held, points = asked.cards, asked.points.astype(np.float64)
    long = _sorted_lengths(asked)
    aces, kings, queens, jacks, tens = (held[:, :, rank].sum(axis=1) for rank in range(12, 7, -1))
    lengths = asked.lengths.astype(np.float64)
    losers, tricks = _losers(asked).sum(axis=1), _quick_tricks(asked)
    short = _suit_points(asked) * (lengths <= 2)
    fine, playing = _fine_points(asked), _playing_tricks(asked).sum(axis=1)
    shaped = fine + _shape_points(asked)
    controls = 2.0 * aces + kings
    return {
        "points": points,
        "points with length": points + np.maximum(lengths - 4, 0).sum(axis=1),
        "points with shortness": points + np.maximum(3 - lengths, 0).sum(axis=1),
        "points and two longest suits": points + long[:, 0] + long[:, 1],
        "adjusted points": points + (aces + tens - queens - jacks) / 4.0,
        "points, controls and shape": (
            points + 2 * aces + kings + 2 * long[:, 0] + long[:, 1] - long[:, 3]
        ),
        "quick tricks": tricks,
        "losers": losers,
        "controls": controls,
        "playing tricks": playing,
        "fine points": fine,
        "fine points with shape": shaped,
        "fine points and two longest suits": fine + long[:, 0] + long[:, 1],
        "fine points less losers": fine - losers,
        "fine points and quick tricks": fine + tricks,
        "fine points and playing tricks": fine + playing,
        "fine points with shape less losers": shaped - losers,
        "fine points with shape and quick tricks": shaped + tricks,
        "points less losers": points - losers,
        "controls less losers": controls - losers,
        "quick tricks less losers": tricks - losers,
        "weighted losers": _weighted_losers(asked),
        "aces": aces.astype(np.float64),
        "tens": tens.astype(np.float64),
        "points in short suits": short.sum(axis=1),
        "points in singletons": (short * (lengths == 1)).sum(axis=1),
    }


def _shape(asked: SituationColumns) -> dict[str, Reals]:
    """Lengths by suit and by rank, and how the suits compare."""
    lengths, long = asked.lengths.astype(np.float64), _sorted_lengths(asked)
    columns = {suit: lengths[:, place] for place, suit in enumerate(_SUITS)}
    for place, name in enumerate(("longest", "second", "third", "shortest")):
        columns[f"length of the {name} suit"] = long[:, place].astype(np.float64)
    balanced = (long[:, 3] >= 2) & (long[:, 0] + long[:, 1] <= 8) & (long[:, 0] <= 5)
    columns["balanced"] = balanced.astype(np.float64)
    columns["longer major"] = np.maximum(lengths[:, 2], lengths[:, 3])
    columns["longer minor"] = np.maximum(lengths[:, 0], lengths[:, 1])
    columns["spades less hearts"] = lengths[:, 3] - lengths[:, 2]
    columns["diamonds less clubs"] = lengths[:, 1] - lengths[:, 0]
    columns["majors less minors"] = columns["longer major"] - columns["longer minor"]
    return columns


def _suit_points(asked: SituationColumns) -> Reals:
    worth = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], dtype=np.float64)
    points: Reals = asked.cards @ worth
    return points


def _suits(asked: SituationColumns) -> dict[str, Reals]:
    """Honours by suit, and those of the two longest suits."""
    rows = np.arange(len(asked))
    points, held = _suit_points(asked), asked.cards
    honours = held[:, :, 8:].sum(axis=2).astype(np.float64)
    rank_of_suits = asked.lengths.astype(np.int64) * 4 + np.arange(4)
    by_length = np.argsort(-rank_of_suits, axis=1)
    first, second = by_length[:, 0], by_length[:, 1]
    columns = {f"points in {suit}": points[:, place] for place, suit in enumerate(_SUITS)}
    columns |= {f"honours in {suit}": honours[:, place] for place, suit in enumerate(_SUITS)}
    tricks = _playing_tricks(asked)
    quality = _quality(asked)
    columns["tricks in the longest suit"] = tricks[rows, first]
    columns["quality of the longest suit"] = quality[rows, first]
    columns["quality of the second suit"] = quality[rows, second]
    columns["longest suit"] = first.astype(np.float64)
    columns["second suit"] = second.astype(np.float64)
    columns["points in the longest suit"] = points[rows, first]
    columns["points in the second suit"] = points[rows, second]
    columns["points outside two suits"] = asked.points - points[rows, first] - points[rows, second]
    columns["honours in the longest suit"] = honours[rows, first]
    columns["top honours in the longest suit"] = (
        held[:, :, 10:].sum(axis=2)[rows, first].astype(float)
    )
    columns["tens and nines in the longest suit"] = (
        held[:, :, 7:9].sum(axis=2)[rows, first].astype(float)
    )
    return columns


def _verdict(asked: SituationColumns, verdict: Callable[..., Call]) -> dict[str, Reals]:
    """What the written rules bid, as a level and a strain (a pass is 0 and 0)."""
    level, strain = np.zeros(len(asked)), np.zeros(len(asked))
    for row in range(len(asked)):
        call = verdict(asked.situation(row))
        if isinstance(call, Bid):
            level[row], strain[row] = call.level, call.strain + 1
    return {"level by the rules": level, "strain by the rules": strain}


FEATURES = tuple(describe(SituationColumns.of(()))[0])
