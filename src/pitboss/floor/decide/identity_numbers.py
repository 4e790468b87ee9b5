"""Finds identity numbers that someone typed as free text: they belong in the vault.

The engine checks before it writes a command down, so such a text reaches neither the journal nor a
log."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from pitboss.floor.facts.base import Command
from pitboss.floor.facts.meanings import Meaning, meanings_of
from pitboss.floor.facts.values import IDENTITIES
from pitboss.refusal import Refusal

# A device's own commands aren't checked.
_DEVICE = "device"
# A day, a time, an amount and the name of an award aren't identity numbers.
_PLAIN = re.compile(
    r"(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)"
    r"|(?<!\d)[0-3]?\d([./])[0-3]?\d\1(?:19|20)\d\d(?!\d)"
    r"|(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])"
    r"|\$ ?(?:\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.\d{2})?(?!\d)"
    r"|(?<![\d.])\d{1,7}\.\d{2}(?![\d.-])"
    r"|\b[A-Za-z]\w{0,31}-\d+-\d+\.\d{1,2}\b",
    re.ASCII,
)
_NEITHER = r"[^0-9A-Za-z]"
# A social security number in its groups, whatever separates them; or nine or more digits in any
# grouping, such as a passport or a card. A comma separates the numbers of a list.
_NUMBER = re.compile(
    rf"(?<!\d)\d{{3}}{_NEITHER}+\d{{2}}{_NEITHER}+\d{{4}}(?!\d)"
    r"|\d(?:[ ./\\_\-\u2010-\u2015\u2212]{0,2}\d){8,}",
    re.ASCII,
)
_GROUPED = re.compile(
    r"(?<!\d)\d{3}([ ./\\_\-\u2010-\u2015\u2212])\1{0,2}\d{2}\1{1,3}\d{4}(?!\d)", re.ASCII
)
# A document by its name, with a number after it, letters or not. A license with digits only may be
# the house's or a maker's; with letters it is a person's.
_BEHIND = r"[^0-9A-Za-z]*(?:(?:number|no|num|is)\b[^0-9A-Za-z]*)?"
_WRITTEN = r"[0-9A-Za-z](?:[.-]?[0-9A-Za-z]){5,}(?![0-9A-Za-z])"
_THREE_DIGITS = r"(?=(?:[A-Za-z.-]*\d){3})"
_NAMED = re.compile(
    r"\b(?:s\.?s\.?n|ss|i?tin|social\s+security|tax(?:payer)?\s+(?:id|identification|number|no)"
    r"|driver\W?s?(?:\s+licen[cs]e)?|passport|(?:id|identity|resident|military|tribal)\s+card)"
    rf"\b{_BEHIND}{_THREE_DIGITS}{_WRITTEN}"
    rf"|\b(?:licen[cs]e|w?dl)\b{_BEHIND}{_THREE_DIGITS}(?=[\d.-]*[A-Za-z]){_WRITTEN}",
    re.ASCII | re.IGNORECASE,
)

# Names that the system makes may have many digits, but never only digits.
_OWN_IDS = ("award", "badge", "badges")
_ONLY_DIGITS = re.compile(r"[\d ./\-]{7,}", re.ASCII)
# Not typed by anyone.
_UNREAD = ("command_id", "sent_from", "digest", "digest_before", "last_four")
_KINDS = ("", *IDENTITIES, "tax number")


def need_no_numbers(command: Command) -> None:
    """Refuse a command that contains a plain identity number: in any text of a command about a
    winner, or in the free text of any other. The refusal doesn't repeat it."""
    found = _texts(command) if command.no_numbers else _typed_texts(command)
    meanings = meanings_of(type(command)) if found else {}
    for name, text in found:
        if name == "identity" and text not in _KINDS:
            raise Refusal("IDENTITY_IN_CLEAR", "what_shown", where=name, identities=IDENTITIES)
        if _is_number(name, text, meanings.get(name, ())):
            raise Refusal("IDENTITY_IN_CLEAR", "holds_number_like", where=name, name=name)


def _is_number(name: str, text: str, meanings: Collection[Meaning]) -> bool:
    """Whether a text contains a person's number. Where other books have long numbers, only its
    groups or a word beside it count."""
    if name in _UNREAD:
        return False
    plain = _digits(text)
    if name in _OWN_IDS:
        return _ONLY_DIGITS.fullmatch(plain) is not None
    plain = _PLAIN.sub("x", plain)
    number = _GROUPED if Meaning.NUMBERED in meanings else _NUMBER
    return number.search(plain) is not None or _NAMED.search(plain) is not None


def _digits(text: str) -> str:
    """A text with the digits of every script as 0 to 9, without invisible characters."""
    return "".join(
        str(unicodedata.decimal(letter, letter))
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) != "Cf"
    )


def _typed_texts(command: Command) -> Iterable[tuple[str, str]]:
    """The texts a person typed in a command that isn't about a winner."""
    names = _typed_fields(type(command))
    if names and not getattr(command, _DEVICE, ""):
        return [each for name in names for each in _texts(getattr(command, name), name)]
    return ()


@cache
def _typed_fields(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that a person types; most have none."""
    return tuple(name for name, each in meanings_of(kind).items() if Meaning.TYPED in each)


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a value, with its field."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field), field)
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each, name)
