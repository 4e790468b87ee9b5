"""The one way to say no to bad input: a named refusal that tells where and why.

A refusal is what a person did wrong (a card dealt twice, a wager over the limit). What a
programmer did wrong is an assertion. A refusal holds no sentence: a code, the case where a code has
several sentences, and the values that its sentence names; the sentence is made where somebody reads
it, from `words/`, so that wording is free and the journal keeps facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pitboss.words.sentences import render_recorded, render_sentence

TEXT_MOST = 300  # characters of a value; what is longer is somebody's own input


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence without its words: its code, case, place and values."""

    code: str
    case: str = ""
    where: str = ""
    values: dict[str, ToldValue] = {}

    @property
    def reason(self) -> str:
        """The sentence, in the language of whoever reads."""
        return render_sentence(self.code, self.case, self.values)

    def owned_by(self, owner: str) -> Told:
        """The same, behind what it is about."""
        return replace(self, values={**self.values, "owner": owner})

    def reason_in(self, words: Mapping[str, Any]) -> str:
        """The sentence as a record in these words has it, whoever reads now."""
        return render_recorded(self.code, self.case, self.values, words)

    def __str__(self) -> str:
        return f"{self.code}: {self.where + ': ' if self.where else ''}{self.reason}"


ToldValue: TypeAlias = str | int | tuple[str | int | Told, ...] | Told


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """Bad input. `code` is a plain statement, `where` the file and key; `values` are what the
    sentence names, `goes_on` among them what a server does by itself once that is mended."""

    def __init__(self, code: str, case: str = "", *, where: str = "", **values: object) -> None:
        self.told = Told(code, case, cut(where), told_values(values))
        super().__init__(self.told)

    @classmethod
    def of(cls, told: Told, where: str | None = None) -> Refusal:
        """What was told before, as a refusal; elsewhere, where that is named."""
        made = cls(told.code, told.case, where=told.where if where is None else where)
        made.told = replace(made.told, values=told.values)
        return made

    @property
    def code(self) -> str:
        """What was refused, by its name."""
        return self.told.code

    @property
    def case(self) -> str:
        """Which of the sentences of its code."""
        return self.told.case

    @property
    def where(self) -> str:
        """The file and key, the field or the thing that it is about."""
        return self.told.where

    @property
    def values(self) -> Mapping[str, ToldValue]:
        """What its sentence names."""
        return self.told.values

    @property
    def reason(self) -> str:
        """Its sentence, in the language of whoever reads."""
        return self.told.reason

    def at(self, where: str) -> Refusal:
        """The same refusal, seen from further out: the file in front of the key."""
        return Refusal.of(self.told, f"{where}: {self.where}" if self.where else where)

    def for_command(self) -> Refusal:
        """The same for who gave a command: it has ended, where a server goes on."""
        if not self.values.get("goes_on"):
            return self
        told = replace(self.told, values={**self.told.values, "goes_on": "again"})
        return Refusal.of(told)

    def __str__(self) -> str:
        return str(self.told)


def say(code: str, case: str = "", **values: object) -> Told:
    """A sentence that is no refusal, or a part of one."""
    return Told(code, case, values=told_values(values))


def told_values(values: Mapping[str, object]) -> dict[str, ToldValue]:
    """Values as the journal keeps them; a rule is cited whole."""
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
    """A text without its middle where it is too long; both ends tell most."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
