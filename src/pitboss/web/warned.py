"""What the exact figures say of a change, for whoever reads. The record keeps the texts in English;
in another language the same is said in its words."""

from __future__ import annotations

import re

from pitboss.notation import percentage
from pitboss.web.language import ENGLISH, WordTable, explained, language_now

SAID = WordTable("warned")
CODED = re.compile(r"([A-Z][A-Z_]+): (.*)")
EDGE = re.compile(
    r"House edge (\S+ %) → (\S+ %)(, before envy)?, (in the long run|at the posted amounts)"
)
ODDS = re.compile(r"(.+) is won (1 in [\d,]+|never), (.+) (1 in [\d,]+|never) \((.+?)\)")
PROOF = re.compile(r"([^:;]+): ([^:;]+) with ([^;()]+?)(?= \(|;|$)")


def warned(text: str) -> str:
    """A warning of a change, or the proof of a link that it makes, in the reader's language."""
    if language_now() == ENGLISH:
        return text
    if found := CODED.fullmatch(text):
        return explained(found[2], found[1])
    if found := EDGE.fullmatch(text):
        said: str = SAID["edge"].format(before=percentage(found[1]), after=percentage(found[2]))
        return " ".join([said, *([SAID["before_envy"]] if found[3] else []), SAID[_key(found[4])]])
    if found := ODDS.fullmatch(text):
        odds = [
            SAID["never"] if each == "never" else _one_in(each) for each in (found[2], found[4])
        ]
        return f"{found[1]}: {odds[0]}; {found[3]}: {odds[1]} ({found[5]})"
    return PROOF.sub(lambda part: SAID["proof"].format(title=part[1], tables=part[3]), text)


def _one_in(text: str) -> str:
    return f"{SAID['one_in']}".replace("{count}", text.removeprefix("1 in "))


def _key(text: str) -> str:
    return text.replace(" ", "_")
