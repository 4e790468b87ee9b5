"""Sentences with their values filled in, in the language of whoever reads.

`[reasons]` of a language has each by its code, or by code and case. A value stands there as {name};
what stands behind its name says how it is written: {amount:money}, {rows:,}, {share:percent},
{roles:or}, {keys:and}, {name:typed} for what somebody typed or chose from a list, {item:line} for a
line of an approval, {name!r} in quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss import notation
from pitboss.words.language import WORDS, notation_in

SAYS = "says"  # the case of a code that has others too
UNKNOWN = "?"  # a value that the release which wrote the record did not know
PLACE = re.compile(r"(?:(?<= )(\w) )?\{(\w+)(!r)?(?::([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Join:
    """A word between two of several, and which stands instead before what begins so: in Spanish
    `o`, and `u` before ocho."""

    said: str
    begins: str  # a pattern; empty for nothing
    instead: str

    def before(self, text: str) -> str:
        """The word as it is in front of a text."""
        is_changed = self.begins and re.match(self.begins, text, re.IGNORECASE)
        return self.instead if is_changed else self.said


def joins_in(words: Mapping[str, Any]) -> Mapping[str, Join]:
    """The words between two of several, by the English one."""
    return {word: Join(**said) for word, said in words["joins"].items()}


def render_sentence(
    code: str, case: str, values: Mapping[str, Any], words: Mapping[str, Any] = WORDS
) -> str:
    """One sentence of the language of whoever reads, or of these words; a code that has none, such
    as one that somebody else has sent, stands for itself. Four values stand around any sentence:
    whose thing it is about (`owner`), what there is to say besides (`also`), what a server does by
    itself (`goes_on`), and the `rule`."""
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
    """One sentence as a record in these words has it, whoever reads now."""
    with notation.writing_for(notation.in_a_record(notation_in(words))):
        return render_sentence(code, case, values, words)


def fill(text: str, values: Mapping[str, Any], words: Mapping[str, Any] = WORDS) -> str:
    """A text with its values."""

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
    """A value for whoever reads."""
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
