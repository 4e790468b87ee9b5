"""Every switch of the record is read by code: one that nothing obeys has no place in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pitboss.rules import catalog

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
RECORD = ("rules/law.py", "rules/profile.py")
HOLDERS = ("law", "profile", "_profile")
SAYS = ("rule", "confidence")  # where a switch comes from, not what it says


def name_of(node: ast.expr) -> str:
    """The last name of an expression: `law` of `state.law`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def values_read(tree: ast.Module) -> Iterator[str]:
    """The switches of a law or a profile whose value is read, or which are handed on whole; to cite
    the rule of one is not to obey it."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    cited = {id(node.value) for node in nodes if node.attr in SAYS}
    for node in nodes:
        if name_of(node.value) in HOLDERS and id(node) not in cited:
            yield node.attr


def switches_read() -> set[str]:
    """What is read outside the record. The simulator's auditor only watches whether others obey."""
    return {
        switch
        for path in SOURCE.rglob("*.py")
        if "sim" not in path.relative_to(SOURCE).parts and not str(path).endswith(RECORD)
        if any(f"{holder}." in (text := path.read_text("utf-8")) for holder in HOLDERS)
        for switch in values_read(ast.parse(text))
    }


def test_every_switch_is_read_by_code() -> None:
    assert set(catalog.profile().switches) - switches_read() == set()


def test_a_switch_that_is_only_cited_is_not_read() -> None:
    read = values_read(ast.parse("state.law.one.rule, profile.two.value, law.three"))
    assert set(read) == {"two", "three"}
