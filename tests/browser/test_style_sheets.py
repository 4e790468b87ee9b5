"""Style sheets in a real browser: it knows every property and value that they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2
from playwright.sync_api import Browser

SHEETS = sorted((Path(__file__).parents[2] / "src" / "pitboss" / "web").rglob("*.css"))
DESCRIBED = ("property", "font-face")


def declarations(nodes: list[Any]) -> Iterator[Any]:
    """Every declaration, however deep it stands."""
    for node in nodes:
        if node.type == "declaration":
            yield node
        elif getattr(node, "at_keyword", "") in DESCRIBED:
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


def test_the_browser_keeps_everything_that_is_said_of_a_typeface(browser: Browser) -> None:
    said = [
        (f"{path.name}:{face.source_line}", tinycss2.serialize([face]), _names_in(face))
        for path in SHEETS
        for face in tinycss2.parse_stylesheet(path.read_text("utf-8"))
        if getattr(face, "at_keyword", "") == "font-face"
    ]
    assert said
    page = browser.new_context().new_page()
    lost = """said => said.flatMap(([place, text, names]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      const kept = [...sheet.cssRules].map(({ style }) => style);
      return names.filter((name) => !kept.some((style) => style.getPropertyValue(name)))
        .map((name) => [place, name]);
    })"""
    assert page.evaluate(lost, said) == []


def _names_in(face: Any) -> list[str]:
    return [each.name for each in declarations(tinycss2.parse_blocks_contents(face.content))]
