"""Numbers of identities that somebody typed where a text goes: they belong into the vault.

The engine looks before it writes a command down, so that such a text reaches neither the journal
nor a log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.floor.facts.base import Command
from pitboss.refusal import Refusal

# Nine digits and more, however they are grouped: a social security number, a passport, a card. A
# day and a time of day are none.
_TIMES = re.compile(r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b", re.ASCII)
_NUMBER = re.compile(r"\d(?:[ ./\-–]{0,2}\d){8,}", re.ASCII)
# What was shown is a kind of paper; its number has no place there, however short.
_OF_IDENTITY = re.compile(r"\d(?:[ ./\-–]{0,2}\d){4,}", re.ASCII)

# Names that the system itself makes may have many digits, but never nothing else.
_OWN_IDS = ("award", "badge", "badges")
_ONLY_DIGITS = re.compile(r"[\d ./\-]{7,}", re.ASCII)


def need_no_numbers(command: Command) -> None:
    """Refuse a command about a winner that holds a number of an identity in clear. The refusal does
    not repeat it."""
    if not command.no_numbers:
        return
    for name, text in _texts(command):
        if _is_number(name, text):
            reason = (
                f"{name} holds a number like those of identities; it belongs into the vault: write "
                "it into the person's record"
            )
            raise Refusal("IDENTITY_IN_CLEAR", where=name, reason=reason)


def _is_number(name: str, text: str) -> bool:
    if name in _OWN_IDS:
        return _ONLY_DIGITS.fullmatch(text) is not None
    pattern = _OF_IDENTITY if name == "identity" else _NUMBER
    return name != "command_id" and pattern.search(_TIMES.sub("", text)) is not None


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a value, with the field that holds it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field), field)
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each, name)
