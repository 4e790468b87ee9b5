"""The pages and tables that follow from the code. Run this file to write them again:
`PYTHONPATH=tests .venv/bin/python -m documents.pages`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from documents import api_page, cli_page, journal_tables, profiles_page, refusal_rows, titles_page
from pitboss.floor import extension

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PARTS: Mapping[str, Mapping[str, Callable[[], Iterable[str]]]] = {
    "journal.md": journal_tables.PARTS,
    "cli.md": {"commands": cli_page.lines},
    "api.md": {"commands": api_page.command_lines, "others": api_page.other_lines},
    "profiles.md": {
        "switches": profiles_page.switch_lines,
        "common": profiles_page.common_lines,
        "jurisdictions": profiles_page.jurisdiction_lines,
    },
    "titles.md": {"counts": titles_page.count_lines, "titles": titles_page.title_lines},
}
PAGES = (*PARTS, "refusals.md")


def between(page: str, name: str) -> list[str]:
    """The lines between two marks of a page."""
    _, _, rest = page.partition(f"<!-- {name} -->\n")
    inside, end, _ = rest.partition(f"<!-- end of {name} -->")
    assert end, f"the page has no part {name}"
    return inside.splitlines()


def filled(name: str) -> str:
    """A page as the code would have it now."""
    extension.load()  # the pages are the same for every house
    page = (DOCS / name).read_text("utf-8")
    for part, lines_of in PARTS.get(name, {}).items():
        between(page, part)
        marks = re.compile(rf"(<!-- {part} -->\n).*?(<!-- end of {part} -->)", re.DOTALL)
        text = "".join(f"{line}\n" for line in lines_of())
        page = marks.sub(lambda found, text=text: found[1] + text + found[2], page)  # type: ignore[misc]
    return refusal_rows.filled(page) if name == "refusals.md" else page


if __name__ == "__main__":
    for each in PAGES:
        (DOCS / each).write_text(filled(each), "utf-8")
