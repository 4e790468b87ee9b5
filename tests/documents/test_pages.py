"""Pages say what the code does, and a reader can finish them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from documents import pages, refusal_rows, titles_page
from documents.pages import DOCS, PAGES, ROOT
from pitboss.rules import catalog
from pitboss.words.language import texts

WORDS_MOST = 45_000
PICTURES_BYTES_MOST = 2_000_000
ELSEWHERE = {"verified.md"}  # written by `pitboss verify --page`
CODE = re.compile(r"```.*?```", re.DOTALL)
GUIDES = ("floor", "office", "prizes", "running", "signs", "auditing", "server", "operations")
LABEL = re.compile(r"(?<![\w*])\*([^*`]+)\*(?![\w*])")  # in a guide, words of a screen
FILLED_IN = re.compile(r"\\{\w+\\}")
COMPARED = re.compile(r"<!-- (?!end)(.*?) -->.*?<!-- end.*?-->", re.DOTALL)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_follows_from_the_code_is_as_it_would_be_written_now(name: str) -> None:
    remake = "run PYTHONPATH=tests .venv/bin/python -m documents.pages"
    assert (DOCS / name).read_text("utf-8") == pages.filled(name), remake


def test_a_reader_can_finish_what_people_wrote() -> None:
    written = {path.name: path for path in (*ROOT.glob("*.md"), *DOCS.glob("*.md"))}
    prose = {
        name: COMPARED.sub("", CODE.sub("", path.read_text("utf-8")))
        for name, path in written.items()
        if name not in ELSEWHERE
    }
    prose["refusals.md"] = refusal_rows.by_hand(prose["refusals.md"])
    counts = {
        name: sum(1 for word in text.split() if re.search(r"\w", word))
        for name, text in prose.items()
    }
    assert sum(counts.values()) < WORDS_MOST, sorted(counts.items(), key=lambda each: -each[1])


def texts_of(words: Any) -> Iterator[str]:
    """Every text of the word files."""
    match words:
        case dict():
            yield from (text for each in words.values() for text in texts_of(each))
        case list():
            yield from (text for each in words for text in texts_of(each))
        case str():
            yield words.replace("\u00ad", "").casefold()


def test_a_label_in_a_guide_is_on_a_screen() -> None:
    every = list(texts_of(texts("en")))
    filled = [re.compile(FILLED_IN.sub(".+", re.escape(text))) for text in every if "{" in text]
    for name in GUIDES:
        text = CODE.sub("", (DOCS / f"{name}.md").read_text("utf-8"))
        for label in (part for each in LABEL.findall(text) for part in each.split(" > ")):
            said = " ".join(label.split()).casefold().rstrip(".:")
            is_there = any(said in each for each in every)
            assert is_there or any(each.fullmatch(said) for each in filled), f"{name}: {label}"


def test_the_pictures_of_all_pages_are_small() -> None:
    files = list((DOCS / "pictures").iterdir())
    assert sum(file.stat().st_size for file in files) < PICTURES_BYTES_MOST
    texts = "".join(path.read_text("utf-8") for path in (*ROOT.glob("*.md"), *DOCS.glob("*.md")))
    assert [file.name for file in files if f"pictures/{file.name})" not in texts] == []


def test_every_title_of_the_letters_has_its_row_and_plays_what_there_is() -> None:
    paytables = catalog.Paytables().ids()
    paid = {*paytables, *(each.rpartition("/")[0] for each in paytables)}
    ids = paid.union(catalog.game_names())
    assert len(titles_page.rows()) == 66
    assert {each for row in titles_page.rows() for each in row.get("plays", ())} <= ids
    assert all(row.get("plays") or row.get("searched") for row in titles_page.rows())
