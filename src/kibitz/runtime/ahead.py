"""Machine code that is shipped: a function runs at once where the compiler would take a minute.

``data/kernels.code`` holds such functions and all that they call as LLVM bitcode for no processor
in particular. Any processor of 64 bits whose lowest byte comes first can run it; its own machine
code is made in about a second and kept among what can be made again. Where the bitcode does not fit
the sources, the processor or the installed LLVM, the compiler does the work (`compiled.py`).
`kibitz_lab/making/kernels.py` writes the file.

Such a function takes arrays, tuples of arrays and whole numbers, and gives back nothing or a whole
number. An array is passed as the compiler passes it to its own functions: two owners (none), the
number of items and the size of one, the place of the first, then the length and the step of each
dimension.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import lzma
import os
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import StorageError
from kibitz.runtime import storage
from kibitz.runtime.compiled import Compiled, source_of

F = TypeVar("F", bound=Callable[..., Any])

FILE, KIND, VERSION = "kernels.code", "bitcode", 1
MADE, MADE_VERSION = "machine-code", 1
NOTHING = -2
"""The status of a function that ran through and gives nothing back; 0 where it gives a number."""


def ahead(function: F) -> F:
    """*function* run by the shipped code where that fits, else compiled when it is first called."""
    return cast(F, Ahead(function))


class Shipped(NamedTuple):
    """What is shipped: the sources it was made of, what each function takes, and the bitcode."""

    stamp: str
    modules: list[str]
    takes: dict[str, str]
    """By function: the type of each array and number, in order."""
    bitcode: bytes

    def pack(self) -> bytes:
        head = json.dumps({"stamp": self.stamp, "modules": self.modules, "takes": self.takes})
        content = head.encode() + b"\n" + lzma.compress(self.bitcode, preset=9)
        return storage.seal(content, kind=KIND, version=VERSION)

    @classmethod
    def unpack(cls, sealed: bytes) -> Shipped:
        content = storage.unseal(sealed, kind=KIND, version=VERSION, name=FILE)
        head, _, packed = content.partition(b"\n")
        return cls(**json.loads(head), bitcode=lzma.decompress(packed))

    @property
    def fits(self) -> bool:
        """Whether it was made of the sources at hand."""
        return self.stamp == stamp_of(self.modules)


def stamp_of(modules: Iterable[str]) -> str:
    """A digest of the sources of these modules."""
    digest = hashlib.sha256()
    for module in modules:
        digest.update(source_of(module))
    return digest.hexdigest()


class Ahead(Compiled):
    """A function with shipped code."""

    def __call__(self, *args: Any) -> Any:
        return self._run(*args)

    @cached_property
    def _run(self) -> Callable[..., Any]:
        """The shipped code, or the compiler's."""
        code = _code()
        if code is None or self.name not in code.takes:
            return cast(Callable[..., Any], self.dispatcher)
        address = code.engine.get_function_address(self.name)
        native = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)
        return _Native(native, code.takes[self.name], self).run

    def use_compiler(self) -> None:
        """From now on run the compiler's code, whatever is shipped."""
        self._run = self.dispatcher


class _Native:
    """Machine code and what it takes."""

    def __init__(self, native: Any, takes: str, other: Compiled) -> None:
        self._native, self._takes, self._other = native, takes, other

    def run(self, *args: Any) -> Any:
        types, parts = zip(*map(_passed, args), strict=True)
        if "".join(types) != self._takes:
            return self._other.dispatcher(*args)
        words = bytearray(_STATUS + b"".join(parts))
        given = self._native(ctypes.byref(ctypes.c_char.from_buffer(words)))
        status = int.from_bytes(words[: len(_STATUS)], "little", signed=True)
        if status == NOTHING:
            return None
        if status != 0:
            raise MemoryError(f"{self._other.name} cannot go on")
        return given


_Passed = tuple[str, bytes]
"""The types of a value and the words it is passed in."""

MOST_KEPT = 16
_STATUS = bytes(8)
_kept: dict[int, tuple[Any, _Passed]] = {}


def _passed(value: Any) -> _Passed:
    """A value as machine code takes it; tuples are large and come again, so they are kept."""
    if isinstance(value, np.ndarray):
        return _array(value)
    if not isinstance(value, tuple):
        return "n", int(value).to_bytes(8, "little", signed=True)
    known = _kept.get(id(value))
    if known is None or known[0] is not value:
        types, words = zip(*map(_array, value), strict=True)
        known = _kept[id(value)] = (value, ("".join(types), b"".join(words)))
        for oldest in list(_kept)[:-MOST_KEPT]:
            _kept.pop(oldest, None)
    return known[1]


def _array(value: NDArray[Any]) -> _Passed:
    flags = value.flags
    if not (flags.c_contiguous and flags.writeable):
        return "?", _STATUS
    place, shape = value.__array_interface__["data"][0], value.shape
    kind, pack = _form(value.dtype, len(shape))
    return kind, pack(0, 0, value.size, value.itemsize, place, *shape, *value.strides)


@cache
def _form(dtype: np.dtype[Any], dimensions: int) -> tuple[str, Callable[..., bytes]]:
    """The type of an array, and how its words are packed."""
    return f"{dtype.str}{dimensions}", struct.Struct(f"<{5 + 2 * dimensions}q").pack


class _Code(NamedTuple):
    """Code that can be run."""

    takes: dict[str, str]
    engine: Any


@cache
def _code() -> _Code | None:
    """The shipped code, ready to run on this processor; None where it cannot be."""
    sealed = storage.shipped_if_built(FILE)
    if sealed is None or sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    if os.environ.get("NUMBA_DISABLE_JIT"):
        return None  # plain Python, for a debugger
    found = Shipped.unpack(sealed)
    if not found.fits:
        return None
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    traits = (triple, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    try:
        machine = llvm.Target.from_triple(triple).create_target_machine(
            cpu=traits[1],
            features=traits[2],
            opt=2,
            reloc="static" if triple.startswith("x86") else "default",
            codemodel="jitdefault",
        )
        made = _machine_code(llvm, machine, found.bitcode, (*traits, llvm.llvm_version_info))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(made))
        engine.finalize_object()
    except RuntimeError:  # an LLVM that does not read this bitcode
        return None
    return _Code(found.takes, engine)


def _machine_code(llvm: Any, machine: Any, bitcode: bytes, traits: Sequence[object]) -> bytes:
    """The bitcode as machine code: kept from last time, or made now."""
    mark = hashlib.sha256(bitcode + repr(traits).encode()).hexdigest()[:16]
    path = storage.cache_folder() / "machine-code" / f"{mark}.o"
    with suppress(StorageError):
        return storage.load(path, kind=MADE, version=MADE_VERSION)
    module = llvm.parse_bitcode(bitcode)
    module.triple = traits[0]
    module.data_layout = str(machine.target_data)
    made = cast(bytes, machine.emit_object(module))
    with suppress(StorageError):  # nowhere to keep it: it is made again next time
        storage.save(path, made, kind=MADE, version=MADE_VERSION)
    return made
