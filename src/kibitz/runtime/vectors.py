"""The sums of products that a network consists of, by the processor's own vectors.

Rows are taken five at a time. Bytes are multiplied by the best instruction there is for them: whole
numbers have the same sum in any order. Floats keep eight sums, of every eighth number, and so one
order too. Hence every processor finds the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from kibitz.runtime.weights import LANES

ROWS = 5
COLUMNS = 64
"""Columns of a matrix that lie together: a panel."""
STEP = 4
"""Bytes of a row, and of each column, that lie side by side and are multiplied at a time."""

_SCALED = 16  # sums that are scaled at a time
_I8, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_FLOATS = ir.VectorType(ir.FloatType(), LANES)

_Bytes = npt.NDArray[np.uint8]
_Floats = npt.NDArray[np.float32]


def _whole(number: int) -> Any:
    return ir.Constant(_I64, number)


def _array(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.make_array(kind)(context, builder, value)


def _at(builder: Any, pointer: Any, *places: tuple[Any, int]) -> Any:
    """A pointer so many things of so many bytes further on."""
    pointer = builder.bitcast(pointer, _I8.as_pointer())
    for count, size in places:
        pointer = builder.gep(pointer, [builder.mul(count, _whole(size))])
    return pointer


def _rows(builder: Any, array: Any, first: Any, step: Any) -> list[Any]:
    """Where each of five rows of an array begins."""
    stride = builder.extract_value(array.strides, 0)
    numbers = (builder.add(first, builder.mul(step, _whole(row))) for row in range(ROWS))
    return [_at(builder, array.data, (builder.mul(each, stride), 1)) for each in numbers]


def _load(builder: Any, kind: Any, pointer: Any) -> Any:
    return builder.load(builder.bitcast(pointer, kind.as_pointer()), align=1)


def _store(builder: Any, value: Any, pointer: Any) -> None:
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer()), align=1)


def _call(builder: Any, name: str, kind: Any, given: tuple[Any, ...]) -> Any:
    declare: Any = cgutils.get_or_insert_function
    form = ir.FunctionType(kind, [part.type for part in given])
    return builder.call(declare(builder.module, form, name), given)


def _hold(builder: Any, value: Any) -> Any:
    """A place that holds *value* at first, and is a register in the end."""
    place: Any = cgutils.alloca_once_value
    return place(builder, value)


def _products(builder: Any, features: str, sums: Any, row: Any, columns: Any) -> Any:
    """*sums* and what four bytes of a row give with those of some columns, 32 bits each."""
    lanes = sums.type.count
    if "+avx512vnni" in features or "+avxvnni" in features:
        name = f"llvm.x86.avx512.vpdpbusd.{32 * lanes}"
        return _call(builder, name, sums.type, (sums, row, columns))
    halves = ir.VectorType(_I16, 2 * lanes)
    eight = ir.Constant(halves, [8] * 2 * lanes)
    row, columns = (builder.bitcast(part, halves) for part in (row, columns))
    low = builder.shl(row, eight), builder.shl(columns, eight)
    for ours, theirs in (low, (row, columns)):
        pair = builder.lshr(ours, eight), builder.ashr(theirs, eight)
        sums = builder.add(sums, _pairs(builder, features, sums.type, pair))
    return sums


def _pairs(builder: Any, features: str, kind: Any, given: tuple[Any, Any]) -> Any:
    """Products of 16-bit numbers, two and two added."""
    if "+avx2" in features:
        return _call(builder, "llvm.x86.avx2.pmadd.wd", kind, given)
    half = ir.Constant(kind, [16] * kind.count)
    row, columns = (builder.bitcast(part, kind) for part in given)
    low = (builder.ashr(builder.shl(part, half), half) for part in (row, columns))
    high = (builder.ashr(part, half) for part in (row, columns))
    return builder.add(builder.mul(*low), builder.mul(*high))


def _multiply_bytes(typing: Any, rows: Any, first: Any, panel: Any, sums: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        rows, panel, sums = (
            _array(context, builder, signature.args[at], given[at]) for at in (0, 2, 3)
        )
        features = context.codegen().magic_tuple()[2]
        lanes, at_once = (16, 4) if "+avx512vnni" in features else (8, 2)  # what registers hold
        kind = ir.VectorType(_I32, lanes)
        zeros = ir.Constant(kind, [0] * lanes)
        length = builder.extract_value(panel.shape, 0)
        steps = builder.udiv(length, _whole(COLUMNS * STEP))
        starts = _rows(builder, rows, given[1], _whole(1))
        for group in range(0, COLUMNS, lanes * at_once):
            columns = range(group, group + lanes * at_once, lanes)
            held = {
                (row, column): _hold(builder, zeros) for row in range(ROWS) for column in columns
            }
            with cgutils.for_range(builder, steps, intp=_I64) as loop:
                step = _at(builder, panel.data, (loop.index, COLUMNS * STEP))
                theirs = {
                    column: _load(builder, kind, _at(builder, step, (_whole(column), STEP)))
                    for column in columns
                }
                for row, start in enumerate(starts):
                    four = _load(builder, _I32, _at(builder, start, (loop.index, STEP)))
                    first = builder.insert_element(zeros, four, ir.Constant(_I32, 0))
                    ours = builder.shuffle_vector(first, zeros, zeros)
                    for column in columns:
                        here = held[row, column]
                        before = builder.load(here)
                        more = _products(builder, features, before, ours, theirs[column])
                        builder.store(more, here)
            for (row, column), here in held.items():
                target = _at(builder, sums.data, (_whole(COLUMNS * row + column), 4))
                _store(builder, builder.load(here), target)
        return context.get_dummy_value()

    return types.void(rows, types.intp, panel, sums), code


def _multiply_floats(
    typing: Any,
    left: Any,
    row: Any,
    step: Any,
    right: Any,
    first: Any,
    column: Any,
    width: Any,
    sums: Any,
) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        left, right, sums = (
            _array(context, builder, signature.args[at], given[at]) for at in (0, 3, 7)
        )
        ours = _rows(builder, left, given[1], given[2])
        theirs = [
            _at(builder, row, (given[5], 4)) for row in _rows(builder, right, given[4], _whole(1))
        ]
        zeros = ir.Constant(_FLOATS, [0.0] * LANES)
        held = [_hold(builder, zeros) for _ in range(ROWS)]
        steps = builder.udiv(given[6], _whole(LANES))
        with cgutils.for_range(builder, steps, intp=_I64) as loop:
            for here, *pair in zip(held, ours, theirs, strict=True):
                places = (_at(builder, row, (loop.index, 4 * LANES)) for row in pair)
                product = builder.fmul(*(_load(builder, _FLOATS, place) for place in places))
                builder.store(builder.fadd(builder.load(here), product), here)
        for row, here in enumerate(held):
            _store(builder, builder.load(here), _at(builder, sums.data, (_whole(LANES * row), 4)))
        return context.get_dummy_value()

    two, three = 2 * (types.intp,), 3 * (types.intp,)
    return types.void(left, *two, right, *three, sums), code


def _in_order(builder: Any, four: list[Any]) -> list[Any]:
    """Four numbers from the lowest up: their sum is the same whatever the suits are called."""
    for one, other in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
        pair = four[one], four[other]
        below = builder.fcmp_ordered("<", *pair)
        four[one], four[other] = builder.select(below, *pair), builder.select(below, *pair[::-1])
    return four


def _mix(
    typing: Any, shares: Any, rows: Any, first: Any, column: Any, width: Any, target: Any
) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        shares, rows = (_array(context, builder, signature.args[at], given[at]) for at in (0, 1))
        weights = [
            _load(builder, _FLOATS, _at(builder, shares.data, (_whole(LANES * row), 4)))
            for row in range(ROWS)
        ]
        starts = _rows(builder, rows, given[2], _whole(1))
        target = _rows(builder, rows, given[5], _whole(1))[0]
        steps = builder.udiv(given[4], _whole(LANES))
        with cgutils.for_range(builder, steps, intp=_I64) as loop:
            parts = []
            for weight, start in zip(weights, starts, strict=True):
                place = _at(builder, start, (given[3], 4), (loop.index, 4 * LANES))
                parts.append(builder.fmul(weight, _load(builder, _FLOATS, place)))
            *suits, total = parts
            for part in _in_order(builder, suits):
                total = builder.fadd(total, part)
            _store(builder, total, _at(builder, target, (loop.index, 4 * LANES)))
        return context.get_dummy_value()

    return types.void(shares, rows, *4 * (types.intp,)), code


def _gather(
    typing: Any, shares: Any, rows: Any, first: Any, count: Any, column: Any, width: Any, to: Any
) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        shares, rows = (_array(context, builder, signature.args[at], given[at]) for at in (0, 1))
        start = _at(builder, _rows(builder, rows, given[2], _whole(1))[0], (given[4], 4))
        target = _rows(builder, rows, given[6], _whole(1))[0]
        stride = builder.extract_value(rows.strides, 0)
        steps = builder.udiv(given[5], _whole(LANES))
        total = _hold(builder, ir.Constant(_FLOATS, [0.0] * LANES))
        with cgutils.for_range(builder, steps, intp=_I64) as loop:
            builder.store(ir.Constant(_FLOATS, [0.0] * LANES), total)
            place = _at(builder, start, (loop.index, 4 * LANES))
            with cgutils.for_range(builder, given[3], intp=_I64) as inner:
                here = _at(builder, place, (builder.mul(inner.index, stride), 1))
                weight = _load(
                    builder, _FLOATS, _at(builder, shares.data, (inner.index, 4 * LANES))
                )
                product = builder.fmul(weight, _load(builder, _FLOATS, here))
                builder.store(builder.fadd(builder.load(total), product), total)
            _store(builder, builder.load(total), _at(builder, target, (loop.index, 4 * LANES)))
        return context.get_dummy_value()

    return types.void(shares, rows, *5 * (types.intp,)), code


def _scale(
    typing: Any,
    sums: Any,
    count: Any,
    zero: Any,
    by: Any,
    units: Any,
    row: Any,
    floats: Any,
    column: Any,
) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        sums, units, floats = (
            _array(context, builder, signature.args[at], given[at]) for at in (0, 4, 6)
        )
        scales, bias, ones = (
            _at(
                builder,
                _array(
                    context, builder, signature.args[3][at], builder.extract_value(given[3], at)
                ).data,
                (given[7], 4),
            )
            for at in range(3)
        )
        whole, real = ir.VectorType(_I32, _SCALED), ir.VectorType(ir.FloatType(), _SCALED)
        none = _spread(builder, builder.trunc(given[2], _I32), whole)
        stride = builder.extract_value(floats.strides, 0)
        for group in range(0, COLUMNS, _SCALED):
            here = (_whole(group), 4)
            rates, shift = (
                _load(builder, real, _at(builder, part, here)) for part in (scales, bias)
            )
            less = builder.mul(none, _load(builder, whole, _at(builder, ones, here)))
            with cgutils.for_range(builder, given[1], intp=_I64) as loop:
                place = _at(builder, sums.data, (loop.index, 4 * COLUMNS), here)
                exact = builder.sub(_load(builder, whole, place), less)
                number = builder.add(given[5], loop.index)
                unit = builder.load(
                    builder.bitcast(
                        _at(builder, units.data, (number, 4)), ir.FloatType().as_pointer()
                    )
                )
                rate = builder.fmul(_spread(builder, unit, real), rates)
                value = builder.fadd(builder.fmul(builder.sitofp(exact, real), rate), shift)
                target = _at(builder, floats.data, (builder.mul(number, stride), 1))
                _store(builder, value, _at(builder, target, (given[7], 4), here))
        return context.get_dummy_value()

    return types.void(sums, types.intp, types.intp, by, units, types.intp, floats, types.intp), code


def _spread(builder: Any, value: Any, kind: Any) -> Any:
    """A number in every place of a vector."""
    nothing = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(
        first, nothing, ir.Constant(ir.VectorType(_I32, kind.count), None)
    )


multiply_bytes = cast(
    Callable[[_Bytes, int, npt.NDArray[np.int8], npt.NDArray[np.int32]], None],
    intrinsic(_multiply_bytes),
)
"""Of five rows of bytes, from the given one on, the sums with each column of a panel, (5, 64)."""

multiply_floats = cast(
    Callable[[_Floats, int, int, _Floats, int, int, int, _Floats], None],
    intrinsic(_multiply_floats),
)
"""The eight sums of products, (5, 8), of five pairs of rows: *left* from a row on, so many rows
further each time; *right* from a row and a column on, a row further each time; their length."""

mix = cast(Callable[[_Floats, _Floats, int, int, int, int], None], intrinsic(_mix))
"""The sum of five rows, each by its eight shares in turn, from a row and a column on and so long;
written at the beginning of another row."""

scale = cast(
    Callable[
        [npt.NDArray[np.int32], int, int, tuple[Any, Any, Any], _Floats, int, _Floats, int], None
    ],
    intrinsic(_scale),
)
"""Sums of bytes as floats: so many rows of sums (n, 64), of bytes of which the given one is zero;
the scales, biases and sums of all columns; the units, from a row on; where they are written, from
that row and a column on."""

gather = cast(Callable[[_Floats, _Floats, int, int, int, int, int], None], intrinsic(_gather))
"""`mix` of any number of rows in their order: from a row on so many, from a column on and so long;
written at the beginning of another row."""
