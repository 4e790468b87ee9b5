"""The words of the product in each of its languages, and which language the reader has now.

A language is a folder beside this file, such as `en/`. Its files hold one set of tables, and each
language has every word that English has. `WORDS` answers in the language of the current request,
and in English outside of one. A record, such as a printed form or a report, is in the language of
the house: `texts`."""

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
ASKED_MOST = 20  # languages that a browser may name
_CURRENT: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """Every language there is, English first."""
    return tuple(sorted(word_folders(), key=lambda name: (name != ENGLISH, name)))


@cache
def word_folders() -> dict[str, Path]:
    """The folder of each language, by its name."""
    return {each.parent.name: each.parent for each in Path(__file__).parent.glob("*/floor.toml")}


@cache
def texts(language: str, *files: str) -> Mapping[str, Any]:
    """Every word of one language, or those of some files for a command that must not wait for all
    the others; of English where no language is named."""
    tables: dict[str, Any] = {}
    folder = word_folders()[language or ENGLISH]
    for file in [folder / f"{each}.toml" for each in files] or sorted(folder.glob("*.toml")):
        add_words(tables, read_toml(file))
    if "wagers" in tables:
        tables["wagers"] = bet_titles() | tables["wagers"]
    return TemplateWords.of(tables)


@cache
def bet_titles() -> dict[str, str]:
    """What the bets that are files call themselves: in every language, if it has no word."""
    files = Path(__file__).parents[1].glob("games/*/bets/*/bet.toml")
    return {file.parent.name: read_toml(file)["title"] for file in sorted(files)}


def add_words(tables: dict[str, Any], more: dict[str, Any]) -> None:
    """One more file: a table may go on in it, a word may not be said again."""
    for name, part in more.items():
        if isinstance(part, dict) and name in tables:
            add_words(tables[name], part)
        else:
            assert name not in tables, f"{name} is said twice"
            tables[name] = part


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
def offered_reasons() -> Mapping[str, tuple[str, ...]]:
    """Each reason that is offered, in every language, by its key."""
    said = [texts(language)["offered"] for language in languages()]
    return {key: tuple(each[key] for each in said) for key in said[0]}


@cache
def notation_of(language: str) -> Notation:
    """How a language writes figures, times and names."""
    return notation_in(texts(language))


def notation_in(said: Mapping[str, Any]) -> Notation:
    """The same of these words."""
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
    )


def _told_in(said: Mapping[str, Any]) -> Mapping[str, str]:
    """What a language says of files, with bets and settings of games by their names there; nothing
    of English, which the files speak themselves."""
    if not said["told"]:
        return {}
    named = {**said["game_values"], **said["wagers"]}
    return {**{name.replace("_", " "): text for name, text in named.items()}, **said["told"]}


def listed_languages() -> list[tuple[str, str]]:
    """Every language with its own name, for a form."""
    return [(each, texts(each)["language"]["name"]) for each in languages()]


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


def choose_preferred(header: str) -> str:
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
