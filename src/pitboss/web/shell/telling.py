"""How a refusal is told to whoever reads a page, and how templates write."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup, escape
from msgspec import json

from pitboss import money, notation
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import STEP_FIELDS, Payment
from pitboss.live.folder import BoardWords
from pitboss.refusal import Refusal, Told
from pitboss.reports.citing import citation
from pitboss.words.language import WORDS, languages, texts

UNREADABLE = "COMMAND_UNREADABLE"  # of a program's text: its reason is the field
# Where, as a program calls it: a field of a body, or a command; a file is called so by people, too.
BODY_FIELD = re.compile(r"(?!.*\.toml$)[a-z]+(?:_[a-z]+)*(?:\.\w+)*")
COMMAND = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")


def explain(told: Told | Refusal) -> str:
    """A refusal for whoever reads: where, and its reason; a field that only a program knows is not
    named."""
    where = told.where
    if told.code != UNREADABLE and (is_field(where) or COMMAND.fullmatch(where)):
        where = ""
    return f"{where}: {told.reason}" if where else told.reason


def why_text(event: Any) -> str:
    """Why something was done: as a person typed or chose it, or as the system tells it."""
    told: Told | None = getattr(event, "told", None) or getattr(event, "why", None)
    return told.reason if told else notation.reason_said(getattr(event, "reason", ""))


def tell_board(plain: Any) -> Any:
    """A board with the sentences of the code, and reasons that it offers, for whoever reads."""
    match plain:
        case list():
            return [tell_board(each) for each in plain]
        case {"word": "told", "text": text}:
            return {"word": "said", "text": json.decode(text, type=Told).reason}
        case {"word": "said", "text": text}:
            return {"word": "said", "text": notation.reason_said(text)}
        case {"call": str() as call, **others}:
            return {**tell_board(others), "call": notation.reason_said(call)}
        case dict():
            return {name: tell_board(each) for name, each in plain.items()}
    return plain


def said_of(about: str | Told) -> str:
    """What somebody typed, as it is; what the system saw, in a sentence."""
    return about.reason if isinstance(about, Told) else about


@cache
def _fields(commands: int) -> frozenset[str]:
    """Every field that a command has."""
    asked = (field for command in COMMANDS for field in command.__struct_fields__)
    return frozenset((*asked, *Payment.__struct_fields__, *STEP_FIELDS))


def is_field(where: str) -> bool:
    """Whether a place is a field of what was sent, and not a thing such as a jackpot."""
    first = where.partition(".")[0]
    has_word = first in _fields(len(COMMANDS)) or "_" in first or first in notation.names_in(WORDS)
    return bool(BODY_FIELD.fullmatch(where)) and has_word


def field_of(where: str) -> str:
    """The field of what was sent that a refusal is about; none where it is about something else."""
    return where if is_field(where) else ""


def field_in(where: str, command: Command) -> str:
    """The field of a command that a refusal of the floor is about, within which of its parts it is:
    payment.method; none where it is about something else."""
    first = where.partition(".")[0]
    if first in command.__struct_fields__:
        return where
    parts = ((name, getattr(command, name)) for name in command.__struct_fields__)
    holders = (name for name, part in parts if first in getattr(part, "__struct_fields__", ()))
    return next((f"{holder}.{where}" for holder in holders), "")


def _as_code(text: str) -> Markup:
    """What stands between backquotes is to be typed as it is."""
    said = escape(text).split("`")
    shown = (
        Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(said)
    )
    return Markup("").join(shown)


# How templates write: for whoever reads, or as a field of a form is typed.
FILTERS: dict[str, Callable[..., str]] = {
    "dollars": notation.dollars,
    "typed": money.dollars,
    "figure": notation.count,
    "name_text": notation.name_text,
    "title_text": notation.title_text,
    "day": notation.day,
    "localize": notation.localize_text,
    "explain": explain,
    "translate": notation.translate,
    "as_code": _as_code,
    "citation": citation,
}
# What boards say, by the language of the house.
BOARD_WORDS = {each: BoardWords(**texts(each)["boards"]) for each in languages()}
