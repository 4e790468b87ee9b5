"""A language made from English, each text of it marked: what a page says without the mark does not
come from the words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.words import language

PSEUDO = "zz"
BEGIN, END = "⟦", "⟧"
LIKE = "es"  # has the sentences of the code
KEPT = ("notation",)  # signs and patterns, no words


@contextmanager
def pseudo_language(folder: Path) -> Iterator[None]:
    """The language is there, as any folder of words is, until the end of the block."""
    (folder / PSEUDO).mkdir()
    (folder / PSEUDO / "floor.toml").write_text(pseudo_text(), "utf-8")
    language.word_folders()[PSEUDO] = folder / PSEUDO
    _look_again()
    try:
        yield
    finally:
        del language.word_folders()[PSEUDO]
        _look_again()


def _look_again() -> None:
    for found in (
        language.languages, language.offered_reasons, language.texts, language.notation_of,
    ):  # fmt: skip
        found.cache_clear()


def pseudo_text() -> str:
    """All the words of the language, as one file."""
    told = {text: text for text in language.texts(LIKE)["told"]}
    said = {**language.texts(language.ENGLISH), "told": told}
    return "\n".join(f"{name} = {_value(table, kept=name in KEPT)}" for name, table in said.items())


def marked(text: str) -> str:
    """A text with its marks; what the page fills in stays outside of them."""
    parts = re.split(r"(\{\w+(?::[^}]*)?\})", text)
    return "".join(
        part if place % 2 or not part.strip() else f"{BEGIN}{part}{END}"
        for place, part in enumerate(parts)
    )


def _value(value: Any, *, kept: bool) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(key)} = {_value(each, kept=kept)}" for key, each in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(each, kept=kept) for each in value) + "]"
    return json.dumps(value if kept else marked(value), ensure_ascii=False).replace("\x7f", "")
