"""Numbers of identities that somebody typed where a text goes: they belong into the vault.

The engine looks before it writes a command down, so that such a text reaches neither the journal
nor a log."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import IDENTITIES
from pitboss.refusal import Refusal

# What a person writes freely, in any command; a device that speaks for itself is not read.
_FREE = ("reason", "camera", "explanation")
_DEVICE = "device"
# A day, a time of day, an amount and the name of an award are no numbers of identities.
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
# A social security number in its groups, whatever signs stand between them; nine digits and more
# however they are grouped, such as a passport or a card. A comma parts the numbers of a list.
_NUMBER = re.compile(
    rf"(?<!\d)\d{{3}}{_NEITHER}+\d{{2}}{_NEITHER}+\d{{4}}(?!\d)"
    r"|\d(?:[ ./\\_\-\u2010-\u2015\u2212]{0,2}\d){8,}",
    re.ASCII,
)

# Names that the system itself makes may have many digits, but never nothing else.
_OWN_IDS = ("award", "badge", "badges")
_ONLY_DIGITS = re.compile(r"[\d ./\-]{7,}", re.ASCII)
# Not typed by anybody.
_UNREAD = ("command_id", "digest", "digest_before", "last_four")
_KINDS = ("", *IDENTITIES, "tax number")


def need_no_numbers(command: Command) -> None:
    """Refuse a command that holds a number of an identity in clear: in any text of one that is
    about a winner, in what a person writes freely of every other. The refusal does not repeat
    it."""
    for name, text in _texts(command) if command.no_numbers else _free_texts(command):
        if name == "identity" and text not in _KINDS:
            reason = (
                f"what was shown is one of {', '.join(IDENTITIES)}; its number belongs into the "
                "person's record"
            )
            raise Refusal("IDENTITY_IN_CLEAR", where=name, reason=reason)
        if _is_number(name, text):
            reason = (
                f"{name} holds a number like those of identities; it belongs into the vault: write "
                "it into the person's record"
            )
            raise Refusal("IDENTITY_IN_CLEAR", where=name, reason=reason)


def _is_number(name: str, text: str) -> bool:
    if name in _UNREAD:
        return False
    plain = _digits(text)
    if name in _OWN_IDS:
        return _ONLY_DIGITS.fullmatch(plain) is not None
    return _NUMBER.search(_PLAIN.sub("x", plain)) is not None


def _digits(text: str) -> str:
    """A text with the digits of every script as 0 to 9, without what nobody sees."""
    return "".join(
        str(unicodedata.decimal(letter, letter))
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) != "Cf"
    )


def _free_texts(command: Command) -> Iterator[tuple[str, str]]:
    """What a person has written freely, in a command that is about no winner."""
    if not getattr(command, _DEVICE, ""):
        for name in _FREE:
            if text := getattr(command, name, ""):
                yield name, text


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
