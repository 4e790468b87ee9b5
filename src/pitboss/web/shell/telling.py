"""How readers are told about refusals, and how templates write values."""

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
from pitboss.reports.citing import cite
from pitboss.words.language import WORDS, languages, texts

UNREADABLE = "COMMAND_UNREADABLE"  # of a program's text: its reason is the field
# A place that only programs understand: a field of a body, or a command; but not a file's name.
BODY_FIELD = re.compile(r"(?!.*\.toml$)[a-z]+(?:_[a-z]+)*(?:\.\w+)*")
COMMAND = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")


def explain(told: Told | Refusal) -> str:
    """A refusal for the reader: place and reason. A field that only programs know isn't named."""
    where = told.where
    if told.code != UNREADABLE and (is_field(where) or COMMAND.fullmatch(where)):
        where = ""
    return f"{where}: {told.reason}" if where else told.reason


def why_text(event: Any) -> str:
    """Why something was done: as a person typed or chose it, or as the system says it."""
    told: Told | None = getattr(event, "told", None) or getattr(event, "why", None)
    return told.reason if told else notation.reason_said(getattr(event, "reason", ""))


def tell_board(plain: Any) -> Any:
    """A board with the code's sentences and offered reasons in the reader's language."""
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
    """Typed text as it is; an observation of the system as a sentence."""
    return about.reason if isinstance(about, Told) else about


@cache
def _fields(commands: int) -> frozenset[str]:
    """Every field of any command."""
    asked = (field for command in COMMANDS for field in command.__struct_fields__)
    return frozenset((*asked, *Payment.__struct_fields__, *STEP_FIELDS))


def is_field(where: str) -> bool:
    """Whether a place is a field of the request, not a thing such as a jackpot."""
    first = where.partition(".")[0]
    has_word = first in _fields(len(COMMANDS)) or "_" in first or where in notation.names_in(WORDS)
    return bool(BODY_FIELD.fullmatch(where)) and has_word


def field_of(where: str) -> str:
    """The request's field a refusal is about; none if it is about something else."""
    return where if is_field(where) else ""


def field_in(where: str, command: Command) -> str:
    """The command field a refusal by the floor is about, with its path: payment.method; none if it
    is about something else."""
    first = where.partition(".")[0]
    if first in command.__struct_fields__:
        return where
    parts = ((name, getattr(command, name)) for name in command.__struct_fields__)
    holders = (name for name, part in parts if first in getattr(part, "__struct_fields__", ()))
    return next((f"{holder}.{where}" for holder in holders), "")


def _as_code(text: str) -> Markup:
    """Marks text between backquotes as something to type literally."""
    said = escape(text).split("`")
    shown = (
        Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(said)
    )
    return Markup("").join(shown)


# How templates write: for the reader, or as a form field is typed.
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
    "citation": cite,
}
# What boards say, by the house's language.
BOARD_WORDS = {each: BoardWords(**texts(each, "floor")["boards"]) for each in languages()}
