"""docs/refusals.md says of a refusal that a screen can show what `[refusals]` of the words says.
Run this file to write those rows anew."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.words.language import ENGLISH, texts

PAGE = Path(__file__).parents[2] / "docs" / "refusals.md"
ROW = re.compile(r"^\| `([A-Z_0-9]+)` \| .* \|$", re.M)


def filled(page: str) -> str:
    """The page with the rows that the words have."""
    said = texts(ENGLISH)["refusals"]

    def row(found: re.Match[str]) -> str:
        told = said.get(found[1])
        return f"| `{found[1]}` | {told['says']} | {told['do']} |" if told else found[0]

    return ROW.sub(row, page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
