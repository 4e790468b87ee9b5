"""Large TOML files of the package, read as Python reads a module: parsed once, and then taken from
`__pycache__` for as long as the file is the same."""

from __future__ import annotations

import json
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any


def compile_toml(data: bytes, path: str) -> CodeType:
    """The code of a file, which is one constant: its tables as JSON."""
    return compile(repr(json.dumps(tomllib.loads(data.decode()))), path, "eval")


class _TomlLoader(SourceFileLoader):
    def source_to_code(self, data: Any, path: Any, **how: Any) -> CodeType:  # type: ignore[override]
        """Parse the file."""
        return compile_toml(bytes(data), path)


def read_toml(file: Path) -> dict[str, Any]:
    """The tables of a file that holds text and whole numbers."""
    compiled = _TomlLoader(file.stem, str(file)).get_code(file.stem)
    assert compiled is not None
    tables: dict[str, Any] = json.loads(compiled.co_consts[0])
    return tables
