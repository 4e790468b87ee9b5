"""The words of the product in each of its languages, and which of them whoever reads now has.

A language is a file `words/LANGUAGE.toml`, found where it lies; each has every word that English
has. `WORDS` answers in the language of the request that is being answered, and in English outside
of one. A record, such as a printed form or a report, is in the language of the house: `texts`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from pitboss import money, notation
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import STEP_FIELDS, Payment
from pitboss.live.folder import BoardWords
from pitboss.notation import Notation, writing_for
from pitboss.phrasebook import phrasebook_of
from pitboss.refusal import Refusal
from pitboss.reports.citing import citation
from pitboss.web.compiled_toml import read_toml

ENGLISH = "en"
ASKED_MOST = 20  # languages that a browser may name
UNREADABLE = "COMMAND_UNREADABLE"  # of a program's text: its reason is the field
CODE = re.compile(r"^[A-Z]+(?:_[A-Z]+)+: ")  # of a warning
FIELD = re.compile(r"^([a-z]+(?:_[a-z]+)*)(?:\.\w+)*: ")
# Fields whose name is one plain word; any other word in front of a reason, such as a jackpot's id,
# says where it is.
PLAIN_FIELDS = {
    *(field for command in COMMANDS for field in command.__struct_fields__),
    *Payment.__struct_fields__,
    *STEP_FIELDS,
}
# Where, as a program calls it: a field of a body, or a command; a file is called so by people, too.
BODY_FIELD = re.compile(r"(?!.*\.toml$)[a-z]+(?:_[a-z]+)*(?:\.\w+)*")
COMMAND = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
# Where the reasons stand that the product offers, or gives itself for what a keypad or a page does.
OFFERED = (
    ("console", "reasons"), ("device_reasons",), ("office", "issue", "keys_reason"),
    ("pair", "replaced"),
)  # fmt: skip
_CURRENT: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """Every language there is, English first."""
    return tuple(sorted(word_files(), key=lambda name: (name != ENGLISH, name)))


@cache
def word_files() -> dict[str, Path]:
    """The file of each language, by its name."""
    return {each.stem: each for each in (Path(__file__).parent / "words").glob("*.toml")}


@cache
def texts(language: str) -> Mapping[str, Any]:
    """Every word of one language; of English where none is named. A reason that was offered stands
    there by its text in any: it is recorded in the house's, and a reader may have another."""
    check_language(language, where="language")
    place = languages().index(language or ENGLISH)
    reasons = {text: said[place] for text, said in offered_reasons().items()}
    return TemplateWords(_words_of(language or ENGLISH), offered_reasons=reasons)


class TemplateWords(dict[str, Any]):
    """A table of words as templates read it: a name in it is a word there, and no method of a dict,
    such as `keys`."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> TemplateWords:
        """A table, and every table in it."""
        parts = table.items()
        return cls((name, cls.of(part) if isinstance(part, dict) else part) for name, part in parts)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Another process has no templates."""
        return dict, (dict(self),)


@cache
def _words_of(language: str) -> TemplateWords:
    return TemplateWords.of(read_toml(word_files()[language]))


@cache
def offered_reasons() -> Mapping[str, tuple[str, ...]]:
    """What the product offers as a reason or writes as one, in every language, by its text in
    any."""
    said = zip(*(_texts_at(_words_of(each)) for each in languages()), strict=True)
    return {text: each for each in said for text in each}


def _texts_at(said: Mapping[str, Any]) -> Iterator[str]:
    """The offered reasons of a language, in the same order in each."""
    for path in OFFERED:
        found: Any = said
        for name in path:
            found = found[name]
        for text in found.values() if isinstance(found, Mapping) else [found]:
            yield from [text] if isinstance(text, str) else text


@cache
def notation_of(language: str) -> Notation:
    """How a language writes figures, times and names."""
    said = texts(language)
    written: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in said["notation"].items()
    }
    book, names = phrasebook_of(said), notation.names_in(said)
    tell = partial(notation.place_named, names) if book is None else book.value
    pays = said["figure_words"]["pays"]
    return Notation(**written, pays=pays, names=names, tell=tell, reasons=said["offered_reasons"])


def check_language(language: str, *, where: str) -> None:
    """Refuse a language that has no file; none at all is the house's own."""
    if language and language not in languages():
        reason = f"there is no such language; there are {', '.join(languages())}"
        raise Refusal("LANGUAGE_UNKNOWN", where=where, reason=reason)


