"""Writes a site file as text, laid out as a person would.

The setup writes with this; `parse_site` reads the result like any other file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")
PARTS = ("property", "wide", "hub", "bank", "signs", "badge", "jackpot", "table")  # in order
HEAD = """\
# What this house has on its floor. Written by setup. Edit it if you like, then run
#     pitboss site check site.toml
"""


def site_text(data: Mapping[str, Any]) -> str:
    """The whole file."""
    return HEAD + parts_text(data)


def parts_text(data: Mapping[str, Any]) -> str:
    """Parts of a file, to append to others. Unknown parts come last, so that the reader can refuse
    them."""
    names = [
        *(name for name in PARTS if name in data),
        *(name for name in data if name not in PARTS),
    ]
    return "".join(f"\n{text}" for name in names for text in _part(name, data[name]))


def _part(name: str, value: Any) -> Iterator[str]:
    """`[name]`, or `[[name]]` once for each row."""
    if isinstance(value, list):
        for row in value:
            yield "\n".join(_table(f"[[{_key(name)}]]", name, row)) + "\n"
    else:
        yield "\n".join(_table(f"[{_key(name)}]", name, value)) + "\n"


def _table(header: str, name: str, row: Mapping[str, Any]) -> Iterator[str]:
    """A header and its keys; then each table below it, with nested tables inline."""
    yield header
    for key, value in row.items():
        if not isinstance(value, Mapping):
            yield f"{_key(key)} = {_value(value)}"
    for key, below in row.items():
        if isinstance(below, Mapping) and below:
            yield f"\n[{_key(name)}.{_key(key)}]"
            yield from (f"{_key(each)} = {_value(value)}" for each, value in below.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each) for each in value)}]"
    if isinstance(value, Mapping):
        pairs = (f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {', '.join(pairs)} }}"
    return _text(str(value))


def _text(value: str) -> str:
    """JSON's quoting is TOML's, except for the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if BARE_KEY.match(key) else _text(key)
