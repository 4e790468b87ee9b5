"""The product's words in each language, and the current reader's language.

A language is a folder beside this file, such as `en/`. Its files hold one set of tables, and each
language has every word that English has. `WORDS` answers in the language of the current request,
and in English outside of one. A record, such as a printed form or a report, is in the language of
the house: `texts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from pitboss import notation
from pitboss.compiled_toml import read_toml
from pitboss.notation import Notation, writing_for

ENGLISH = "en"
ASKED_MOST = 20  # languages a browser may name
_CURRENT: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """Every language, English first."""
    return tuple(sorted(word_folders(), key=lambda name: (name != ENGLISH, name)))


@cache
def word_folders() -> dict[str, Path]:
    """The folder of each language, by name."""
    return {each.parent.name: each.parent for each in Path(__file__).parent.glob("*/floor.toml")}


@cache
def texts(language: str, *files: str) -> Mapping[str, Any]:
    """All words of one language, English by default; or only those of some files, for a command
    that shouldn't wait for the rest."""
    tables: dict[str, Any] = {}
    folder = word_folders()[language or ENGLISH]
    for file in [folder / f"{each}.toml" for each in files] or sorted(folder.glob("*.toml")):
        add_words(tables, read_toml(file))
    if "wagers" in tables:
        tables["wagers"] = bet_titles() | tables["wagers"]
    return TemplateWords.of(tables)


@cache
def bet_titles() -> dict[str, str]:
    """Titles of bets from game files: for every language that has no word of its own."""
    files = Path(__file__).parents[1].glob("games/*/bets/*/bet.toml")
    return {file.parent.name: read_toml(file)["title"] for file in sorted(files)}


def add_words(tables: dict[str, Any], more: dict[str, Any]) -> None:
    """Add one more file. It may extend a table, but not repeat a word."""
    for name, part in more.items():
        if isinstance(part, dict) and name in tables:
            add_words(tables[name], part)
        else:
            assert name not in tables, f"{name} is said twice"
            tables[name] = part


class TemplateWords(dict[str, Any]):
    """A table of words for templates: `table.keys` is the word `keys`, not a dict method."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> TemplateWords:
        """Wrap a table and every table in it."""
        parts = table.items()
        return cls((name, cls.of(part) if isinstance(part, dict) else part) for name, part in parts)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Pickle as plain data: another process has no templates."""
        return dict, (dict(self),)


@cache
def offered_reasons() -> Mapping[str, tuple[str, ...]]:
    """Every offered reason in every language, by key."""
    said = [texts(language)["offered"] for language in languages()]
    return {key: tuple(each[key] for each in said) for key in said[0]}


@cache
def notation_of(language: str) -> Notation:
    """How a language writes numbers, times and names."""
    return notation_in(texts(language))


def notation_in(said: Mapping[str, Any]) -> Notation:
    written: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in said["notation"].items()
    }
    return Notation(
        **written,
        pays=said["figure_words"]["pays"],
        names=notation.names_in(said),
        told=_told_in(said),
        reasons=said["offered"],
        headings={kind: said["office"][f"{kind}s"] for kind in ("sheet", "column")},
    )


def _told_in(said: Mapping[str, Any]) -> Mapping[str, str]:
    """A language's words for texts from game files, with bets and settings by name. Empty for
    English, the language of the files."""
    if not said["told"]:
        return {}
    named = {**said["game_values"], **said["wagers"]}
    return {**{name.replace("_", " "): text for name, text in named.items()}, **said["told"]}


def listed_languages() -> list[tuple[str, str]]:
    """Every language with its own name, for a form."""
    return [(each, texts(each)["language"]["name"]) for each in languages()]


def language_now() -> str:
    """The current reader's language."""
    return _CURRENT.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language until the end of the block."""
    token = _CURRENT.set(language)
    try:
        with writing_for(notation_of(language)):
            yield
    finally:
        _CURRENT.reset(token)


@contextmanager
def recording(language: str) -> Iterator[None]:
    """Write a record in the house's language until the end of the block."""
    spoken = language or ENGLISH
    with speaking(spoken), writing_for(notation.in_a_record(notation_of(spoken))):
        yield


def choose_preferred(header: str) -> str:
    """The first language a browser asks for that we have; none if there is no match."""
    asked = []
    for place, each in enumerate(header.split(",")[:ASKED_MOST]):
        name, _, weight = each.strip().partition(";q=")
        try:
            asked.append((-float(weight or 1), place, name.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(asked) if name in languages()), "")


class WordTable(Mapping[str, Any]):
    """A table of words in the language of the reader at the time of lookup."""

    __slots__ = ("_path",)

    def __init__(self, *path: str) -> None:
        self._path = path

    def now(self) -> Mapping[str, Any]:
        """The table in the reader's language."""
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
        """Another process gets the table in its current language."""
        return dict, (self.now(),)


WORDS = WordTable()
