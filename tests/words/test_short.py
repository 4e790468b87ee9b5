"""What people read while a table waits is short: no sentence has more than twenty words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.words.language import languages, texts

WORDS_MOST = 20
# Console, sign, pit, checklist, win page, payout, their help, and the forms at a table.
WHILE_A_TABLE_WAITS = (
    "boards.", "checklist.", "common.", "console.", "forms.", "goes_on.", "help.screens.console.",
    "help.screens.payout.", "help.screens.pit", "help.screens.sign", "help.screens.win.",
    "office.payout.", "offered.", "phase.", "pit.", "sign.", "typed_cards.", "verify.", "wagers.",
    "waiting.", "why.", "wide.", "win.",
)  # fmt: skip
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def sentences(said: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence below a table of words, with the name of its text."""
    if isinstance(said, str):
        yield from ((name, each) for each in SENTENCE_END.split(said))
    elif isinstance(said, dict):
        for key, value in said.items():
            yield from sentences(value, f"{name}.{key}" if name else key)
    elif isinstance(said, list):
        for each in said:
            yield from sentences(each, name)


def too_long(said: Any) -> list[str]:
    """The sentences with more words than a person reads at a glance."""
    return [
        f"{name}: {sentence}"
        for name, sentence in sentences(said)
        if name.startswith(WHILE_A_TABLE_WAITS) and len(sentence.split()) > WORDS_MOST
    ]


@pytest.mark.parametrize("language", languages())
def test_no_sentence_at_a_table_has_more_than_twenty_words(language: str) -> None:
    assert too_long(texts(language)) == []


def test_a_sentence_of_twenty_one_words_is_found_wherever_it_stands() -> None:
    twenty = " ".join(["word"] * 20)
    said = {"console": {"step": f"Short. {twenty}.", "list": [[f"{twenty} more. Short."]]}}
    assert too_long(said) == [f"console.list: {twenty} more."]
    assert too_long({"commands": said}) == []
