"""Forms derived from their commands: a field for each field of the struct, typed accordingly, and
signed by as many people as the permission requires.

`parts.ask` in the templates draws one. Titles, buttons, labels and hints are in `[forms]` of the
words; a page adds what only it knows: choices, values, and the form's subject.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

from msgspec import Struct, structs

from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.limits import DayLimit, TextLimit
from pitboss.money import Cents, Ppm
from pitboss.web.api.bodies import filled_in
from pitboss.words.language import WORDS

# How `office_fields.js` parses input, by the field's type.
READERS: dict[Any, str] = {
    str: "text", int: "count", bool: "flag", Cents: "dollars", Ppm: "percent",
}  # fmt: skip


class FormField(NamedTuple):
    """One field: its name in the body, with a dot before each part of a part."""

    name: str
    kind: str
    is_required: bool


class CommandForm(NamedTuple):
    """What a command asks for, and how many people sign it."""

    fields: tuple[FormField, ...]
    people: int


@cache
def form_of(command: str) -> CommandForm:
    """A command's form; the page draws lists itself."""
    kind = next(each for each in COMMANDS if kind_of(each) == command)
    ours = filled_in(kind)
    fields = (each for each in _fields(kind) if each.name not in ours)
    return CommandForm(tuple(fields), kind.permission.people)


def label_of(form: str, field: str) -> str:
    """A field's label: in this form, or anywhere it is shown."""
    name = field.rpartition(".")[2]
    label: str = WORDS["forms"].get(form, {}).get(name) or WORDS["office"]["columns"][name]
    return label


def _fields(kind: type[Struct], within: str = "") -> Iterator[FormField]:
    for each in structs.fields(kind):
        typed, *said = (
            [each.type] if not hasattr(each.type, "__metadata__") else get_args(each.type)
        )
        name = f"{within}{each.name}"
        if isinstance(typed, type) and issubclass(typed, Struct):
            yield from _fields(typed, f"{name}.")
        elif typed in READERS:
            yield FormField(name, _reader_of(typed, said), each.required)


def _reader_of(typed: Any, said: list[Any]) -> str:
    if any(isinstance(part, DayLimit) for part in said):
        return "day"
    is_time = any(isinstance(part, TextLimit) and part.is_time for part in said)
    return "time" if is_time else READERS[typed]
