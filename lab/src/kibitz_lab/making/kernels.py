"""The suit solver as machine-independent code, which `runtime/ahead.py` reads.

Run:      python -m kibitz_lab.making.kernels src/kibitz/data/kernels.code
          python -m kibitz_lab.making.kernels --check [COMBINATIONS]
Writes:   the solver's compiled functions as LLVM bitcode for no particular processor; or, with
          --check, the number of combinations of the shipped table where it and the compiler differ
Departs:  the shipped code allocates no memory: it works in arrays passed to it
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from kibitz.runtime.ahead import Ahead, Shipped, stamp_of
from kibitz.runtime.compiled import Compiled
from kibitz.runtime.storage import write_atomically
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, at_least
from kibitz.suits.solver.exact import SuitLine, SuitSolver

PLAIN = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
"""No particular processor, and no vectors: most loops run over a handful of words."""
COUNTING = """
define void @NRT_incref(ptr %memory) alwaysinline {
  ret void
}

define void @NRT_decref(ptr %memory) alwaysinline {
  ret void
}
"""
"""Reference counting does nothing: these functions allocate no memory."""
_OWN_COUNTING = re.compile(
    r"^define [^\n]*@NRT_(?:in|de)cref\([^{]*\{.*?^\}$", re.MULTILINE | re.DOTALL
)
_OUTSIDE = re.compile(r"llvm\.(?!x86|aarch64)|mem(cpy|set|move)$")


def functions() -> list[Ahead]:
    """The functions to ship."""
    from kibitz.suits.solver import bounds, fronts, graph, search

    return [
        each
        for module in (graph, bounds, fronts, search)
        for each in vars(module).values()
        if isinstance(each, Ahead) and each.__module__ == module.__name__
    ]


def make() -> Shipped:
    """Compile every function to ship, by asking about a suit."""
    from kibitz import suit

    found = functions()
    for each in found:
        each.use_compiler()
    suit("AQ9", "xx4")
    modules = sorted({one.__module__ for each in found for one in _with_called(each)})
    takes = {each.name: _takes(each.dispatcher) for each in found}
    return Shipped(stamp_of(modules), modules, takes, _bitcode(found))


def _with_called(function: Compiled) -> Iterator[Compiled]:
    """A function and everything it calls, directly or not."""
    yield function
    inner = function.function
    for name in inner.__code__.co_names:
        called = inner.__globals__.get(name)
        if isinstance(called, Compiled):
            yield from _with_called(called)


def _takes(dispatcher: Any) -> str:
    from numba.core import types
    from numba.np.numpy_support import as_dtype

    def of(kind: Any) -> str:
        if isinstance(kind, types.BaseTuple):
            return "".join(map(of, cast(Any, kind)))
        return f"{as_dtype(kind.dtype).str}{kind.ndim}" if isinstance(kind, types.Array) else "n"

    [signature] = dispatcher.signatures
    return "".join(map(of, signature))


def _bitcode(found: list[Ahead]) -> bytes:
    import llvmlite.binding as llvm

    whole = llvm.parse_assembly(COUNTING)
    for each in found:
        [result] = each.dispatcher.overloads.values()
        native = result.fndesc.llvm_func_name
        module = llvm.parse_assembly(_without_counting(result.library.get_llvm_str()))
        taken = [str(one.type) for one in module.get_function(native).arguments]
        module.link_in(llvm.parse_assembly(_entry(each.name, native, taken)))
        # so that shared code is in it once
        for one in (*module.functions, *module.global_variables):
            if not one.is_declaration and one.name != each.name:
                one.linkage = "linkonce_odr"
        whole.link_in(module)
    _keep(llvm, whole, {each.name for each in found})
    missing = [one.name for one in whole.functions if one.is_declaration]
    strange = [name for name in missing if not _OUTSIDE.match(name)]
    if strange:
        raise SystemExit(f"the code calls what is not there: {strange}")
    return bytes(whole.as_bitcode())


def _without_counting(text: str) -> str:
    """A module's text without reference counting."""
    text = _OWN_COUNTING.sub("", text)
    for name in ("NRT_incref", "NRT_decref"):
        if f"@{name}(" in text:
            text += f"\ndeclare void @{name}(ptr)"
    return text


def _entry(name: str, native: str, taken: list[str]) -> str:
    """A function whose one argument is the address of all words, which it passes on to *native*.

    The first two arguments of *native* are the places for the result and for an error; instead of
    them, the first word is the place for the status.
    """
    lines, passed = [], []
    for at, kind in enumerate(taken[2:], 1):
        lines.append(f"%p{at} = getelementptr i64, ptr %words, i64 {at}")
        lines.append(f"%w{at} = load i64, ptr %p{at}")
        if kind == "ptr":
            lines.append(f"%v{at} = inttoptr i64 %w{at} to ptr")
        passed.append(f"ptr %v{at}" if kind == "ptr" else f"i64 %w{at}")
    arguments = ", ".join(["ptr %result", "ptr %error", *passed])
    body = "\n  ".join(lines)
    return f"""
declare i32 @{native}({", ".join(taken)})

define i64 @"{name}"(ptr %words) {{
  %result = alloca i64
  %error = alloca ptr
  store i64 0, ptr %result
  {body}
  %status = call i32 @{native}({arguments})
  %wide = sext i32 %status to i64
  store i64 %wide, ptr %words
  %given = load i64, ptr %result
  ret i64 %given
}}
"""


def _keep(llvm: Any, module: Any, names: set[str]) -> None:
    """Strip a module down to these functions and what they need."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"
    target = llvm.Target.from_triple(module.triple or llvm.get_process_triple())
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(target.create_target_machine(cpu="generic"), options)
    manager = builder.getModulePassManager()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, builder)


def check(most: int | None) -> int:
    """The number of combinations of the shipped table where shipped and compiled code differ."""
    from kibitz.suits.plans.similar import table

    asked = sorted({(row.north, row.south) for row in table()})[:most]
    shipped = [_every_line(*each) for each in asked]
    for each in functions():
        each.use_compiler()
    return sum(_every_line(*each) != lines for each, lines in zip(asked, shipped, strict=True))


def _every_line(north: str, south: str) -> list[SuitLine]:
    solver = SuitSolver(Combination.parse(north, south))
    goals = [at_least(tricks) for tricks in range(1, solver.suit.most_tricks + 1)]
    return [solver.best(goal) for goal in (*goals, AVERAGE, MATCHPOINTS)]


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        print(f"{check(int(sys.argv[2]) if sys.argv[2:] else None)} combinations differ")
        sys.exit()
    with tempfile.TemporaryDirectory() as fresh:
        os.environ.update(PLAIN, NUMBA_CACHE_DIR=fresh)
        write_atomically(Path(sys.argv[1]), make().pack())
