"""Checks compiled code against its source: whether Python runs what the source says.

Python accepts a `.pyc` if the time and size in its header match the source, and anybody can write
those. So each source is compiled again, and the code compared. The words' source is a TOML file."""

from __future__ import annotations

import marshal
import os
import re
import sys
import warnings
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from pitboss.compiled_toml import compile_toml
from pitboss.file_digests import COMPILED

OTHER_CODE = "not what its source compiles to; delete it"
NO_SOURCE = "compiled code without its source; delete it"
MACHINE_CODE = "machine code that cannot be checked; delete it"
_HEAD_BYTES = 16
_NUMBA = (".nbi", ".nbc")
_OWN_NAME = re.compile(
    rf"(?P<name>.+)\.{re.escape(sys.implementation.cache_tag or '')}(?:\.opt-(?P<level>[12]))?\.pyc"
)
# Everything that runs, and everything a traceback shows, except the folder, which may have moved.
# The code is compared as it is in memory; co_code omits places where a forger can write.
_FIELDS = (
    "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_stacksize",
    "co_flags", "_co_code_adaptive", "co_consts", "co_names", "co_varnames", "co_freevars",
    "co_cellvars", "co_name", "co_qualname", "co_firstlineno", "co_linetable", "co_exceptiontable",
)  # fmt: skip


def check_compiled(folder: Path, *, besides: Path | None = None) -> Iterator[tuple[str, str]]:
    """Check every compiled file that this Python can run: its path in the folder, with what is
    wrong with it, or nothing; one subfolder may be left out."""
    for place, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if f"{place}/{name}" != str(besides))
        for file in (Path(place, name) for name in sorted(names)):
            if file.suffix in (".pyc", *_NUMBA) and not _is_of_another_python(file):
                yield file.relative_to(folder).as_posix(), _find_fault(file)


def _is_of_another_python(file: Path) -> bool:
    """Whether a file is only for another version of Python, or for a tool such as pytest."""
    is_named = file.parent.name == COMPILED and file.suffix == ".pyc" and "." in file.stem
    return is_named and not _OWN_NAME.fullmatch(file.name)


def _find_fault(file: Path) -> str:
    if file.suffix in _NUMBA:
        return MACHINE_CODE
    named = _OWN_NAME.fullmatch(file.name)
    if named is None or file.parent.name != COMPILED:
        return NO_SOURCE
    sources = (file.parent.parent / f"{named['name']}{ending}" for ending in (".py", ".toml"))
    source = next((each for each in sources if each.is_file()), None)
    if source is None:
        return NO_SOURCE
    return "" if _is_code_of(file, source, int(named["level"] or 0)) else OTHER_CODE


def _is_code_of(file: Path, source: Path, level: int) -> bool:
    compiled = file.read_bytes()
    try:
        code = _compile(source, level)
        found = marshal.loads(compiled[_HEAD_BYTES:])  # noqa: S302 - only read, never run
        return compiled.startswith(MAGIC_NUMBER) and _form(found) == _form(code)
    except (EOFError, RecursionError, SyntaxError, TypeError, ValueError):
        return False


def _compile(source: Path, level: int) -> CodeType:
    data, path = source.read_bytes(), str(source)
    if source.suffix == ".toml":
        return compile_toml(data, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(data, path, "exec", dont_inherit=True, optimize=level)


def _form(value: object) -> tuple[object, ...]:
    """A constant in a form where equal means it runs the same: 1 is neither 1.0 nor True, and a set
    has no order."""
    match value:
        case CodeType():
            return CodeType, *(_form(getattr(value, name)) for name in _FIELDS)
        case tuple():
            return tuple, *map(_form, value)
        case frozenset():
            return frozenset, frozenset(map(_form, value))
        case float() | complex():
            return type(value), repr(value)  # 0.0 equals -0.0, but they differ
        case _:
            return type(value), value
