"""Products of bytes in whole tiles, where the processor has them (Intel's AMX).

A tile is 16 rows of 64 bytes; one instruction multiplies two of them. The operating system must be
asked before a process may use them, and may refuse: then, and on every other processor, `vectors`
multiplies. Whole numbers have the same sum either way.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

TILE_ROWS = 16
TILE_BYTES = 64
_COLUMNS = 64  # of a panel, as `vectors` has them: four tiles of 16 side by side
_ACROSS = 4 * _COLUMNS  # bytes from four numbers of a column to the next four
_ASK, _TILE_DATA, _ARCH_PRCTL = 0x1023, 18, 158  # of Linux on x86-64

_I8, _I64 = ir.IntType(8), ir.IntType(64)
_Bytes = npt.NDArray[np.uint8]


@cache
def tile_shapes() -> _Bytes:
    """The settings of the processor for its tiles; nothing if none may be used."""
    if not (sys.platform == "linux" and platform.machine() == "x86_64" and _may_use()):
        return np.zeros(0, np.uint8)
    shapes = np.zeros(64, np.uint8)
    shapes[0] = 1
    shapes[16:32].view(np.uint16)[:] = TILE_BYTES
    shapes[48:56] = TILE_ROWS
    return shapes


def _may_use() -> bool:
    try:
        return bool(ctypes.CDLL(None).syscall(_ARCH_PRCTL, _ASK, _TILE_DATA) == 0)
    except (OSError, AttributeError):
        return False


def _whole(number: int) -> Any:
    return ir.Constant(_I64, number)


def _call(builder: Any, name: str, *given: Any) -> None:
    declare: Any = cgutils.get_or_insert_function
    form = ir.FunctionType(ir.VoidType(), [part.type for part in given])
    builder.call(declare(builder.module, form, f"llvm.x86.{name}"), given)


def _tile(number: int) -> Any:
    return ir.Constant(_I8, number)


def _has_tiles(context: Any) -> bool:
    return "+amx-int8" in context.codegen().magic_tuple()[2]


def _bytes_of(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """An array, and where its bytes begin."""
    array = context.make_array(kind)(context, builder, value)
    return array, builder.bitcast(array.data, _I8.as_pointer())


def _begin_tiles(typing: Any, shapes: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        if not _has_tiles(context):
            return ir.Constant(ir.IntType(1), 0)
        array, start = _bytes_of(context, builder, signature.args[0], given[0])
        allowed = builder.icmp_signed(">", builder.extract_value(array.shape, 0), _whole(0))
        with builder.if_then(allowed):
            _call(builder, "ldtilecfg", start)
        return allowed

    return types.boolean(shapes), code


def _end_tiles(typing: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        if _has_tiles(context):
            _call(builder, "tilerelease")
        return context.get_dummy_value()

    return types.void(), code


def _multiply_tiles(typing: Any, rows: Any, first: Any, panel: Any, sums: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        if not _has_tiles(context):
            return context.get_dummy_value()
        (rows, start), (panel, columns), (_, target) = (
            _bytes_of(context, builder, signature.args[at], given[at]) for at in (0, 2, 3)
        )
        stride = builder.extract_value(rows.strides, 0)
        start = builder.gep(start, [builder.mul(given[1], stride)])
        for column in range(4):
            _call(builder, "tilezero", _tile(column))
        size = _whole(TILE_BYTES * _COLUMNS)
        steps = builder.udiv(builder.extract_value(panel.shape, 0), size)
        with cgutils.for_range(builder, steps, intp=_I64) as loop:
            ours = builder.gep(start, [builder.mul(loop.index, _whole(TILE_BYTES))])
            _call(builder, "tileloadd64", _tile(4), ours, stride)
            block = builder.gep(columns, [builder.mul(loop.index, size)])
            for column in range(4):
                theirs, place = _tile(5 + column % 3), _whole(TILE_BYTES * column)
                here = builder.gep(block, [place])
                _call(builder, "tileloadd64", theirs, here, _whole(_ACROSS))
                _call(builder, "tdpbusd", _tile(column), _tile(4), theirs)
        for column in range(4):
            here = builder.gep(target, [_whole(TILE_BYTES * column)])
            _call(builder, "tilestored64", _tile(column), here, _whole(_ACROSS))
        return context.get_dummy_value()

    return types.void(rows, types.intp, panel, sums), code


begin_tiles = cast(Callable[[_Bytes], bool], intrinsic(_begin_tiles))
"""Make tiles of these shapes ready; whether there are any."""

end_tiles = cast(Callable[[], None], intrinsic(_end_tiles))

multiply_tiles = cast(
    Callable[[_Bytes, int, npt.NDArray[np.int8], npt.NDArray[np.int32]], None],
    intrinsic(_multiply_tiles),
)
"""Of 16 rows of bytes, from the given one on, the sums with each column of a panel, (16, 64)."""
