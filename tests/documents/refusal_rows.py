"""Refusals that a screen can show: the page has the words of `[refusals]`."""

from __future__ import annotations

import re

from pitboss.words.language import ENGLISH, texts

ROW = re.compile(r"^\| `([A-Z_0-9]+)` \| .* \|$", re.M)


def filled(page: str) -> str:
    """The page with the rows that the words have."""
    said = texts(ENGLISH)["refusals"]

    def row(found: re.Match[str]) -> str:
        told = said.get(found[1])
        return f"| `{found[1]}` | {told['says']} | {told['do']} |" if told else found[0]

    return ROW.sub(row, page)


def by_hand(page: str) -> str:
    """The page without the rows that the words have."""
    said = texts(ENGLISH)["refusals"]
    return ROW.sub(lambda found: "" if found[1] in said else found[0], page)
