"""Style sheets in a real browser: it knows every property and value that they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2
from playwright.sync_api import Browser

SHEETS = sorted((Path(__file__).parents[2] / "src" / "pitboss" / "web").rglob("*.css"))


def declarations(nodes: list[Any]) -> Iterator[Any]:
    """Every declaration, however deep it stands."""
    for node in nodes:
        if node.type == "declaration":
            yield node
        elif getattr(node, "at_keyword", "") == "property":
            continue  # descriptors, which are no properties
        elif node.type in ("qualified-rule", "at-rule") and node.content is not None:
            yield from declarations(tinycss2.parse_blocks_contents(node.content))


def test_the_browser_knows_everything_that_the_style_sheets_say(browser: Browser) -> None:
    said = [
        (f"{path.name}:{node.source_line}", node.name, tinycss2.serialize(node.value).strip())
        for path in SHEETS
        for node in declarations(tinycss2.parse_stylesheet(path.read_text("utf-8")))
    ]
    assert said
    page = browser.new_context().new_page()
    unknown = "said => said.filter(([place, name, value]) => !CSS.supports(name, value))"
    assert page.evaluate(unknown, said) == []
