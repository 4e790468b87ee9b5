"""Sentences with their values filled in, in the reader's language.

A language's `[reasons]` has each sentence by its code, or by code and case. Values appear as
{name}, and a format after the name says how to write them: {amount:money}, {rows:,},
{share:percent}, {roles:or}, {keys:and}, {name:typed} for what someone typed or chose from a list,
{item:line} for a line of an approval, {name!r} in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss import notation
from pitboss.words.language import WORDS, notation_in

SAYS = "says"  # the case of a code that also has others
UNKNOWN = "?"  # a value unknown to the release that wrote the record
PLACE = re.compile(r"(?:(?<= )(\w) )?\{(\w+)(!r)?(?::([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Join:
    """The word that joins the last two values, and its form before certain sounds: Spanish `o`
    becomes `u` before ocho."""

    said: str
    begins: str  # a pattern; empty for none
    instead: str

    def before(self, text: str) -> str:
        """The right form of the word before a text."""
        is_changed = self.begins and re.match(self.begins, text, re.IGNORECASE)
        return self.instead if is_changed else self.said


def joins_in(words: Mapping[str, Any]) -> Mapping[str, Join]:
    """The joining words, by their English one."""
    return {word: Join(**said) for word, said in words["joins"].items()}


def render_sentence(
    code: str, case: str, values: Mapping[str, Any], words: Mapping[str, Any] = WORDS
) -> str:
    """Render one sentence in the reader's language or in these words. An unknown code, such as one
    from another system, stands for itself. Any sentence can take four more values: whose thing it
    is about (`owner`), an addition (`also`), what a server does automatically (`goes_on`), and the
    `rule`."""
    found = words["reasons"].get(code, code)
    if not isinstance(found, str):
        found = found.get(case or SAYS, code)
    said = fill(found, values, words)
    if owner := values.get("owner"):
        said = f"{owner}: {said}"
    if also := values.get("also"):
        said = f"{said}; {write(also, words=words)}"
    if goes_on := values.get("goes_on"):
        said = f"{said}, {words['goes_on'][goes_on]}"
    rule = notation.without_notes(f" ({values.get('rule', '')})")[2:-1]
    return f"{said} ({notation.translate(rule)})" if rule else said


def render_recorded(
    code: str, case: str, values: Mapping[str, Any], words: Mapping[str, Any]
) -> str:
    """Render a sentence for a record in these words, whoever is reading."""
    with notation.writing_for(notation.in_a_record(notation_in(words))):
        return render_sentence(code, case, values, words)


def fill(text: str, values: Mapping[str, Any], words: Mapping[str, Any] = WORDS) -> str:
    """Fill the values into a text."""

    def written(place: re.Match[str]) -> str:
        sign, name, quoted, how = place.groups()
        value = values.get(name, UNKNOWN)
        said = repr(value) if quoted else write(value, how or "", words)
        if not sign:
            return said
        signs = {join.said: join for join in joins_in(words).values()}
        return f"{signs[sign].before(said) if sign in signs else sign} {said}"

    return PLACE.sub(written, text)


def write(value: Any, how: str = "", words: Mapping[str, Any] = WORDS) -> str:
    """Format a value for the reader."""
    match value:
        case int():
            return _number(value, how)
        case str() if how == "percent":
            return notation.percentage(value)
        case str() if how == "typed":
            return notation.localize_text(notation.reason_said(value))
        case str() if how == "line":
            return notation.localize_text(notation.translate(value))
        case str():
            return notation.known_name(notation.localize_text(value))
        case tuple() | list():
            return _several([write(each, how, words) for each in value], how, words)
        case dict():
            return render_sentence(
                value["code"], value.get("case", ""), value.get("values", {}), words
            )
    return render_sentence(value.code, value.case, value.values, words)


def _number(value: int, how: str) -> str:
    if how == "money":
        return notation.dollars(value)
    if how == "micros":
        return notation.micro_dollars(value)
    return notation.count(value) if how == "," else str(value)


def _several(said: list[str], how: str, words: Mapping[str, Any]) -> str:
    if not said:
        return str(words["common"]["none"])
    if how not in ("or", "and"):
        return f"{how if how == ';' else ','} ".join(said)
    *others, last = said
    if not others:
        return last
    join = joins_in(words)[how]
    return f"{', '.join(others)} {join.before(last)} {last}"
