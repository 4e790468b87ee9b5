"""What commands print, from `words/`, in the language of whoever reads."""

from __future__ import annotations

from pitboss.words.language import file_texts, language_now
from pitboss.words.sentences import fill


def command_text(name: str, /, **values: object) -> str:
    """One text by its name, such as `odds.seed_edge`, with its values filled in."""
    command, _, key = name.partition(".")
    return fill(file_texts(language_now(), "printed")["printed"][command][key], values)
