"""Style sheets are whole: no rule that a browser drops, no word said twice, no unset variable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2

WEB = Path(__file__).parents[2] / "src" / "pitboss" / "web"
SHEETS = sorted(WEB.rglob("*.css"))
USED = re.compile(r"var\(\s*(--[\w-]+)\s*\)")
SET_IN_SHEET = re.compile(r"(--[\w-]+)\s*:")
SET_IN_CODE = re.compile(r'"(--[\w-]+)"')
SET_IN_THEME = re.compile(r'^(\w+) = "#', re.M)


def blocks(nodes: list[Any]) -> Iterator[list[Any]]:
    """What stands between each pair of braces, and the whole sheet first."""
    yield nodes
    for node in nodes:
        if node.type in ("qualified-rule", "at-rule") and node.content is not None:
            yield from blocks(tinycss2.parse_blocks_contents(node.content, skip_comments=True))


def sheet(path: Path) -> list[Any]:
    return tinycss2.parse_stylesheet(path.read_text("utf-8"), skip_comments=True)  # type: ignore[no-any-return]


def test_style_sheets_are_read_to_their_end() -> None:
    wrong = [
        f"{path.name}:{node.source_line}: {node.message}"
        for path in SHEETS
        for block in blocks(sheet(path))
        for node in block
        if node.type == "error"
    ]
    assert wrong == []


def test_a_rule_says_a_property_once() -> None:
    wrong = []
    for path in SHEETS:
        for block in blocks(sheet(path)):
            said = [node for node in block if node.type == "declaration"]
            names = [node.lower_name for node in said]
            wrong += [
                f"{path.name}:{node.source_line}: {node.name}"
                for place, node in enumerate(said)
                if node.lower_name in names[:place]
            ]
    assert wrong == []


def test_every_variable_is_set_somewhere() -> None:
    found = {name for path in SHEETS for name in SET_IN_SHEET.findall(path.read_text("utf-8"))}
    for path in (*WEB.rglob("*.js"), *WEB.rglob("*.py")):
        found |= set(SET_IN_CODE.findall(path.read_text("utf-8")))
    for path in (WEB / "themes").glob("*.toml"):
        found |= {f"--{name}" for name in SET_IN_THEME.findall(path.read_text("utf-8"))}
    wrong = [
        f"{path.name}: {name}"
        for path in SHEETS
        for name in USED.findall(path.read_text("utf-8"))
        if name not in found
    ]
    assert wrong == []
