"""Reads outside input: TOML files as data, and a library's faults in our own words. The author of a
file or message learns what to fix, not how Python works."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from pitboss.money import MICROS_MOST
from pitboss.refusal import Refusal, Told, say

DEPTH_MOST = 32  # no file or message of ours is half as deep
DIGITS_MOST = len(str(MICROS_MOST))
TOO_DEEP = say("READING", "too_deep")
TOO_LONG = say("READING", "too_long", most=MICROS_MOST)
KINDS = ("int", "float", "str", "bool", "array", "object", "null")  # of values, as msgspec says
_AT = re.compile(r"(?P<said>.*) - at `\$\.?(?P<where>.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]+)`(?P<more>[^,]*), got `(?P<given>[^`]+)`")
_KIND_MORE = re.compile(r"Expected `(?P<wanted>\w+)` (?P<more>.+)")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")


def toml_data(text: str, *, code: str, where: str = "") -> dict[str, Any]:
    """Read the tables of a TOML file, or refuse it under this code."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        why = say("READING", "not_toml", fault=fault)
    except RecursionError:
        why = TOO_DEEP
    except ValueError:  # thousands of digits
        why = TOO_LONG
    else:
        excess = _excess(data)
        if excess is None:
            return data
        why = excess
    raise Refusal(code, "because", where=where, why=why)


def at_fault(fault: Exception) -> tuple[str, Told]:
    """Where msgspec found a fault, and what it is, in words."""
    found = _AT.fullmatch(str(fault))
    return found["where"] if found else "", in_words(fault)


def in_words(fault: Exception) -> Told:
    """What msgspec says of a value, in plain words and without the place."""
    found = _AT.fullmatch(str(fault))
    said = found["said"] if found else str(fault)
    if isinstance(fault, RecursionError):
        return TOO_DEEP
    if isinstance(fault, UnicodeError):
        return say("READING", "not_utf8")
    if "out of range" in said:
        return TOO_LONG
    if found := _EXPECTED.fullmatch(said):
        wanted, given = (_kinds(found[name]) for name in ("wanted", "given"))
        return say("READING", "expected", wanted=wanted, more=found["more"], given=given)
    if found := _KIND_MORE.fullmatch(said):
        more = found["more"].replace("`", "")
        return say("READING", "expected_more", wanted=_kinds(found["wanted"]), more=more)
    if found := _MISSING.fullmatch(said):
        return say("READING", "missing", field=found[1])
    if found := _UNKNOWN.fullmatch(said):
        return say("READING", "unknown", field=found[1])
    return say("PART", "as_is", text=said)


def _kinds(named: str) -> list[Told | str]:
    names = [each.strip() for each in named.split("|")]
    return [say("KIND", name) if name in KINDS else name for name in names]


def _excess(data: dict[str, Any]) -> Told | None:
    """What is too deep or too large to be meant, if anything."""
    for value, depth in _values(data):
        if depth > DEPTH_MOST:
            return TOO_DEEP
        if isinstance(value, int) and abs(value) > MICROS_MOST:
            return TOO_LONG
    return None


def _values(data: Any) -> Iterator[tuple[Any, int]]:
    """Every value with its depth; not recursive, because depth is what it checks."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        yield value, depth
        if depth <= DEPTH_MOST:
            inner = value.values() if isinstance(value, dict) else value
            if isinstance(value, dict | list):
                waiting.extend((each, depth + 1) for each in inner)
