"""Scripts have no words of their own: what they say, they take from the words of their page."""

from __future__ import annotations

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "src" / "pitboss" / "web" / "static"
COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.S)
LITERALS = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Two words with a space between them, the first with a capital, as a sentence begins.
SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]+")
# What is written into an element directly.
WRITTEN = re.compile(r'(?:textContent|innerText|placeholder|ariaLabel) = "[^"]*[A-Za-z]{2,}[^"]*"')


def test_no_script_says_a_word_of_its_own() -> None:
    found = []
    for file in sorted(SCRIPTS.glob("*.js")):
        text = COMMENTS.sub("", file.read_text("utf-8"))
        found += [
            f"{file.name}: {each}" for each in LITERALS.findall(text) if SENTENCE.search(each)
        ]
        found += [f"{file.name}: {each}" for each in WRITTEN.findall(text)]
    assert not found, "\n".join(found)


def test_no_time_is_told_on_the_clock_of_a_browser() -> None:
    """A page tells times on the clock of the house, which every format names."""
    for file in sorted(SCRIPTS.glob("*.js")):
        text = file.read_text("utf-8")
        assert not re.search(r"toLocale\w*String|\.get(?:Hours|Minutes|Day|Date)\(", text), (
            file.name
        )
