"""What comes from outside, read: TOML files as data, and what a library says of a fault in our own
words. Who wrote a file or sent a message is told what to mend, not how Python is set."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from pitboss.money import MICROS_MOST
from pitboss.refusal import Refusal

DEPTH_MOST = 32  # no file or message of ours has half of that
DIGITS_MOST = len(str(MICROS_MOST))
TOO_DEEP = "lists and tables lie too deep in each other; take some brackets out"
TOO_LONG = f"a whole number is too long; the largest is {MICROS_MOST:,}"
# What msgspec calls the kinds of values.
KINDS = {
    "int": "a whole number",
    "float": "a fraction",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
_AT = re.compile(r"(?P<said>.*) - at `\$\.?(?P<where>.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]+)`(?P<more>[^,]*), got `(?P<given>[^`]+)`")
_KIND_MORE = re.compile(r"Expected `(?P<wanted>\w+)` (?P<more>.+)")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")


def toml_data(text: str, *, code: str, where: str = "") -> dict[str, Any]:
    """The tables of a TOML file, or a refusal under this code."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason = f"not a TOML file; fix it at the place named here: {fault}"
    except RecursionError:
        reason = TOO_DEEP
    except ValueError:  # thousands of digits
        reason = TOO_LONG
    else:
        if not (reason := _excess(data)):
            return data
    raise Refusal(code, where=where, reason=reason)


def at_fault(fault: Exception) -> tuple[str, str]:
    """Where msgspec found a fault, and which, in words."""
    found = _AT.fullmatch(str(fault))
    return found["where"] if found else "", in_words(fault)


def in_words(fault: Exception) -> str:
    """What msgspec says of a value, as a person would; without the place."""
    found = _AT.fullmatch(str(fault))
    said = found["said"] if found else str(fault)
    if isinstance(fault, RecursionError):
        return TOO_DEEP
    if isinstance(fault, UnicodeError):
        return "not UTF-8 text"
    if "out of range" in said:
        return TOO_LONG
    if found := _EXPECTED.fullmatch(said):
        wanted, given = (_kinds(found[name]) for name in ("wanted", "given"))
        return f"must be {wanted}{found['more']}, not {given}"
    if found := _KIND_MORE.fullmatch(said):
        return f"must be {_kinds(found['wanted'])} {found['more'].replace('`', '')}"
    if found := _MISSING.fullmatch(said):
        return f"{found[1]} is missing"
    if found := _UNKNOWN.fullmatch(said):
        return f"there is no field {found[1]}"
    return said


def _kinds(named: str) -> str:
    return " or ".join(KINDS.get(each.strip(), each.strip()) for each in named.split("|"))


def _excess(data: dict[str, Any]) -> str:
    """What is too deep or too large to be meant, if anything is."""
    for value, depth in _values(data):
        if depth > DEPTH_MOST:
            return TOO_DEEP
        if isinstance(value, int) and abs(value) > MICROS_MOST:
            return TOO_LONG
    return ""


def _values(data: Any) -> Iterator[tuple[Any, int]]:
    """Every value with its depth; without recursion, since that is what it looks for."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        yield value, depth
        if depth <= DEPTH_MOST:
            inner = value.values() if isinstance(value, dict) else value
            if isinstance(value, dict | list):
                waiting.extend((each, depth + 1) for each in inner)
