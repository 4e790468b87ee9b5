"""The one way to reject bad input: a named refusal that tells where and why.

A refusal is a person's mistake (a card dealt twice, a wager over the limit). A programmer's mistake
is an assertion. A refusal holds no sentence: only a code, a case if the code has several sentences,
and the values in the sentence. `words/` turns it into a sentence when someone reads it, so wording
is free to change and the journal keeps facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pitboss.words.sentences import render_recorded, render_sentence

TEXT_MOST = 300  # characters of a value; anything longer is user input


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence without its words: its code, case, place and values."""

    code: str
    case: str = ""
    where: str = ""
    values: dict[str, ToldValue] = {}

    @property
    def reason(self) -> str:
        """The sentence, in the reader's language."""
        return render_sentence(self.code, self.case, self.values)

    def owned_by(self, owner: str) -> Told:
        """The same, prefixed with its subject."""
        return replace(self, values={**self.values, "owner": owner})

    def reason_in(self, words: Mapping[str, Any]) -> str:
        """The sentence in a record's language, whoever reads it now."""
        return render_recorded(self.code, self.case, self.values, words)

    def __str__(self) -> str:
        return f"{self.code}: {self.where + ': ' if self.where else ''}{self.reason}"


ToldValue: TypeAlias = str | int | tuple[str | int | Told, ...] | Told


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """Bad input. `code` is a plain statement, `where` the file and key; `values` fill in the
    sentence. One of them, `goes_on`, is what a server does automatically once that is fixed."""

    def __init__(self, code: str, case: str = "", *, where: str = "", **values: object) -> None:
        self.told = Told(code, case, cut(where), told_values(values))
        super().__init__(self.told)

    @classmethod
    def of(cls, told: Told, where: str | None = None) -> Refusal:
        """A stored sentence as a refusal, with another place if given."""
        made = cls(told.code, told.case, where=told.where if where is None else where)
        made.told = replace(made.told, values=told.values)
        return made

    @property
    def code(self) -> str:
        """The name of what was refused."""
        return self.told.code

    @property
    def case(self) -> str:
        """Which of its code's sentences."""
        return self.told.case

    @property
    def where(self) -> str:
        """The file and key, the field or the subject."""
        return self.told.where

    @property
    def values(self) -> Mapping[str, ToldValue]:
        """The values in its sentence."""
        return self.told.values

    @property
    def reason(self) -> str:
        """Its sentence, in the reader's language."""
        return self.told.reason

    def at(self, where: str) -> Refusal:
        """The same refusal, seen from further out: the file in front of the key."""
        return Refusal.of(self.told, f"{where}: {self.where}" if self.where else where)

    def for_command(self) -> Refusal:
        """The same for the person who ran a command, which has ended, while a server keeps
        running."""
        if not self.values.get("goes_on"):
            return self
        told = replace(self.told, values={**self.told.values, "goes_on": "again"})
        return Refusal.of(told)

    def __str__(self) -> str:
        return str(self.told)


def say(code: str, case: str = "", **values: object) -> Told:
    """Build a sentence that isn't a refusal, or part of one."""
    return Told(code, case, values=told_values(values))


def told_values(values: Mapping[str, object]) -> dict[str, ToldValue]:
    """Values as the journal keeps them; a rule is cited in full."""
    return {
        name: value if name == "rule" and isinstance(value, str) else _value(value)
        for name, value in values.items()
    }


def _value(value: object) -> ToldValue:
    if isinstance(value, Refusal):
        return value.told
    if isinstance(value, Told):
        return value
    if isinstance(value, str):
        return cut(str(value))
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Iterable):
        return tuple(each if isinstance(each, Told | int) else cut(str(each)) for each in value)
    return cut(str(value))


def cut(text: str, most: int = TEXT_MOST) -> str:
    """Cut the middle out of a text that is too long; both ends say the most."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