def listed_languages() -> list[tuple[str, str]]:
    """Every language with its own name, for a form."""
    return [(each, texts(each)["language"]["name"]) for each in languages()]


def retold(text: str) -> str:
    """A sentence of the record for whoever reads, without the code in front of it; in English as it
    is, and where the language has no sentence for it."""
    return notation.retold(CODE.sub("", text))


def explained(reason: str, code: str, where: str = "") -> str:
    """A refusal for whoever reads: where, and its exact reason, without the name of a field that
    only a program knows. Where a language has no sentence for it, it says what the code means and
    what to do, and the English one behind that."""
    if code != UNREADABLE:
        reason = FIELD.sub(_unless_a_place, reason)
        where = "" if field_of(where) or COMMAND.fullmatch(where) else where
    reason = notation.without_notes(reason)
    at = f"{where}: " if where else ""
    book, about = phrasebook_of(WORDS), WORDS["refusals"].get(code)
    if book is None:
        return at + reason
    found = book.say(reason)
    if found is not None or about is None:
        return at + (found or reason)
    says: str = about["says"]
    return f"{says[:1].upper()}{says[1:]}; {about['do']}. ({at}{reason})"


def field_of(where: str) -> str:
    """The field of what was sent that a refusal is about; none where it is about something else."""
    return where if BODY_FIELD.fullmatch(where) else ""


def field_in(reason: str, command: Command) -> str:
    """The field of a command that a reason of the floor begins with, within which of its parts it
    is: payment.method; none where the reason is about something else."""
    named = FIELD.match(reason)
    field = named[0].removesuffix(": ") if named else ""
    first = field.partition(".")[0]
    if first in command.__struct_fields__:
        return field
    parts = ((name, getattr(command, name)) for name in command.__struct_fields__)
    holders = (name for name, part in parts if first in getattr(part, "__struct_fields__", ()))
    return next((f"{holder}.{field}" for holder in holders), "")


def _unless_a_place(field: re.Match[str]) -> str:
    return "" if "_" in field[1] or field[1] in PLAIN_FIELDS else field[0]


def _as_code(text: str) -> Markup:
    """What stands between backquotes is to be typed as it is."""
    said = escape(text).split("`")
    shown = (
        Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(said)
    )
    return Markup("").join(shown)


def language_now() -> str:
    """The language of whoever reads."""
    return _CURRENT.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak and write in a language, until the end of the block."""
    token = _CURRENT.set(language)
    try:
        with writing_for(notation_of(language)):
            yield
    finally:
        _CURRENT.reset(token)


@contextmanager
def recording(language: str) -> Iterator[None]:
    """Write a record of the house, in its language, until the end of the block."""
    spoken = language or ENGLISH
    with speaking(spoken), writing_for(notation.in_a_record(notation_of(spoken))):
        yield


def preferred(header: str) -> str:
    """The first language that a browser asks for and there is; none where there is none."""
    asked = []
    for place, each in enumerate(header.split(",")[:ASKED_MOST]):
        name, _, weight = each.strip().partition(";q=")
        try:
            asked.append((-float(weight or 1), place, name.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(asked) if name in languages()), "")


class WordTable(Mapping[str, Any]):
    """A table of the words, in the language of whoever reads when it is looked into."""

    __slots__ = ("_path",)

    def __init__(self, *path: str) -> None:
        self._path = path

    def now(self) -> Mapping[str, Any]:
        """The table itself, in that language."""
        found = texts(_CURRENT.get())
        for name in self._path:
            found = found[name]
        return found

    def __getitem__(self, name: str) -> Any:
        return self.now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[Mapping[str, Any]]]:
        """Another process gets the table as it reads now."""
        return dict, (self.now(),)


WORDS = WordTable()


# How templates write: for whoever reads, or as a field of a form is typed.
FILTERS: dict[str, Callable[..., str]] = {
    "dollars": notation.dollars,
    "typed": money.dollars,
    "figure": notation.count,
    "named": notation.named,
    "titled": notation.titled,
    "day": notation.day,
    "days_in": notation.days_in,
    "explained": explained,
    "retold": retold,
    "as_code": _as_code,
    "citation": citation,
}
# What boards say, by the language of the house.
BOARD_WORDS = {each: BoardWords(**texts(each)["boards"]) for each in languages()}
